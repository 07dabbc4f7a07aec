"""Outcomes of whole batches of boards from the tables, compiled."""

from __future__ import annotations

import numba
import numpy as np
import numpy.typing as npt

from engine.evaluation.bearoff.one_sided import FULL, Distributions
from engine.evaluation.bearoff.positions import HOME, index_on
from engine.rules.board import BAR, CHECKERS, SLOTS, Board
from engine.rules.outcome import (
    LOSE_BACKGAMMON,
    LOSE_GAMMON,
    OUTCOMES,
    WIN,
    WIN_BACKGAMMON,
    WIN_GAMMON,
)


@numba.njit(cache=True, nogil=True)
def _is_open(board: Board) -> bool:
    """Whether the player on roll has a checker outside his home, and the opponent any at all.

    Such boards, nearly all that are met, are known to no table and not finished.
    """
    outside = opposed = False
    for k in range(SLOTS):
        slot = SLOTS - 1 - k
        outside |= board[slot] > 0 and slot > HOME
        opposed |= board[slot] < 0
        if outside and opposed:
            return True
    return False


@numba.njit(cache=True, nogil=True)
def _both_home(board: Board) -> bool:
    """Whether all checkers are in their owners' homes (those that are not off).

    More than 15 of a side are no position, and would be looked up outside the tables.
    """
    own = opponent = 0
    for slot in range(SLOTS):
        if board[slot] > 0:
            if slot > HOME:
                return False
            own += board[slot]
        elif board[slot] < 0:
            if slot < BAR - HOME:
                return False
            opponent -= board[slot]
    return own <= CHECKERS and opponent <= CHECKERS


@numba.njit(cache=True, nogil=True)
def _no_later(mine: Distributions, i: int, theirs: Distributions, j: int, head_start: int) -> float:
    """Return the probability that mine takes at most ``head_start`` rolls more than theirs.

    The sum over n of P(mine = n) * P(theirs >= n - head_start), the two being independent.
    """
    t, end = theirs.offsets[j], theirs.offsets[j + 1]
    their_rolls = theirs.first[j] + head_start
    total, earlier = 0.0, 0.0
    rolls = np.int64(mine.first[i])
    for m in range(mine.offsets[i], mine.offsets[i + 1]):
        while t < end and their_rolls < rolls:
            earlier += theirs.probability[t]
            t += 1
            their_rolls += 1
        total += mine.probability[m] * max(1.0 - earlier, 0.0)
        rolls += 1
    return min(total, 1.0)


@numba.njit(cache=True, nogil=True)
def _bear_off(
    own: int,
    opponent: int,
    off: Distributions,
    first_off: Distributions,
    equities: npt.NDArray[np.float32],
    outcome: npt.NDArray[np.float32],
) -> None:
    """Fill ``outcome [5]`` of two indices of positions with checkers on both sides."""
    if max(own, opponent) < len(equities):
        outcome[WIN] = 0.5 + 0.5 * equities[own, opponent, 0]
        return
    win = _no_later(off, own, off, opponent, 0)
    outcome[WIN] = win
    if opponent >= FULL:
        outcome[WIN_GAMMON] = min(_no_later(off, own, first_off, opponent - FULL, 0), win)
    if own >= FULL:
        # The opponent rolls second: he is off before my first checker is when his rolls are
        # fewer than mine, one roll less than "at most as many".
        gammon = _no_later(off, opponent, first_off, own - FULL, -1)
        outcome[LOSE_GAMMON] = min(gammon, 1 - win)


@numba.njit(cache=True, nogil=True)
def _finished(board: Board, outcome: npt.NDArray[np.float32]) -> bool:
    """Fill ``outcome [5]`` if the game is over; tell whether it is."""
    own = opponent = own_behind = opponent_behind = 0
    for slot in range(SLOTS):
        if board[slot] > 0:
            own += board[slot]
            own_behind += board[slot] * (slot >= BAR - HOME)
        elif board[slot] < 0:
            opponent -= board[slot]
            opponent_behind -= board[slot] * (slot <= HOME)
    if own > 0 and opponent > 0:
        return False
    if own == 0:
        outcome[WIN] = 1
        outcome[WIN_GAMMON] = opponent == CHECKERS
        outcome[WIN_BACKGAMMON] = opponent == CHECKERS and opponent_behind > 0
    else:
        outcome[LOSE_GAMMON] = own == CHECKERS
        outcome[LOSE_BACKGAMMON] = own == CHECKERS and own_behind > 0
    return True


@numba.njit(cache=True, nogil=True)
def outcomes_of(
    boards: Board,
    off: Distributions,
    first_off: Distributions,
    equities: npt.NDArray[np.float32],
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
    """Return the outcomes ``float32 [N, 5]`` of ``boards int8 [N, 26]`` and which are known.

    ``equities [P, P, 4]`` are the two-sided table's; P is 0 without one.
    """
    found = np.zeros((len(boards), OUTCOMES), np.float32)
    known = np.zeros(len(boards), np.bool_)
    for n in range(len(boards)):
        if _is_open(boards[n]):
            continue
        known[n] = _finished(boards[n], found[n])
        if not known[n] and _both_home(boards[n]):
            own, opponent = index_on(boards[n], 0, 1), index_on(boards[n], BAR, -1)
            _bear_off(own, opponent, off, first_off, equities, found[n])
            known[n] = True
    return found, known


@numba.njit(cache=True, nogil=True)
def equities_of(
    boards: Board, equities: npt.NDArray[np.float32]
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
    """Return the two-sided equities ``float32 [N, 4]`` of ``boards`` and which are known."""
    found = np.zeros((len(boards), 4), np.float32)
    known = np.zeros(len(boards), np.bool_)
    for n in range(len(boards)):
        if _both_home(boards[n]):
            own, opponent = index_on(boards[n], 0, 1), index_on(boards[n], BAR, -1)
            if max(own, opponent) < len(equities):
                known[n] = True
                found[n] = equities[own, opponent]
    return found, known
