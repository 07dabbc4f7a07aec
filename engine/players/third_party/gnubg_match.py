"""GNU Backgammon's own analysis of a match, run as a program and read back."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.formats.matchfiles.mat_writer import write_mat
from engine.players.third_party.gnubg_program import find_program
from engine.rules.record import Match

_LIMIT_SECONDS = 3600
_MADE = re.compile(r"^\* .* moves (\S.*)$", re.MULTILINE)
_STARRED = re.compile(
    r"^\*\s+\d+\. Cubeful \d-ply .*Eq\.:\s+[-+][\d.]+(?: \(\s*(-[\d.]+)\))?", re.M
)
_FIRST = re.compile(r"^\*?\s+1\. Cubeful \d-ply\s+(\S.*?)\s+(?:MWC|Eq\.)", re.M)


@dataclass(frozen=True, slots=True)
class GnubgAnalysis:
    """What it thinks of each checker play, and what that took."""

    errors: tuple[float | None, ...]
    """Equity lost, 0 or above, for every play in order, dances left out; None where it gave no
    list because there was nothing to choose."""
    best: tuple[str | None, ...]
    """The play it puts first, in its own words."""
    seconds: float
    """Processor time of the whole program, analysis and export."""


def analysis_of(match: Match, ply: int) -> GnubgAnalysis:
    """Return its analysis at ``ply`` plies: one thread, cubeful, luck at 0 plies.

    Raises:
        PeerMissing: the program is not installed.
        ValueError: it did not analyse the match.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "match.mat").write_text(write_mat(match), encoding="utf-8")
        commands = [
            "set threads 1",
            *(
                f"set analysis {kind} evaluation {setting}"
                for kind in ("chequerplay", "cubedecision")
                for setting in (f"plies {ply}", "cubeful on")
            ),
            "set analysis luckanalysis plies 0",
            f"import mat {folder / 'match.mat'}",
            "analyse match",
            f"export match text {folder / 'out.txt'}",
        ]
        (folder / "commands").write_text("\n".join(commands) + "\n", encoding="utf-8")
        before = os.times()
        subprocess.run(
            [find_program(), "-t", "-q", "-c", str(folder / "commands")],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_LIMIT_SECONDS,
            check=False,
        )
        after = os.times()
        files = [folder / "out.txt", *sorted(folder.glob("out_*.txt"))]
        if not files[0].exists() or len(files) != len(match.games):
            raise ValueError("gnubg exported no analysis of the match")
        texts = [file.read_text(encoding="utf-8", errors="replace") for file in files]
    found = [pair for text in texts for pair in _judged(text)]
    used = after.children_user - before.children_user
    return GnubgAnalysis(
        tuple(error for error, _ in found),
        tuple(best for _, best in found),
        used + after.children_system - before.children_system,
    )


def _judged(text: str) -> Iterator[tuple[float | None, str | None]]:
    """Yield the loss of each play of one game's export, and the play in the first place."""
    parts = _MADE.split(text)
    for analysis in parts[2::2]:
        found, first = _STARRED.search(analysis), _FIRST.search(analysis)
        error = None if found is None else abs(float(found[1] or 0.0))
        yield error, None if first is None else first[1]
