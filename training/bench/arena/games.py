"""Cubeless money games between two players, all of a block at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.players.player import Player
from engine.rules.board import CHECKERS, Board, mirror, start
from training.bench.arena.dice import PairedDice

Halves = npt.NDArray[np.int64]
"""A number for both games of each pair, ``int64 [P, 2]``: the first player in seat 0, then 1."""


@dataclass(frozen=True, slots=True)
class Played:
    """Finished pairs of games, or of matches, told from the first player's side."""

    points: Halves
    """Points won (negative: lost); of a match, 1 or -1."""
    kinds: Halves
    """1 single, 2 gammon, 3 backgammon, negative when lost; of a match, 1 or -1."""
    plies: Halves
    """Rolls played."""
    thought: tuple[float, float] = (0.0, 0.0)
    """Seconds that the first and the second player took over their choices, where it was timed."""

    @classmethod
    def joined(cls, parts: Sequence[Played]) -> Played:
        """Return the pairs of ``parts`` in order."""
        empty = np.empty((0, 2), dtype=np.int64)
        return cls(
            np.concatenate([empty, *(part.points for part in parts)]),
            np.concatenate([empty, *(part.kinds for part in parts)]),
            np.concatenate([empty, *(part.plies for part in parts)]),
            (sum(part.thought[0] for part in parts), sum(part.thought[1] for part in parts)),
        )


def play_cubeless(first: Player, second: Player, dice: PairedDice) -> Played:
    """Play ``dice.pairs`` pairs of money games without a cube.

    Game ``g < P`` seats the first player in seat 0, game ``P + g`` in seat 1, with the same dice.
    The higher die of the opening roll starts and plays that roll.
    """
    pairs = dice.pairs
    pair_of = np.tile(np.arange(pairs), 2)
    opening, _ = dice.opening(np.zeros(2 * pairs, dtype=np.int64), pair_of)
    starter = (opening[:, 1] > opening[:, 0]).astype(np.int64)
    first_seat = np.repeat([0, 1], pairs)
    boards = np.tile(start(), (2 * pairs, 1))
    kinds = np.zeros(2 * pairs, dtype=np.int64)
    plies = np.zeros(2 * pairs, dtype=np.int64)
    alive = np.arange(2 * pairs)
    turn = 0
    while len(alive):
        rolls = dice.rolls(np.zeros_like(alive), np.full_like(alive, turn), pair_of[alive])
        is_first = (starter[alive] + turn) % 2 == first_seat[alive]
        for player, movers, sign in ((first, is_first, 1), (second, ~is_first, -1)):
            if movers.any():
                games = alive[movers]
                after = player.choose(boards[games], rolls[movers])
                boards[games] = mirror(after)
                kinds[games] = sign * wins_of(after)
        turn += 1
        plies[alive] = turn
        alive = alive[kinds[alive] == 0]
    won, lengths = (values.reshape(2, pairs).T for values in (kinds, plies))
    return Played(won, won, lengths)


def wins_of(afterstates: Board) -> npt.NDArray[np.int64]:
    """Return the kind of the mover's win, ``int64 [N]``: 0 while he has checkers left."""
    opponents = np.minimum(afterstates, 0)
    none_off = opponents.sum(axis=1, dtype=np.int64) == -CHECKERS
    # The mover's home is 1..6 and the opponent's bar slot 0.
    far_behind = opponents[:, :7].any(axis=1)
    kinds = 1 + none_off + (none_off & far_behind)
    return np.where((afterstates > 0).any(axis=1), 0, kinds)
