"""``ladder``: the strength of kept networks over the course of training."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import tyro

from engine.cli.line import INTERRUPTED, read_options, run
from engine.cores import cores
from engine.files import write_atomically
from training.bench.ladder.checkpoint import read_checkpoint
from training.bench.ladder.climbing import Ancestors, Climb, climb, opponent_of
from training.bench.ladder.plot import plot
from training.bench.ladder.rows import read_rows
from training.bench.ladder.table import between_marks, table
from training.distributed import leads


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Measure networks against the same opponents and their own ancestors; tell how they grew.

    Games are cubeless money in pairs with the same dice.  Every result is a line of --rows; what
    is there already is not played again, so the command can be stopped and repeated, with more
    networks too.  Without networks it only prints, and draws, what --rows holds.
    """

    networks: Annotated[tuple[str, ...], tyro.conf.Positional, tyro.conf.arg(metavar="MODEL")] = ()
    """Paths of model files, or names of shipped ones."""
    opponents: tuple[str, ...] = ("pip", "pubeval", "gnubg:0", "bgsage:1")
    """Players as in evaluate; NAME=PLAYER, such as PureTD=file:PATH, is reported as NAME."""
    ancestors: Ancestors = "last"
    """Of the networks named, which less trained ones each meets: none, the last before it, all."""
    decisions: tuple[Path, ...] = ()
    """Suites that the networks answer, too."""
    games: int = 20000
    """Games against each opponent."""
    seed: int = 1
    """Of the dice: all networks meet the same."""
    workers: int = field(default_factory=cores)
    """Processes to play in: as many as this one may use cores, unless told otherwise."""
    rows: Path = Path("models/ladder.jsonl")
    """Where results are read from and appended to."""
    table: Path | None = None
    """Put the table into this Markdown file, between its marks; else it is printed."""
    plot: Path | None = None
    """Draw strength over training as this PNG."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    return run(lambda: _climb(read_options(Options, argv, "ladder")))


def _climb(options: Options) -> int:
    if not options.rows.parent.is_dir():
        raise ValueError(f"{options.rows}: there is no folder {options.rows.parent}")
    todo = Climb(
        [read_checkpoint(name) for name in options.networks],
        [opponent_of(text) for text in options.opponents],
        options.decisions,
        options.ancestors,
        options.games,
        options.seed,
        options.workers,
    )
    complete = climb(todo, options.rows)
    if leads():
        _tell(options)
    return 0 if complete else INTERRUPTED


def _tell(options: Options) -> None:
    rows = read_rows(options.rows)
    if not rows:
        raise ValueError(f"{options.rows} holds no result: name networks to measure")
    ladder = table(rows)
    if options.table is None:
        print(ladder)
    else:
        text = between_marks(options.table.read_text(encoding="utf-8"), ladder)
        write_atomically(options.table, text.encode())
    if options.plot is not None:
        plot(rows, options.plot)
