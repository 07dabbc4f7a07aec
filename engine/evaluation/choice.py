"""Choosing among the afterstates of many boards at once."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import numpy.typing as npt

Scores = npt.NDArray[np.floating[Any]]
"""What each afterstate is worth to the mover, ``float [M]``."""

Offsets = npt.NDArray[np.int64]
"""Where each board's afterstates begin, ``int64 [N + 1]``."""


@numba.njit(cache=True, nogil=True)
def best(scores: Scores, offsets: Offsets) -> npt.NDArray[np.int64]:
    """Return the index of each board's highest of ``scores [M]``, ``int64 [N]``; ties: first."""
    chosen = np.empty(len(offsets) - 1, np.int64)
    for i in range(len(chosen)):
        top = offsets[i]
        for k in range(offsets[i] + 1, offsets[i + 1]):
            if scores[k] > scores[top]:
                top = k
        chosen[i] = top
    return chosen


@numba.njit(cache=True, nogil=True)
def afterstates_of(
    which: npt.NDArray[np.int64], offsets: Offsets
) -> tuple[npt.NDArray[np.int64], Offsets]:
    """Return the indices of the afterstates of some boards, and where each board's then begin.

    Args:
        which: the boards, ``int64 [N]``, in any order.
        offsets: where the afterstates of all boards begin.

    Returns:
        ``int64 [K]`` and ``int64 [N + 1]``.
    """
    starts = np.zeros(len(which) + 1, np.int64)
    for i in range(len(which)):
        starts[i + 1] = starts[i] + offsets[which[i] + 1] - offsets[which[i]]
    indices = np.empty(starts[-1], np.int64)
    for i in range(len(which)):
        for k in range(starts[i + 1] - starts[i]):
            indices[starts[i] + k] = offsets[which[i]] + k
    return indices, starts


@numba.njit(cache=True, nogil=True)
def shortlist(
    scores: Scores, offsets: Offsets, most: int, within: float = np.inf
) -> tuple[npt.NDArray[np.int64], Offsets]:
    """Return which of each board's ``scores [M]`` are kept, and where each board's then begin.

    Args:
        scores: the higher, the better.
        offsets: where each board's scores begin.
        most: the most that are kept: the highest, of equals the first.
        within: how far behind the board's best a score may be; infinity keeps ``most`` of all
            boards that have as many.

    Returns:
        ``int64 [K]`` indices into ``scores``, rising, and ``int64 [N + 1]`` offsets into them.
    """
    kept = np.empty(min(len(scores), most * (len(offsets) - 1)), np.int64)
    kept_offsets = np.zeros(len(offsets), np.int64)
    top = np.empty(most, np.int64)
    n = 0
    for i in range(len(offsets) - 1):
        found = 0
        for k in range(offsets[i], offsets[i + 1]):
            if found == most and not scores[k] > scores[top[most - 1]]:
                continue
            place = found if found < most else most - 1
            while place > 0 and scores[k] > scores[top[place - 1]]:
                top[place] = top[place - 1]
                place -= 1
            top[place] = k
            found = min(found + 1, most)
        while found > 1 and scores[top[0]] - scores[top[found - 1]] > within:
            found -= 1
        kept[n : n + found] = np.sort(top[:found])
        n += found
        kept_offsets[i + 1] = n
    return kept[:n], kept_offsets
