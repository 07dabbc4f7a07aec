"""The two-sided table: exact equities of bear-offs with few checkers on both sides.

For each pair of positions of up to 6 checkers a side (or as many as asked for), the equity in
points of the player on roll who rolls now: cubeless and, at money play, by the place of a cube of
1.  One who may turn the cube has, before that decision,

    ``live = max(rolling now, min(2 * rolling now with the opponent's cube, 1))``

because the opponent takes whenever that costs him less than the one point of a pass.  The equity
of rolling now is the mean over the rolls of the best play's; after the play it is the opponent
who has his live equity.  There are no beavers and no cube limit.  A side that has fewer than 15
checkers loses no gammon, so these are single games, with the Jacoby rule or without.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from typing import NamedTuple

import numba
import numpy as np
import numpy.typing as npt

from engine.evaluation.bearoff.positions import HOME, all_positions, count_of, pips_of
from engine.evaluation.bearoff.successors import Successors, successors_of
from engine.evaluation.bearoff.table_file import TableError, TableFile
from engine.rules.dice import WEIGHTS

KIND = "two-sided"
UNFINISHED_KIND = "unfinished two-sided"
CHECKERS = 6
MOST_CHECKERS = 10
"""8,008 positions a side, 1 GB."""


class Column(IntEnum):
    """The equities of a pair of positions: cubeless, and by the place of the cube."""

    CUBELESS = 0
    CENTRED = 1
    MINE = 2
    OPPONENT = 3


_CUBELESS, _CENTRED, _MINE, _OPPONENT = (int(column) for column in Column)


class TwoSided(NamedTuple):
    """The two-sided table."""

    equities: npt.NDArray[np.float32]
    """Points of rolling now, ``float32 [P, P, 4]``: player on roll, opponent, :class:`Column`."""

    @property
    def checkers(self) -> int:
        """The most checkers a side has in this table."""
        return next(n for n in range(MOST_CHECKERS + 1) if count_of(n) == len(self.equities))

    def file(self) -> TableFile:
        """Return the table as the content of a file."""
        return TableFile(KIND, {"checkers": self.checkers}, self._asdict())

    @classmethod
    def of_file(cls, file: TableFile) -> TwoSided:
        """Return the table that :meth:`file` has put into a file."""
        return cls(file.arrays["equities"])


def live(equities: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Return equities ``float32 [..., 4]`` before the cube decision, of those of rolling now."""
    doubled = np.minimum(2 * equities[..., _OPPONENT], 1)
    decided = equities.copy()
    for column in (_CENTRED, _MINE):
        np.maximum(decided[..., column], doubled, out=decided[..., column])
    return decided


@numba.njit(cache=True, nogil=True)
def _rolling_now(
    replies: npt.NDArray[np.float32],
    successors: Successors,
    weights: npt.NDArray[np.float64],
    own: int,
) -> npt.NDArray[np.float64]:
    """Return the equities ``float64 [4]`` of rolling now from ``own``.

    ``replies [P, 4]`` are the opponent's equities, on roll, against each position of the mover;
    what is the mover's cube to the one is the opponent's to the other.
    """
    found = np.zeros(4)
    for r in range(len(weights)):
        place = (own - 1) * len(weights) + r
        cubeless = centred = mine = theirs = np.float32(4)
        for s in successors.reached[successors.offsets[place] : successors.offsets[place + 1]]:
            doubled = min(2 * replies[s, _OPPONENT], np.float32(1))
            cubeless = min(cubeless, replies[s, _CUBELESS])
            centred = min(centred, max(replies[s, _CENTRED], doubled))
            mine = min(mine, replies[s, _OPPONENT])
            theirs = min(theirs, max(replies[s, _MINE], doubled))
        found[_CUBELESS] -= weights[r] * cubeless
        found[_CENTRED] -= weights[r] * centred
        found[_MINE] -= weights[r] * mine
        found[_OPPONENT] -= weights[r] * theirs
    return found


@numba.njit(cache=True, nogil=True)
def _solve(
    equities: npt.NDArray[np.float32],
    successors: Successors,
    weights: npt.NDArray[np.float64],
    pips: npt.NDArray[np.int32],
    level: int,
    opponents: npt.NDArray[np.int64],
) -> None:
    """Fill the pairs whose pips add up to ``level`` with an opponent among ``opponents``."""
    for opponent in opponents:
        for own in range(1, len(pips)):
            if pips[own] + pips[opponent] == level:
                equities[own, opponent] = _rolling_now(equities[opponent], successors, weights, own)


class TwoSidedBuilder:
    """Builds the table by levels of the pips on the board, from few to many.

    Every play lowers the pips, so a level needs the lower ones only; within it all pairs are
    independent, and threads share them.
    """

    def __init__(self, checkers: int = CHECKERS, threads: int = 1) -> None:
        """Start the table of up to ``checkers`` a side."""
        if not 1 <= checkers <= MOST_CHECKERS:
            raise ValueError(f"{checkers} checkers a side: 1 to {MOST_CHECKERS} are accepted")
        positions = all_positions(checkers)
        self._checkers = checkers
        self._threads = threads
        self._pips = pips_of(positions)
        self._equities = np.zeros((len(positions), len(positions), 4), dtype=np.float32)
        self._equities[0], self._equities[:, 0] = 1, -1
        self._successors = successors_of(positions[1:], threads)
        self._level = 2

    @property
    def total(self) -> int:
        """The number of pairs with checkers on both sides."""
        return (len(self._pips) - 1) ** 2

    @property
    def done(self) -> int:
        """How many of these pairs are solved."""
        counts = np.bincount(self._pips[1:])
        return int(np.convolve(counts, counts)[: self._level].sum())

    def steps(self) -> Iterator[int]:
        """Solve level after level, yielding how many pairs each added; may be left at any time."""
        opponents = np.arange(1, len(self._pips))
        shares = [opponents[i :: self._threads] for i in range(self._threads)]
        with ThreadPoolExecutor(self._threads) as pool:
            while self._level <= 2 * HOME * self._checkers:
                before = self.done
                list(pool.map(self._solve_level, shares))
                self._level += 1
                yield self.done - before

    def _solve_level(self, opponents: npt.NDArray[np.int64]) -> None:
        _solve(self._equities, self._successors, WEIGHTS, self._pips, self._level, opponents)

    def snapshot(self) -> TableFile:
        """Return what is solved so far as the content of a file, to :meth:`resume` from."""
        facts = {"checkers": self._checkers, "level": self._level}
        return TableFile(UNFINISHED_KIND, facts, {"equities": self._equities})

    def resume(self, file: TableFile) -> None:
        """Go on where ``file`` left off; raises :class:`TableError` if it is another table's."""
        if file.facts["checkers"] != self._checkers:
            raise TableError(
                f"the unfinished table is of {file.facts['checkers']} checkers a side, "
                f"not of {self._checkers}"
            )
        self._equities[:] = file.arrays["equities"]
        self._level = file.facts["level"]

    def table(self) -> TwoSided:
        """Return the table, once all steps are done."""
        return TwoSided(self._equities)
