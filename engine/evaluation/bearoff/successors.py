"""Where the 21 rolls lead from every bear-off position."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.evaluation.bearoff.positions import Indices, Positions, board_of, own_indices
from engine.rules.dice import ROLLS
from engine.rules.movegen import afterstates


class Successors(NamedTuple):
    """The positions that the plays of ``R`` rolls lead to, for ``P`` positions."""

    reached: Indices
    """All successors, flat, ``int32 [S]``."""
    offsets: npt.NDArray[np.int64]
    """Those of position p and roll r are ``[offsets[R * p + r]:offsets[R * p + r + 1]]``."""


def successors_of(positions: Positions, threads: int = 1) -> Successors:
    """Return the successors of ``positions int8 [P, 6]`` that have a checker left.

    The rules are those of :mod:`engine.rules.movegen`; the opponent is not on the board.
    """
    boards = np.repeat(board_of(positions, np.zeros_like(positions)), len(ROLLS), axis=0)
    rolls = np.tile(ROLLS, (len(positions), 1))
    reached, offsets = afterstates(boards, rolls, threads)
    return Successors(own_indices(reached), offsets)
