"""Cube verdicts of the GNU Backgammon program itself, many positions in one process.

The PyPI package of :mod:`engine.bots.gnubg` has its networks but not its cubeful search; Debian's
``gnubg`` has both.  It is run on a script of XGIDs and its printed analysis is read back.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.bots.peers import PeerMissing
from engine.notation.xgid import write_xgid
from engine.position import Position

_PLACES = (Path("/usr/games/gnubg"),)
_SETUP = (
    "set player 0 human",
    "set player 1 human",
    "set output digits 5",
    "set output mwc off",
    "set evaluation cubedecision evaluation cubeful on",
)
_NUMBER = r"([+-]\d+\.\d+)"
_SECONDS_EACH = 120


@dataclass(frozen=True, slots=True)
class CubeHint:
    """What GNU Backgammon prints about a cube decision; equities per cube (EMG in matches)."""

    no_double: float
    double_take: float
    double_pass: float
    action: str
    """Such as ``Double, take``."""


def find_program() -> str:
    """Return the program's path; raises :class:`PeerMissing`."""
    found = shutil.which("gnubg") or next((str(p) for p in _PLACES if p.exists()), None)
    if found is None:
        raise PeerMissing("GNU Backgammon is not installed: Debian's package is called gnubg")
    return found


def cube_hints(positions: Sequence[Position], ply: int) -> list[CubeHint]:
    """Return its verdict at ``ply`` plies on each position, where the player on roll may double.

    Raises:
        PeerMissing: the program is not installed.
        ValueError: it did not answer about every position.
    """
    commands = [*_SETUP, f"set evaluation cubedecision evaluation plies {ply}"]
    for position in positions:
        commands += [f"set xgid {write_xgid(position)}", "hint"]
    done = subprocess.run(
        [find_program(), "-t", "-q"],
        input="\n".join([*commands, "quit", "y", ""]),
        capture_output=True,
        text=True,
        timeout=60 + _SECONDS_EACH * len(positions),
        check=False,
    )
    parts = done.stdout.split("Cube analysis")[1:]
    if len(parts) != len(positions):
        raise ValueError(f"gnubg answered about {len(parts)} of {len(positions)} positions")
    return [_hint(part) for part in parts]


def _hint(text: str) -> CubeHint:
    values = []
    for name in ("No (?:re)?double", "(?:Double|Redouble), take", "(?:Double|Redouble), pass"):
        found = re.search(rf"\d\. {name}\s+{_NUMBER}", text)
        if found is None:
            raise ValueError("gnubg printed a cube analysis that cannot be read")
        values.append(float(found[1]))
    action = re.search(r"Proper cube action: (.*?)(?: \(|$)", text, re.MULTILINE)
    return CubeHint(values[0], values[1], values[2], action[1].strip() if action else "")
