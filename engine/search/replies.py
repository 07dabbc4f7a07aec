"""The best play of every board and roll of a batch, judged without looking further ahead."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.evaluation.choice import best, shortlist
from engine.evaluation.protocol import Evaluator
from engine.rules.board import Board, mirror
from engine.rules.movegen import afterstates
from engine.rules.outcome import Outcome
from engine.search.batches import Numbers, distinct
from engine.search.valuation import States, Valuation, Worths, linear_worths


@dataclass(frozen=True, slots=True)
class Shortlist:
    """How a small network, the scout, spares the big one most candidates."""

    scout: Evaluator
    most: int = 4
    """The most candidates that the big network sees of one roll."""
    within: float = 0.12
    """How far behind the scout's favourite they may be, in points per cube."""


@dataclass(frozen=True, slots=True)
class Judge:
    """Evaluates boards and picks plays at 0-ply."""

    evaluator: Evaluator
    valuation: Valuation
    shortlist: Shortlist | None = None

    def outcomes(self, boards: Board) -> Outcome:
        """Return outcomes ``float32 [N, 5]`` for the player on roll; equal boards cost one."""
        first, which = distinct(boards)
        if len(first) == len(boards):
            return self.evaluator.evaluate(boards)
        return np.asarray(self.evaluator.evaluate(boards[first])[which])

    def candidates(
        self, boards: Board, rolls: npt.NDArray[np.int8], numbers: Numbers, states: States
    ) -> tuple[Board, Numbers]:
        """Return the plays worth a closer look, as the opponent on roll sees them.

        Args:
            boards: ``int8 [N, 26]``.
            rolls: ``int8 [N, 2]``.
            numbers: the match state of each board, ``int64 [N]``.
            states: what the numbers stand for.

        Returns:
            ``int8 [M, 26]``, mirrored, and ``int64 [N + 1]`` offsets.
        """
        plays, offsets = afterstates(boards, rolls)
        opponents = mirror(plays)
        if self.shortlist is None:
            return opponents, offsets
        rough = self.shortlist.scout.evaluate(opponents)
        kept, kept_offsets = shortlist(
            self._equities(rough, offsets, numbers, states),
            offsets,
            self.shortlist.most,
            self.shortlist.within,
        )
        return opponents[kept], kept_offsets

    def replies(
        self, boards: Board, rolls: npt.NDArray[np.int8], numbers: Numbers, states: States
    ) -> tuple[Board, Outcome]:
        """Return the best play of each board and its outcome, both seen by the opponent on roll.

        The arguments are those of :meth:`candidates`; returns ``int8 [N, 26]`` and
        ``float [N, 5]``.
        """
        opponents, offsets = self.candidates(boards, rolls, numbers, states)
        outcomes = self.outcomes(opponents)
        equities = self._equities(outcomes, offsets, numbers, states)
        chosen = best(equities.astype(np.float32), offsets)
        return opponents[chosen], outcomes[chosen]

    def _equities(
        self, outcomes: Outcome, offsets: Numbers, numbers: Numbers, states: States
    ) -> Worths:
        """Return the mover's equity ``[M]``, the cube at rest, of the opponent's ``outcomes``."""
        different, which = np.unique(numbers, return_inverse=True)
        weights = np.empty((len(different), 6))
        for i, n in enumerate(different.tolist()):
            state = states.states[n]
            weights[i] = self.valuation.linear(state.mirror()) / self.valuation.scale(state).unit
        if len(different) == 1:
            return -linear_worths(outcomes, weights[0])
        return -linear_worths(outcomes, weights[np.repeat(which, np.diff(offsets))])
