"""The numbering of bear-off positions: one side's checkers on its six home points.

A position is ``int8 [6]``, the checkers on the points 1..6; all others are off.  With ``s_j`` the
number of checkers on the ``j`` highest points, its index is the sum over j = 1..6 of
``C(s_j + j - 1, j)`` (the combinatorial number system).  Two things follow that the tables rely on:

* positions with fewer checkers come first, so those of up to ``n`` are the first ``C(n + 6, 6)``;
* a step lowers some ``s_j`` and raises none, so every play leads to a smaller index.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb

import numba
import numpy as np
import numpy.typing as npt

from engine.rules.board import BAR, CHECKERS

HOME = 6

Positions = npt.NDArray[np.int8]
"""Checkers on the points 1..6: one position ``int8 [6]`` or many ``int8 [P, 6]``."""

Indices = npt.NDArray[np.int32]
"""Indices of positions, ``int32``."""

_CHOOSE = np.array([[comb(n, k) for k in range(HOME + 1)] for n in range(CHECKERS + HOME)])


def count_of(checkers: int) -> int:
    """Return how many positions hold at most ``checkers`` checkers: 924 for 6, 54,264 for 15."""
    return comb(checkers + HOME, HOME)


def all_positions(checkers: int) -> Positions:
    """Return the positions of up to ``checkers`` checkers in the order of their index, [P, 6]."""
    found = np.array(
        [
            np.bincount(points, minlength=HOME + 1)[1:]
            for held in range(checkers + 1)
            for points in combinations_with_replacement(range(1, HOME + 1), held)
        ],
        dtype=np.int8,
    )
    return np.ascontiguousarray(found[np.argsort(indices_of(found))])


def pips_of(positions: Positions) -> npt.NDArray[np.int32]:
    """Return the pip counts ``int32 [P]`` of ``positions int8 [P, 6]``."""
    return np.asarray(positions @ np.arange(1, HOME + 1), dtype=np.int32)


@numba.njit(cache=True, nogil=True)
def index_on(board: npt.NDArray[np.int8], origin: int, sign: int) -> int:
    """Return the index of one side of ``board``: ``sign`` +1 counts up from ``origin``, -1 down.

    Slot ``origin + sign * p`` holds that side's checkers on its point p, times ``sign``.
    """
    held = index = 0
    for j in range(1, HOME + 1):
        held += sign * board[origin + sign * (HOME + 1 - j)]
        index += _CHOOSE[held + j - 1, j]
    return index


@numba.njit(cache=True, nogil=True)
def _indices(boards: npt.NDArray[np.int8], origin: int, sign: int) -> Indices:
    found = np.empty(len(boards), np.int32)
    for i in range(len(boards)):
        found[i] = index_on(boards[i], origin, sign)
    return found


def indices_of(positions: Positions) -> Indices:
    """Return the indices ``int32 [P]`` of ``positions int8 [P, 6]``."""
    return np.asarray(_indices(np.ascontiguousarray(positions, dtype=np.int8), -1, 1))


def own_indices(boards: npt.NDArray[np.int8]) -> Indices:
    """Return the indices ``int32 [N]`` of the home checkers of the player on roll."""
    return np.asarray(_indices(np.ascontiguousarray(boards, dtype=np.int8), 0, 1))


def opponent_indices(boards: npt.NDArray[np.int8]) -> Indices:
    """Return the indices ``int32 [N]`` of the opponent's home checkers."""
    return np.asarray(_indices(np.ascontiguousarray(boards, dtype=np.int8), BAR, -1))


def board_of(own: Positions, opponent: Positions) -> npt.NDArray[np.int8]:
    """Return the boards ``int8 [..., 26]`` of two sides' positions ``int8 [..., 6]``."""
    boards = np.zeros((*own.shape[:-1], BAR + 1), dtype=np.int8)
    boards[..., 1 : HOME + 1] = own
    boards[..., BAR - HOME : BAR] = -opponent[..., ::-1]
    return boards
