"""Race formulas: pip counts adjusted for wastage, and the cube actions they recommend.

Sources: Keith's count and Kleinman's metric as GNU Backgammon states them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from engine.board import Board, mirror, pips

Counts = npt.NDArray[np.float64]
"""Adjusted pips ``float64 [N]``."""

DOUBLE_WITHIN = 4
"""Keith: double when the leader's count is at most the other's plus this."""
REDOUBLE_WITHIN = 3
PASS_WITHIN = 2

_LEADER_PENALTY = 8 / 7


def keith_count(boards: Board) -> Counts:
    """Return Keith's count of the player on roll's side of ``int8 [N, 26]``, before the seventh.

    Two pips for each checker above 1 on the ace point, one for each above 1 on the deuce and above
    3 on the three point, and one for each gap on the 4, 5 and 6 points.
    """
    own = np.maximum(boards, 0).astype(np.float64)
    wastage = (
        2 * np.maximum(own[:, 1] - 1, 0)
        + np.maximum(own[:, 2] - 1, 0)
        + np.maximum(own[:, 3] - 3, 0)
        + (own[:, 4:7] == 0).sum(axis=1)
    )
    return np.asarray(pips(boards)[0] + wastage)


def keith_lead(boards: Board) -> Counts:
    """Return (leader's count with its seventh) minus the opponent's, for the player on roll.

    The player on roll is taken as the leader: he doubles when this is small enough.
    """
    return keith_count(boards) * _LEADER_PENALTY - keith_count(mirror(boards))


def kleinman_win(boards: Board) -> npt.NDArray[Any]:
    """Return Kleinman's estimate that the player on roll wins the race, ``float64 [N]``.

    ``P = (1 + erf K) / 2`` with ``K = (D + 4) / (2 sqrt(S - 4))``; D is the opponent's pips minus
    one's own, S their sum.  A race with 4 pips or fewer left in all is won by the player on roll.
    """
    own, opponent = (side.astype(np.float64) for side in pips(boards))
    spread = 2 * np.sqrt(np.maximum(own + opponent - 4, 1e-9))
    return (1 + _erf((opponent - own + 4) / spread)) / 2


def _erf(x: Counts) -> Counts:
    """Return the error function to 1.5e-7 (Abramowitz and Stegun 7.1.26); numpy has none."""
    t = 1 / (1 + 0.3275911 * np.abs(x))
    series = t * (
        0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))
    )
    return np.asarray(np.sign(x) * (1 - series * np.exp(-x * x)))
