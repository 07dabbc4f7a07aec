"""``compare-match``: our analysis of a match beside GNU Backgammon's."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import tyro

from engine.analysis.analyser import Analyser
from engine.analysis.match.results import BLUNDER, ERROR
from engine.cli.line import read_options, run
from engine.formats.matchfiles.files import read_match
from training.bench.arena.match_agreement import agreement

SHOWN = 10


@dataclass(frozen=True, slots=True)
class Options:
    """Analyse a match with both programs and compare the loss of every play, and the time.

    GNU Backgammon runs on one thread; set OMP_NUM_THREADS=1 for the same here.
    """

    match: Annotated[Path, tyro.conf.Positional]
    """A match file."""
    model: str = "default"
    """A shipped model's name, a file's path, or another evaluator such as gnubg:0."""
    ply: int = 2
    """Plies that both look ahead."""
    json: bool = False
    """Print data instead of text."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    options = read_options(Options, argv, "compare-match")
    return run(lambda: _compare(options))


def _compare(options: Options) -> int:
    match = read_match(options.match)
    found = agreement(match, Analyser.load(options.model, options.ply), options.ply)
    told = {
        "ply": options.ply,
        "plays": len(found.plays),
        "correlation": found.correlation,
        "mean_difference": found.mean_difference,
        "same_best": found.same_best,
        "same_errors": found.same_side(ERROR),
        "same_blunders": found.same_side(BLUNDER),
        "seconds": found.seconds,
        "gnubg_seconds": found.gnubg_seconds,
    }
    apart = sorted(found.plays, key=lambda p: -abs(p.ours - p.theirs))
    if options.json:
        print(json.dumps({**told, "losses": [asdict(p) for p in found.plays]}))
        return 0
    print(f"{len(found.plays)} plays with a choice, both at {options.ply}-ply")
    print(
        f"losses: correlation {found.correlation:.3f}, mean difference {found.mean_difference:.4f}"
    )
    print(f"same best play: {found.same_best:.1%}")
    print(f"same verdict: error {told['same_errors']:.1%}, blunder {told['same_blunders']:.1%}")
    print(f"processor time: {found.seconds:.2f} s, gnubg {found.gnubg_seconds:.2f} s")
    print(f"furthest apart:\n  {'ours':>6}  {'gnubg':>6}")
    for play in apart[:SHOWN]:
        print(f"  {play.ours:6.3f}  {play.theirs:6.3f}  {play.text}")
    return 0
