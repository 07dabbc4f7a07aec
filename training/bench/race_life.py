"""Fit the cube life of races: ``python -m training.bench.race_life`` rewrites the shipped table.

Random races of similar length are valued with the cube centred, owned by the player on roll, and
owned by the opponent.  Their targets are the exact equities of the two-sided bear-off table where
it reaches, and elsewhere the values found by looking 1 ply ahead with the table fitted so far.
With winning chances held fixed Janowski's value is linear in the life, and so in the knots of the
table: each round is a least-squares fit with a small penalty on curvature.  A round carries what
is known about shorter races one roll further, so some 18 rounds reach the longest.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from unittest.mock import patch

import numpy as np
import numpy.typing as npt
from tqdm import trange

from engine.cube import life
from engine.cube.janowski import cubeful
from engine.cube.life import RaceLife, cube_lives, race_life
from engine.evaluation.bearoff.build import ready_tables
from engine.evaluation.bearoff.evaluator import BearoffEvaluator
from engine.evaluation.bearoff.tables import BearoffTables
from engine.evaluation.bearoff.two_sided import Column
from engine.evaluation.network.modelfile import load_network
from engine.files import write_atomically
from engine.rules.board import Board, pips
from engine.rules.match import MatchState, Owner
from engine.search.search import Search, Settings
from engine.search.worths import CUBEFUL

Floats = npt.NDArray[np.float64]

LENGTHS = np.array([0, 4, 8, 16, 24, 32, 40, 50, 60, 80, 100], dtype=np.float64)
PARTS = np.linspace(0, 1, 6)
ROUNDS, RACES, SEED = 18, 7000, 1
CURVATURE, STAY = 0.02, 0.002
"""Weights of the penalties on curvature and on leaving the table of the round before."""
LOWEST, HIGHEST = -0.3, 1.2
"""Bounds of a life: the straight line between dead and live is only a description."""

COLUMNS = {
    Owner.CENTRED: Column.CENTRED,
    Owner.MINE: Column.MINE,
    Owner.OPPONENT: Column.OPPONENT,
}


def random_races(count: int, rng: np.random.Generator) -> Board:
    """Return ``int8 [N, 26]``: races of nearly equal length, three in four with all checkers home.

    At home a side has 3 to 15 checkers, its opponent at most one more or fewer; else both have 15
    on the nearest 7 to 12 points.
    """
    races: list[Board] = []
    while len(races) < count:
        if rng.random() < 0.75:
            own = int(rng.integers(3, 16))
            sizes, furthest = (own, int(np.clip(own + rng.integers(-1, 2), 1, 15))), 6
        else:
            sizes, furthest = (15, 15), int(rng.integers(7, 13))
        board = np.zeros(26, np.int8)
        np.add.at(board, rng.integers(1, furthest + 1, sizes[0]), 1)
        np.subtract.at(board, 25 - rng.integers(1, furthest + 1, sizes[1]), 1)
        mine, theirs = map(int, pips(board))
        if abs(mine - theirs) <= 0.08 * (mine + theirs) + 4:
            races.append(board)
    return np.array(races)


@dataclass(frozen=True, slots=True)
class Fit:
    """Races and what is exactly known about them."""

    boards: Board
    """``int8 [N, 26]``."""
    search: Search
    """Looks 1 ply ahead, with exact winning chances at home."""
    outcomes: Floats
    """``[N, 5]``."""
    exact: Floats
    """Exact equities per cube by :class:`Column`, ``[N, 4]``."""
    known: npt.NDArray[np.bool_]
    """Which of them the two-sided table knows, ``[N]``."""

    @classmethod
    def of(cls, boards: Board, tables: BearoffTables) -> Fit:
        """Return the fit to ``boards int8 [N, 26]``."""
        evaluator = BearoffEvaluator(tables, load_network("default"))
        search = Search(evaluator, Settings(1), CUBEFUL)
        outcomes = evaluator.evaluate(boards).astype(np.float64)
        exact, known = tables.money(boards)
        return cls(boards, search, outcomes, exact.astype(np.float64), known)

    def targets(self, table: RaceLife, owner: Owner) -> Floats:
        """Return what rolling now is worth, points per cube ``float64 [N]``."""
        with _in_use(table):
            ahead = self.search.values(self.boards, [MatchState(owner=owner)] * len(self.boards))
        return np.where(self.known, self.exact[:, COLUMNS[owner]], ahead.held[:, 0])

    def static(self, table: RaceLife, owner: Owner) -> Floats:
        """Return the same by Janowski's formula alone."""
        with _in_use(table):
            return cubeful(self.outcomes, MatchState(owner=owner), cube_lives(self.boards))

    def refitted(self, table: RaceLife, owner: Owner) -> RaceLife:
        """Return the table with new lives for one owner of the cube."""
        kept = table.lives[owner]

        def with_lives(lives: Floats) -> RaceLife:
            return replace(table, lives={**table.lives, owner: lives.reshape(kept.shape)})

        dead = self.static(with_lives(np.zeros(kept.size)), owner)
        # The value is linear in the lives: a table that holds a single 1 gives that knot's column.
        columns = [self.static(with_lives(unit), owner) - dead for unit in np.eye(kept.size)]
        design = np.stack(columns, axis=1)
        bends = curvature(kept.shape)
        normal = design.T @ design + CURVATURE * bends.T @ bends + STAY * np.eye(kept.size)
        wanted = design.T @ (self.targets(table, owner) - dead) + STAY * kept.ravel()
        return with_lives(np.clip(np.linalg.solve(normal, wanted), LOWEST, HIGHEST))

    def report(self, table: RaceLife) -> str:
        """Return, for each owner, how far values are from the truth and from a ply deeper."""
        lines = []
        for owner in COLUMNS:
            static = self.static(table, owner)
            error = np.abs(static - self.exact[:, COLUMNS[owner]])[self.known].mean()
            step = (self.targets(table, owner) - static)[~self.known]
            lines.append(
                f"{owner.name:<9} mean error {error:.4f} ({self.known.sum()} exact), "
                f"1-ply less 0-ply {step.mean():+.4f} +- {step.std() / len(step) ** 0.5:.4f}"
            )
        return "\n".join(lines)


