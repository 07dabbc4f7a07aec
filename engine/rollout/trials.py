"""The trials themselves: many games played on side by side, with the luck of their dice.

What a trial ends with is a row of ``K = 6`` numbers for whoever is on roll at its start: the five
outcomes and the worth (see :mod:`engine.search.valuation`).  The luck of a roll is the row after
the best play less its mean over the 21 rolls.  It is zero on average whatever the evaluator
thinks, so a row less all luck estimates the same as the plain row, with far less variance.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.rollout.dice import Trials, rolls_of
from engine.rules.board import Board, mirror
from engine.rules.dice import ROLLS, WEIGHTS
from engine.rules.match import MatchState
from engine.rules.outcome import (
    LOSE_BACKGAMMON,
    LOSE_GAMMON,
    OUTCOMES,
    WIN_BACKGAMMON,
    WIN_GAMMON,
    is_over,
)
from engine.search.batches import Numbers
from engine.search.search import Search
from engine.search.tree import CHUNK, Values, look
from engine.search.valuation import States, linear_worths

Rows = npt.NDArray[np.float64]
"""``float64 [N, K]``: five outcomes and the worth."""

WORTH = OUTCOMES
COLUMNS = OUTCOMES + 1

LONGEST = 2000
"""Turns after which a game is cut off come what may: two who play at random never finish."""

_MIRRORED = [0, LOSE_GAMMON, LOSE_BACKGAMMON, WIN_GAMMON, WIN_BACKGAMMON, WORTH]
_SIGNS = np.array([-1.0, 1.0, 1.0, 1.0, 1.0, -1.0])


@dataclass(frozen=True, slots=True)
class Start:
    """Where trials begin: before the roll of the player on roll."""

    board: Board
    match: MatchState
    cube_first: bool = True
    """Whether he may double before his first roll; if not, this is the rollout of "no double"."""


@dataclass(frozen=True, slots=True)
class Play:
    """How trials are played."""

    search: Search
    """Chooses the plays (and turns the cube, when its valuation is cubeful)."""
    luck: Search
    """Judges luck: the same search, or a shallower one, which costs less and removes less."""
    turns: int = 0
    """Trials are cut off and evaluated after so many turns; 0 plays them to the end."""
    seed: int = 0


def luck_of(search: Search, ply: int | None = None) -> Search:
    """Return what judges luck when ``search`` plays; ``ply`` None is the level of play.

    At the level of play that is ``search`` itself: then the plays cost nothing more, since luck
    is judged on all 21 rolls of every turn, the one that fell among them.
    """
    if ply is None or ply == search.settings.ply:
        return search
    return replace(search, settings=replace(search.settings, ply=ply))


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What trials ended with, for the player on roll at the start."""

    plain: npt.NDArray[np.float64]
    """``[C, T, K]`` as it happened."""
    reduced: npt.NDArray[np.float64]
    """``[C, T, K]`` with the luck of the dice taken out."""


def other_side(rows: Rows, difference: bool) -> Rows:
    """Return rows ``[N, K]`` seen by the other player; differences of rows have no constant."""
    mirrored = rows[:, _MIRRORED] * _SIGNS
    if not difference:
        mirrored[:, 0] += 1
    return np.asarray(mirrored)


class _Games:
    """The games in progress, flat ``[n]``: trial ``t`` of start ``c`` is number ``c * T + t``."""

    def __init__(self, play: Play, starts: list[Start], trials: Trials) -> None:
        count = len(trials)
        self.play = play
        self.trials = np.tile(trials, len(starts))
        self.states = States()
        numbers = [self.states.number(start.match) for start in starts]
        self.numbers: Numbers = np.repeat(np.array(numbers, dtype=np.int64), count)
        self.boards: Board = np.repeat(np.stack([s.board for s in starts]), count, axis=0)
        self.cube_first = np.repeat([s.cube_first for s in starts], count)
        self.live: Numbers = np.arange(len(self.boards))
        self.luck: Rows = np.zeros((len(self.boards), COLUMNS))
        self.ends: Rows = np.full((len(self.boards), COLUMNS), np.nan)

    def finish(self, games: Numbers, rows: Rows, turn: int) -> None:
        """Set the end of ``games``, ``rows`` seen by the player on roll at ``turn``."""
        self.ends[games] = rows if turn % 2 == 0 else other_side(rows, difference=False)
        self.live = np.setdiff1d(self.live, games, assume_unique=True)

    def rows(self, values: Values, numbers: Numbers) -> Rows:
        """Return values as rows; the worth of a cubeless search follows from the outcomes."""
        valuation = self.play.search.valuation
        if valuation.cubeful:
            return np.concatenate([values.outcomes, values.worth[:, :1]], axis=1)
        worths = np.empty(len(numbers))
        for n in np.unique(numbers).tolist():
            of_n = numbers == n
            weights = valuation.linear(self.states.states[n])
            worths[of_n] = linear_worths(values.outcomes[of_n], weights)
        return np.concatenate([values.outcomes, worths[:, np.newaxis]], axis=1)

    def evaluate(self, games: Numbers, turn: int) -> None:
        """End ``games``, finished or cut off, with what they are worth now."""
        if len(games):
            values = self.value(self.play.search, games)
            self.finish(games, self.rows(values, self.numbers[games]), turn)

    def value(self, search: Search, games: Numbers) -> Values:
        """Value the boards of ``games`` at the search's depth."""
        numbers = self.numbers[games]
        return look(
            search.judge,
            self.boards[games],
            numbers[:, np.newaxis],
            self.states,
            search.settings.ply,
        )


