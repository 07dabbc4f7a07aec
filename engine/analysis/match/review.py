"""A whole match judged: plays, cube actions, luck, and how the chances went."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from engine.analysis.analyser import Analyser
from engine.analysis.match.judge import judge_cube, judge_plays
from engine.analysis.match.luck import lucks
from engine.analysis.match.moments import Moment, PlayedGame, played_games
from engine.analysis.match.results import (
    CubeReview,
    GameReview,
    Luck,
    MatchReview,
    MoveReview,
    PlayReview,
)
from engine.analysis.verdicts import cube_decisions
from engine.cube.decision import CubeDecision
from engine.cube.met import MatchEquityTable
from engine.cube.met_xml import default_table
from engine.rules.position import Position
from engine.rules.record import Match

BATCH = 512
"""Decisions judged in one call: enough to keep the network busy, and to see progress."""

Progress = Callable[[int, int], None]
"""Told after every batch how many decisions are done, and of how many."""


def review_match(
    match: Match, analyser: Analyser, luck_ply: int = 0, progress: Progress | None = None
) -> MatchReview:
    """Return ``match`` judged at the level of ``analyser``.

    Args:
        match: finished or not.
        analyser: who judges, and how deeply.
        luck_ply: plies at which the luck of rolls is judged.
        progress: told how far the work has come.

    Raises:
        GameError: an action of the record is against the rules; the message says which.
    """
    began = time.perf_counter()
    games = played_games(match)
    moments = [moment for game in games for moment in game.moments]
    work = _Work(analyser, luck_ply, progress, moments)
    plays, cubes, luck = work.plays(), work.cubes(), work.luck()
    reviews = [
        replace(_move(moment, plays.get(moment)), cube=cubes.get(moment), luck=luck.get(moment))
        for moment in moments
    ]
    by_moment = dict(zip(moments, reviews, strict=True))
    met = analyser.met or default_table()
    return MatchReview(
        match=match,
        games=tuple(_game(game, by_moment, met) for game in games),
        level=analyser.level,
        luck_level=f"{luck_ply}-ply",
        evaluator=analyser.evaluator.name,
        seconds=time.perf_counter() - began,
    )


class _Work:
    """The three kinds of judgement, in batches, counting what is done."""

    def __init__(
        self, analyser: Analyser, luck_ply: int, progress: Progress | None, moments: list[Moment]
    ) -> None:
        self._search = analyser.search
        self._met = analyser.met
        self._luck_ply = luck_ply
        self._progress = progress
        self._plays = [m for m in moments if m.is_play]
        self._cubes = [m for m in moments if m.before_roll is not None or m.offered is not None]
        self._rolls = [m for m in moments if m.fresh]
        self._total = len(self._plays) + len(self._cubes) + len(self._rolls)
        self._done = 0

    def plays(self) -> dict[Moment, PlayReview]:
        found: dict[Moment, PlayReview] = {}
        for part in self._batches(self._plays):
            found.update(zip(part, judge_plays(self._search, part, self._met), strict=True))
        return found

    def cubes(self) -> dict[Moment, CubeReview]:
        found: dict[Moment, CubeReview] = {}
        for part in self._batches(self._cubes):
            # An offer and its answer are one position: the search's cache knows the second.
            for moment, decision in zip(
                part, self._verdicts([m.before_roll or m.position for m in part]), strict=True
            ):
                review = judge_cube(moment, decision, self._met)
                if review is not None:
                    found[moment] = review
        return found

    def _verdicts(self, positions: list[Position]) -> list[CubeDecision]:
        boards = np.array([p.board for p in positions], dtype=np.int8)
        states = [p.match for p in positions]
        return cube_decisions(self._search, boards, states, self._met, window=False)

    def luck(self) -> dict[Moment, Luck]:
        found: dict[Moment, Luck] = {}
        for part in self._batches(self._rolls):
            found.update(
                zip(part, lucks(self._search, part, self._luck_ply, self._met), strict=True)
            )
        return found

    def _batches(self, moments: list[Moment]) -> Iterator[list[Moment]]:
        for low in range(0, len(moments), BATCH):
            part = moments[low : low + BATCH]
            yield part
            self._done += len(part)
            if self._progress is not None:
                self._progress(self._done, self._total)


def _move(moment: Moment, play: PlayReview | None) -> MoveReview:
    """Return the review of a move, with what it left side 0."""
    if play is None:
        return MoveReview(moment)
    first = moment.action.side == 0
    made = play.made
    equity = made.equity if first else -made.equity
    mwc = made.mwc if made.mwc is None or first else 1 - made.mwc
    return MoveReview(moment, play, equity=equity, mwc=mwc)


def _game(
    played: PlayedGame, reviews: dict[Moment, MoveReview], met: MatchEquityTable
) -> GameReview:
    state = played.end.match_seen_by(0)
    before = after = None
    if not state.is_money:
        start = played.moments[0].turn.match_seen_by(0) if played.moments else state
        before = met.before(start)
        game = played.game
        if game.winner is not None:
            after = met.after(state, game.points if game.winner == 0 else -game.points)
    return GameReview(played, tuple(reviews[m] for m in played.moments), before, after)
