"""Self-play: thousands of games advance together, one ply a step.

Every step moves all games on by one turn, so the history is a ring of steps that all games share.
A finished game turns its stretch of the ring into positions and targets at once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.rules.board import SLOTS, Board, start
from engine.rules.dice import ROLLS, THROWS
from engine.rules.outcome import OUTCOMES, is_over, mirror_outcome
from training.config import Backup
from training.policy import Policy, at_random
from training.starts import drawn
from training.targets import lambda_returns

_OPENING_THROWS = np.flatnonzero(ROLLS[THROWS, 0] != ROLLS[THROWS, 1])


class Experience(NamedTuple):
    """Positions of finished games and what they turned out to be worth."""

    boards: Board
    """``int8 [N, 26]``, seen by the player on roll."""
    targets: npt.NDArray[np.float32]
    """Outcomes ``float32 [N, 5]``."""
    games: int
    """How many games they come from."""
    plies: npt.NDArray[np.int64]
    """Length in plies of those of the games that were played from the start to the end, without
    random plies."""
    points: npt.NDArray[np.int64]
    """Points (1 to 3) that each of these was won by."""


class Course(NamedTuple):
    """How games begin and end."""

    explore_share: float = 0.0
    """The share of games that begin with random plies, to reach what good play seldom does."""
    explore_plies: int = 1
    """The most random plies; such a game has 1 to this many."""
    start_share: float = 0.0
    """The share of games that begin from the unusual positions of :mod:`training.starts`."""
    stray_share: float = 0.0
    """The share of plies at which not the best play is made, but any on the shortlist."""
    judged: int = 1
    """Throws of 36 that adjusted backups let the judge look at."""
    play_out_share: float = 1.0
    """The share of games that are played on after the bear-off tables know how they end."""


class SelfPlay:
    """Games of a policy against itself."""

    def __init__(self, games: int, history: int, course: Course, rng: np.random.Generator) -> None:
        """Begin ``games`` games, remembering the last ``history`` plies of each."""
        self.rng = rng
        self.step = 0
        self._course = course
        self._boards = np.repeat(start()[None], games, axis=0)
        self._values = np.zeros((games, OUTCOMES), np.float32)
        self._began = np.zeros(games, np.int64)
        self._opening = np.ones(games, np.bool_)
        self._random_until = np.zeros(games, np.int64)
        self._plays_out = np.ones(games, np.bool_)
        self._plain = np.ones(games, np.bool_)
        self._ring_boards = np.zeros((history, games, SLOTS), np.int8)
        self._ring_values = np.zeros((history, games, OUTCOMES), np.float32)
        self._ring_strayed = np.zeros((history, games), np.bool_)
        self._ring_backups = np.zeros((history, games, OUTCOMES), np.float32)
        self._restart(np.arange(games))

    def __len__(self) -> int:
        """Return how many games advance together."""
        return len(self._boards)

    def advance(self, policy: Policy, backup: Backup, lambda_: float) -> Experience:
        """Play one ply of every game; return the experience of the games that it finished.

        Args:
            policy: chooses the plays; its values are the bootstrap.
            backup: what positions are backed up by (:data:`training.config.Backup`).
            lambda_: how much of what followed counts (:func:`training.targets.lambda_returns`).
        """
        slot = self.step % len(self._ring_boards)
        self._ring_boards[slot] = self._boards
        self._ring_values[slot] = self._values
        throws = self._throw()
        rolls = ROLLS[THROWS[throws]]
        if backup == "expected":
            after, values, backups = policy.expected(self._boards, throws)
        elif backup == "adjusted":
            after, values, backups = policy.adjusted(self._boards, throws, self._course.judged)
        else:
            after, values = policy.reply(self._boards, rolls)
            backups = mirror_outcome(values)
        self._ring_backups[slot] = backups
        self._ring_strayed[slot] = strays = self.rng.random(len(rolls)) < self._course.stray_share
        if strays.any():
            after[strays], values[strays] = policy.stray(
                self._boards[strays], rolls[strays], self.rng
            )
        wandering = np.flatnonzero(self._random_until > self.step)
        after[wandering] = at_random(self._boards[wandering], rolls[wandering], self.rng)
        self._boards, self._values = after, values
        self.step += 1
        self._opening[:] = False
        self._began[wandering] = self.step
        over = np.flatnonzero(is_over(after) | (policy.settled(after) & ~self._plays_out))
        experience = self._harvest(over, lambda_)
        self._restart(over)
        return experience

    def _throw(self) -> npt.NDArray[np.int64]:
        """Return what falls in every game, ``int64 [G]``, places in :data:`THROWS`."""
        throws = self.rng.integers(0, len(THROWS), len(self._boards))
        opening = np.flatnonzero(self._opening)
        throws[opening] = self.rng.choice(_OPENING_THROWS, len(opening))
        return throws

    def _harvest(self, over: npt.NDArray[np.int64], lambda_: float) -> Experience:
        boards, targets = lambda_returns(
            self._ring_boards,
            self._ring_values,
            self._ring_backups,
            self._ring_strayed,
            over,
            self._began,
            self.step,
            lambda_,
        )
        plain = over[self._plain[over] & self._plays_out[over]]
        # A finished game's outcome is exact, and each column past the win adds a point.
        points = 1 + self._values[plain][:, 1:].sum(axis=1)
        plies = self.step - self._began[plain]
        return Experience(boards, targets, len(over), plies, points.astype(np.int64))

    def _restart(self, games: npt.NDArray[np.int64]) -> None:
        unusual = self.rng.random(len(games)) < self._course.start_share
        self._boards[games] = start()
        self._boards[games[unusual]] = drawn(int(unusual.sum()), self.rng)
        self._began[games] = self.step
        self._opening[games] = ~unusual
        explores = (self.rng.random(len(games)) < self._course.explore_share) & ~unusual
        self._plain[games] = ~(explores | unusual)
        plies = self.rng.integers(1, max(self._course.explore_plies, 1) + 1, len(games))
        self._random_until[games] = np.where(explores, self.step + plies, 0)
        self._plays_out[games] = self.rng.random(len(games)) < self._course.play_out_share

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
