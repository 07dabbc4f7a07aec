"""The lines that GNU Backgammon's external interface accepts, read into requests."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.formats.notation import read_fibs_line
from engine.formats.notation.error import whole_number
from engine.rules.match import MatchState
from engine.rules.position import Position

_PREFIX = "board:"
_EVALUATION = re.compile(r"\s*evaluation\s+fibsboard\s+(?=board:)", re.IGNORECASE)
_BOARD = re.compile(r"\s*(board:[^:]*:[^:]*:[-0-9:]*)(.*)", re.IGNORECASE)
"""A board, whose two names may hold spaces, and its options."""
_TURN, _COLOUR = 29, 38
"""Where these numbers stand after the two names."""
_SWITCHES = ("jacobyrule", "crawfordrule", "beavers")
_ON_OFF = {"on": True, "off": False, "yes": True, "no": False, "true": True, "false": False}
_SETTABLE = {
    ("debug", "on"): "Debug output ON",
    ("debug", "off"): "Debug output OFF",
    ("interface", "new"): "New interface ON",
    ("interface", "old"): "New interface OFF",
}
MOST_PLIES = 3


class RequestError(ValueError):
    """A line that is no request: the message says what is accepted."""


@dataclass(frozen=True, slots=True)
class Request:
    """A question about a position."""

    position: Position
    evaluate: bool = False
    """What it is worth is asked, not what to do."""
    plies: int = 0
    cubeful: bool = False


@dataclass(frozen=True, slots=True)
class SetOption:
    """A ``set`` command.  None of them changes an answer; clients expect them to work."""

    answer: str


def read_request(line: str, jacoby: bool = True, beavers: bool = True) -> Request | SetOption | str:
    """Read a line: a :class:`Request`, a :class:`SetOption`, or ``version``, ``help``, ``exit``.

    Keywords may be in capitals.

    Args:
        line: without its end.
        jacoby: whether money sessions are played with the Jacoby rule, if the line does not say.
        beavers: whether they are played with beavers, if the line does not say.

    Raises:
        ValueError: the line is none of these.
    """
    evaluation = _EVALUATION.match(line)
    if found := _BOARD.fullmatch(line[evaluation.end() :] if evaluation else line):
        read = _evaluation if evaluation else _decision
        return read(found[1], found[2].lower().split(), jacoby, beavers)
    match line.lower().split():
        case []:
            raise RequestError("no command given")
        case [("version" | "help" | "exit" | "quit") as command]:
            return command
        case ["set", name, value] if (name, value) in _SETTABLE:
            return SetOption(_SETTABLE[name, value])
        case ["set", *_]:
            raise RequestError("set debug on|off and set interface new|old are accepted")
        case ["evaluation", *_]:
            raise RequestError("evaluation fibsboard board:... is accepted")
    raise RequestError(
        f"{line[:40]!r} is no command: board:..., evaluation fibsboard board:..., set, version, "
        f"help and exit are accepted"
    )


def _decision(board: str, options: list[str], jacoby: bool, beavers: bool) -> Request:
    switches = {"jacobyrule": jacoby, "crawfordrule": True, "beavers": beavers}
    offered = 0
    for name, values in _named(options):
        if name in _SWITCHES:
            switches[name] = _switch(name, values)
        elif name == "resignation":
            offered = whole_number(_value(name, values), "resignation", 0, 3)
        else:
            raise RequestError(f"{name!r}: {', '.join(_SWITCHES)} and resignation are accepted")
    position = _position(board, **switches)
    if offered:
        # The one who is asked is "you"; his opponent has resigned, on roll or not.
        position = replace(position, resignation=-offered if _own_turn(board) else offered)
    return Request(position)


def _evaluation(board: str, options: list[str], jacoby: bool, beavers: bool) -> Request:
    switches = {"jacobyrule": jacoby, "crawfordrule": True, "beavers": beavers}
    plies, cubeful = 0, False
    for name, values in _named(options):
        if name == "plies":
            plies = whole_number(_value(name, values), "plies", 0, MOST_PLIES)
        elif name == "cube":
            cubeful = _switch(name, values)
        elif name in ("cubeful", "cubeless"):
            cubeful = (name == "cubeful") == (not values or _switch(name, values))
        elif name in ("prune", "deterministic"):
            _ = not values or _switch(name, values)  # Answers are deterministic as they are.
        elif name in ("noise", "reduced"):
            if _value(name, values).strip("0.") != "":
                raise RequestError(f"{name} {values[0]}: only 0 is accepted")
        elif name in _SWITCHES:
            switches[name] = _switch(name, values)
        else:
            raise RequestError(
                f"{name!r}: plies, cube, cubeful, cubeless, prune, noise, deterministic, "
                f"jacobyrule and crawfordrule are accepted"
            )
    return Request(_position(board, **switches), True, plies, cubeful)


def _position(board: str, jacobyrule: bool, crawfordrule: bool, beavers: bool) -> Position:
    """Return the position with the rules that FIBS boards do not state."""
    position = read_fibs_line(_PREFIX + board[len(_PREFIX) :])
    state = position.match
    if state.is_money:
        rules = replace(state.rules, jacoby=jacobyrule, beavers=beavers or state.rules.beavers)
        return replace(position, match=replace(state, rules=rules))
    if crawfordrule:
        return position
    rules = replace(state.rules, crawford=False)
    match = MatchState(rules, state.score, state.cube, state.owner)
    return replace(position, match=match)


def _own_turn(board: str) -> bool:
    numbers = board.split(":")[3:]
    return numbers[_TURN] == numbers[_COLOUR]


def _named(options: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield each option's name and the words behind it that are values (none or one)."""
    words = list(options)
    while words:
        name = words.pop(0)
        values = []
        if words and (words[0] in _ON_OFF or words[0][:1] in "-0123456789."):
            values.append(words.pop(0))
        yield name, values


def _value(name: str, values: list[str]) -> str:
    if not values:
        raise RequestError(f"{name}: a number is expected behind it")
    return values[0]


def _switch(name: str, values: list[str]) -> bool:
    if not values or values[0] not in _ON_OFF:
        raise RequestError(f"{name}: on or off is accepted")
    return _ON_OFF[values[0]]
