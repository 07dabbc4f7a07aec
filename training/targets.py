"""Learning targets: what each position of a finished game turned out to be worth."""

from __future__ import annotations

import numba
import numpy as np
import numpy.typing as npt

from engine.rules.board import SLOTS, Board
from engine.rules.outcome import OUTCOMES


@numba.njit(cache=True, nogil=True)
def lambda_returns(
    ring_boards: Board,
    ring_values: npt.NDArray[np.float32],
    ring_backups: npt.NDArray[np.float32],
    ring_strayed: npt.NDArray[np.bool_],
    over: npt.NDArray[np.int64],
    began: npt.NDArray[np.int64],
    step: int,
    lambda_: float,
) -> tuple[Board, npt.NDArray[np.float32]]:
    """Return positions and lambda-returns of finished games.

    The target of a position is ``G_t = B_t + lambda * mirror(G_{t+1} - V_{t+1})``; the mirror of a
    difference negates the win and swaps the sides of the gammons.  V is what the network thought
    of the position during play, B its backup by one ply, and the last position's target is its
    backup.  With ``B_t = mirror(V_{t+1})`` this is TD(lambda), computed backwards.  With B_t the
    expectation over all 21 rolls, the luck of each roll has been taken out of what followed it
    (the variance reduction of rollouts, turned into a target).  After a play that was not the best,
    what followed says nothing of the position: there the target is the backup.

    Args:
        ring_boards: ``int8 [L, G, 26]``, the board of every game at step ``t`` in slot ``t % L``.
        ring_values: ``float32 [L, G, 5]``, V for the player on roll.
        ring_backups: ``float32 [L, G, 5]``, B for the same player.
        ring_strayed: ``bool [L, G]``, whether another play than the best was made.
        over: ``int64 [K]``, the finished games.
        began: ``int64 [G]``, the step of each game's first position.
        step: the step after the last one played.
        lambda_: 0..1.

    Returns:
        ``int8 [N, 26]`` boards and ``float32 [N, 5]`` targets, 0..1; of a game longer than the
        ring, the last L positions.
    """
    length = len(ring_boards)
    total = 0
    for game in over:
        total += min(step - began[game], length)
    boards = np.empty((total, SLOTS), np.int8)
    targets = np.empty((total, OUTCOMES), np.float32)
    n = 0
    surprise = np.empty(OUTCOMES, np.float32)
    for game in over:
        surprise[:] = 0
        for t in range(step - 1, max(began[game], step - length) - 1, -1):
            slot = t % length
            boards[n] = ring_boards[slot, game]
            backup = ring_backups[slot, game]
            if ring_strayed[slot, game]:
                surprise[:] = 0
            targets[n, 0] = backup[0] - lambda_ * surprise[0]
            targets[n, 1] = backup[1] + lambda_ * surprise[3]
            targets[n, 2] = backup[2] + lambda_ * surprise[4]
            targets[n, 3] = backup[3] + lambda_ * surprise[1]
            targets[n, 4] = backup[4] + lambda_ * surprise[2]
            surprise[:] = targets[n] - ring_values[slot, game]
            n += 1
    # Taking luck out can overshoot; as a probability the target ends at 0 and 1.
    return boards, np.minimum(np.maximum(targets, np.float32(0)), np.float32(1))
