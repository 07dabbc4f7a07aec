"""Self-play: thousands of games advance together, one ply a step.

Every step moves all games on by one turn, so the history is a ring of steps that all games share.
A finished game turns its stretch of the ring into positions and lambda-returns at once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.board import SLOTS, Board, mirror, start
from engine.choice import best, shortlist
from engine.dice import ROLLS
from engine.evaluators import Evaluator
from engine.movegen import afterstates
from engine.outcome import OUTCOMES, equity, is_over
from training.targets import lambda_returns

_OPENING_ROLLS = ROLLS[ROLLS[:, 0] != ROLLS[:, 1]]


class Experience(NamedTuple):
    """Positions of finished games and what they turned out to be worth."""

    boards: Board
    """``int8 [N, 26]``, seen by the player on roll."""
    targets: npt.NDArray[np.float32]
    """Outcomes ``float32 [N, 5]``."""
    games: int
    """How many games they come from."""
    plies: npt.NDArray[np.int64]
    """Length in plies of those of the games that began at the starting position."""
    points: npt.NDArray[np.int64]
    """Points (1 to 3) that each of these was won by."""


class Explore(NamedTuple):
    """Games that begin with random plies, to start from what good play seldom reaches."""

    share: float
    """The share of such games, 0..1."""
    plies: int
    """The most random plies; a game has 1 to this many."""


class SelfPlay:
    """Games of a network against itself, greedy but for the exploring starts."""

    def __init__(
        self, games: int, history: int, explore: Explore, rng: np.random.Generator
    ) -> None:
        """Begin ``games`` games, remembering the last ``history`` plies of each."""
        self.rng = rng
        self.step = 0
        self._explore = explore
        self._boards = np.repeat(start()[None], games, axis=0)
        self._values = np.full((games, OUTCOMES), np.nan, np.float32)
        self._began = np.zeros(games, np.int64)
        self._opening = np.ones(games, np.bool_)
        self._random_until = np.zeros(games, np.int64)
        self._ring_boards = np.zeros((history, games, SLOTS), np.int8)
        self._ring_values = np.zeros((history, games, OUTCOMES), np.float32)
        self._restart(np.arange(games))

    def __len__(self) -> int:
        """Return how many games advance together."""
        return len(self._boards)

    def advance(
        self, judge: Evaluator, scout: Evaluator | None, keep: int, lambda_: float
    ) -> Experience:
        """Play one ply of every game; return the experience of the games that it finished.

        Args:
            judge: chooses among the afterstates, and its values are the bootstrap.
            scout: a fast evaluator that picks the ``keep`` afterstates the judge looks at; with
                None the judge looks at all.
            keep: size of the shortlist.
            lambda_: of TD(lambda).
        """
        slot = self.step % len(self._ring_boards)
        self._ring_boards[slot] = self._boards
        self._ring_values[slot] = self._values
        after, offsets = afterstates(self._boards, self._roll())
        after = mirror(after)
        chosen, values = self._choose(after, offsets, judge, scout, keep)
        self._boards = after[chosen]
        self._values = values
        self.step += 1
        self._opening[:] = False
        wandering = self._random_until >= self.step
        self._began[wandering] = self.step
        over = np.flatnonzero(is_over(self._boards))
        experience = self._harvest(over, lambda_)
        self._restart(over)
        return experience

    def _roll(self) -> npt.NDArray[np.int8]:
        rolls = self.rng.integers(1, 7, (len(self._boards), 2), dtype=np.int8)
        opening = np.flatnonzero(self._opening)
        which = self.rng.integers(0, len(_OPENING_ROLLS), len(opening))
        rolls[opening] = _OPENING_ROLLS[which]
        return rolls

    def _choose(
        self,
        after: Board,
        offsets: npt.NDArray[np.int64],
        judge: Evaluator,
        scout: Evaluator | None,
        keep: int,
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]:
        """Return each game's chosen index into ``after`` and the judge's value of it."""
        if scout is None:
            kept, kept_offsets = np.arange(len(after)), offsets
        else:
            kept, kept_offsets = shortlist(-equity(scout.evaluate(after)), offsets, keep)
        wandering = np.flatnonzero(self._random_until > self.step)
        at_random = offsets[wandering] + (
            self.rng.random(len(wandering)) * np.diff(offsets)[wandering]
        ).astype(np.int64)
        # The random choice takes the place of the shortlist's first, so it is judged as well.
        kept = kept.copy()
        kept[kept_offsets[wandering]] = at_random
        outcomes = judge.evaluate(after[kept])
        pick = best(-equity(outcomes), kept_offsets)
        pick[wandering] = kept_offsets[wandering]
        return kept[pick], outcomes[pick]

    def _harvest(self, over: npt.NDArray[np.int64], lambda_: float) -> Experience:
        boards, targets = lambda_returns(
            self._ring_boards,
            self._ring_values,
            self._values,
            over,
            self._began,
            self.step,
            lambda_,
        )
        plain = over[self._random_until[over] == 0]
        points = 1 + self._values[plain][:, 1:].sum(axis=1)
        return Experience(
            boards, targets, len(over), self.step - self._began[plain], points.astype(np.int64)
        )

    def _restart(self, games: npt.NDArray[np.int64]) -> None:
        self._boards[games] = start()
        self._values[games] = np.nan
        self._began[games] = self.step
        self._opening[games] = True
        explores = self.rng.random(len(games)) < self._explore.share
        plies = self.rng.integers(1, max(self._explore.plies, 1) + 1, len(games))
        self._random_until[games] = np.where(explores, self.step + plies, 0)

    def state(self) -> dict[str, Any]:
        """Return all that play depends on, for :meth:`restore`."""
        arrays = {k: v for k, v in vars(self).items() if isinstance(v, np.ndarray)}
        return {"step": self.step, "rng": self.rng.bit_generator.state, "arrays": arrays}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on exactly where ``state`` was taken."""
        self.step = state["step"]
        self.rng.bit_generator.state = state["rng"]
        for name, array in state["arrays"].items():
            setattr(self, name, array)
