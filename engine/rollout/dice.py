"""The dice of rollouts: a roll for every trial and turn, the same whatever is rolled out.

The roll depends on seed, trial and turn alone, so every candidate meets the same dice, trials can
be played in any order and number, and a rollout can be resumed.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.rules.dice import ROLLS

Trials = npt.NDArray[np.int64]
"""Trial numbers from 0, ``int64 [T]``."""

FACES = 36
CYCLE = FACES * FACES
"""After so many trials every pair of first and second roll has come up exactly once."""

_NUMBER = {(int(high), int(low)): i for i, (high, low) in enumerate(ROLLS)}
ROLL_OF_FACES = np.array(
    [_NUMBER[max(a, b), min(a, b)] for a in range(1, 7) for b in range(1, 7)], dtype=np.int64
)
"""Which of the 21 :data:`ROLLS` each of the 36 equally likely throws is, ``int64 [36]``."""


def rolls_of(seed: int, trials: Trials, turn: int) -> npt.NDArray[np.int64]:
    """Return the number in :data:`ROLLS`, ``int64 [T]``, of the roll of ``trials`` at ``turn``.

    First and second rolls are stratified: each of the 36 throws comes first once in every 36
    trials and second once in every 36, and every pair once in 1,296; all later rolls are random.
    """
    throws = np.empty(len(trials), dtype=np.int64)
    cycles = trials // CYCLE
    for cycle in np.unique(cycles).tolist():
        rows = cycles == cycle
        within = trials[rows] % CYCLE
        if turn >= 2:
            rng = np.random.default_rng([seed, cycle, turn])
            throws[rows] = rng.integers(FACES, size=CYCLE)[within]
        else:
            order = np.random.default_rng([seed, cycle, turn]).permutation(FACES)
            # A Latin square: row ``within // 36`` shifts the second roll against the first.
            throws[rows] = order[(within + turn * (within // FACES)) % FACES]
    return ROLL_OF_FACES[throws]
