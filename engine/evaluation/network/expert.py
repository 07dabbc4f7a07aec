"""What a player counts before he plays: inputs computed from the board, beside its table rows.

A network can work all of them out of the bare board, but needs many positions for it; handed them,
it errs as little after a third as many (models/README.md has the trial).  For each side, from its
own view and as if it were on roll: which rolls hit, which blots they hit, how the opponent's points
block the way of the checkers behind, and how the side stands in general.  A roll hits where one
checker can get, checkers on the bar first; that the rules may want another play is left aside.
"""

from __future__ import annotations

import numba
import numpy as np
import numpy.typing as npt

from engine.rules.board import BAR, POINTS, SLOTS, Board
from engine.rules.dice import ROLLS, THROWS

Floats = npt.NDArray[np.float32]

_HITS = 0
"""Whether each of the 21 rolls hits."""
_BLOTS = _HITS + len(ROLLS)
"""For each point, the share of throws that hit a blot there."""
_DOUBLE = _BLOTS + POINTS
"""The share of throws that hit two blots or more, and the pips that the best hit of a throw
costs the opponent, over all throws."""
_BLOCKED = _DOUBLE + 2
"""For the bar and the six points before it, the share of throws that a checker there cannot move
in full; then the same, where a checker of the side stands."""
_WORST = _BLOCKED + 14
"""The largest such share of a checker behind the 12 point, their sum, that of the last checker."""
_PRIME = _WORST + 3
"""The longest row of points made, and the most points made of six in a row."""
_CLOSED = _PRIME + 2
"""The share of throws that do not enter; then the same, with a checker on the bar."""
_STANDING = _CLOSED + 2
"""Pips to play before home or points break; spread of the checkers behind; mobility; checkers that
have an opponent before them."""
_SIDE = _STANDING + 4

EXPERT = 2 * _SIDE
"""How many inputs there are: those of the player on roll, then the opponent's."""

_DEEP = POINTS - 5


def _blocked_shares() -> Floats:
    """Return, ``float32 [4096]``, the share of throws that a checker cannot move in full.

    Bit ``12 - n`` of the index tells whether the point ``n`` pips ahead is closed.
    """
    masks = np.arange(1 << 12)
    closed = [(masks >> (12 - pips)) % 2 > 0 for pips in range(13)]
    stuck = [closed[a + b] | (closed[a] & closed[b]) for a, b in ROLLS[THROWS]]
    shares: Floats = np.mean(stuck, axis=0, dtype=np.float32)
    return shares


_SHARES = _blocked_shares()
_WEIGHTS = np.bincount(THROWS).astype(np.float32) / len(THROWS)
_FIRST, _SECOND = (ROLLS[:, i].astype(np.int64) for i in (0, 1))
_ON_BOARD = (1 << BAR) - 2


@numba.njit(cache=True, nogil=True)
def expert_of(board: Board, other: Board, inputs: Floats) -> None:
    """Write the inputs of ``board int8 [26]`` to ``inputs float32 [EXPERT]``.

    ``other``, ``int8 [26]``, is room for the board as the opponent sees it.
    """
    inputs[:] = 0
    for slot in range(SLOTS):
        other[slot] = -board[BAR - slot]
    _count_side(board, inputs[:_SIDE])
    _count_side(other, inputs[_SIDE:])


@numba.njit(cache=True, nogil=True)
def expert_inputs(boards: Board) -> Floats:
    """Return the inputs of ``boards int8 [N, 26]``, ``float32 [N, EXPERT]``, mostly 0 to 1."""
    inputs = np.empty((len(boards), EXPERT), np.float32)
    other = np.empty(SLOTS, np.int8)
    for i in range(len(boards)):
        expert_of(boards[i], other, inputs[i])
    return inputs


@numba.njit(cache=True, nogil=True)
def _count_side(board: Board, inputs: Floats) -> None:
    own = closed = blots = made = 0
    for slot in range(1, BAR):
        count = int(board[slot])
        own |= int(count > 0) << slot
        made |= int(count > 1) << slot
        closed |= int(count < -1) << slot
        blots |= int(count == -1) << slot
    if blots:
        _count_hits(own, int(board[BAR]), closed, blots, inputs)
    _count_blocks(board, closed, inputs)
    _count_standing(board, own, closed, made, inputs)


