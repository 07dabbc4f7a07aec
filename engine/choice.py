"""Choosing among the afterstates of many boards at once."""

from __future__ import annotations

import numba
import numpy as np
import numpy.typing as npt

Offsets = npt.NDArray[np.int64]
"""Where each board's afterstates begin, ``int64 [N + 1]``."""


@numba.njit(cache=True, nogil=True)
def best(scores: npt.NDArray[np.float32], offsets: Offsets) -> npt.NDArray[np.int64]:
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
def shortlist(
    scores: npt.NDArray[np.float32], offsets: Offsets, count: int
) -> tuple[npt.NDArray[np.int64], Offsets]:
    """Return the indices of each board's ``count`` highest ``scores [M]``, best first.

    Returns:
        ``int64 [K]`` indices into ``scores`` and ``int64 [N + 1]`` offsets into them; a board with
        fewer afterstates keeps them all.
    """
    kept = np.empty(min(len(scores), (len(offsets) - 1) * count), np.int64)
    kept_offsets = np.zeros(len(offsets), np.int64)
    n = 0
    for i in range(len(offsets) - 1):
        first = n
        for k in range(offsets[i], offsets[i + 1]):
            if n - first == count and scores[k] <= scores[kept[n - 1]]:
                continue
            if n - first < count:
                n += 1
            place = n - 1
            while place > first and scores[kept[place - 1]] < scores[k]:
                kept[place] = kept[place - 1]
                place -= 1
            kept[place] = k
        kept_offsets[i + 1] = n
    return kept[:n], kept_offsets
