"""Decisions by search: rank the plays of many boards and rolls, or just choose the best ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from engine.evaluation.choice import best, shortlist
from engine.evaluation.protocol import Evaluator
from engine.rules.board import Board, mirror
from engine.rules.match import MatchState
from engine.rules.movegen import afterstates
from engine.rules.outcome import Outcome, mirror_outcome
from engine.search.batches import Numbers
from engine.search.cache import Cache, Same
from engine.search.filters import FEWEST, stages_of
from engine.search.ranking import Ranking, level_name, ranked
from engine.search.replies import Judge, Shortlist
from engine.search.tree import Values, look
from engine.search.valuation import States, Valuation, Worths, linear_worths
from engine.search.worths import CUBELESS


@dataclass(frozen=True, slots=True)
class Settings:
    """How far and how widely to search."""

    ply: int = 0
    """Plies to look ahead, 0 (the raw network) to 3."""
    filter: str = "normal"
    """The move filter: none, tiny, normal or large."""

    def __post_init__(self) -> None:
        """Refuse what is not in the table."""
        stages_of(self.filter, self.ply)

    @property
    def level(self) -> str:
        """The level in words."""
        return level_name(self.ply)


@dataclass(slots=True)
class _Field:
    """The candidates of a batch of decisions, on the way from stage to stage; flat ``[M]``."""

    opponents: Board
    """``int8 [M, 26]``: the plays, seen by the opponent on roll."""
    offsets: Numbers
    """``int64 [N + 1]``: where each decision's candidates begin."""
    outcomes: npt.NDArray[np.float64]
    """``[M, 5]``, the mover's."""
    equities: Worths
    """``[M]``, the mover's, in points per cube."""
    plies: Numbers
    """``[M]``: the depth of the evaluation."""

    @property
    def owners(self) -> Numbers:
        """The decision that each candidate belongs to, ``int64 [M]``."""
        return np.repeat(np.arange(len(self.offsets) - 1), np.diff(self.offsets))


