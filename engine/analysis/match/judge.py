"""Judging checker plays and cube actions, many in one call."""

from __future__ import annotations

import numpy as np

from engine.analysis.answers import answer_cube
from engine.analysis.match.moments import Moment
from engine.analysis.match.results import Candidate, CubeReview, PlayReview
from engine.analysis.results import Action
from engine.cube.decision import CubeDecision
from engine.cube.met import MatchEquityTable
from engine.cube.stakes import stakes_of, utility_of
from engine.rules.board import Board, mirror
from engine.rules.match import MatchState
from engine.rules.outcome import mirror_outcome
from engine.rules.plays import apply_play, plays_to
from engine.rules.position import Position
from engine.rules.record import Word
from engine.search.ranking import Candidate as Ranked
from engine.search.ranking import Ranking, level_name
from engine.search.search import Search

CLOSE = 0.16
"""A double that costs less than this counts as a decision even when it was not made.

GNU Backgammon draws the line at the same distance ("close or actual cube decisions").
"""

SHOWN = 6
"""The most candidates of a play that are kept, besides the one made."""

_WORDS = {
    Action.TAKE: Word.TAKE,
    Action.PASS: Word.DROP,
    Action.BEAVER: Word.BEAVER,
    Action.RACCOON: Word.RACCOON,
}


def judge_plays(
    search: Search, moments: list[Moment], met: MatchEquityTable | None
) -> list[PlayReview]:
    """Return the review of the checker play made at each moment."""
    if not moments:
        return []
    boards = np.array([m.position.board for m in moments], dtype=np.int8)
    rolls = np.array([sorted(m.position.dice or (), reverse=True) for m in moments], dtype=np.int8)
    rankings = search.rank(boards, rolls, [m.position.match for m in moments])
    found = [
        next(i for i, c in enumerate(ranking.candidates) if (c.afterstate == after).all())
        for ranking, after in zip(rankings, map(_afterstate, moments), strict=True)
    ]
    _deepen(search, moments, rankings, found)
    return [
        _play_review(moment, ranking, index, met)
        for moment, ranking, index in zip(moments, rankings, found, strict=True)
    ]


def _afterstate(moment: Moment) -> Board:
    """Return the board after the play that was made, still seen by the mover."""
    choice = moment.action.choice
    assert isinstance(choice, tuple), "the moments asked for are plays"
    return apply_play(moment.position.board, tuple(sorted(choice, reverse=True)))


def _deepen(
    search: Search, moments: list[Moment], rankings: list[Ranking], found: list[int]
) -> None:
    """Judge the plays made that the move filter left behind as deeply as the best ones."""
    shallow = [
        row
        for row, (ranking, index) in enumerate(zip(rankings, found, strict=True))
        if ranking.candidates[index].ply != ranking.best.ply
    ]
    if not shallow:
        return
    played = np.array([rankings[row].candidates[found[row]].afterstate for row in shallow])
    theirs = [moments[row].position.match.mirror() for row in shallow]
    outcomes, equities = search.equities(mirror(played), theirs)
    for row, outcome, equity in zip(shallow, mirror_outcome(outcomes), -equities, strict=True):
        ply = rankings[row].best.ply
        rest = list(rankings[row].candidates)
        old = rest.pop(found[row])
        new = Ranked(old.afterstate, outcome, float(equity), ply, level_name(ply), None)
        place = sum(c.ply == ply and c.equity >= new.equity for c in rest)
        rankings[row] = Ranking((*rest[:place], new, *rest[place:]))
        found[row] = place


def _play_review(
    moment: Moment, ranking: Ranking, index: int, met: MatchEquityTable | None
) -> PlayReview:
    position, dice = moment.position, moment.position.dice
    assert dice is not None, "plays are made with dice"
    plays = plays_to(position.board, dice)
    stakes = stakes_of(position.match, met)

    def candidate(ranked: Ranked) -> Candidate:
        mwc = None if position.match.is_money else float(utility_of(ranked.equity, stakes))
        return Candidate(
            before=position.board,
            play=plays[tuple(ranked.afterstate.tolist())],
            equity=ranked.equity,
            mwc=mwc,
            outcome=tuple(float(p) for p in ranked.outcome),
            level=ranked.level,
        )

    kept = sorted({*range(min(SHOWN, len(ranking.candidates))), index})
    shown = [candidate(ranking.candidates[i]) for i in kept]
    made = shown[kept.index(index)]
    error = max(0.0, shown[0].equity - made.equity)
    mwc_error = None if position.match.is_money else error * stakes.half
    return PlayReview(tuple(shown), made, error, mwc_error, len(ranking.candidates))


def judge_cube(
    moment: Moment, decision: CubeDecision, met: MatchEquityTable | None
) -> CubeReview | None:
    """Return the review of what was done with the cube at ``moment``; None if it was not open."""
    choice = moment.action.choice
    costs = (
        _costs_of_answers(decision, moment.position)
        if moment.offered is not None
        else _costs_of_doubling(decision)
    )
    made = choice if isinstance(choice, Word) else Word.ROLL
    if made not in costs:
        return None
    best = min(costs, key=lambda word: costs[word])
    doubling = costs.get(Word.DOUBLE, 0.0)
    counted = made is not Word.ROLL or doubling < CLOSE
    state: MatchState = moment.position.match
    half = stakes_of(state, met).half
    mwc_error = None if state.is_money else costs[made] * half
    return CubeReview(decision, made, best, costs[made], mwc_error, counted)


def _costs_of_doubling(decision: CubeDecision) -> dict[Word, float]:
    errors = decision.errors
    if errors is None:
        return {}
    return {Word.ROLL: errors.no_double, Word.DOUBLE: errors.double}


def _costs_of_answers(decision: CubeDecision, position: Position) -> dict[Word, float]:
    if decision.errors is None:
        return {}
    return {_WORDS[action]: cost for action, cost in answer_cube(decision, position).costs.items()}