def curvature(shape: tuple[int, ...]) -> Floats:
    """Return the second differences ``[D, L * P]`` of a flattened ``[L, P]`` grid, both ways."""
    numbers = np.arange(np.prod(shape)).reshape(shape)
    rows = []
    for grid in (numbers, numbers.T):
        for before, here, after in zip(
            grid[:-2].ravel(), grid[1:-1].ravel(), grid[2:].ravel(), strict=True
        ):
            row = np.zeros(numbers.size)
            row[[before, here, after]] = 1, -2, 1
            rows.append(row)
    return np.array(rows)


@contextmanager
def _in_use(table: RaceLife) -> Iterator[None]:
    """Let the engine read cube lives off ``table``."""
    with patch.object(life, "race_life", lambda: table):
        yield


def main() -> None:
    """Fit, report before and after on races that were not fitted, and write the table."""
    tables, rng = ready_tables(), np.random.default_rng(SEED)
    fit = Fit.of(random_races(RACES, rng), tables)
    held_out = Fit.of(random_races(RACES // 4, rng), tables)
    table = race_life()
    print(held_out.report(table))
    begin = np.full((len(LENGTHS), len(PARTS)), 0.7)
    table = RaceLife(LENGTHS, PARTS, {owner: begin for owner in COLUMNS})
    for _ in trange(ROUNDS, unit=" rounds"):
        for owner in COLUMNS:
            table = fit.refitted(table, owner)
    print(held_out.report(table))
    path = Path(str(files("engine.cube").joinpath("data/race_life.json")))
    write_atomically(path, _as_json(table).encode())


def _as_json(table: RaceLife) -> str:
    lives = {o.name: np.round(table.lives[o], 3).tolist() for o in COLUMNS}
    data = {"lengths": LENGTHS.tolist(), "parts": np.round(PARTS, 3).tolist(), "lives": lives}
    return json.dumps(data) + "\n"


if __name__ == "__main__":
    main()
