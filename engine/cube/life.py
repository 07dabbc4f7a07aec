"""Cube life: how much of a perfectly live cube's value can be realised in a position.

Janowski's x is 0 for a dead cube (nobody will ever double again) and 1 for a perfectly live one
(the market is never jumped).  Janowski takes one number; in fact an owned cube is the more alive
the nearer its owner is to his cash point, and the cube in the middle is the most alive of all.
A :class:`CubeLife` says all that.

In contact it is GNU Backgammon's .68 throughout; the rolled-out values of the 25 published cube
decisions in ``tests/data/reference_cubes.json`` are reproduced best between .66 and .74.

In races it grows with the pip count of the player on roll: the shorter the race, the more each
roll jumps.  The numbers are fits to exact cubeful equities: up to 40 pips those of the two-sided
bear-off table with up to 8 checkers a side, beyond that those of the race of pip counts without
waste, solved exactly.  Against these, the mean error of an owned cube's value is a third of that
with GNU Backgammon's .55 + .00125 a pip (.6 to .7), and less in long races.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.rules.board import Board, is_race, pips

Lives = npt.NDArray[np.float64]
"""Cube lives in 0..1, ``float64 [N]``."""

CONTACT = 0.68

RACE_PIPS = (0, 8, 16, 24, 32, 40, 60, 80, 100, 130)
RACE_CENTRED = (0.40, 0.48, 0.68, 0.79, 0.83, 0.85, 0.83, 0.83, 0.85, 0.86)
RACE_FAR = (0.0, 0.0, 0.08, 0.15, 0.19, 0.25, 0.42, 0.48, 0.53, 0.57)
RACE_NEAR = (0.50, 0.52, 0.66, 0.71, 0.76, 0.79, 0.81, 0.84, 0.86, 0.88)
RACE_NEAR_OFF_ROLL = 0.9


@dataclass(frozen=True, slots=True, eq=False)
class CubeLife:
    """Cube lives of N positions, by the place of the cube."""

    centred: Lives
    far: Lives
    """Of an owned cube whose owner has no winning chance."""
    near: Lives
    """Of an owned cube whose owner, on roll, is at his cash point."""
    near_off_roll: Lives
    """The same when the other player is on roll."""

    def __getitem__(self, rows: npt.NDArray[np.intp] | list[int] | slice) -> CubeLife:
        """Return the lives of some of the positions."""
        return CubeLife(
            self.centred[rows], self.far[rows], self.near[rows], self.near_off_roll[rows]
        )


def cube_lives(boards: Board) -> CubeLife:
    """Return the cube lives of ``int8 [N, 26]``, seen by the player on roll."""
    own, _ = pips(boards)
    race = is_race(boards)

    def lives(by_pips: tuple[float, ...]) -> Lives:
        return np.where(race, np.interp(own, RACE_PIPS, by_pips), CONTACT)

    return CubeLife(
        lives(RACE_CENTRED),
        lives(RACE_FAR),
        lives(RACE_NEAR),
        np.where(race, RACE_NEAR_OFF_ROLL, CONTACT),
    )


def cube_life(boards: Board) -> Lives:
    """Return one number for each board, ``float64 [N]``: the life of a cube in the middle."""
    return cube_lives(boards).centred
