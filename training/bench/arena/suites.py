"""Decision and position files: what a benchmark asks, and what the answers are worth.

Two formats: one JSON object a line, as the project's own suite has them, and GNU Backgammon's
``.bm`` files, of which the checker plays (``m`` lines) are read.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from engine.formats.notation.position_id import read_position_id
from engine.rules.board import Board, validate
from engine.rules.movegen import afterstates

Losses = npt.NDArray[np.float64]
"""Points lost against the best play, ``float64 [K]``; the best play's is 0."""

_KEY_LETTERS = "ABCDEFGHIJKLMNOP"
_KEY_LENGTH = 20

Item = TypeVar("Item")


class SuiteError(ValueError):
    """A file that is no benchmark: the message names the line and what is accepted."""


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """One checker play with known answers."""

    board: Board
    """``int8 [26]``, seen by the player on roll."""
    roll: tuple[int, int]
    afterstates: Board
    """``int8 [K, 26]``: the plays to rank, seen by the mover."""
    losses: Losses
    kind: str | None = None
    """The class of position, when the file names one."""


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """An afterstate with a known equity."""

    afterstate: Board
    """``int8 [26]``, seen by the mover; his opponent is about to roll."""
    equity: float
    """The mover's cubeless equity, points."""
    kind: str | None = None


def read_decisions(path: Path) -> list[Decision]:
    """Read a decision file, ``.bm`` or JSON lines; raises :class:`SuiteError` or OSError."""
    return _read(path, _decision_of_bm if path.suffix == ".bm" else _decision_of_json)


def read_positions(path: Path) -> list[Position]:
    """Read a file of positions, JSON lines; raises :class:`SuiteError` or OSError."""
    return _read(path, _position_of_json)


def _read(path: Path, read: Callable[[str], Item | None]) -> list[Item]:
    items = []
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                item = read(line)
            except (ValueError, KeyError, TypeError, IndexError) as error:
                what = f"misses {error}" if isinstance(error, KeyError) else str(error)
                raise SuiteError(f"{path.name} line {number}: {what}") from error
            if item is not None:
                items.append(item)
    if not items:
        raise SuiteError(f"{path.name}: no decision or position in it")
    return items


def _decision_of_json(line: str) -> Decision:
    data = _object_of(line)
    candidates = data["candidates"]
    if len(candidates) < 2:
        raise ValueError("a decision needs two candidates or more")
    equities = np.array([c["equity"] for c in candidates], dtype=np.float64)
    if not np.isfinite(equities).all():
        raise ValueError("an equity is no number")
    return Decision(
        validate(data["board"]),
        _roll_of(data["roll"]),
        np.array([validate(c["afterstate"]) for c in candidates]),
        equities.max() - equities,
        data.get("class"),
    )


def _position_of_json(line: str) -> Position:
    data = _object_of(line)
    equity = float(data["equity"])
    if not np.isfinite(equity):
        raise ValueError("the equity is no number")
    return Position(validate(data["afterstate"]), equity, data.get("class"))


def _decision_of_bm(line: str) -> Decision | None:
    """Read ``m <key> d1 d2 <best> [<alt> <loss>]...``; other lines hold no checker play.

    A play that the line does not list costs as much as its worst.
    """
    words = line.split()
    if words[0] != "m":
        return None
    board = _board_of_key(words[1])
    roll = _roll_of([int(words[2]), int(words[3])])
    known = {words[4]: 0.0}
    for key, loss in zip(words[5::2], words[6::2], strict=True):
        known.setdefault(key, float(loss))
    plays, _ = afterstates(board[np.newaxis], np.array([roll], dtype=np.int8))
    # The keys of the answers describe the position with the opponent on roll.
    listed = {np.negative(_board_of_key(key)[::-1]).tobytes(): x for key, x in known.items()}
    legal = {play.tobytes() for play in plays}
    if not set(listed) <= legal:
        raise ValueError("a play listed is not among the legal ones")
    worst = max(known.values())
    losses = np.array([listed.get(play.tobytes(), worst) for play in plays])
    return Decision(board, roll, plays, losses)


def _board_of_key(key: str) -> Board:
    """Read gnubg's position key: the bytes of the position ID, two letters A to P each."""
    if len(key) != _KEY_LENGTH or not set(key) <= set(_KEY_LETTERS):
        raise ValueError(f"position key {key!r}: {_KEY_LENGTH} letters A to P are accepted")
    nibbles = "".join(f"{_KEY_LETTERS.index(letter):x}" for letter in key)
    return read_position_id(base64.b64encode(bytes.fromhex(nibbles)).decode("ascii").rstrip("="))


def _object_of(line: str) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except json.JSONDecodeError as error:
        raise ValueError(f"no JSON ({error.msg})") from error
    if not isinstance(data, dict):
        raise ValueError("one JSON object a line is accepted")
    return data


def _roll_of(roll: Any) -> tuple[int, int]:
    first, second = roll
    if first not in range(1, 7) or second not in range(1, 7):
        raise ValueError(f"roll {roll}: two dice of 1 to 6 are accepted")
    return int(first), int(second)
