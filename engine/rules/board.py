"""The board: checkers only, seen by the player on roll.

A board is ``int8[26]``.  Index 1..24 are the points as the player on roll numbers them (he moves
towards 1 and bears off past it); a positive count is his, a negative one the opponent's.  Index
25 is his bar (>= 0) and index 0 the opponent's bar (<= 0).  Checkers borne off are implied: 15
less the rest.  The opponent sees the same position through :func:`mirror`.

Shape letters used in every docstring of the project:

====  ==============================================================
``N``  boards in a batch
``M``  afterstates of all of them, flat, with ``offsets`` of ``[N + 1]``
``H``  hidden units of the network's first layer
``R``  the 21 distinct rolls
``O``  the 5 outcome probabilities
====  ==============================================================
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Board = npt.NDArray[np.int8]
"""One board ``int8 [26]`` or a batch ``int8 [N, 26]``."""

CHECKERS = 15
POINTS = 24
BAR = 25
OPPONENT_BAR = 0
SLOTS = 26

_OWN_PIPS = np.arange(SLOTS, dtype=np.int32)
_OPPONENT_PIPS = BAR - _OWN_PIPS


class BoardError(ValueError):
    """A board that cannot occur: the message says what is wrong and what is accepted."""


def start() -> Board:
    """Return a new starting board, ``int8 [26]``."""
    return board_of("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5")


def mirror(boards: Board) -> Board:
    """Return the same positions seen by the other player, ``int8 [..., 26]``."""
    return np.negative(boards[..., ::-1])


def pips(boards: Board) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Return the pip counts (own, opponent's), ``int32 [...]`` in pips, of ``int8 [..., 26]``."""
    own = np.maximum(boards, 0).astype(np.int32) @ _OWN_PIPS
    opponent = np.maximum(np.negative(boards), 0).astype(np.int32) @ _OPPONENT_PIPS
    return own, opponent


def checkers_off(boards: Board) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Return the checkers borne off (own, opponent's), ``int32 [...]``, of ``int8 [..., 26]``."""
    own = CHECKERS - np.maximum(boards, 0).sum(axis=-1, dtype=np.int32)
    opponent = CHECKERS - np.maximum(np.negative(boards), 0).sum(axis=-1, dtype=np.int32)
    return own, opponent


def is_race(boards: Board) -> npt.NDArray[np.bool_]:
    """Tell, ``bool [...]``, whether the two sides of ``int8 [..., 26]`` have passed each other.

    Contact remains while any own checker (bar included) has an opposing one in front of it.
    """
    own_rearmost = np.where(boards > 0, _OWN_PIPS, -1).max(axis=-1)
    opponent_rearmost = np.where(boards < 0, _OWN_PIPS, SLOTS).min(axis=-1)
    return np.asarray(own_rearmost < opponent_rearmost)


def validate(board: npt.ArrayLike) -> Board:
    """Return ``board`` as ``int8 [26]`` or raise :class:`BoardError` naming what is wrong.

    Fewer than 15 checkers a side are legal (the rest are off), and so are both sides on the bar
    against closed boards; more than 15 checkers or a bar of the wrong sign are not.
    """
    counts = np.asarray(board)
    if counts.shape != (SLOTS,):
        raise BoardError(f"a board has {SLOTS} counts, got shape {counts.shape}")
    if not np.issubdtype(counts.dtype, np.integer):
        raise BoardError(f"a board holds whole numbers, got {counts.dtype}")
    if np.abs(counts).max() > CHECKERS:
        slot = int(np.abs(counts).argmax())
        raise BoardError(f"{abs(int(counts[slot]))} checkers on slot {slot}: at most {CHECKERS}")
    if counts[BAR] < 0:
        raise BoardError("slot 25 is the bar of the player on roll: its count is 0 or more")
    if counts[OPPONENT_BAR] > 0:
        raise BoardError("slot 0 is the opponent's bar: its count is 0 or less")
    for side, total in (
        ("player on roll", counts[counts > 0].sum()),
        ("opponent", -counts[counts < 0].sum()),
    ):
        if total > CHECKERS:
            raise BoardError(f"{total} checkers of the {side}: at most {CHECKERS}")
    if not counts.any():
        raise BoardError("no checkers on the board: both sides cannot have borne all off")
    return counts.astype(np.int8)


def board_of(own: str, opponent: str = "") -> Board:
    """Return the board written as two ``point:count`` lists, each in its owner's numbering.

    ``board_of("24:2 13:5 8:3 6:5", "bar:1 6:14")``: the word ``bar`` stands for 25.  A point
    without a count holds one checker.  Raises :class:`BoardError` on anything that is no board.
    """
    board = np.zeros(SLOTS, dtype=np.int64)
    for text, slots, sign in ((own, _OWN_PIPS, 1), (opponent, _OPPONENT_PIPS, -1)):
        for word in text.split():
            match = re.fullmatch(r"(bar|\d{1,2})(?::(\d{1,2}))?", word)
            point = 0 if match is None else BAR if match[1] == "bar" else int(match[1])
            if match is None or not 1 <= point <= BAR:
                raise BoardError(f"{word!r} is no point:count, such as 13:5, 6 or bar:2")
            if board[slots[point]] != 0:
                raise BoardError(f"{word!r} names a point that already holds checkers")
            board[slots[point]] = sign * int(match[2] or 1)
    return validate(board)


def literal_of(board: Board) -> tuple[str, str]:
    """Return the two ``point:count`` lists that :func:`board_of` reads back."""

    def side(counts: Sequence[Any]) -> str:
        names = [f"{'bar' if i == BAR else i}:{int(n)}" for i, n in enumerate(counts) if n > 0]
        return " ".join(reversed(names))

    return side(list(board)), side(list(mirror(board)))
