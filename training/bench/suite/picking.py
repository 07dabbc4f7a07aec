"""Picking decisions from self-play: close ones, every class alike, no two of a kind in a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from engine.players.player import Rolls
from engine.rules.board import Board, mirror, start
from engine.rules.dice import ROLLS, Roll
from engine.rules.movegen import afterstates
from engine.rules.outcome import is_over
from engine.search.ranking import Ranking
from engine.search.search import Search, Settings
from training.bench.suite.classes import CLASSES, classes_of

_GAMES = 256
"""Games of a block, played side by side."""
_BLOCKS = 400
"""Blocks after which a class that is still not full is given up."""
_LONGEST = 500
"""Turns after which the games of a block that still go on are left."""
_OPENING_ROLLS = ROLLS[ROLLS[:, 0] != ROLLS[:, 1]]
_PICKING_PLY = 1


@dataclass(frozen=True, slots=True)
class Wanted:
    """What decisions are wanted."""

    each: int = 60
    """Decisions of each class."""
    candidates: int = 5
    """The most plays of a decision."""
    close: float = 0.08
    """The second best is not further behind than this, points: a decision anybody finds says
    nothing."""
    within: float = 0.16
    """Plays further behind are no candidates, points."""

    def __post_init__(self) -> None:
        """Refuse what picks nothing."""
        if self.each < 1 or self.candidates < 2:
            raise ValueError("1 decision or more of 2 candidates or more are accepted")
        if not 0 < self.close <= self.within:
            raise ValueError(f"close {self.close}: more than 0, up to within, is accepted")


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A decision to roll out."""

    number: int
    kind: int
    """Its place in :data:`training.bench.suite.classes.CLASSES`."""
    board: Board
    """``int8 [26]``, seen by the player on roll."""
    roll: Roll
    legal: int
    """How many different plays there are."""
    plays: Board
    """``int8 [K, 26]``: the candidates, seen by the mover."""


def pick(search: Search, wanted: Wanted, rng: np.random.Generator) -> list[Case]:
    """Return decisions of the search's own games, the classes in turn.

    The games are played at the depth of ``search``, the candidates picked at 1 ply.

    Raises:
        ValueError: a class stays short although very many games were played.
    """
    close = replace(search, settings=Settings(_PICKING_PLY, search.settings.filter))
    found: list[list[Case]] = [[] for _ in CLASSES]
    seen: set[bytes] = set()
    for _ in range(_BLOCKS):
        boards, rolls, games = _played(search, rng)
        kinds = classes_of(boards)
        for kind, cases in enumerate(found):
            rows = rng.permutation(np.flatnonzero(kinds == kind))
            # One of a game, and only a few more than are missing: to rank them takes the time.
            rows = rows[np.unique(games[rows], return_index=True)[1]]
            rows = rng.permutation(rows)[: 4 * (wanted.each - len(cases))]
            for case in _close_ones(close, boards[rows], rolls[rows], kind, wanted):
                key = case.board.tobytes() + bytes(sorted(case.roll))
                if key not in seen and len(cases) < wanted.each:
                    seen.add(key)
                    cases.append(case)
        if all(len(cases) == wanted.each for cases in found):
            break
    else:
        short = ", ".join(f"{n} {len(c)}" for n, c in zip(CLASSES, found, strict=True))
        raise ValueError(f"{_BLOCKS * _GAMES} games do not hold the decisions wanted: {short}")
    inturn = [case for round_ in zip(*found, strict=True) for case in round_]
    return [replace(case, number=number) for number, case in enumerate(inturn)]


def _played(search: Search, rng: np.random.Generator) -> tuple[Board, Rolls, npt.NDArray[np.int64]]:
    """Return the boards ``[N, 26]``, rolls and game numbers of a block of games."""
    games = np.arange(_GAMES)
    boards = np.tile(start(), (_GAMES, 1))
    rolls = _OPENING_ROLLS[rng.integers(0, len(_OPENING_ROLLS), _GAMES)]
    kept: list[tuple[Board, Rolls, npt.NDArray[np.int64]]] = []
    while len(games) and len(kept) < _LONGEST:
        kept.append((boards, rolls, games))
        after = mirror(search.choose(boards, rolls))
        going = ~is_over(after)
        boards, games = after[going], games[going]
        rolls = rng.integers(1, 7, (len(games), 2), dtype=np.int8)
    every, thrown, owners = (np.concatenate(part) for part in zip(*kept, strict=True))
    return every, thrown, owners


def _close_ones(
    search: Search, boards: Board, rolls: Rolls, kind: int, wanted: Wanted
) -> Iterator[Case]:
    """Yield those of the decisions that are close, with their candidates."""
    if len(boards) == 0:
        return
    counts = np.diff(afterstates(boards, rolls)[1])
    several = counts > 1
    boards, rolls, counts = boards[several], rolls[several], counts[several]
    if len(boards) == 0:
        return
    rankings = search.rank(boards, rolls)
    for board, roll, legal, ranking in zip(boards, rolls, counts, rankings, strict=True):
        plays = _candidates(ranking, wanted)
        if len(plays) > 1:
            first, second = (int(die) for die in roll)
            yield Case(-1, kind, board, (first, second), int(legal), np.stack(plays))


def _candidates(ranking: Ranking, wanted: Wanted) -> list[Board]:
    """Return the plays worth rolling out, the best first; none when the best is far ahead."""
    best = ranking.candidates[0]
    if best.equity - ranking.candidates[1].equity > wanted.close:
        return []
    near = [c for c in ranking.candidates if best.equity - c.equity <= wanted.within]
    return [c.afterstate for c in near[: wanted.candidates]]
