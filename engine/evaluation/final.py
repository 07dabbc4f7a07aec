"""What a board makes certain or impossible, put into its outcome probabilities."""

from __future__ import annotations

import numba
import numpy as np
import numpy.typing as npt

from engine.rules.board import CHECKERS, SLOTS, Board


@numba.njit(cache=True, nogil=True)
def _is_backgammon(board: Board, sign: int) -> bool:
    """Whether the loser (his checkers have ``sign``) has one on the bar or in the winner's home."""
    for k in range(7):
        slot = SLOTS - 1 - k if sign > 0 else k
        if board[slot] * sign > 0:
            return True
    return False


@numba.njit(cache=True, nogil=True)
def clamp(outcomes: npt.NDArray[np.float32], boards: Board) -> None:
    """Take out of ``outcomes float32 [N, 5]``, in place, what ``boards int8 [N, 26]`` rule out.

    Finished games become exact; a side with a checker off loses no gammon; a gammon is no likelier
    than the win it is part of, and a backgammon no likelier than the gammon.
    """
    for i in range(len(boards)):
        own = opponent = 0
        for slot in range(SLOTS):
            count = boards[i, slot]
            own += max(count, 0)
            opponent -= min(count, 0)
        p = outcomes[i]
        if own == 0:
            p[0] = 1.0
            p[1] = 1.0 if opponent == CHECKERS else 0.0
            p[2] = 1.0 if p[1] > 0 and _is_backgammon(boards[i], -1) else 0.0
            p[3] = p[4] = 0.0
        elif opponent == 0:
            p[0] = p[1] = p[2] = 0.0
            p[3] = 1.0 if own == CHECKERS else 0.0
            p[4] = 1.0 if p[3] > 0 and _is_backgammon(boards[i], 1) else 0.0
        else:
            p[0] = min(max(p[0], np.float32(0)), np.float32(1))
            p[1] = min(max(p[1], np.float32(0)), p[0]) if opponent == CHECKERS else 0.0
            p[2] = min(max(p[2], np.float32(0)), p[1])
            p[3] = min(max(p[3], np.float32(0)), 1 - p[0]) if own == CHECKERS else 0.0
            p[4] = min(max(p[4], np.float32(0)), p[3])
