"""Cube life: how much of a perfectly live cube's value can be realised in a position.

Janowski's x is 0 for a dead cube (nobody will ever double again) and 1 for a perfectly live one
(the market is never jumped).  Janowski takes one number; in fact it depends on how long the game
still is, on who owns the cube, and on how near each side is to its cash point.

In contact it is GNU Backgammon's .68 throughout; the rolled-out values of the 25 published cube
decisions in ``tests/data/reference_cubes.json`` are reproduced best between .66 and .74.

In races it is read off a table (``data/race_life.json``) by the owner of the cube, the mean pip
count of both sides and the *part* of the market that the player on roll has covered: 0 where one
side cashes (for an owned cube: where its owner has no winning chance), 1 where the other does (for
an owned cube: where its owner does).  ``python -m training.bench.race_life`` fits the table: to the
exact equities of the two-sided bear-off table where that reaches, and elsewhere so that a position
is worth what its 21 rolls are worth on average.  Both sides' pips count, because the life of the
cube must mean the same before and after a roll: looking one ply further must not move the equity.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np
import numpy.typing as npt

from engine.rules.board import Board, is_race, pips
from engine.rules.match import Owner

Lives = npt.NDArray[np.float64]
"""Cube lives, ``float64 [N]``."""

CONTACT = 0.68
"""The life of the cube while there is contact."""


@dataclass(frozen=True, slots=True, eq=False)
class RaceLife:
    """Cube lives of races on a grid, interpolated linearly between its knots."""

    lengths: Lives
    """Mean pips of both sides, ``[L]``, rising from 0."""
    parts: Lives
    """Parts of the market covered, ``[P]``, from 0 to 1."""
    lives: dict[Owner, Lives]
    """By the owner of the cube, ``[L, P]``."""

    def at(self, owner: Owner, lengths: Lives, parts: Lives) -> Lives:
        """Return the lives ``[N]`` at ``lengths [N]`` pips and ``parts [N]`` (0..1)."""
        rows, down = _place(self.lengths, lengths)
        columns, right = _place(self.parts, parts)
        grid = self.lives[owner]
        upper = grid[rows, columns] * (1 - right) + grid[rows, columns + 1] * right
        lower = grid[rows + 1, columns] * (1 - right) + grid[rows + 1, columns + 1] * right
        return np.asarray(upper * (1 - down) + lower * down)


def _place(knots: Lives, values: Lives) -> tuple[npt.NDArray[np.int64], Lives]:
    """Return the knot below each value and how far it is to the next one (0..1), in the grid."""
    below = np.clip(np.searchsorted(knots, values, side="right") - 1, 0, len(knots) - 2)
    return below, np.clip((values - knots[below]) / np.diff(knots)[below], 0, 1)


@cache
def race_life() -> RaceLife:
    """Return the fitted table that is part of the package."""
    data = json.loads(files("engine.cube").joinpath("data/race_life.json").read_text())
    lives = {Owner[name]: np.array(rows) for name, rows in data["lives"].items()}
    return RaceLife(np.array(data["lengths"]), np.array(data["parts"]), lives)


@dataclass(frozen=True, slots=True, eq=False)
class CubeLife:
    """What the cube lives of N positions depend on, apart from the cube and the chances."""

    race: npt.NDArray[np.bool_]
    """``bool [N]``: whether contact is over."""
    lengths: Lives
    """``float64 [N]``: mean pips of both sides."""

    def __getitem__(self, rows: npt.NDArray[np.intp] | list[int] | slice) -> CubeLife:
        """Return the lives of some of the positions."""
        return CubeLife(self.race[rows], self.lengths[rows])

    def at(self, owner: Owner, parts: Lives) -> Lives:
        """Return the lives ``[N]`` where the cube belongs to ``owner``.

        Args:
            owner: of the cube, seen by the player on roll.
            parts: ``float64 [N]`` in 0..1, the part of the market covered; several where there is
                one position.
        """
        lengths, parts = np.broadcast_arrays(self.lengths, parts)
        return np.where(self.race, race_life().at(owner, lengths, parts), CONTACT)


def cube_lives(boards: Board) -> CubeLife:
    """Return the cube lives of ``int8 [N, 26]``, seen by the player on roll."""
    own, opponent = pips(boards)
    return CubeLife(is_race(boards), (own + opponent) / 2)


def cube_life(boards: Board) -> Lives:
    """Return one number for each board, ``float64 [N]``: a centred cube, both sides as near."""
    return cube_lives(boards).at(Owner.CENTRED, np.full(len(boards), 0.5))
