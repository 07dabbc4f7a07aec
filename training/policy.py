"""How self-play chooses: greedy by the judge, on the plays that the scout shortlists."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.evaluation.bearoff.evaluator import BearoffEvaluator
from engine.evaluation.bearoff.tables import BearoffTables
from engine.evaluation.choice import afterstates_of, best, shortlist
from engine.evaluation.protocol import Evaluator
from engine.rules.board import SLOTS, Board, mirror
from engine.rules.dice import ROLLS, THROWS, WEIGHTS
from engine.rules.movegen import afterstates
from engine.rules.outcome import OUTCOMES, equity, is_over, mirror_outcome

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
        after, offsets = self._afterstates(boards, rolls)
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

    def expected(
        self, boards: Board, throws: npt.NDArray[np.int64]
    ) -> tuple[Board, Values, Values]:
        """Do as :meth:`adjusted`, with the judge's own expectation over all 21 rolls."""
        after, values, backup = self.replies(boards)
        fell = (np.arange(len(boards)), THROWS[throws])
        return after[fell], values[fell], backup

    def adjusted(
        self, boards: Board, throws: npt.NDArray[np.int64], judged: int
    ) -> tuple[Board, Values, Values]:
        """Play a throw on each board, and back the board up by all 21 rolls at the scout's price.

        The scout expects over all rolls.  What the judge thinks more of a position is taken from
        ``judged`` of the 36 throws, evenly spaced from the one that fell: every throw stands as
        good a chance to be among them, so the backup is right on average over the throws, and what
        a roll is worth to both networks is not left in it as noise.

        Args:
            boards: ``int8 [N, 26]``.
            throws: what fell, ``int64 [N]``, places in :data:`engine.rules.dice.THROWS`.
            judged: a divisor of 36.

        Returns:
            The boards and outcomes of :meth:`reply` for what fell, and the backup,
            ``float32 [N, 5]``, for the player now on roll.
        """
        if self.scout is None:
            return self.expected(boards, throws)
        count, rolls = len(boards), len(ROLLS)
        after, offsets = self._afterstates(
            np.repeat(boards, rolls, axis=0), np.tile(ROLLS, (count, 1))
        )
        seen = self.scout.evaluate(after)
        scores = -equity(seen)
        by_scout = seen[best(scores, offsets)].reshape(count, rolls, OUTCOMES)
        spaced = throws[:, np.newaxis] + np.arange(judged) * (len(THROWS) // judged)
        looked_at = THROWS[spaced % len(THROWS)]
        boards_of = np.arange(count)[:, np.newaxis]
        theirs, offsets = afterstates_of((boards_of * rolls + looked_at).ravel(), offsets)
        kept, offsets = shortlist(scores[theirs], offsets, self.keep)
        after = after[theirs[kept]]
        outcomes = self._exact(self.judge).evaluate(after)
        chosen = best(-equity(outcomes), offsets)
        values = outcomes[chosen].reshape(count, judged, OUTCOMES)
        more = (values - by_scout[boards_of, looked_at]).mean(axis=1)
        backup = mirror_outcome(np.einsum("r,nro->no", WEIGHTS, by_scout) + more)
        return after[chosen[::judged]], values[:, 0], backup.astype(np.float32)

    def _afterstates(
        self, boards: Board, rolls: npt.NDArray[np.int8]
    ) -> tuple[Board, npt.NDArray[np.int64]]:
        """Return the boards after every legal play, seen by who is next on roll, and offsets."""
        after, offsets = afterstates(boards, rolls, self.threads)
        return mirror(after), offsets

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
