"""``build-bearoff``: build the bear-off tables that are too large to ship."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from engine.cli.line import read_options, run
from engine.cores import cores
from engine.evaluation.bearoff.build import build_one_sided, build_two_sided
from engine.evaluation.bearoff.table_file import TableError
from engine.evaluation.bearoff.tables import (
    SHIPPED,
    cache_folder,
    read_one_sided,
    read_two_sided,
    two_sided_path,
)
from engine.evaluation.bearoff.two_sided import CHECKERS


@dataclass(frozen=True, slots=True)
class Options:
    """Build the bear-off tables, where they are not there already.

    The engine finds the two-sided table of 6 checkers in the cache folder and plays without it
    where there is none.  The one-sided table is part of the package.
    """

    kind: Literal["two-sided", "one-sided", "both"] = "two-sided"
    """Which table to build."""
    checkers: int = CHECKERS
    """Two-sided: the most checkers a side, 1 to 10 (6: 14 MB, 8: 144 MB, 10: 1 GB)."""
    folder: Path = field(default_factory=cache_folder)
    """Where to put the tables: the cache folder, or the one named by CHAQUETE_CACHE."""
    threads: int = field(default_factory=cores)
    """How many cores to use."""
    again: bool = False
    """Build even what is there."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with ``argv``; return its exit code."""
    options = read_options(Options, argv, "build-bearoff")
    return run(lambda: _build(options))


def _build(options: Options) -> int:
    if options.threads < 1:
        raise ValueError(f"threads {options.threads}: 1 or more are accepted")
    progress = sys.stderr.isatty()
    if options.kind != "two-sided":
        path = options.folder / SHIPPED.name
        if not _is_there(path, options.again):
            began = time.perf_counter()
            count = build_one_sided(path, options.threads, progress)
            _report(path, f"{count:,} positions", time.perf_counter() - began)
    if options.kind != "one-sided":
        path = options.folder / two_sided_path(options.checkers).name
        if not _is_there(path, options.again):
            began = time.perf_counter()
            count = build_two_sided(path, options.checkers, options.threads, progress)
            _report(path, f"{count:,} pairs of positions", time.perf_counter() - began)
    return 0


def _is_there(path: Path, again: bool) -> bool:
    """Tell whether a sound table lies at ``path`` already; a damaged one is said to be."""
    if again or not path.exists():
        return False
    try:
        if path.name == SHIPPED.name:
            read_one_sided(path)
        else:
            read_two_sided(path)
    except TableError as error:
        print(error, file=sys.stderr)
        return False
    print(f"{path}: there already")
    return True


def _report(path: Path, content: str, seconds: float) -> None:
    megabytes = path.stat().st_size / 1e6
    print(f"{path}: {content}, {megabytes:.1f} MB, built in {seconds:.1f} s")
