"""Formulas that judge a race by its pip counts: Kleinman, Thorp and Keith.

They serve people, the pip-count player, and as a check on the network; the engine's own cube
decisions do not use them.  All read boards seen by the player on roll, who considers doubling.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erf, sqrt

import numpy as np
import numpy.typing as npt

from engine.rules.board import Board, mirror, pips

HOME = 6


@dataclass(frozen=True, slots=True)
class RaceAdvice:
    """What a formula says to the two players."""

    own: float
    """The adjusted count of the player on roll, pips."""
    opponent: float
    """The adjusted count of the opponent, pips."""
    double: bool
    redouble: bool
    take: bool


def kleinman(own: int, opponent: int) -> tuple[float, float]:
    """Return Kleinman's metric and the winning chance of the player on roll, counts in pips.

    Danny Kleinman's normal approximation: the leader on roll is 4 pips better than the counts.
    ``K = (D + 4) / (2 sqrt(S - 4))``, ``P = (1 + erf K) / 2``.
    """
    if own < 0 or opponent < 0:
        raise ValueError(f"pip counts {own} and {opponent}: 0 or more are accepted")
    lead, total = opponent - own + 4, own + opponent - 4
    if total <= 0:
        # Races of a roll or two: the player on roll is all but home.
        return (float("inf") if lead > 0 else float("-inf")), 1.0 if lead > 0 else 0.0
    metric = lead / (2 * sqrt(total))
    return metric, (1 + erf(metric)) / 2


def kleinman_chances(boards: Board) -> npt.NDArray[np.float64]:
    """Return Kleinman's winning chances of the players on roll, ``float64 [N]``."""
    own, opponent = pips(boards)
    pairs = zip(np.atleast_1d(own).tolist(), np.atleast_1d(opponent).tolist(), strict=True)
    return np.array([kleinman(a, b)[1] for a, b in pairs])


def thorp_count(board: Board) -> float:
    """Return Edward Thorp's count of the player on roll, pips, of one ``int8 [26]``.

    Pips, 2 for each checker, 1 for each on the ace point, less 1 for each home point held.
    """
    counts = np.maximum(board, 0)
    own, _ = pips(board)
    held = int((counts[1 : HOME + 1] > 0).sum())
    return float(own + 2 * counts.sum(dtype=int) + int(counts[1]) - held)


def keith_count(board: Board) -> float:
    """Return Tom Keith's count of the player on roll, pips, of one ``int8 [26]``.

    Pips, 2 for each checker beyond one on the ace point, 1 for each beyond one on the deuce point
    and beyond three on the three point, and 1 for each empty space on points 4, 5 and 6.
    """
    counts = np.maximum(board, 0).astype(int)
    own, _ = pips(board)
    waste = 2 * max(counts[1] - 1, 0) + max(counts[2] - 1, 0) + max(counts[3] - 3, 0)
    return float(own + waste + int((counts[4 : HOME + 1] == 0).sum()))


def thorp(board: Board) -> RaceAdvice:
    """Return Thorp's advice; above 30 the player on roll adds a tenth to his count.

    Double from the opponent's count plus 2, redouble from plus 1; he passes from minus 2 down.
    """
    own, opponent = thorp_count(board), thorp_count(mirror(board))
    own = own * 1.1 if own > 30 else own
    return RaceAdvice(own, opponent, own <= opponent + 2, own <= opponent + 1, own > opponent - 2)


def keith(board: Board) -> RaceAdvice:
    """Return Keith's advice; the player on roll adds a seventh to his count.

    Double from the opponent's count plus 4, redouble from plus 3; he passes from plus 2 down.
    """
    own, opponent = keith_count(board) * 8 / 7, keith_count(mirror(board))
    return RaceAdvice(own, opponent, own <= opponent + 4, own <= opponent + 3, own > opponent + 2)
