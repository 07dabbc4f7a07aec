"""Cube life: how much of a perfectly live cube's value the owner can realise in a position.

Janowski's x is 0 for a dead cube (nobody will ever double again) and 1 for a perfectly live one
(the market is never jumped).  The values by class of position are those GNU Backgammon settled on
(its manual, "Cubeful equities": contact .68, races .6 to .7 growing with the pip count).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.board import Board, is_race, pips

CONTACT = 0.68
RACE_SHORTEST, RACE_LONGEST = 0.6, 0.7
RACE_AT_ZERO, RACE_PER_PIP = 0.55, 0.00125


def cube_life(boards: Board) -> npt.NDArray[np.float64]:
    """Return the cube life, ``float64 [N]`` in 0..1, of ``int8 [N, 26]``."""
    own, _ = pips(boards)
    race = np.clip(RACE_AT_ZERO + RACE_PER_PIP * own, RACE_SHORTEST, RACE_LONGEST)
    return np.where(is_race(boards), race, CONTACT)
