"""Thinking that can be stopped: the evaluator asks before each batch whether to go on.

A search calls its evaluator many times.  Wrapped in :class:`Interruptible` it gives up at the next
call once its budget is spent: stopped from another thread, out of time, or out of positions.  The
wrapper is one object for all searches, so they share the cache; the budget belongs to the thread.
"""

from __future__ import annotations

import contextvars
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from engine.analysis.analyser import Analyser
from engine.evaluation.protocol import Evaluator
from engine.rules.board import Board


class Interrupted(Exception):
    """The budget was spent before the answer was found."""


@dataclass(slots=True, eq=False)
class Budget:
    """What a search may use."""

    deadline: float | None = None
    """The ``time.monotonic()`` to stop at, in seconds."""
    positions: int | None = None
    """The most positions evaluated."""
    used: int = 0
    """Positions evaluated so far."""
    _stopped: threading.Event = field(default_factory=threading.Event)

    @classmethod
    def of_seconds(cls, seconds: float | None, positions: int | None = None) -> Budget:
        """Return a budget that begins now."""
        deadline = None if seconds is None else time.monotonic() + seconds
        return cls(deadline, positions)

    def stop(self) -> None:
        """Stop whoever works on this budget (from any thread)."""
        self._stopped.set()

    def spend(self, positions: int) -> None:
        """Count positions about to be evaluated; raises :class:`Interrupted` at the end."""
        late = self.deadline is not None and time.monotonic() >= self.deadline
        full = self.positions is not None and self.used >= self.positions
        if late or full or self._stopped.is_set():
            raise Interrupted
        self.used += positions


_budget: contextvars.ContextVar[Budget | None] = contextvars.ContextVar("budget", default=None)


@contextmanager
def within(budget: Budget) -> Iterator[None]:
    """Let this thread's evaluations count against ``budget`` in the ``with`` block."""
    token = _budget.set(budget)
    try:
        yield
    finally:
        _budget.reset(token)


@dataclass(frozen=True, slots=True)
class Interruptible:
    """An evaluator that keeps to the budget of the thread that calls it."""

    evaluator: Evaluator

    @property
    def name(self) -> str:
        """The name of the evaluator."""
        return self.evaluator.name

    def evaluate(self, boards: Board) -> npt.NDArray[np.float32]:
        """Evaluate ``int8 [N, 26]``, or raise :class:`Interrupted`."""
        if (budget := _budget.get()) is not None:
            budget.spend(len(boards))
        return self.evaluator.evaluate(boards)


def interruptible(analyser: Analyser) -> Analyser:
    """Return the same analyser, whose answers can be stopped."""
    if isinstance(analyser.evaluator, Interruptible):
        return analyser
    return replace(analyser, evaluator=Interruptible(analyser.evaluator))
