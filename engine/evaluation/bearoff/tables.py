"""The bear-off tables at hand: found, built and kept, and asked about batches of boards."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.evaluation.bearoff import one_sided, two_sided
from engine.evaluation.bearoff.lookup import equities_of, outcomes_of
from engine.evaluation.bearoff.one_sided import OneSided
from engine.evaluation.bearoff.table_file import read_table
from engine.evaluation.bearoff.two_sided import TwoSided
from engine.rules.board import Board

SHIPPED = Path(__file__).with_name("one_sided.table")
"""The one-sided table, part of the package."""

CACHE_VARIABLE = "CHAQUETE_CACHE"


@dataclass(frozen=True, slots=True)
class BearoffTables:
    """What is known exactly about the end of the game.

    Read-only: threads may share it, and processes that map the same files share their memory.
    """

    one_sided: OneSided
    two_sided: TwoSided | None = None

    def lookup(self, boards: Board) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
        """Return the outcomes ``float32 [N, 5]`` of ``int8 [N, 26]`` and which are known, [N].

        Known are finished games and those with every checker home or off.  A pair within the
        two-sided table is exact; else each side is taken to play for its own least rolls.
        Rows that are not known are zeros.
        """
        return outcomes_of(_batch(boards), *self.one_sided, self._equities())

    def money(self, boards: Board) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
        """Return equities in points ``float32 [N, 4]`` and which are known, ``bool [N]``.

        They are those of rolling now, by :class:`engine.evaluation.bearoff.two_sided.Column`;
        :func:`engine.evaluation.bearoff.two_sided.live` makes the cube decision.
        """
        return equities_of(_batch(boards), self._equities())

    def _equities(self) -> npt.NDArray[np.float32]:
        return _NO_EQUITIES if self.two_sided is None else self.two_sided.equities


_NO_EQUITIES = np.zeros((0, 0, 4), dtype=np.float32)
_NO_EQUITIES.flags.writeable = False


def _batch(boards: Board) -> Board:
    if boards.ndim != 2 or boards.shape[1] != 26:
        raise ValueError(f"boards [N, 26] are accepted, got {boards.shape}")
    return np.ascontiguousarray(boards, dtype=np.int8)


def cache_folder() -> Path:
    """Return the folder that built tables are kept in: ``$CHAQUETE_CACHE`` or the user's own."""
    if chosen := os.environ.get(CACHE_VARIABLE):
        return Path(chosen)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "chaquete"


def two_sided_path(checkers: int = two_sided.CHECKERS) -> Path:
    """Return where the two-sided table of up to ``checkers`` a side is kept."""
    return cache_folder() / f"two_sided_{checkers}.table"


def read_one_sided(path: Path = SHIPPED) -> OneSided:
    """Return the one-sided table in ``path``; TableError when it is not sound."""
    return OneSided.of_file(read_table(path, one_sided.KIND))


def read_two_sided(path: Path) -> TwoSided:
    """Return the two-sided table in ``path``; TableError when it is not sound."""
    return TwoSided.of_file(read_table(path, two_sided.KIND))


def load_tables(two_sided_file: Path | None = None) -> BearoffTables:
    """Return the shipped one-sided table and the two-sided one, where it has been built.

    Without ``two_sided_file`` the cache folder is looked into, and play goes on without the
    two-sided table when it is not there.  Raises TableError when a file is there but not sound,
    and OSError when a file that was asked for cannot be read.
    """
    path = two_sided_file or two_sided_path()
    exact = read_two_sided(path) if two_sided_file or path.exists() else None
    return BearoffTables(read_one_sided(), exact)
