"""Cube decisions beside GNU Backgammon's: how often both agree, and who is right where not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from engine.analysis.analyser import Analyser
from engine.analysis.rolled import RolloutSettings, rolled_cube
from engine.cube.decision import CubeDecision
from engine.formats.notation.parse import parse_position
from engine.formats.notation.xgid import write_xgid
from engine.players.third_party.gnubg_program import CubeHint, GnubgProgram
from engine.rules.board import mirror, start
from engine.rules.dice import ROLLS, WEIGHTS
from engine.rules.match import MatchState, Owner, Rules
from engine.rules.outcome import is_over
from engine.rules.position import Position
from engine.search.search import Search

_GAMES = 128
_LONGEST = 9
_NEAR = 0.25
"""A decision is interesting when doubling and waiting are this close, in points per cube."""
_TIE = 0.001
"""Actions this close, in points per cube, are equally right."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """One cube decision of two programs; equities of the player on roll, per cube."""

    xgid: str
    ours: str
    theirs: str
    our_equities: tuple[float, float]
    """No double, and double and take."""
    their_equities: tuple[float, float]
    same: bool
    """Both double or both do not, and both take or both pass, ties apart."""
    our_cost: float | None = None
    """What our actions cost by a rollout, in points per cube; None without one."""
    their_cost: float | None = None

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return asdict(self)


def sample_positions(analyser: Analyser, count: int, rng: np.random.Generator) -> list[Position]:
    """Return cube decisions met in self-play without search, at mixed scores.

    Money play and matches to 9 points, centred and owned cubes, before the roll, and only where
    doubling and waiting are close at 0-ply.  Where losing the game would lose the match anyway a
    double is free, and nothing can be decided wrongly: such scores are left out.
    """
    player = Search(analyser.evaluator)
    quick = Analyser(analyser.evaluator, met=analyser.met)
    found: list[Position] = []
    boards = np.repeat(start()[np.newaxis], _GAMES, axis=0)
    while len(found) < count:
        rolls = ROLLS[rng.choice(len(ROLLS), _GAMES, p=WEIGHTS)]
        boards = mirror(player.choose(boards, rolls))
        boards[is_over(boards)] = start()
        for board in boards[rng.random(_GAMES) < 0.1]:
            state = _random_state(rng)
            if not state.may_double or (state.away[1] and state.cube >= state.away[1]):
                continue
            position = Position(board, state)
            if _is_close(quick.cube(position)):
                found.append(position)
    return found[:count]


def _random_state(rng: np.random.Generator) -> MatchState:
    """Return money play one time in three, else a random score before or after Crawford."""
    length = int(rng.integers(2, _LONGEST + 1)) if rng.random() < 2 / 3 else 0
    score = (0, 0) if length == 0 else tuple(int(s) for s in rng.integers(0, length, 2))
    owned = rng.random() < 0.3 and (length == 0 or length - score[1] > 1)
    cube, owner = (2, Owner.MINE) if owned else (1, Owner.CENTRED)
    return MatchState(Rules(length=length), (score[0], score[1]), cube, owner)


def _is_close(decision: CubeDecision) -> bool:
    equities = decision.equities
    if equities.double_take is None:
        return False
    return abs(equities.no_double - min(equities.double_take, 1.0)) < _NEAR


def compare(analyser: Analyser, positions: Sequence[Position], ply: int) -> list[Comparison]:
    """Return our decisions beside those of GNU Backgammon at its ``ply`` plies."""
    hints = GnubgProgram(ply).cube_hints(positions)
    return [
        _comparison(position, analyser.cube(position), hint)
        for position, hint in zip(positions, hints, strict=True)
    ]


def _comparison(position: Position, decision: CubeDecision, hint: CubeHint) -> Comparison:
    ours = (decision.equities.no_double, decision.equities.double_take or 0.0)
    theirs = (hint.no_double, hint.double_take)
    same = all(
        (a > 0) == (b > 0) or min(abs(a), abs(b)) < _TIE
        for a, b in zip(_margins(ours), _margins(theirs), strict=True)
    )
    return Comparison(write_xgid(position), decision.text, hint.action, ours, theirs, same)


def _margins(equities: tuple[float, float]) -> tuple[float, float]:
    """By how much to double, and by how much to pass; negative: not to."""
    held, taken = equities
    return min(taken, 1.0) - held, taken - 1.0


def settle(analyser: Analyser, comparison: Comparison, settings: RolloutSettings) -> Comparison:
    """Return the comparison with what both sides' actions cost by a rollout.

    A wrong double costs its side as the doubler, a wrong answer as the taker; both are added.
    """
    verdict = rolled_cube(analyser, parse_position(comparison.xgid), settings)
    truth = (verdict.equities.no_double, verdict.equities.double_take or 0.0)
    costs = [
        sum(
            abs(right)
            for right, chosen in zip(_margins(truth), _margins(equities), strict=True)
            if (right > 0) != (chosen > 0)
        )
        for equities in (comparison.our_equities, comparison.their_equities)
    ]
    return replace(comparison, our_cost=costs[0], their_cost=costs[1])
