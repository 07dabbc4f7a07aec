"""The search behind ``go``: deeper and deeper, with the best answer so far always at hand."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from engine.analysis.analyser import Analyser
from engine.analysis.results import Decision, PlayAnalysis
from engine.cube.decision import CubeDecision
from engine.rules.position import Position
from engine.serve.interrupt import Budget, Interrupted, within


@dataclass(frozen=True, slots=True)
class Thought:
    """What one depth found."""

    position: Position
    plies: int
    nodes: int
    """Positions evaluated so far."""
    seconds: float
    play: PlayAnalysis | None = None
    cube: CubeDecision | None = None
    decision: Decision | None = None
    """The answer to an offer, or the right action of a whole position."""


Question = Callable[[int], Thought]
"""Answers at a depth, in plies."""


def think(analyser: Analyser, position: Position, wants: frozenset[str]) -> Thought:
    """Return what ``analyser`` says about each of the ``wants``: play, cube, decision."""
    return Thought(
        position,
        analyser.settings.ply,
        0,
        0.0,
        analyser.choose_play(position) if "play" in wants else None,
        analyser.cube(position) if "cube" in wants else None,
        analyser.decide(position) if "decision" in wants else None,
    )


class Thinking:
    """A search in its own thread that answers exactly once."""

    def __init__(
        self,
        question: Callable[[int], Thought],
        plies: int,
        seconds: float | None,
        nodes: int | None,
        on_depth: Callable[[Thought], None],
        on_end: Callable[[Thought | Exception], None],
    ) -> None:
        """Begin to think.

        Args:
            question: answers at a number of plies.
            plies: the deepest.
            seconds: how long, at most.
            nodes: how many positions to evaluate, at most; a batch is not broken up.
            on_depth: called after each depth that was finished.
            on_end: called once, with the last answer or what went wrong.
        """
        self._question = question
        self._plies = plies
        self._on_depth = on_depth
        self._on_end = on_end
        self._budget = Budget(positions=nodes)
        self._began = time.monotonic()
        self._lock = threading.Lock()
        self._best: Thought | None = None
        self._stopping = self._ended = False
        self._timer = None if seconds is None else threading.Timer(seconds, self.stop)
        self._thread = threading.Thread(target=self._run, daemon=True)
        if self._timer is not None:
            self._timer.daemon = True
            self._timer.start()
        self._thread.start()

    @property
    def running(self) -> bool:
        """Whether the answer is still to come."""
        return not self._ended

    def stop(self) -> None:
        """Answer with the best so far, now; if there is none, as soon as there is one."""
        with self._lock:
            self._stopping = True
            self._budget.stop()
            if self._best is not None:
                self._end(self._best)

    def join(self, seconds: float | None = None) -> None:
        """Wait until the thread is done."""
        self._thread.join(seconds)

    def _run(self) -> None:
        try:
            for plies in range(self._plies + 1):
                if not self._deepen(plies):
                    break
        except Exception as error:
            with self._lock:
                self._end(error)
            return
        with self._lock:
            assert self._best is not None
            self._end(self._best)

    def _deepen(self, plies: int) -> bool:
        """Search at ``plies``; return whether to go on."""
        # There has to be an answer: the network alone is asked whatever the budget.
        budget = self._budget if plies else Budget()
        try:
            with within(budget):
                found = self._question(plies)
        except Interrupted:
            return False
        if budget is not self._budget:
            self._budget.used += budget.used
        seconds = time.monotonic() - self._began
        thought = Thought(
            found.position,
            plies,
            self._budget.used,
            seconds,
            found.play,
            found.cube,
            found.decision,
        )
        with self._lock:
            if self._ended:
                return False
            self._best = thought
            self._on_depth(thought)
            return not self._stopping

    def _end(self, answer: Thought | Exception) -> None:
        """Answer, if that has not been done (with the lock held)."""
        if self._ended:
            return
        self._ended = True
        if self._timer is not None:
            self._timer.cancel()
        self._on_end(answer)