def play_trials(play: Play, starts: list[Start], trials: Trials) -> Outcomes:
    """Play ``trials int64 [T]`` of each of C ``starts``: every start meets the same dice."""
    games = _Games(play, starts, trials)
    turn = 0
    while len(games.live):
        over = games.live[is_over(games.boards[games.live])]
        if len(over):
            games.finish(
                over, games.rows(games.value(play.search, over), games.numbers[over]), turn
            )
        if play.turns and turn >= play.turns and len(games.live):
            rest = games.live
            games.finish(
                rest, games.rows(games.value(play.search, rest), games.numbers[rest]), turn
            )
        if play.search.valuation.cubeful:
            _turn_cube(games, turn)
        _roll_and_move(games, turn)
        turn += 1
    shape = (len(starts), len(trials), COLUMNS)
    return Outcomes(games.ends.reshape(shape), (games.ends - games.luck).reshape(shape))


def _turn_cube(games: _Games, turn: int) -> None:
    """Let the players on roll double, and their opponents answer."""
    may = np.array([s.may_double for s in games.states.states], dtype=np.bool_)
    asked = games.live[may[games.numbers[games.live]]]
    if turn == 0:
        asked = asked[games.cube_first[asked]]
    if len(asked) == 0:
        return
    values = games.value(games.play.search, asked)
    numbers = games.numbers[asked]
    for n in np.unique(numbers).tolist():
        rows = numbers == n
        _turn_at(games, asked[rows], games.states.states[n], _of(values, rows), turn)


def _turn_at(games: _Games, asked: Numbers, state: MatchState, values: Values, turn: int) -> None:
    """Offer and answer doubles in games that are all at one ``state``."""
    valuation = games.play.search.valuation
    held, taken, passed = values.held[:, 0], values.taken[:, 0], valuation.passed(state)
    beavers = taken < 0 if state.may_beaver else np.zeros(len(asked), dtype=np.bool_)
    answered = np.where(beavers, 2 * taken, taken)
    doubles = np.minimum(answered, passed) > held
    passes = doubles & (answered > passed)
    taken_state = state.taken()
    games.numbers[asked[doubles]] = games.states.number(taken_state)
    beavered = asked[doubles & beavers]
    if len(beavered):
        # The taker owns the cube, as after a plain take, and it has been turned twice.
        games.numbers[beavered] = games.states.number(replace(taken_state, cube=4 * state.cube))
    ends = np.concatenate([values.outcomes, np.full((len(asked), 1), passed)], axis=1)
    games.finish(asked[passes], ends[passes], turn)


def _of(values: Values, rows: npt.NDArray[np.bool_]) -> Values:
    return Values(values.outcomes[rows], values.held[rows], values.taken[rows], values.worth[rows])


def _roll_and_move(games: _Games, turn: int) -> None:
    """Play one roll of every live game, and note how lucky it was."""
    play, states = games.play, games.states
    for begin in range(0, len(games.live), CHUNK):
        chunk = games.live[begin : begin + CHUNK]
        boards, numbers = games.boards[chunk], games.numbers[chunk]
        rolled = rolls_of(play.seed, games.trials[chunk], turn)
        after, luck, onward = _all_rolls(games, play.luck, boards, numbers)
        picked = np.arange(len(chunk)) * len(ROLLS) + rolled
        own = other_side(luck, difference=False).reshape(len(chunk), len(ROLLS), COLUMNS)
        mean = np.einsum("r,nrk->nk", WEIGHTS, own)
        lucky = own[np.arange(len(chunk)), rolled] - mean
        games.luck[chunk] += lucky if turn % 2 == 0 else other_side(lucky, difference=True)
        if play.luck is play.search:
            games.boards[chunk] = after[picked]
        else:
            matches = [states.states[n] for n in numbers.tolist()]
            games.boards[chunk] = mirror(play.search.choose(boards, ROLLS[rolled], matches))
        games.numbers[chunk] = onward


def _all_rolls(
    games: _Games, search: Search, boards: Board, numbers: Numbers
) -> tuple[Board, Rows, Numbers]:
    """Play all 21 rolls of each board.

    Returns the boards after the best plays and their rows, both seen by the opponent on roll,
    ``[N * R, ...]``, and the state numbers ``[N]`` of the next turn.
    """
    states, ply = games.states, search.settings.ply
    repeated = np.repeat(boards, len(ROLLS), axis=0)
    rolls = np.tile(ROLLS, (len(boards), 1))
    each = np.repeat(numbers, len(ROLLS))
    outcomes: npt.NDArray[Any] | None = None
    if ply == 0:
        after, outcomes = search.judge.replies(repeated, rolls, each, states)
    else:
        matches = [states.states[n] for n in each.tolist()]
        after = mirror(search.choose(repeated, rolls, matches))
    onward = states.mirrored(numbers)
    theirs = np.repeat(onward, len(ROLLS))
    values = look(search.judge, after, theirs[:, np.newaxis], states, ply, outcomes)
    return after, games.rows(values, theirs), onward
