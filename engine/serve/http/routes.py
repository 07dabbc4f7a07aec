"""``/v1``: questions about one position, answered at once."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field

from engine import __version__
from engine.analysis.analyser import Analyser
from engine.analysis.data import cube_data, evaluation_data, plays_data
from engine.analysis.results import Decision
from engine.formats.notation import parse_position, write_position_id
from engine.rules.dice import roll_of
from engine.rules.position import Position
from engine.serve.http.service import Service

Data = dict[str, Any]

_EXAMPLE = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"


class Question(BaseModel):
    """A position, and how deeply to look."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

    position: str = Field(max_length=4000, examples=[_EXAMPLE])
    """An XGID, a GNU Backgammon ID (position or position:match), a FIBS line, or an OGID."""
    dice: str | None = Field(None, max_length=10, examples=["31"])
    """Two dice; those of the position when left out."""
    ply: int | None = Field(None, ge=0, le=3)
    """Plies to look ahead, as GNU Backgammon counts them; the server's when left out."""

    def read(self) -> Position:
        """Return the position; raises ValueError when it is none."""
        position = parse_position(self.position)
        if self.dice is None:
            return position
        return Position(
            position.board, position.match, roll_of(self.dice), position.on_roll, position.pending
        )


class PlaysQuestion(Question):
    """A position with dice."""

    count: int = Field(10, ge=1, le=3000)
    """The most plays returned."""


def router_of(service: Service) -> APIRouter:
    """Return the routes."""
    router = APIRouter(prefix="/v1", tags=["positions"])

    @router.get("/engine")
    async def engine() -> Data:
        """Tell who answers, and within which limits."""
        return _engine_data(service)

    @router.post("/plays")
    async def plays(question: PlaysQuestion, request: Request) -> Data:
        """Rank the plays of the dice."""
        position, analyser = question.read(), service.at(question.ply)
        found = await service.answer(
            request, lambda: analyser.plays(position, None, question.count)
        )
        return {**head(position, analyser), **plays_data(found)}

    @router.post("/cube")
    async def cube(question: Question, request: Request) -> Data:
        """Give the cube verdict before the roll."""
        position, analyser = question.read(), service.at(question.ply)
        found = await service.answer(request, lambda: analyser.cube(position))
        return {**head(position, analyser), **cube_data(found)}

    @router.post("/evaluation")
    async def evaluation(question: Question, request: Request) -> Data:
        """Tell what the position is worth before the roll."""
        position, analyser = question.read(), service.at(question.ply)
        found = await service.answer(request, lambda: analyser.evaluate(position))
        return {**head(position, analyser), **evaluation_data(found)}

    @router.post("/decision")
    async def decision(question: Question, request: Request) -> Data:
        """Make the decision that the position poses: play, roll or double, take or pass."""
        position, analyser = question.read(), service.at(question.ply)
        found = await service.answer(request, lambda: analyser.decide(position))
        return {**head(position, analyser), **_decision_data(found)}

    return router


def head(position: Position, analyser: Analyser) -> Data:
    """Return what every answer begins with."""
    return {
        "position_id": write_position_id(position.board),
        "dice": position.dice,
        "model": analyser.evaluator.name,
        "level": analyser.level,
    }


def _engine_data(service: Service) -> Data:
    limits = service.limits
    return {
        "name": "Chaquete",
        "version": __version__,
        "model": service.analyser.evaluator.name,
        "level": service.analyser.level,
        "limits": {
            "plies": limits.plies,
            "trials": limits.trials,
            "seconds": limits.seconds,
            "body_bytes": limits.body_bytes,
        },
    }


def _decision_data(decision: Decision) -> Data:
    return {
        "decision": {
            "action": decision.action.value,
            "play": None if decision.play is None else decision.play.text,
            "equity": decision.equity,
            "costs": {action.value: cost for action, cost in decision.costs.items()},
        }
    }
