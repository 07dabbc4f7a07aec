"""OGID, the position identifier of OpenGammon and HedgeHog.

Format: HedgeHog's docs/OGID.md.  ``white:black:cube:dice:colour:state:white's score:black's
score:length:move:checkers``.  Each side is a list of points, one character a checker in base 26
(0..9, a..p); point 0 is White's bar and 25 Black's, and White moves upwards.  The colour is the
player who reached the position, so the other is on roll, except that a double is the doubler's.
White is player 1 (``on_roll`` 1).  Dice are written in rising order.
"""

from __future__ import annotations

import re

import numpy as np

from engine.formats.notation.error import NotationError, whole_number
from engine.rules.board import BAR, CHECKERS, SLOTS, Board, BoardError, mirror, validate
from engine.rules.dice import Roll
from engine.rules.match import MatchError, MatchState, Owner, Rules
from engine.rules.position import Pending, Position

_POINTS = "0123456789abcdefghijklmnop"
_OFF = "q"
_WHITE, _BLACK = "W", "B"
_MOST_POINTS = (1 << 15) - 1
SHAPE = re.compile(r"[0-9a-q]*:[0-9a-q]*:[NWBD?]\d{1,2}[NOTP](:.*)?", re.DOTALL)
"""What tells an OGID from other identifiers."""


def read_ogid(text: str) -> Position:
    """Read an OGID; fields after the cube may be missing.  State and move number are ignored."""
    words = text.split(":")
    if not SHAPE.fullmatch(text) or len(words) > 11:
        raise NotationError(
            "OGID: accepted is white:black:cube:dice:colour:state:score:score:length:move:checkers"
        )
    words += [""] * (11 - len(words))
    white, black, cube_text, dice_text, colour, _state, *numbers = words
    if colour not in ("", _WHITE, _BLACK):
        raise NotationError(f"OGID colour {colour[:40]!r}: W and B are accepted")
    if numbers[4] not in ("", str(CHECKERS)):
        raise NotationError(f"OGID checkers {numbers[4][:40]!r}: only {CHECKERS} are accepted")
    pending = _read_action(cube_text[-1])
    white_on_roll = (colour == _WHITE) == (pending == Pending.DOUBLE) or not colour
    board = _read_board(white, black)
    match = _read_match(cube_text[:-1], numbers[:3], white_on_roll)
    if not white_on_roll:
        board = mirror(board)
    return Position(board, match, _read_dice(dice_text), int(white_on_roll), pending)


def write_ogid(position: Position) -> str:
    """Return the OGID up to the move number, which is 0; raises for what it cannot say."""
    if position.pending not in (Pending.NOTHING, Pending.DOUBLE) or position.resignation:
        offer = "resignation" if position.resignation else position.pending.value
        raise NotationError(f"OGID: a pending {offer} cannot be written")
    match, white_on_roll = position.match, position.on_roll == 1
    offered = position.pending == Pending.DOUBLE
    sign = 1 if white_on_roll else -1
    owner = "BNW"[int(match.owner) * sign + 1]
    length = f"{match.rules.length}"
    if match.rules.length > 1:
        length += "C" if match.crawford else "L" if match.post_crawford else ""
    score = match.score if white_on_roll else match.score[::-1]
    fields = [
        *_write_board(position.board if white_on_roll else mirror(position.board)),
        f"{owner}{match.cube.bit_length() - 1}{'O' if offered else 'N'}",
        "".join(map(str, sorted(position.dice or ()))),
        _WHITE if white_on_roll == offered else _BLACK,
        "",
        *map(str, score),
        length,
        "0",
    ]
    return ":".join(fields)


def _read_board(white: str, black: str) -> Board:
    """Return the board ``int8 [26]`` seen by White, whose points OGID counts from his bar."""
    board = np.zeros(SLOTS, dtype=np.int64)
    for name, text, sign in (("white", white, 1), ("black", black, -1)):
        for character in text.replace(_OFF, ""):
            slot = BAR - _POINTS.index(character)
            if board[slot] * sign < 0:
                raise NotationError(f"OGID: both players hold point {character!r}")
            board[slot] += sign
        if len(text) > CHECKERS:
            raise NotationError(f"OGID {name}: {len(text)} checkers, at most {CHECKERS}")
    try:
        return validate(board)
    except BoardError as error:
        raise NotationError(f"OGID: {error} (White is on roll here)") from error


def _write_board(board: Board) -> tuple[str, str]:
    """Return White's and Black's lists of a board seen by White, in rising order."""
    counts = [(_POINTS[BAR - slot], int(board[slot])) for slot in range(BAR, -1, -1)]
    return "".join(c * n for c, n in counts), "".join(c * -n for c, n in counts)


def _read_action(letter: str) -> Pending:
    """Return what the cube's last letter says."""
    if letter == "P":
        raise NotationError("OGID cube action P: a passed double ends the game; N, O, T accepted")
    return Pending.DOUBLE if letter == "O" else Pending.NOTHING


def _read_dice(text: str) -> Roll | None:
    """Return the dice, or None when the field is empty."""
    if not text:
        return None
    if len(text) != 2 or not all(die in "123456" for die in text):
        raise NotationError(f"OGID dice {text[:40]!r}: two dice of 1 to 6 or nothing are accepted")
    return int(text[0]), int(text[1])


def _read_match(cube_text: str, numbers: list[str], white_on_roll: bool) -> MatchState:
    """Return the match state seen by the player on roll."""
    white, black = (whole_number(n or "0", "OGID score", 0, _MOST_POINTS) for n in numbers[:2])
    length = re.fullmatch(r"(\d{0,5})(C|L|G\d{1,5})?", numbers[2])
    if length is None:
        raise NotationError(
            f"OGID length {numbers[2][:40]!r}: such as 7, 7C, 7L or 0G3 is accepted"
        )
    points = whole_number(length[1] or "0", "OGID length", 0, _MOST_POINTS)
    owner = {_WHITE: Owner.MINE, _BLACK: Owner.OPPONENT}.get(cube_text[0], Owner.CENTRED)
    # The specification's own example is 3-5 in "7C": at such a score C only names the rule.
    crawford = length[2] == "C" and max(white, black) == points - 1
    try:
        match = MatchState(
            Rules(length=points),
            (white, black),
            1 << whole_number(cube_text[1:], "OGID cube", 0, 14),
            owner,
            crawford=crawford,
        )
    except MatchError as error:
        raise NotationError(f"OGID: {error}") from error
    return match if white_on_roll else match.mirror()
