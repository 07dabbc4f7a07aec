"""Work on flat batches: segments of candidates, and boards that occur more than once."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from engine.board import SLOTS, Board

Floats = npt.NDArray[np.floating[Any]]
Numbers = npt.NDArray[np.int64]

_KEY_WEIGHTS = np.random.default_rng(26).integers(1, 2**63, SLOTS, dtype=np.uint64) | np.uint64(1)


@numba.njit(cache=True, nogil=True)
def shortlist(
    scores: Floats, offsets: Numbers, most: int, within: float
) -> tuple[Numbers, Numbers]:
    """Return which of each segment's ``scores [M]`` are kept, and their new offsets.

    Kept are the ``most`` highest (of equals the first) that are ``within`` the best one.
    ``offsets [N + 1]`` delimit the segments; the kept numbers ``int64 [K]`` rise in each segment.
    """
    segments = len(offsets) - 1
    kept = np.empty(min(len(scores), most * segments), np.int64)
    kept_offsets = np.zeros(segments + 1, np.int64)
    top = np.empty(most, np.int64)
    n = 0
    for segment in range(segments):
        found = 0
        for i in range(offsets[segment], offsets[segment + 1]):
            score = scores[i]
            if found == most and not score > scores[top[most - 1]]:
                continue
            place = found if found < most else most - 1
            while place > 0 and score > scores[top[place - 1]]:
                top[place] = top[place - 1]
                place -= 1
            top[place] = i
            found = min(found + 1, most)
        while found > 1 and scores[top[0]] - scores[top[found - 1]] > within:
            found -= 1
        kept[n : n + found] = np.sort(top[:found])
        n += found
        kept_offsets[segment + 1] = n
    return kept[:n], kept_offsets


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
