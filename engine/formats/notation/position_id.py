"""GNU Backgammon's position ID: 14 characters for the checkers, seen by the player on roll.

Format: GNU Backgammon manual, "A technical description of the Position ID".  The key has 80 bits,
the least significant bit of each byte first: first the checkers of the player NOT on roll, then
those of the player on roll (the manual reads the other way round, but every ID that GNU
Backgammon prints is like this).  Each side lists its own points 1..24 and its bar: as many ones as
there are checkers, then a zero.
"""

from __future__ import annotations

import base64

import numpy as np

from engine.formats.notation.error import NotationError
from engine.rules.board import BAR, CHECKERS, SLOTS, Board, BoardError, mirror, validate

LENGTH = 14
ALPHABET = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
_BITS = 80


def write_position_id(board: Board) -> str:
    """Return the position ID of ``board int8 [26]``."""
    bits = "".join(
        "1" * max(int(count), 0) + "0"
        for side in (mirror(board), board)
        for count in side[1 : BAR + 1]
    )
    key = int(bits.ljust(_BITS, "0")[::-1], 2).to_bytes(_BITS // 8, "little")
    return base64.b64encode(key).decode("ascii").rstrip("=")


def read_position_id(text: str) -> Board:
    """Return the board ``int8 [26]``, seen by the player on roll, of a position ID."""
    if len(text) != LENGTH:
        raise NotationError(f"position ID: {LENGTH} characters are accepted, got {len(text)}")
    key = int.from_bytes(decoded(text, "position ID"), "little")
    if key >> _BITS:
        raise NotationError(f"position ID: the last character {text[-1]!r} sets unused bits")
    board = np.zeros(SLOTS, dtype=np.int64)
    for side, name in ((-1, "opponent"), (1, "player on roll")):
        for slot in range(1, BAR + 1):
            ones = (~key & (key + 1)).bit_length() - 1  # how many ones the key ends in
            key >>= ones + 1
            index = slot if side > 0 else BAR - slot
            if ones and board[index]:
                raise NotationError(f"position ID: both players hold point {index}")
            board[index] += side * ones
        total = abs(int(board[np.sign(board) == side].sum()))
        if total > CHECKERS:
            raise NotationError(
                f"position ID: {total} checkers of the {name}, at most {CHECKERS} are accepted"
            )
    if key:
        raise NotationError("position ID: bits are set after the last checker")
    try:
        return validate(board)
    except BoardError as error:
        raise NotationError(f"position ID: {error}") from error


def decoded(text: str, name: str) -> bytes:
    """Return the bytes of unpadded base64 ``text``; the error calls it ``name``."""
    for character in text:
        if character not in ALPHABET:
            raise NotationError(
                f"{name}: character {character!r} is not accepted, only A-Z a-z 0-9 + /"
            )
    return base64.b64decode(text + "A" * (-len(text) % 4))
