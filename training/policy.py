"""How self-play chooses: greedy by the judge, on the plays that the scout shortlists."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from engine.bearoff.evaluator import BearoffEvaluator
from engine.bearoff.tables import BearoffTables
from engine.board import SLOTS, Board, mirror
from engine.choice import best, shortlist
from engine.dice import ROLLS, WEIGHTS
from engine.evaluators import Evaluator
from engine.movegen import afterstates
from engine.outcome import OUTCOMES, equity, is_over, mirror_outcome

Values = npt.NDArray[np.float32]
"""Outcomes for the player on roll, ``float32 [N, 5]``."""


@dataclass(frozen=True, slots=True)
class Policy:
    """The networks of one moment at play."""

    judge: Evaluator
    """Its equities choose the play, and its outcomes are the bootstrap."""
    scout: Evaluator | None
    """Fast; picks the plays that the judge looks at.  None: the judge looks at all."""
    keep: int
    """Plays on the shortlist."""
    tables: BearoffTables | None = None
    """Exact endgames; the judge need not be asked about what they know."""
    threads: int = 1
    """Threads of the move generator."""

    def reply(self, boards: Board, rolls: npt.NDArray[np.int8]) -> tuple[Board, Values]:
        """Play each roll ``int8 [N, 2]`` on its board ``int8 [N, 26]``.

        Returns:
            The boards after the chosen plays, ``int8 [N, 26]``, already seen by the player who is
            next on roll, and the judge's outcomes for him, ``float32 [N, 5]``.
        """
        after, outcomes, offsets = self._judged(boards, rolls)
        chosen = best(-equity(outcomes), offsets)
        return after[chosen], outcomes[chosen]

    def stray(
        self, boards: Board, rolls: npt.NDArray[np.int8], rng: np.random.Generator
    ) -> tuple[Board, Values]:
        """Do as :meth:`reply` with a play drawn from those the judge looked at."""
        after, outcomes, offsets = self._judged(boards, rolls)
        drawn = _one_of_each(offsets, rng)
        return after[drawn], outcomes[drawn]

    def _judged(
        self, boards: Board, rolls: npt.NDArray[np.int8]
    ) -> tuple[Board, Values, npt.NDArray[np.int64]]:
        """Return the afterstates ``[M]`` the judge looks at, its outcomes, and the offsets."""
        after, offsets = afterstates(boards, rolls, self.threads)
        after = mirror(after)
        if self.scout is not None:
            # The opponent is on roll: what is worst for him is best for the mover.
            kept, offsets = shortlist(-equity(self.scout.evaluate(after)), offsets, self.keep)
            after = after[kept]
        return after, self._exact(self.judge).evaluate(after), offsets

    def replies(self, boards: Board) -> tuple[Board, Values, Values]:
        """Play all 21 rolls on each of ``boards int8 [N, 26]``.

        Returns:
            ``int8 [N, R, 26]`` and ``float32 [N, R, 5]`` as :meth:`reply` gives them for each
            roll, and the exact expectation over the rolls, ``float32 [N, 5]``, for the player now
            on roll.
        """
        count, rolls = len(boards), len(ROLLS)
        after, outcomes = self.reply(np.repeat(boards, rolls, axis=0), np.tile(ROLLS, (count, 1)))
        after = after.reshape(count, rolls, SLOTS)
        outcomes = outcomes.reshape(count, rolls, OUTCOMES)
        expected = np.einsum("r,nro->no", WEIGHTS, mirror_outcome(outcomes))
        return after, outcomes, expected.astype(np.float32)

    def luck(self, boards: Board, fell: npt.NDArray[np.int64]) -> Values:
        """Return how lucky a roll was, by the scout or, without one, the judge.

        Args:
            boards: ``int8 [N, 26]``.
            fell: the place of the roll in :data:`ROLLS`, ``int64 [N]``.

        Returns:
            ``float32 [N, 5]`` for the player on roll: what the roll is worth, best played, less
            the mean of all 21.  Whatever the network knows, it is 0 on average over the rolls.
        """
        seer = replace(self, judge=self.scout or self.judge, scout=None)
        _, outcomes, expected = seer.replies(boards)
        worth = mirror_outcome(outcomes[np.arange(len(boards)), fell])
        return np.asarray(worth - expected, np.float32)

    def settled(self, boards: Board) -> npt.NDArray[np.bool_]:
        """Tell, ``bool [N]``, whose outcome is known: the game is over or in the tables."""
        return is_over(boards) if self.tables is None else self.tables.lookup(boards)[1]

    def _exact(self, evaluator: Evaluator) -> Evaluator:
        return BearoffEvaluator(self.tables, evaluator) if self.tables else evaluator


def at_random(boards: Board, rolls: npt.NDArray[np.int8], rng: np.random.Generator) -> Board:
    """Return the boards after plays drawn uniformly, as :meth:`Policy.reply` gives them."""
    after, offsets = afterstates(boards, rolls)
    return mirror(after[_one_of_each(offsets, rng)])


def _one_of_each(offsets: npt.NDArray[np.int64], rng: np.random.Generator) -> npt.NDArray[np.int64]:
    drawn = rng.random(len(offsets) - 1) * np.diff(offsets)
    return offsets[:-1] + drawn.astype(np.int64)
