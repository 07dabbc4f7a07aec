"""How a board enters the network: one table row for every occupied slot.

Slot ``s`` with signed count ``c`` (-15..15) is row ``31 s + c + 15``; behind the 26 slots come 16
rows for the checkers that the player on roll has off (0..15), 16 for the opponent's, and the bias,
which is always active.  A row is the sum of a few learnt features (:data:`COUNTS`, :data:`OFF`),
so that rare counts share what common ones have learnt.  Empty slots and sides with nothing off are
zero and are left out.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from engine.rules.board import CHECKERS, SLOTS, Board

FEATURE_VERSION = 1
"""Changes whenever rows, features or expert inputs do; files with another version are refused."""

COUNT_VALUES = 2 * CHECKERS + 1
OWN_OFF = SLOTS * COUNT_VALUES
OPPONENT_OFF = OWN_OFF + CHECKERS + 1
BIAS = OPPONENT_OFF + CHECKERS + 1
ROWS = BIAS + 1
MOST_ROWS = SLOTS + 3
"""The most that one board makes active."""


def _count_features() -> npt.NDArray[np.float32]:
    """Features of a signed count, ``float32 [31, 44]``: seven a side, and one per count."""
    counts = np.arange(-CHECKERS, CHECKERS + 1)
    columns = []
    for sign in (1, -1):
        n = np.maximum(sign * counts, 0)
        columns += [n == 1, n >= 2, n >= 3, n >= 4, n >= 5, n / 4, np.maximum(0, n - 3) / 3]
    one_hot = np.delete(np.eye(COUNT_VALUES), CHECKERS, axis=1)
    return np.concatenate([np.stack(columns, axis=1), one_hot], axis=1).astype(np.float32)


def _off_features() -> npt.NDArray[np.float32]:
    """Features of the checkers off, ``float32 [16, 3]``."""
    n = np.arange(CHECKERS + 1)
    return np.stack([n / CHECKERS, n > 0, n >= 10], axis=1).astype(np.float32)


COUNTS = _count_features()
"""Features of the signed counts -15..15, ``float32 [31, 44]``."""

OFF = _off_features()
"""Features of 0..15 checkers off, ``float32 [16, 3]``."""


@numba.njit(cache=True, nogil=True)
def rows_of(board: Board, rows: npt.NDArray[np.integer[Any]]) -> int:
    """Write the active rows of one board ``int8 [26]`` to ``rows``; return how many they are."""
    # Without a branch: which slots are taken, no processor could predict.
    n = own = opponent = 0
    for slot in range(SLOTS):
        count = int(board[slot])
        rows[n] = slot * COUNT_VALUES + CHECKERS + count
        n += int(count != 0)
        own += max(count, 0)
        opponent -= min(count, 0)
    rows[n] = OWN_OFF + CHECKERS - own
    n += int(own < CHECKERS)
    rows[n] = OPPONENT_OFF + CHECKERS - opponent
    n += int(opponent < CHECKERS)
    rows[n] = BIAS
    return n + 1


@numba.njit(cache=True, nogil=True)
def active_rows(
    boards: Board,
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Return the rows of ``boards int8 [N, 26]`` and where each board's begin.

    Returns:
        ``int32 [K]`` row numbers of all boards, and ``int32 [N + 1]`` offsets into them.
    """
    rows = np.empty(len(boards) * MOST_ROWS, np.int32)
    offsets = np.empty(len(boards) + 1, np.int32)
    n = 0
    for i in range(len(boards)):
        offsets[i] = n
        n += rows_of(boards[i], rows[n:])
    offsets[len(boards)] = n
    return rows[:n], offsets
