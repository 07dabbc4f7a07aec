"""A rollout: trials in batches until enough is known, with a record that can be resumed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import Enum

import numpy as np

from engine.rollout.estimate import Estimate, Lead, estimates, lead_of
from engine.rollout.trials import COLUMNS, Outcomes, Play, Start, play_trials


class Stopped(Enum):
    """Why a rollout ended."""

    TRIALS = "all trials played"
    ERROR = "standard error reached"
    DECIDED = "best candidate decided"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop, and how to spread the work."""

    trials: int = 1296
    """Trials of each candidate, at most."""
    error: float = 0.0
    """Stop when no candidate's standard error is above this, in points per cube; 0: never."""
    certainty: float = 0.0
    """Stop when the best leads all others by so many joint standard errors; 0: never."""
    fewest: int = 144
    """Trials played before :attr:`error` or :attr:`certainty` may stop the rollout."""
    batch: int = 144
    """Trials of each candidate that advance together."""
    threads: int = 1
    """Threads that share a batch."""

    def __post_init__(self) -> None:
        """Refuse what is no limit."""
        for name in ("trials", "batch", "threads", "fewest"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} {getattr(self, name)}: 1 or more are accepted")
        for name in ("error", "certainty"):
            if not getattr(self, name) >= 0:
                raise ValueError(f"{name} {getattr(self, name)}: 0 or more is accepted")


@dataclass(slots=True)
class Record:
    """The trials played so far: what a later run goes on from."""

    outcomes: Outcomes
    """``[C, T, K]``."""

    @classmethod
    def empty(cls, candidates: int) -> Record:
        """Return a record without trials."""
        none = np.empty((candidates, 0, COLUMNS))
        return cls(Outcomes(none, none))

    @property
    def trials(self) -> int:
        """Trials of each candidate."""
        return int(self.outcomes.plain.shape[1])

    def add(self, more: Outcomes) -> None:
        """Append the trials that follow."""
        self.outcomes = _joined([self.outcomes, more])


@dataclass(frozen=True, slots=True)
class Rollout:
    """Rolls out C starts on the same dice."""

    play: Play
    starts: list[Start]
    limits: Limits = field(default_factory=Limits)
    plays: bool = False
    """The starts are positions after candidate plays, seen by the opponent: the best is the
    one worth least to him."""

    def run(
        self,
        record: Record | None = None,
        progress: Callable[[Record], None] | None = None,
    ) -> tuple[Record, Stopped]:
        """Play until a limit is reached.

        Args:
            record: trials of an earlier run with the same play and starts, to go on from.
            progress: called after every batch.

        Returns:
            All trials, and why the rollout stopped.  Ctrl-C stops it after the last whole batch:
            a batch cut short would leave out its longest games.
        """
        record = record or Record.empty(len(self.starts))
        try:
            while (stopped := self._stopped(record)) is None:
                begin, end = (
                    record.trials,
                    min(record.trials + self.limits.batch, self.limits.trials),
                )
                record.add(self._batch(range(begin, end)))
                if progress is not None:
                    progress(record)
        except KeyboardInterrupt:
            return record, Stopped.INTERRUPTED
        return record, stopped

    def estimates(self, record: Record) -> list[Estimate]:
        """Sum up the record, for the player on roll at each start."""
        valuation = self.play.search.valuation
        # Equities are read by the cube of the first start: after double and take as before it.
        scales = [valuation.scale(self.starts[0].match) for _ in self.starts]
        return estimates(record.outcomes, scales)

    def lead(self, record: Record) -> Lead:
        """Compare the candidates on their common dice."""
        return lead_of(record.outcomes, -1 if self.plays else 1)

    def _stopped(self, record: Record) -> Stopped | None:
        limits = self.limits
        if record.trials >= limits.trials:
            return Stopped.TRIALS
        if record.trials < max(limits.fewest, 2):
            return None
        if limits.error and all(e.error <= limits.error for e in self.estimates(record)):
            return Stopped.ERROR
        if limits.certainty and self.lead(record).certainty >= limits.certainty:
            return Stopped.DECIDED
        return None

    def _batch(self, trials: range) -> Outcomes:
        """Play a batch, shared among the threads; the trials come back in order."""
        numbers = np.arange(trials.start, trials.stop, dtype=np.int64)
        parts = [part for part in np.array_split(numbers, self.limits.threads) if len(part)]
        if len(parts) == 1:
            return play_trials(self.play, self.starts, numbers)
        with ThreadPoolExecutor(len(parts)) as pool:
            return _joined(pool.map(lambda part: play_trials(self.play, self.starts, part), parts))


def _joined(parts: Iterable[Outcomes]) -> Outcomes:
    """Put the trials of ``parts`` one behind the other."""
    every = list(parts)
    return Outcomes(
        np.concatenate([part.plain for part in every], axis=1),
        np.concatenate([part.reduced for part in every], axis=1),
    )
