"""Cube decisions that are known exactly: bear-offs within the two-sided table, in money play."""

from __future__ import annotations

import numpy as np

from engine.cube.stakes import FAR
from engine.evaluation.bearoff.tables import BearoffTables
from engine.evaluation.bearoff.two_sided import Column
from engine.rules.board import Board
from engine.rules.match import MatchState, Owner

LEVEL = "exact"

_COLUMNS = {
    Owner.CENTRED: Column.CENTRED,
    Owner.MINE: Column.MINE,
    Owner.OPPONENT: Column.OPPONENT,
}


def exact_values(
    tables: BearoffTables | None, board: Board, state: MatchState
) -> tuple[float, float | None] | None:
    """Return the utilities of (rolling now, doubling and being taken), or None if not known.

    The table knows neither matches nor beavers nor a cube limit that could be reached.
    """
    rules = state.rules
    near_limit = 0 < rules.cube_limit < FAR * state.cube
    if tables is None or not state.is_money or rules.beavers or near_limit:
        return None
    equities, known = tables.money(np.asarray(board)[np.newaxis])
    if not known[0]:
        return None
    taken = 2 * state.cube * float(equities[0, Column.OPPONENT]) if state.may_double else None
    return state.cube * float(equities[0, _COLUMNS[state.owner]]), taken
