"""Dice: the 21 distinct rolls, their weights, and where rolls come from.

A roll is two dice, the higher first.  A :class:`Dice` source is anything with a ``roll`` method;
games take one as an argument, so that play can be random, seeded, scripted or repeated.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

import numpy as np
import numpy.typing as npt

Roll = tuple[int, int]

ROLLS: npt.NDArray[np.int8] = np.array(
    [(high, low) for high in range(1, 7) for low in range(1, high + 1)], dtype=np.int8
)
"""The 21 distinct rolls, ``int8 [R, 2]``, the higher die first."""

WEIGHTS: npt.NDArray[np.float64] = np.where(ROLLS[:, 0] == ROLLS[:, 1], 1, 2) / 36.0
"""The probability of each of :data:`ROLLS`, ``float64 [R]``."""

THROWS: npt.NDArray[np.int64] = np.repeat(np.arange(len(ROLLS)), np.rint(36 * WEIGHTS).astype(int))
"""The 36 equally likely throws of two dice, as places in :data:`ROLLS`, ``int64 [36]``, rising."""


def roll_of(text: str) -> Roll:
    """Read two dice such as ``31``, ``3-1`` or ``3 1``; ValueError says what is accepted."""
    digits = [c for c in text if c.isdigit()]
    rest = "".join(c for c in text if not c.isdigit())
    if len(digits) != 2 or rest.strip(" -,") or not all("1" <= c <= "6" for c in digits):
        raise ValueError(f"dice {text!r}: two dice of 1 to 6 are accepted, such as 31 or 3-1")
    high, low = sorted((int(c) for c in digits), reverse=True)
    return high, low


class Dice(Protocol):
    """A source of rolls."""

    def roll(self) -> Roll:
        """Return the next two dice, in the order they fell."""
        ...


class RandomDice:
    """Dice drawn from a generator; the same seed gives the same rolls."""

    def __init__(self, rng: np.random.Generator) -> None:
        """Draw from ``rng``."""
        self._rng = rng

    def roll(self) -> Roll:
        """Return two independent dice."""
        first, second = self._rng.integers(1, 7, size=2)
        return int(first), int(second)


class ScriptedDice:
    """Dice that fall as written, for tests, replays and dictated games."""

    def __init__(self, rolls: Iterable[Roll]) -> None:
        """Fall as ``rolls`` say, in turn."""
        self._rolls: Iterator[Roll] = iter(rolls)

    def roll(self) -> Roll:
        """Return the next scripted roll; raises ``RuntimeError`` when the script has run out."""
        try:
            return next(self._rolls)
        except StopIteration:
            raise RuntimeError("the scripted dice have run out") from None


class RepeatableDice:
    """Seeded dice that can be rewound, so that two games see the same rolls (a paired duel)."""

    def __init__(self, seed: int) -> None:
        """Draw from a generator seeded with ``seed``."""
        self._seed = seed
        self.rewind()

    def rewind(self) -> None:
        """Start the same sequence of rolls again."""
        self._dice = RandomDice(np.random.default_rng(self._seed))

    def roll(self) -> Roll:
        """Return the next roll of the sequence."""
        return self._dice.roll()
