"""The one-sided table: how many rolls one side needs, whatever the other does.

For each of the 54,264 positions, the distribution of the number of rolls that bear all checkers
off, and of those that bear off the first of 15 (which saves the gammon).  The criterion: each
distribution is that of the plays that minimise its own mean, the first of equals being kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numba
import numpy as np
import numpy.typing as npt

from engine.evaluation.bearoff.positions import Positions, all_positions, count_of, indices_of
from engine.evaluation.bearoff.successors import Successors, successors_of
from engine.evaluation.bearoff.table_file import TableFile
from engine.rules.board import CHECKERS
from engine.rules.dice import WEIGHTS

KIND = "one-sided"
MOST_ROLLS = 32
"""No position needs as many rolls: 15 checkers on the 6-point are 90 pips, and 3 is the least."""

_SMALLEST = 1e-7
"""Tails below this probability are dropped when a distribution is packed."""
_CHUNK = 512


class Distributions(NamedTuple):
    """Distributions of a number of rolls, packed: their tails of zeros are not stored."""

    first: npt.NDArray[np.uint8]
    """The number of rolls of each distribution's first entry, ``uint8 [P]``."""
    offsets: npt.NDArray[np.int32]
    """Those of position p are ``[offsets[p]:offsets[p + 1]]``, ``int32 [P + 1]``."""
    probability: npt.NDArray[np.float32]
    """The probabilities, flat, ``float32``."""

    def unpacked(self, indices: npt.NDArray[np.integer]) -> npt.NDArray[np.float32]:
        """Return the distributions ``float32 [N, 32]`` over 0..31 rolls of ``indices [N]``."""
        found = np.zeros((len(indices), MOST_ROLLS), dtype=np.float32)
        for row, i in zip(found, indices, strict=True):
            entries = self.probability[self.offsets[i] : self.offsets[i + 1]]
            row[self.first[i] : self.first[i] + len(entries)] = entries
        return found


class OneSided(NamedTuple):
    """The one-sided table."""

    off: Distributions
    """Rolls to bear all checkers off, of all positions."""
    first_off: Distributions
    """Rolls to bear the first checker off, of the positions of 15 checkers, which come last."""

    def rolls(self, positions: Positions) -> npt.NDArray[np.float32]:
        """Return the distribution ``float32 [P, 32]`` of the rolls to bear ``[P, 6]`` off."""
        return self.off.unpacked(indices_of(positions))

    def rolls_to_first(self, positions: Positions) -> npt.NDArray[np.float32]:
        """Return the distribution ``float32 [P, 32]`` of the rolls to have a checker off."""
        indices = indices_of(positions)
        found = np.zeros((len(indices), MOST_ROLLS), dtype=np.float32)
        full = indices >= FULL
        found[~full, 0] = 1
        found[full] = self.first_off.unpacked(indices[full] - FULL)
        return found

    def mean_rolls(self, positions: Positions) -> npt.NDArray[np.float64]:
        """Return the mean number of rolls ``float64 [P]`` to bear ``positions [P, 6]`` off."""
        return self.rolls(positions).astype(np.float64) @ np.arange(MOST_ROLLS)

    def file(self) -> TableFile:
        """Return the table as the content of a file."""
        arrays = {
            f"{name}_{field}": getattr(table, field)
            for name, table in zip(self._fields, self, strict=True)
            for field in table._fields
        }
        return TableFile(KIND, {"checkers": CHECKERS}, arrays)

    @classmethod
    def of_file(cls, file: TableFile) -> OneSided:
        """Return the table that :meth:`file` has put into a file."""
        parts = [
            [file.arrays[f"{name}_{f}"] for f in Distributions._fields] for name in cls._fields
        ]
        return cls(*(Distributions(*part) for part in parts))


FULL = count_of(CHECKERS - 1)
"""The index of the first position with all 15 checkers on the board."""


@numba.njit(cache=True, nogil=True)
def _solve(
    begin: int,
    successors: Successors,
    weights: npt.NDArray[np.float64],
    chances: npt.NDArray[np.float64],
    means: npt.NDArray[np.float64],
) -> None:
    """Fill ``chances [P, 32]`` and ``means [P]`` of the positions that ``successors`` are of.

    They follow one another from ``begin``; all smaller indices are known.
    """
    rolls = len(weights)
    for p in range((len(successors.offsets) - 1) // rolls):
        i = begin + p
        means[i] = 1.0
        for r in range(rolls):
            low, high = successors.offsets[p * rolls + r], successors.offsets[p * rolls + r + 1]
            best = successors.reached[low]
            for s in successors.reached[low + 1 : high]:
                if means[s] < means[best]:
                    best = s
            means[i] += weights[r] * means[best]
            for n in range(MOST_ROLLS - 1):
                chances[i, n + 1] += weights[r] * chances[best, n]


def _packed(chances: npt.NDArray[np.float64]) -> Distributions:
    kept = chances >= _SMALLEST
    first = kept.argmax(axis=1)
    last = MOST_ROLLS - 1 - kept[:, ::-1].argmax(axis=1)
    slots = np.arange(MOST_ROLLS)
    span = (slots >= first[:, None]) & (slots <= last[:, None])
    chances = np.where(span, chances, 0)
    chances /= chances.sum(axis=1, keepdims=True)
    offsets = np.concatenate(([0], np.cumsum(last - first + 1)))
    return Distributions(
        first.astype(np.uint8), offsets.astype(np.int32), chances[span].astype(np.float32)
    )


class OneSidedBuilder:
    """Builds the table in steps, so that a caller can show how far it is."""

    def __init__(self, threads: int = 1) -> None:
        """Use ``threads`` for the plays; solving them is a small part."""
        self._positions = all_positions(CHECKERS)
        self._threads = threads
        count = len(self._positions)
        self._off = np.zeros((count, MOST_ROLLS)), np.zeros(count)
        self._first = np.zeros((count, MOST_ROLLS)), np.zeros(count)
        self._off[0][0, 0] = 1
        self._first[0][:FULL, 0] = 1

    @property
    def total(self) -> int:
        """The number of positions."""
        return len(self._positions)

    def steps(self) -> Iterator[int]:
        """Solve the positions in the order of their index, yielding how many each step added."""
        yield 1
        for begin in range(1, self.total, _CHUNK):
            chunk = self._positions[begin : begin + _CHUNK]
            successors = successors_of(chunk, self._threads)
            _solve(begin, successors, WEIGHTS, *self._off)
            full = max(begin, FULL)
            if full < begin + len(chunk):
                _solve(full, _from(successors, full - begin), WEIGHTS, *self._first)
            yield len(chunk)

    def table(self) -> OneSided:
        """Return the table, once all steps are done."""
        return OneSided(_packed(self._off[0]), _packed(self._first[0][FULL:]))


def _from(successors: Successors, position: int) -> Successors:
    """Return the successors of the positions from ``position`` on."""
    return Successors(successors.reached, successors.offsets[position * len(WEIGHTS) :])
