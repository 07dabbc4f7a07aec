"""The GNU Backgammon program itself: its plays, cube verdicts and equities.

The PyPI package of :mod:`engine.players.third_party.gnubg` has its networks but neither its cubeful
search nor its cube; Debian's ``gnubg`` has both.  It is kept running, told XGIDs, and what it
prints is read back.  (Its external interface would take one position at a time, and the two scores
of a match the wrong way round.)
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.formats.notation.xgid import write_xgid
from engine.players.third_party.peers import PeerMissing
from engine.rules.position import Position

DEEPEST = 3
_PLACES = (Path("/usr/games/gnubg"),)
_SETUP = (
    "set player 0 human",
    "set player 1 human",
    "set output digits 5",
    "set output mwc off",
    "set threads 1",
    "set display off",
)
_END = "thats_all"
"""No command of the program: it says so, and we know that it has answered what went before."""
_AT_ONCE = 100
"""Positions told before the answers are read: so few that neither pipe can fill up."""
_NUMBER = r"([+-]\d+\.\d+)"
_PLAY = re.compile(r"^\s+1\. Cube\w+ \d-ply\s+(\S.*?)\s+Eq\.:", re.MULTILINE)
_EQUITIES = re.compile(rf"^(?:static| ?\d ply):(?:\s+\d\.\d+){{5}}\s+{_NUMBER}\s+{_NUMBER}", re.M)


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


class GnubgProgram:
    """One running GNU Backgammon; it ends with this object.

    The questions raise ValueError when what it prints cannot be read, or when it has ended.
    """

    def __init__(self, ply: int, cubeful: bool = True) -> None:
        """Start it, looking ``ply`` plies ahead; raises :class:`PeerMissing`."""
        self._ply, self._cubeful = ply, cubeful
        self._process = subprocess.Popen(
            [find_program(), "-t", "-q"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        weakref.finalize(self, _end, self._process)
        settings = f"plies {ply}", f"cubeful {'on' if cubeful else 'off'}"
        kinds = "chequerplay", "cubedecision"
        levels = [f"set evaluation {kind} evaluation {s}" for kind in kinds for s in settings]
        self._told([*_SETUP, *levels])

    @property
    def seconds(self) -> float:
        """The processor time it has used, as Linux tells it."""
        told = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="utf-8")
        user, system = told.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def cube_hints(self, positions: Sequence[Position]) -> list[CubeHint]:
        """Return its verdict on each position, where the player on roll may double."""
        return [_hint(text) for text in self._answers(positions, "hint", "Cube analysis")]

    def plays(self, positions: Sequence[Position]) -> list[str]:
        """Return the play it likes best in each position, where there is one to choose."""
        found = [_PLAY.search(text) for text in self._answers(positions, "hint 1", "The dice have")]
        plays = [play[1] for play in found if play is not None]
        if len(plays) != len(positions):
            raise ValueError("gnubg printed a play that cannot be read")
        return plays

    def equities(self, positions: Sequence[Position]) -> list[float]:
        """Return its equities before the roll, per cube (EMG in matches)."""
        values = []
        for text in self._answers(positions, "eval", "Evaluator:"):
            rows = _EQUITIES.findall(text)
            if len(rows) <= self._ply:
                raise ValueError("gnubg printed an evaluation that cannot be read")
            values.append(float(rows[self._ply][self._cubeful]))
        return values

    def roll_out(self, position: Position, trials: int) -> str:
        """Return what it prints about a cubeless rollout at 0 plies, with the luck taken out."""
        settings = (
            f"trials {trials}",
            "cubeful off",
            "varredn on",
            "truncation enable off",
            "chequerplay plies 0",
            "limit enable off",
            "jsd stop off",
        )
        lines = [f"set rollout {setting}" for setting in settings]
        return self._told([*lines, f"set xgid {write_xgid(position)}", "rollout"])

    def _answers(self, positions: Sequence[Position], command: str, begins: str) -> list[str]:
        """Return what it prints about each position, from the words ``begins`` on."""
        parts: list[str] = []
        for low in range(0, len(positions), _AT_ONCE):
            asked = positions[low : low + _AT_ONCE]
            lines = [line for p in asked for line in (f"set xgid {write_xgid(p)}", command)]
            told = self._told(lines).split(begins)[1:]
            if len(told) != len(asked):
                raise ValueError(f"gnubg answered about {len(told)} of {len(asked)} positions")
            parts += told
        return parts

    def _told(self, commands: Sequence[str]) -> str:
        """Return all it prints to ``commands``."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None, "both are pipes"
        try:
            stdin.write("\n".join([*commands, _END, ""]))
            stdin.flush()
        except OSError as error:
            raise ValueError("gnubg has ended") from error
        printed: list[str] = []
        for line in stdout:
            if _END in line:
                return "".join(printed)
            printed.append(line)
        raise ValueError("gnubg has ended")


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


def _hint(text: str) -> CubeHint:
    values = []
    for name in ("No (?:re)?double", "(?:Double|Redouble), take", "(?:Double|Redouble), pass"):
        found = re.search(rf"\d\. {name}\s+{_NUMBER}", text)
        if found is None:
            raise ValueError("gnubg printed a cube analysis that cannot be read")
        values.append(float(found[1]))
    action = re.search(r"Proper cube action: (.*?)(?: \(|$)", text, re.MULTILINE)
    return CubeHint(values[0], values[1], values[2], action[1].strip() if action else "")
