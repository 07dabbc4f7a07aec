"""What to roll out of a position: its candidate plays, its cube actions, or just itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.formats.notation.play_text import read_play, write_play
from engine.rollout.trials import Start
from engine.rules.board import Board, mirror
from engine.rules.dice import Roll
from engine.rules.match import MatchState
from engine.rules.outcome import is_over
from engine.rules.plays import apply_play, play_between
from engine.rules.position import Position
from engine.search.search import Search


@dataclass(frozen=True, slots=True)
class Plan:
    """The starts of a rollout and what they stand for."""

    labels: tuple[str, ...]
    starts: tuple[Start, ...]
    match: MatchState
    """Of the player who decides."""
    plays: bool
    """The starts are positions after plays, seen by his opponent."""
    doubling: bool = False
    """The starts are "no double" and "double, take"."""


def plan_of(
    position: Position,
    search: Search,
    plays: Sequence[str] = (),
    candidates: int = 5,
) -> Plan:
    """Return what to roll out.

    Args:
        position: with dice its plays are rolled out, without dice the position before the roll.
        search: picks the candidates, and tells whether the cube is alive.
        plays: candidate plays as text; empty: the best few.
        candidates: how many of the best.

    Raises:
        ValueError: the game is over, or plays are named without dice.
    """
    if bool(is_over(position.board)):
        raise ValueError("the game is over: there is nothing to roll out")
    if position.dice is not None:
        return _plan_of_plays(position, position.dice, search, plays, candidates)
    if plays:
        raise ValueError("plays were named, but the position has no dice")
    board, match = position.board, position.match
    if search.valuation.cubeful and match.may_double:
        starts = (Start(board, match, cube_first=False), Start(board, match.taken()))
        return Plan(("no double", "double, take"), starts, match, plays=False, doubling=True)
    return Plan(("position",), (Start(board, match),), match, plays=False)


def _plan_of_plays(
    position: Position, dice: Roll, search: Search, plays: Sequence[str], candidates: int
) -> Plan:
    board, match = position.board, position.match
    after: list[Board]
    if plays:
        after = [apply_play(board, read_play(text, board, dice)) for text in plays]
    else:
        if candidates < 1:
            raise ValueError(f"{candidates} candidates: 1 or more are accepted")
        roll = np.array([dice], dtype=np.int8)
        (ranking,) = search.rank(board[np.newaxis], roll, [match])
        after = [c.afterstate for c in ranking.candidates[:candidates]]
    labels = [write_play(board, play_between(board, dice, a)) or "no play" for a in after]
    starts = tuple(Start(mirror(a), match.mirror()) for a in after)
    return Plan(tuple(labels), starts, match, plays=True)
