"""XGID, eXtreme Gammon's position identifier: the board and nine fields separated by colons.

The orientation is absolute: capitals are the BOTTOM player's checkers, character 0 is the top
player's bar, 1..24 are the points seen by the bottom player and 25 is his bar.  It does not turn
with the side on roll, and neither do the scores or the cube's position.
"""

from __future__ import annotations

import numpy as np

from engine.formats.notation.error import NotationError, whole_number
from engine.rules.board import BAR, OPPONENT_BAR, SLOTS, Board, BoardError, mirror, validate
from engine.rules.dice import Roll
from engine.rules.match import MatchError, MatchState, Owner, Rules
from engine.rules.position import Pending, Position

PREFIX = "XGID="
NO_LIMIT = 10
"""The exponent of the highest cube that programs write when no limit was agreed."""
_FIELDS = (
    "board",
    "cube",
    "cube position",
    "turn",
    "dice",
    "score bottom",
    "score top",
    "rule",
    "match length",
    "max cube",
)
_OFFERS = {"D": Pending.DOUBLE, "B": Pending.BEAVER, "R": Pending.RACCOON}
_MOST_POINTS = (1 << 15) - 1
_HIGHEST_CUBE = 14


def read_xgid(text: str) -> Position:
    """Read an XGID, with or without its prefix and with or without the tenth field (max cube)."""
    words = text.removeprefix(PREFIX).split(":")
    if len(words) not in (len(_FIELDS) - 1, len(_FIELDS)):
        raise NotationError(
            f"XGID: {len(words)} fields, accepted are {len(_FIELDS)} (or 9, without max cube): "
            + ":".join(_FIELDS)
        )
    board = _read_board(words[0])
    length = _number(words, 8, 0, _MOST_POINTS)
    on_roll = _number(words, 3, -1, 1, accepted=(-1, 1))
    dice, pending = _read_dice(words[4])
    score = (_number(words, 5, 0, _MOST_POINTS), _number(words, 6, 0, _MOST_POINTS))
    rule = _number(words, 7, 0, 1 if length else 3)
    limit = _number(words, 9, 0, _HIGHEST_CUBE) if len(words) == len(_FIELDS) else NO_LIMIT
    try:
        rules = Rules(
            length=length,
            jacoby=not length and bool(rule & 1),
            beavers=not length and bool(rule & 2),
            raccoons=pending == Pending.RACCOON,
            cube_limit=0 if limit >= NO_LIMIT else 1 << limit,
        )
        match = MatchState(
            rules,
            score if on_roll == 1 else score[::-1],
            1 << _number(words, 1, 0, _HIGHEST_CUBE),
            Owner(_number(words, 2, -1, 1) * on_roll),
            crawford=bool(length and rule),
        )
    except MatchError as error:
        raise NotationError(f"XGID: {error}") from error
    _check_offer(pending, match)
    if on_roll == -1:
        board = mirror(board)
    return Position(board, match, dice, int(on_roll == 1), pending)


def write_xgid(position: Position) -> str:
    """Return ``XGID=...`` with ten fields; raises NotationError for what it cannot say."""
    match, rules = position.match, position.match.rules
    if position.resignation:
        raise NotationError("XGID: a pending resignation cannot be written")
    if position.dice is not None and position.pending != Pending.NOTHING:
        raise NotationError("XGID: dice and a pending double cannot both be written")
    bottom = position.on_roll == 1
    sign = 1 if bottom else -1
    score = match.score if bottom else match.score[::-1]
    dice = "".join(map(str, position.dice or (0, 0)))
    for letter, pending in _OFFERS.items():
        dice = letter if position.pending == pending else dice
    limit = rules.cube_limit.bit_length() - 1 if rules.cube_limit else NO_LIMIT
    rule = int(match.crawford) if rules.length else int(rules.jacoby) + 2 * int(rules.beavers)
    fields: list[int | str] = [
        _write_board(position.board if bottom else mirror(position.board)),
        match.cube.bit_length() - 1,
        int(match.owner) * sign,
        sign,
        dice,
        *score,
        rule,
        rules.length,
        limit,
    ]
    return PREFIX + ":".join(map(str, fields))


def _read_board(text: str) -> Board:
    """Return the board ``int8 [26]`` seen by the bottom player."""
    if len(text) != SLOTS:
        raise NotationError(f"XGID board: {SLOTS} characters are accepted, got {len(text)}")
    counts = np.zeros(SLOTS, dtype=np.int64)
    for slot, character in enumerate(text):
        if "A" <= character <= "O":
            counts[slot] = ord(character) - ord("A") + 1
        elif "a" <= character <= "o":
            counts[slot] = ord("a") - ord(character) - 1
        elif character != "-":
            raise NotationError(
                f"XGID board: character {character!r} at {slot}, accepted are - A..O a..o"
            )
    if counts[OPPONENT_BAR] > 0 or counts[BAR] < 0:
        raise NotationError(
            "XGID board: the first character is the top player's bar (- or a..o), the last the "
            "bottom player's (- or A..O)"
        )
    try:
        return validate(counts)
    except BoardError as error:
        text = str(error).replace("player on roll", "bottom player").replace("opponent", "top")
        raise NotationError(f"XGID board: {text}") from error


def _write_board(board: Board) -> str:
    """Return the 26 characters of a board seen by the bottom player."""
    return "".join(
        "-" if n == 0 else chr(ord("A") + n - 1) if n > 0 else chr(ord("a") - n - 1)
        for n in map(int, board)
    )


def _number(
    words: list[str], field: int, low: int, high: int, accepted: tuple[int, ...] = ()
) -> int:
    """Return one numeric field, or name it in the error."""
    value = whole_number(words[field], f"XGID {_FIELDS[field]}", low, high)
    if accepted and value not in accepted:
        names = " and ".join(map(str, accepted))
        raise NotationError(f"XGID {_FIELDS[field]} {value}: {names} are accepted")
    return value


def _read_dice(text: str) -> tuple[Roll | None, Pending]:
    """Return the dice, or None, and the offer that takes their place."""
    if text in _OFFERS:
        return None, _OFFERS[text]
    if text == "00":
        return None, Pending.NOTHING
    if len(text) != 2 or not all(die in "123456" for die in text):
        raise NotationError(
            f"XGID dice {text[:40]!r}: accepted are 00, two dice of 1 to 6, D, B and R"
        )
    return (int(text[0]), int(text[1])), Pending.NOTHING


def _check_offer(pending: Pending, match: MatchState) -> None:
    """Refuse an offer that the cube or the rules forbid."""
    if pending == Pending.NOTHING:
        return
    if match.owner == Owner.OPPONENT:
        raise NotationError("XGID dice: a double is pending but the opponent owns the cube")
    if match.crawford:
        raise NotationError("XGID dice: a double is pending in the Crawford game")
    if pending != Pending.DOUBLE and not match.rules.beavers:
        raise NotationError(
            "XGID dice: B and R are accepted in money play with beavers (rule 2 or 3)"
        )
