"""Making a suite: many decisions rolled out by many processes, in parts that outlive a kill.

Beside the suite lies a folder of parts while it is made: a line of settings, and one file of
finished decisions for each rank, to which they are appended.  Made again with the same settings,
what the parts hold is not rolled out again, however many ranks there were.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import shutil
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.evaluation.bearoff.build import ready_tables
from engine.files import write_atomically
from engine.players.build import build
from engine.players.names import spec_of
from engine.search.search import Search
from training.bench.suite.picking import Case
from training.bench.suite.rolling import Rolling, line_of

Finished = Iterator[tuple[int, dict[str, Any]]]
"""Numbers of cases and their lines."""


def search_of(name: str) -> Search:
    """Return the cubeless search of the player called ``name``, with exact bear-offs.

    Raises:
        ValueError: there is no such player, or it estimates nothing.
    """
    spec = replace(spec_of(name), cubeful=False, bearoff=True)
    return build(spec, ready_tables()).search


@dataclass(frozen=True, slots=True)
class Parts:
    """The folder of what has been rolled out so far."""

    folder: Path

    @classmethod
    def beside(cls, suite: Path) -> Parts:
        """Return the parts of the suite that will be written to ``suite``."""
        return cls(suite.with_name(suite.name + ".parts"))

    def begin(self, settings: dict[str, Any]) -> None:
        """Make the folder for these settings, or find it; refuse one with others."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / "settings.json"
        if not path.exists():
            write_atomically(path, json.dumps(settings, indent=2).encode())
        elif (found := json.loads(path.read_text())) != settings:
            other = [key for key in settings if found.get(key) != settings[key]]
            raise ValueError(
                f"{self.folder} holds parts of another suite ({', '.join(other)} differ): "
                "make it with the same settings, or remove them"
            )

    def read(self) -> dict[int, dict[str, Any]]:
        """Return the lines of the cases that are finished, by number."""
        lines: dict[int, dict[str, Any]] = {}
        for path in sorted(self.folder.glob("*.jsonl")):
            for text in path.read_text().splitlines():
                try:
                    line = json.loads(text)
                except json.JSONDecodeError:
                    continue  # A kill cut it short; it will be rolled out again.
                lines[line.pop("number")] = line
        return lines

    def add(self, rank: int, number: int, line: dict[str, Any]) -> None:
        """Append a finished case."""
        with (self.folder / f"{rank}.jsonl").open("a") as file:
            # The line break comes first: after a kill the last line may lack its own.
            file.write("\n" + json.dumps({"number": number, **line}))

    def remove(self) -> None:
        """Remove the folder."""
        shutil.rmtree(self.folder)


@dataclass(frozen=True, slots=True)
class Work:
    """What there is to roll out, and by whom."""

    player: str
    rolling: Rolling
    cases: Sequence[Case]
    workers: int = 1
    minutes: float = 0.0
    """No case is begun after so many; 0: all are."""

    def __post_init__(self) -> None:
        """Refuse workers and minutes that are none."""
        if self.workers < 1:
            raise ValueError(f"{self.workers} workers: 1 or more are accepted")
        if not self.minutes >= 0:
            raise ValueError(f"minutes {self.minutes}: 0 (no limit) or more are accepted")


def share_of(cases: Sequence[Case], parts: Parts, rank: int, world: int) -> list[Case]:
    """Return this rank's share of the cases that are not in ``parts`` yet."""
    done = parts.read()
    return [c for c in cases if c.number % world == rank and c.number not in done]


def roll_out(work: Work, parts: Parts, rank: int, tell: Callable[[], object]) -> None:
    """Roll the cases out; each is saved as it is finished, and ``tell`` called.

    Ctrl-C raises KeyboardInterrupt.
    """
    for number, line in _finished(work):
        parts.add(rank, number, line)
        tell()


def _finished(work: Work) -> Finished:
    cases = work.cases
    ends = time.monotonic() + 60 * work.minutes if work.minutes else float("inf")
    if work.workers == 1 or len(cases) < 2:
        search = search_of(work.player)
        for case in cases:
            if time.monotonic() >= ends:
                return
            yield case.number, line_of(case, search, work.rolling)
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(
        min(work.workers, len(cases)),
        context,
        initializer=_begin_worker,
        initargs=(work.player, work.rolling, ends),
    )
    try:
        jobs = {pool.submit(_roll_out, case): case.number for case in cases}
        for job in as_completed(jobs):
            line = job.result()
            if line is not None:
                yield jobs[job], line
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


_worker: tuple[Search, Rolling, float] | None = None


def _begin_worker(player: str, rolling: Rolling, ends: float) -> None:
    """Prepare a worker process: one thread, its player loaded, deaf to Ctrl-C."""
    global _worker
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ["OMP_NUM_THREADS"] = "1"
    _worker = (search_of(player), rolling, ends)


def _roll_out(case: Case) -> dict[str, Any] | None:
    if _worker is None:
        raise RuntimeError("the worker was not prepared")
    search, rolling, ends = _worker
    return None if time.monotonic() >= ends else line_of(case, search, rolling)
