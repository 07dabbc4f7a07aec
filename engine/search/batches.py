"""Boards that occur more than once in a batch."""

from __future__ import annotations

import numba
import numpy as np
import numpy.typing as npt

from engine.rules.board import SLOTS, Board

Numbers = npt.NDArray[np.int64]

_KEY_WEIGHTS = np.random.default_rng(26).integers(1, 2**63, SLOTS, dtype=np.uint64) | np.uint64(1)


@numba.njit(cache=True, nogil=True)
def distinct(boards: Board) -> tuple[Numbers, Numbers]:
    """Return where each different board of ``int8 [N, 26]`` occurs first, and which each one is.

    ``boards[first]`` are the U different ones in order of appearance, and
    ``boards[first][which]`` equals ``boards``: ``int64 [U]`` and ``int64 [N]``.
    """
    size = 16
    while size < 2 * len(boards):
        size *= 2
    table = np.full(size, -1, np.int64)
    first = np.empty(len(boards), np.int64)
    which = np.empty(len(boards), np.int64)
    count = 0
    for i in range(len(boards)):
        key = np.uint64(0)
        for slot in range(SLOTS):
            key += np.uint64(np.int64(boards[i, slot])) * _KEY_WEIGHTS[slot]
        place = np.int64(key >> np.uint64(20)) & (size - 1)
        while True:
            entry = table[place]
            if entry < 0:
                table[place] = count
                first[count] = i
                which[i] = count
                count += 1
                break
            other = first[entry]
            slot = 0
            while slot < SLOTS and boards[i, slot] == boards[other, slot]:
                slot += 1
            if slot == SLOTS:
                which[i] = entry
                break
            place = (place + 1) & (size - 1)
    return first[:count].copy(), which