@numba.njit(cache=True, nogil=True)
def _reached(own: int, bar: int, closed: int, first: int, second: int) -> int:
    """Return the points, as bits, where one of the side's checkers can arrive with a roll.

    Args:
        own: the points where the side has checkers.
        bar: its checkers on the bar.
        closed: the points that the opponent has made.
        first: one die.
        second: the other.
    """
    free = ~closed
    arrived = 0
    for turn in range(1 if first == second else 2):
        here, there = (first, second) if turn == 0 else (second, first)
        moving = own
        left, n = bar, 0
        dice = 4 if first == second else 2
        while n < dice:
            die = here if n == 0 else there
            if left:
                entered = (1 << (BAR - die)) & free
                if entered == 0:
                    break
                arrived |= entered
                moving |= entered
                left -= 1
            else:
                moved = (moving >> die) & free
                arrived |= moved
                # A checker goes on, or, after the first step, another moves.
                moving = moved | (own if first != second and n == 0 and not bar else 0)
            n += 1
    return arrived


@numba.njit(cache=True, nogil=True)
def _count_hits(own: int, bar: int, closed: int, blots: int, inputs: Floats) -> None:
    for roll in range(len(_WEIGHTS)):
        hit = _reached(own, bar, closed, _FIRST[roll], _SECOND[roll]) & blots
        if hit == 0:
            continue
        weight = _WEIGHTS[roll]
        inputs[_HITS + roll] = 1
        count = furthest = 0
        for point in range(1, BAR):
            if (hit >> point) & 1:
                inputs[_BLOTS + point - 1] += weight
                count += 1
                furthest = point
        inputs[_DOUBLE] += weight * np.float32(count > 1)
        inputs[_DOUBLE + 1] += weight * np.float32(furthest) / np.float32(10)


@numba.njit(cache=True, nogil=True)
def _count_blocks(board: Board, closed: int, inputs: Floats) -> None:
    worst = total = last = np.float32(0)
    for point in range(13, SLOTS):
        share = _SHARES[(closed >> (point - 12)) & 4095]
        count = int(board[point])
        if point >= _DEEP:
            inputs[_BLOCKED + point - _DEEP] = share
            inputs[_BLOCKED + 7 + point - _DEEP] = share if count > 0 else np.float32(0)
        if count > 0:
            worst, last = max(worst, share), share
            total += share * np.float32(count)
    inputs[_WORST] = worst
    inputs[_WORST + 1] = total / np.float32(4)
    inputs[_WORST + 2] = last


@numba.njit(cache=True, nogil=True)
def _count_standing(board: Board, own: int, closed: int, made: int, inputs: Floats) -> None:
    longest, row = 0, made
    while row:
        row &= row >> 1
        longest += 1
    inputs[_PRIME] = np.float32(longest) / np.float32(6)
    most = 0
    for first in range(1, POINTS - 4):
        most = max(most, _bits((made >> first) & 63))
    inputs[_PRIME + 1] = np.float32(most) / np.float32(6)
    opened = np.float32(6 - _bits(closed >> (POINTS - 5))) / np.float32(6)
    inputs[_CLOSED] = 1 - opened * opened
    inputs[_CLOSED + 1] = inputs[_CLOSED] if board[BAR] > 0 else np.float32(0)

    pips = count = spare = 0
    for point in range(1, SLOTS):
        n = max(int(board[point]), 0)
        pips += point * n
        count += n
    for point in range(7, 19):
        n = int(board[point])
        spare += (point - 6) * (n - 2 if n > 2 else int(n == 1))
    inputs[_STANDING] = np.float32(spare) / np.float32(30)
    mean = np.float32(pips) / np.float32(max(count, 1))
    spread = np.float32(0)
    facing, rear = 0, BAR
    for point in range(SLOTS):
        if board[point] < 0:
            rear = min(rear, point)
        n, behind = int(board[point]), np.float32(point) - mean
        if n > 0:
            spread += np.float32(n) * behind * behind * np.float32(behind > 0)
            facing += n * int(point > rear)
    inputs[_STANDING + 1] = spread / np.float32(400)
    mobility = 0
    for die in range(1, 7):
        mobility += _bits((own >> die) & ~closed & _ON_BOARD)
    inputs[_STANDING + 2] = np.float32(mobility) / np.float32(20)
    inputs[_STANDING + 3] = np.float32(facing) / np.float32(15)


@numba.njit(cache=True, nogil=True)
def _bits(mask: int) -> int:
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count
