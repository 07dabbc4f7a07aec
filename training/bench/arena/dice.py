"""Dice for paired games: both games of a pair see the same rolls, with the seats swapped."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.players.player import Rolls

Indices = npt.NDArray[np.int64]

_TURNS_AT_ONCE = 64


class PairedDice:
    """The rolls of ``P`` pairs: a sequence of its own for every pair and game of a match.

    What turn ``t`` of game ``g`` of pair ``p`` rolls does not depend on how the games before it
    went, so the two halves of a pair keep equal dice even when their games differ in length.
    """

    def __init__(self, pairs: int, rng: np.random.Generator) -> None:
        """Draw for ``pairs`` pairs from ``rng``."""
        self.pairs = pairs
        self._rng = rng
        self._games: list[_GameDice] = []

    def opening(self, games: Indices, pairs: Indices) -> tuple[Rolls, Indices]:
        """Return the opening rolls ``int8 [N, 2]`` and how many ties fell before, ``int64 [N]``.

        The first die is seat 0's, the second seat 1's; they differ.
        """
        self._reach(games, 0)
        rolls = np.empty((len(games), 2), dtype=np.int8)
        ties = np.empty(len(games), dtype=np.int64)
        for game in np.unique(games).tolist():
            rows = games == game
            rolls[rows] = self._games[game].opening[pairs[rows]]
            ties[rows] = self._games[game].ties[pairs[rows]]
        return rolls, ties

    def rolls(self, games: Indices, turns: Indices, pairs: Indices) -> Rolls:
        """Return the rolls ``int8 [N, 2]`` of these turns; turn 0 plays the opening roll."""
        self._reach(games, int(turns.max(initial=0)))
        rolls = np.empty((len(games), 2), dtype=np.int8)
        for game in np.unique(games).tolist():
            rows = games == game
            rolls[rows] = self._games[game].table[turns[rows], pairs[rows]]
        return rolls

    def _reach(self, games: Indices, turn: int) -> None:
        """Draw until every one of ``games`` has the roll of ``turn``."""
        while len(self._games) <= games.max(initial=0):
            self._games.append(_GameDice(self.pairs, self._rng.spawn(1)[0]))
        for game in np.unique(games).tolist():
            self._games[game].reach(turn)


class _GameDice:
    """The rolls of one game number, for all pairs."""

    def __init__(self, pairs: int, rng: np.random.Generator) -> None:
        self._rng = rng
        first = rng.integers(1, 7, pairs, dtype=np.int8)
        second = (first + rng.integers(1, 6, pairs, dtype=np.int8) - 1) % 6 + 1
        self.opening: Rolls = np.stack([first, second], axis=1)
        self.ties: Indices = rng.geometric(5 / 6, pairs) - 1
        self.table: Rolls = self.opening[np.newaxis]

    def reach(self, turn: int) -> None:
        while len(self.table) <= turn:
            shape = (_TURNS_AT_ONCE, *self.opening.shape)
            more = self._rng.integers(1, 7, shape, dtype=np.int8)
            self.table = np.concatenate([self.table, more])
