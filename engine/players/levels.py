"""Levels of play, from a beginner to the best the engine can do.

A weaker level sees what the engine sees, blurred: every choice is judged with an error of its own,
and those that cost more than the level's worst mistake are never made.  So even a beginner bears
off, enters and hits when it matters, and loses by many small mistakes as people do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Level:
    """How well to play."""

    name: str
    ply: int
    """Plies to look ahead."""
    blur: float
    """Standard deviation of the error in judging a choice, points per cube."""
    worst: float
    """The most that one choice may throw away, points per cube."""


LEVELS = {
    level.name: level
    for level in (
        Level("beginner", 0, 0.15, 0.35),
        Level("casual", 0, 0.08, 0.2),
        Level("intermediate", 0, 0.04, 0.1),
        Level("advanced", 0, 0.015, 0.05),
        Level("expert", 0, 0.0, 0.0),
        Level("best", 2, 0.0, 0.0),
    )
}
"""By name, the weakest first."""


def level_of(name: str) -> Level:
    """Return a level; ValueError lists those there are."""
    if name not in LEVELS:
        raise ValueError(f"level {name!r}: {', '.join(LEVELS)} are accepted")
    return LEVELS[name]


def choose(costs: Sequence[float], level: Level, rng: np.random.Generator) -> int:
    """Return which choice the level makes.

    Args:
        costs: what each choice throws away against the best one, points per cube, 0 or above.
        level: its blur decides, among choices within its worst mistake.
        rng: where the blur comes from.
    """
    exact = np.asarray(costs, dtype=np.float64)
    if level.blur == 0:
        return int(exact.argmin())
    blurred = exact + level.blur * rng.standard_normal(len(exact))
    blurred[exact > exact.min() + level.worst] = np.inf
    return int(blurred.argmin())
