"""Cube verdicts on many positions in one batch, the one way in which analyses find them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.cube.decision import CubeDecision, decide
from engine.cube.life import cube_lives
from engine.cube.met import MatchEquityTable
from engine.rules.board import Board
from engine.rules.match import MatchState
from engine.search.search import Search
from engine.search.worths import utility

EXACT = "exact"
"""The level of verdicts that a table knows."""


def cube_decisions(
    search: Search,
    boards: Board,
    states: Sequence[MatchState],
    met: MatchEquityTable | None = None,
    window: bool = True,
) -> list[CubeDecision]:
    """Return the cube verdict before the roll on each of ``boards int8 [N, 26]``.

    Args:
        search: values the boards, with the cube alive.
        boards: seen by the player on roll.
        states: his match state on each board.
        met: the match equity table.
        window: find the market windows, too.
    """
    if len(states) == 0:
        return []
    values = search.values(boards, states)
    lives = cube_lives(boards)
    dead = _doubled_dead(search, boards, states)
    decisions = []
    for row, state in enumerate(states):
        held = float(utility(values.held[row, :1], state)[0])
        taken = dead.get(row)
        if state.may_double:
            taken = float(utility(values.taken[row, :1], state)[0])
        exact = search.valuation.exact(boards[row : row + 1], state)[0]
        level = EXACT if exact else search.settings.level
        life, outcome = lives[row : row + 1], values.outcomes[row]
        decisions.append(decide(outcome, state, held, taken, life, level, met, window))
    return decisions


def _doubled_dead(search: Search, boards: Board, states: Sequence[MatchState]) -> dict[int, float]:
    """Return what a double is worth where the cube is dead, which no search considers, by row."""
    rows = [r for r, state in enumerate(states) if state.no_double is None and not state.may_double]
    if not rows:
        return {}
    values = search.values(np.asarray(boards)[rows], [states[row].taken() for row in rows])
    return {row: float(utility(values.held[i, :1], states[row])[0]) for i, row in enumerate(rows)}
