"""Cube life: how much of a perfectly live cube's value the owner can realise in a position.

Janowski's x is 0 for a dead cube (nobody will ever double again) and 1 for a perfectly live one
(the market is never jumped).

In contact it is GNU Backgammon's .68; the rolled-out values of the 25 published cube decisions in
``tests/data/reference_cubes.json`` are reproduced best between .66 and .74.

In races it grows with the pip count of the player on roll: the shorter the race, the more each
roll jumps.  The numbers are least-squares fits to exact cubeful equities (winning chances of .15
to .85, all places of the cube): up to 40 pips those of the two-sided bear-off table with up to 8
checkers a side, beyond that those of the race of pip counts without waste, solved exactly.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.board import Board, is_race, pips

CONTACT = 0.68

RACE_PIPS = (0, 8, 16, 24, 32, 40, 60, 80, 100, 130)
RACE_LIFE = (0.45, 0.54, 0.61, 0.67, 0.74, 0.77, 0.785, 0.805, 0.825, 0.845)


def cube_life(boards: Board) -> npt.NDArray[np.float64]:
    """Return the cube life, ``float64 [N]`` in 0..1, of ``int8 [N, 26]``."""
    own, _ = pips(boards)
    return np.where(is_race(boards), np.interp(own, RACE_PIPS, RACE_LIFE), CONTACT)