@dataclass(frozen=True)
class Search:
    """Evaluates boards and decides plays at the depth of its settings.

    All methods take batches; many decisions in one call cost far less than one by one.
    """

    evaluator: Evaluator
    settings: Settings = field(default_factory=Settings)
    valuation: Valuation = CUBELESS
    shortlist: Shortlist | None = None
    """A small network that picks what the evaluator sees inside the tree."""
    cache: Cache | None = None

    @property
    def judge(self) -> Judge:
        """What evaluates the leaves and picks the replies."""
        return Judge(self.evaluator, self.valuation, self.shortlist)

    def values(
        self, boards: Board, matches: Sequence[MatchState] | None = None, ply: int | None = None
    ) -> Values:
        """Return what ``boards int8 [N, 26]`` are worth to the player on roll, before he rolls.

        Args:
            boards: seen by the player on roll.
            matches: the state of each, seen by the same player; None is money play.
            ply: the depth, when not that of the settings.
        """
        states = States()
        numbers = states.numbers(matches, len(boards))
        return self._look(boards, numbers, states, self.settings.ply if ply is None else ply)

    def equities(
        self, boards: Board, matches: Sequence[MatchState] | None = None, ply: int | None = None
    ) -> tuple[Outcome, Worths]:
        """Return the outcomes ``[N, 5]`` and equities ``[N]`` of the player on roll."""
        states = States()
        numbers = states.numbers(matches, len(boards))
        values = self._look(boards, numbers, states, self.settings.ply if ply is None else ply)
        return values.outcomes, self._equities(values, numbers, states)

    def rank(
        self,
        boards: Board,
        rolls: npt.NDArray[np.int8],
        matches: Sequence[MatchState] | None = None,
    ) -> list[Ranking]:
        """Rank all plays of each of ``boards [N, 26]`` with ``rolls [N, 2]``."""
        plays, offsets = afterstates(boards, rolls)
        opponents = mirror(plays)
        done = self._search(opponents, offsets, matches, FEWEST)
        return [
            ranked(plays[a:b], done.outcomes[a:b], done.equities[a:b], done.plies[a:b])
            for a, b in pairwise(offsets)
        ]

    def choose(
        self,
        boards: Board,
        rolls: npt.NDArray[np.int8],
        matches: Sequence[MatchState] | None = None,
    ) -> Board:
        """Return the best play of each of ``boards [N, 26]`` with ``rolls [N, 2]``.

        What is returned are afterstates ``int8 [N, 26]``, seen by the mover.  Unlike
        :meth:`rank` this looks no further when one play has left all others behind.
        """
        if self.settings.ply == 0:
            states = States()
            numbers = states.numbers(matches, len(boards))
            opponents, offsets = self.judge.candidates(boards, rolls, numbers, states)
        else:
            plays, offsets = afterstates(boards, rolls)
            opponents = mirror(plays)
        done = self._search(opponents, offsets, matches, 1)
        top = best(np.where(done.plies == _deepest(done), done.equities, -np.inf), done.offsets)
        return mirror(done.opponents[top])

    def _search(
        self,
        opponents: Board,
        offsets: Numbers,
        matches: Sequence[MatchState] | None,
        fewest: int,
    ) -> _Field:
        """Evaluate candidates stage by stage, each as deep as the filter lets it go."""
        states = States()
        numbers = states.mirrored(states.numbers(matches, len(offsets) - 1))
        size = len(opponents)
        work = _Field(opponents, offsets, np.empty((size, 5)), np.empty(size), np.full(size, -1))
        alive = np.arange(size)
        if fewest == 1:  # Someone who only chooses need not evaluate what is forced.
            alone = np.diff(offsets) == 1
            work.equities[offsets[:-1][alone]] = 0.0
            alive = alive[~alone[work.owners]]
        for stage in stages_of(self.settings.filter, self.settings.ply):
            self._evaluate(work, alive, numbers, states, stage.ply)
            alive = _kept(work, alive, stage.most, stage.within, fewest)
        self._evaluate(work, alive, numbers, states, self.settings.ply)
        return work

    def _evaluate(
        self, work: _Field, alive: Numbers, numbers: Numbers, states: States, ply: int
    ) -> None:
        """Evaluate the candidates ``alive`` at ``ply``."""
        if len(alive) == 0:
            return
        theirs = numbers[work.owners[alive]]
        values = self._look(work.opponents[alive], theirs, states, ply)
        work.outcomes[alive] = mirror_outcome(values.outcomes)
        work.equities[alive] = -self._equities(values, theirs, states)
        work.plies[alive] = ply

    def _equities(self, values: Values, numbers: Numbers, states: States) -> Worths:
        """Return the equities ``[N]`` of the player on roll."""
        equities = np.empty(len(numbers))
        for n in np.unique(numbers).tolist():
            rows, state = numbers == n, states.states[n]
            worths = (
                values.worth[rows, 0]
                if self.valuation.cubeful
                else linear_worths(values.outcomes[rows], self.valuation.linear(state))
            )
            equities[rows] = self.valuation.scale(state).equity(worths)
        return equities

    def _look(self, boards: Board, numbers: Numbers, states: States, ply: int) -> Values:
        """Value boards, those in the cache from there."""
        if self.cache is None or ply == 0:
            return look(self.judge, boards, numbers[:, np.newaxis], states, ply)
        identity = (Same(self.evaluator), Same(self.shortlist), Same(self.valuation), ply)
        keys = [
            (identity, states.states[n], board.tobytes())
            for n, board in zip(numbers.tolist(), boards, strict=True)
        ]
        found = self.cache.get(keys)
        missing = np.flatnonzero([entry is None for entry in found])
        if len(missing):
            fresh = look(self.judge, boards[missing], numbers[missing, np.newaxis], states, ply)
            entries = list(zip(fresh.outcomes, fresh.held, fresh.taken, fresh.worth, strict=True))
            self.cache.put([keys[i] for i in missing], entries)
            for i, entry in zip(missing.tolist(), entries, strict=True):
                found[i] = entry
        return Values(*(np.stack(part) for part in zip(*found, strict=True)))


def _deepest(work: _Field) -> Numbers:
    """Return for each candidate the depth of the deepest one of its decision, ``int64 [M]``."""
    deepest = np.maximum.reduceat(work.plies, work.offsets[:-1])
    return deepest[work.owners]


def _kept(work: _Field, alive: Numbers, most: int, within: float, fewest: int) -> Numbers:
    """Return which of ``alive`` come near the best of their decision, and at least ``fewest``.

    Where ``fewest`` is 1, a single one left needs no deeper look and is not returned.
    """
    counts = np.bincount(work.owners[alive], minlength=len(work.offsets) - 1)
    offsets = np.concatenate([[0], np.cumsum(counts)])
    scores = work.equities[alive]
    near, _ = shortlist(scores, offsets, most, within)
    if fewest > 1:
        first, _ = shortlist(scores, offsets, fewest, np.inf)
        near = np.union1d(near, first)
    kept = alive[near]
    if fewest == 1:
        owners = work.owners[kept]
        kept = kept[np.bincount(owners)[owners] > 1]
    return kept
