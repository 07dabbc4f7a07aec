"""Learning targets: what each position of a finished game turned out to be worth."""

from __future__ import annotations

import numba
import numpy as np
import numpy.typing as npt

from engine.board import SLOTS, Board
from engine.outcome import OUTCOMES


@numba.njit(cache=True, nogil=True)
def lambda_returns(
    ring_boards: Board,
    ring_values: npt.NDArray[np.float32],
    last_values: npt.NDArray[np.float32],
    over: npt.NDArray[np.int64],
    began: npt.NDArray[np.int64],
    step: int,
    lambda_: float,
) -> tuple[Board, npt.NDArray[np.float32]]:
    """Return positions and TD(lambda) targets of finished games.

    With V the values seen during play and z the final outcome, both for the player on roll, the
    target of a position is ``G_t = mirror((1 - lambda) V_{t+1} + lambda G_{t+1})`` and that of the
    last ``mirror(z)`` (Sutton's lambda-return, computed backwards).

    Args:
        ring_boards: ``int8 [L, G, 26]``, the board of every game at step ``t`` in slot ``t % L``.
        ring_values: ``float32 [L, G, 5]``, what the player on roll thought of it.
        last_values: ``float32 [G, 5]``, the exact outcomes of the finished boards.
        over: ``int64 [K]``, the finished games.
        began: ``int64 [G]``, the step of each game's first position.
        step: the step after the last one played.
        lambda_: 0..1.

    Returns:
        ``int8 [N, 26]`` boards and ``float32 [N, 5]`` targets; of a game longer than the ring,
        the last L positions.
    """
    length = len(ring_boards)
    total = 0
    for game in over:
        total += min(step - began[game], length)
    boards = np.empty((total, SLOTS), np.int8)
    targets = np.empty((total, OUTCOMES), np.float32)
    n = 0
    blend = np.empty(OUTCOMES, np.float32)
    for game in over:
        for t in range(step - 1, max(began[game], step - length) - 1, -1):
            slot = t % length
            if t == step - 1:
                blend[:] = last_values[game]
            else:
                # ``boards`` is filled backwards in time: row n - 1 is the position at t + 1.
                value = ring_values[(t + 1) % length, game]
                blend[:] = (1 - lambda_) * value + lambda_ * targets[n - 1]
            targets[n, 0] = 1 - blend[0]
            targets[n, 1] = blend[3]
            targets[n, 2] = blend[4]
            targets[n, 3] = blend[1]
            targets[n, 4] = blend[2]
            boards[n] = ring_boards[slot, game]
            n += 1
    return boards, targets
