"""Choosing a play by ranking all of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.evaluation.choice import best
from engine.players.player import Ranker, Rolls
from engine.rules.board import Board
from engine.rules.match import MatchState
from engine.rules.movegen import afterstates

_BOARDS_AT_ONCE = 2048
"""About 40,000 afterstates: enough to keep a network busy, little enough to stay in the cache."""


def choose_by_rank(
    ranker: Ranker, boards: Board, rolls: Rolls, matches: Sequence[MatchState] | None = None
) -> Board:
    """Return the afterstates ``int8 [N, 26]`` that ``ranker`` puts first; of equals the first."""
    chosen = np.empty_like(boards)
    for low in range(0, len(boards), _BOARDS_AT_ONCE):
        part = slice(low, low + _BOARDS_AT_ONCE)
        candidates, offsets = afterstates(boards[part], rolls[part])
        some = None if matches is None else matches[part]
        ranks = ranker.rank(boards[part], candidates, offsets, some)
        chosen[part] = candidates[best(ranks, offsets)]
    return chosen
