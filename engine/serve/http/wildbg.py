"""``GET /move`` and ``GET /eval`` of wildbg, for its clients to use unchanged.

Specification: the OpenAPI description of github.com/carsten-wenderdel/wildbg, crates/web.  Checkers
are given as ``p0`` (the opponent's bar, 0 or below) to ``p25`` (the own bar), those left out are 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from engine.analysis.results import Chances
from engine.formats.notation.error import whole_number
from engine.rules.board import SLOTS, validate
from engine.rules.dice import Roll
from engine.rules.match import MatchState, Rules
from engine.rules.position import Position
from engine.serve.http.service import Service

_LONGEST = 64


class Probabilities(BaseModel):
    """``win`` holds the gammons, ``winG`` the backgammons too; losing alike."""

    win: float
    winG: float
    winBg: float
    loseG: float
    loseBg: float


class MoveDetail(BaseModel):
    """One checker moved by one die: 25 is the bar, 0 is off."""

    origin: int = Field(serialization_alias="from")
    to: int


class MoveInfo(BaseModel):
    """A play and what it leads to."""

    play: list[MoveDetail]
    probabilities: Probabilities


class MoveResponse(BaseModel):
    """All plays, the best first; one empty play where there is none."""

    moves: list[MoveInfo]


class CubeInfo(BaseModel):
    """Whether to double, and whether to accept a double."""

    double: bool
    accept: bool


class EvalResponse(BaseModel):
    """A position before the roll."""

    cube: CubeInfo
    probabilities: Probabilities


def _parameters(*names: str) -> dict[str, Any]:
    """Describe whole numbers in the query."""
    return {
        "parameters": [
            {"name": name, "in": "query", "required": False, "schema": {"type": "integer"}}
            for name in names
        ]
    }


_PIPS = tuple(f"p{slot}" for slot in range(SLOTS))
_AWAY = ("x_away", "o_away")


def router_of(service: Service) -> APIRouter:
    """Return the two routes."""
    router = APIRouter(tags=["wildbg"])

    @router.get("/move", openapi_extra=_parameters("die1", "die2", *_PIPS, *_AWAY))
    async def move(request: Request) -> MoveResponse:
        """Rank the plays of two dice by what they lead to, the best first."""
        query = request.query_params
        position = _position(query, _dice(query))
        analyser = service.at(None, cubeful=False)
        plays = await service.answer(request, lambda: analyser.plays(position))
        return MoveResponse(
            moves=[
                MoveInfo(
                    play=[MoveDetail(origin=a, to=b) for a, b in play.play],
                    probabilities=_probabilities(play.outcome),
                )
                for play in plays
            ]
        )

    @router.get("/eval", openapi_extra=_parameters(*_PIPS, *_AWAY))
    async def evaluate(request: Request) -> EvalResponse:
        """Judge a position before the roll, and the cube."""
        position = _position(request.query_params, None)
        decision = await service.answer(request, lambda: service.analyser.cube(position))
        return EvalResponse(
            cube=CubeInfo(double=decision.double, accept=decision.take),
            probabilities=_probabilities(decision.outcome),
        )

    return router


def _position(query: Mapping[str, str], dice: Roll | None) -> Position:
    counts = [whole_number(query.get(name, "0"), name, -15, 15) for name in _PIPS]
    return Position(validate(np.array(counts)), _match(query), dice)


def _dice(query: Mapping[str, str]) -> Roll:
    first, second = (whole_number(query.get(name, ""), name, 1, 6) for name in ("die1", "die2"))
    return first, second


def _match(query: Mapping[str, str]) -> MatchState:
    """Return money play, or the score that ``x_away`` and ``o_away`` name together.

    Where just one player is 1 point away it is the Crawford game.
    """
    given = [name in query for name in _AWAY]
    if not any(given):
        return MatchState()
    if not all(given):
        raise ValueError("x_away and o_away: both or neither are accepted")
    away = tuple(whole_number(query[name], name, 1, _LONGEST) for name in _AWAY)
    length = max(away)
    crawford = 1 in away
    return MatchState(Rules(length), (length - away[0], length - away[1]), crawford=crawford)


def _probabilities(outcome: Chances) -> Probabilities:
    win, gammon, backgammon, lost_gammon, lost_backgammon = outcome
    return Probabilities(
        win=win, winG=gammon, winBg=backgammon, loseG=lost_gammon, loseBg=lost_backgammon
    )
