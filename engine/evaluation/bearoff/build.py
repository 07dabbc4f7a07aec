"""Building the tables: progress to look at, and little lost when it is broken off."""

from __future__ import annotations

import time
from pathlib import Path

from tqdm import tqdm

from engine.cores import cores
from engine.evaluation.bearoff import two_sided
from engine.evaluation.bearoff.one_sided import OneSidedBuilder
from engine.evaluation.bearoff.table_file import TableError, read_table, write_table
from engine.evaluation.bearoff.tables import (
    BearoffTables,
    load_tables,
    read_one_sided,
    two_sided_path,
)
from engine.evaluation.bearoff.two_sided import TwoSidedBuilder

_SNAPSHOT_SECONDS = 5.0
_SNAPSHOT_SHARE = 20
"""Snapshots take at most one part in this many of the time."""


def build_one_sided(path: Path, threads: int = 1, progress: bool = False) -> int:
    """Write the one-sided table to ``path``; return its number of positions.

    It takes about a second, so there is nothing to resume.
    """
    builder = OneSidedBuilder(threads)
    with tqdm(total=builder.total, desc="one-sided", unit="pos", disable=not progress) as bar:
        for solved in builder.steps():
            bar.update(solved)
    write_table(path, builder.table().file())
    return builder.total


def build_two_sided(
    path: Path,
    checkers: int = two_sided.CHECKERS,
    threads: int = 1,
    progress: bool = False,
    snapshot_seconds: float = _SNAPSHOT_SECONDS,
) -> int:
    """Write the two-sided table of up to ``checkers`` a side to ``path``; return its pairs.

    Every ``snapshot_seconds``, and when it is interrupted, what is solved is kept beside ``path``
    in a file with ``.part`` added to its name, from which the next call goes on.
    """
    part = path.with_name(f"{path.name}.part")
    builder = TwoSidedBuilder(checkers, threads)
    _resume(builder, part)
    bar = tqdm(
        total=builder.total,
        initial=builder.done,
        desc="two-sided",
        unit="pos",
        disable=not progress,
    )
    due = time.monotonic() + snapshot_seconds
    try:
        with bar:
            for solved in builder.steps():
                bar.update(solved)
                began = time.monotonic()
                if began >= due:
                    write_table(part, builder.snapshot())
                    ended = time.monotonic()
                    due = ended + max(snapshot_seconds, _SNAPSHOT_SHARE * (ended - began))
    except KeyboardInterrupt:
        write_table(part, builder.snapshot())
        raise
    write_table(path, builder.table().file())
    part.unlink(missing_ok=True)
    return builder.total


def _resume(builder: TwoSidedBuilder, part: Path) -> None:
    """Go on from ``part`` if it is there and sound; a damaged one is only lost work."""
    if part.exists():
        try:
            builder.resume(read_table(part, two_sided.UNFINISHED_KIND))
        except TableError as error:
            tqdm.write(f"{error}: starting from the beginning")


def ready_tables(threads: int | None = None) -> BearoffTables:
    """Return the tables of :func:`load_tables`, building the two-sided one on first use.

    That takes less than a second with compiled code at hand.  The cache folder keeps the table;
    where nothing can be written there, it is built for this process alone.
    """
    threads = threads or cores()
    path = two_sided_path()
    try:
        if not path.exists():
            build_two_sided(path, threads=threads)
    except OSError:
        builder = TwoSidedBuilder(threads=threads)
        for _ in builder.steps():
            pass
        return BearoffTables(read_one_sided(), builder.table())
    return load_tables()
