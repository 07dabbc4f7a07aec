"""The search itself: positions valued by all rolls and replies, some plies ahead.

Level by level: of every board all 21 rolls are played by the :class:`Judge`, the boards that come
about are valued one ply less deep, and their values are averaged.  When the cube is alive, each
board carries several match states at once: one tree of plays serves all turns of the cube.

Shape letter here: ``C`` match states carried by each board (0 when the cube is not alive).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.rules.board import Board
from engine.rules.dice import ROLLS, WEIGHTS
from engine.rules.outcome import OUTCOMES, Outcome, is_over, mirror_outcome
from engine.search.batches import Numbers, distinct
from engine.search.replies import Judge
from engine.search.valuation import States, Worths, linear_worths

CHUNK = 256
"""Boards whose rolls are played at once: about 100,000 afterstates, some megabytes."""


@dataclass(frozen=True, slots=True)
class Values:
    """What boards are worth to the player on roll, before he rolls."""

    outcomes: Outcome
    """``float64 [N, 5]``, with the cube left aside."""
    held: Worths
    """``[N, C]``: the worth if he rolls without doubling."""
    taken: Worths
    """``[N, C]``: the worth if he doubles and is taken; NaN where he may not."""
    worth: Worths
    """``[N, C]``: the worth of the best of it all."""


def look(
    judge: Judge,
    boards: Board,
    numbers: Numbers,
    states: States,
    ply: int,
    outcomes: Outcome | None = None,
) -> Values:
    """Value ``boards int8 [N, 26]`` at ``ply`` plies.

    Args:
        judge: evaluates the leaves and picks the plays on the way.
        boards: seen by the player on roll; finished ones are exact.
        numbers: the match states of each board, ``int64 [N, max(C, 1)]``; plays are picked for
            the first.  C is 0 unless the judge's valuation is cubeful.
        states: what the numbers stand for.
        ply: plies to look ahead.
        outcomes: ``float [N, 5]``, when the judge has evaluated ``boards`` already.
    """
    if ply == 0:
        leaves = judge.outcomes(boards) if outcomes is None else outcomes
        return _leaves(judge, boards, np.asarray(leaves, dtype=np.float64), numbers, states)
    if len(boards) > CHUNK and (numbers != numbers[0]).any():
        # Equal states side by side: each chunk then meets few of them.
        order = np.lexsort(numbers.T[::-1])
        values = _in_chunks(judge, boards[order], numbers[order], states, ply)
        return _picked(values, np.argsort(order))
    return _in_chunks(judge, boards, numbers, states, ply)


def _in_chunks(judge: Judge, boards: Board, numbers: Numbers, states: States, ply: int) -> Values:
    """Value boards a chunk at a time: what a chunk grows to bounds the memory of a search."""
    parts = [
        _branches(judge, boards[i : i + CHUNK], numbers[i : i + CHUNK], states, ply)
        for i in range(0, len(boards), CHUNK)
    ]
    if len(parts) == 1:
        return parts[0]
    columns = numbers.shape[1] if judge.valuation.cubeful else 0
    empty = Values(np.empty((0, OUTCOMES)), *(np.empty((0, columns)) for _ in range(3)))
    names = ("outcomes", "held", "taken", "worth")
    return Values(*(np.concatenate([getattr(v, n) for v in (empty, *parts)]) for n in names))


def _leaves(
    judge: Judge, boards: Board, outcomes: Outcome, numbers: Numbers, states: States
) -> Values:
    """Value boards by their outcomes alone."""
    columns = numbers.shape[1] if judge.valuation.cubeful else 0
    held = np.empty((len(boards), columns))
    taken = np.full_like(held, np.nan)
    for column in range(columns):
        held[:, column] = _held(judge, boards, outcomes, numbers[:, column], states)
        may = _may_double(numbers[:, column], states)
        if may.any():
            doubled = states.taken(numbers[may, column])
            taken[may, column] = _held(judge, boards[may], outcomes[may], doubled, states)
    return _decided(judge, boards, Values(outcomes, held, taken, held), numbers, states)


def _held(
    judge: Judge, boards: Board, outcomes: Outcome, numbers: Numbers, states: States
) -> Worths:
    """Return the worth ``[N]`` of rolling, each board at the state of its number."""
    different = np.unique(numbers).tolist()
    if len(different) == 1:
        return judge.valuation.held(outcomes, boards, states.states[different[0]])
    worths = np.empty(len(boards))
    for n in different:
        rows = numbers == n
        worths[rows] = judge.valuation.held(outcomes[rows], boards[rows], states.states[n])
    return worths


def _branches(judge: Judge, boards: Board, numbers: Numbers, states: States, ply: int) -> Values:
    """Value boards by the mean over the 21 rolls of what comes after the best plays."""
    cubeful = judge.valuation.cubeful
    count, rolls = len(boards), len(ROLLS)
    known = _known(judge, boards, numbers, states)
    if known.any():  # They are not rolled for.
        return _around_known(judge, boards, numbers, states, ply, known)
    after, outcomes = judge.replies(
        np.repeat(boards, rolls, axis=0),
        np.tile(ROLLS, (count, 1)),
        np.repeat(numbers[:, 0], rolls),
        states,
    )
    columns, column_of = _onward(numbers, states, cubeful)
    below = _look_once(judge, after, np.repeat(columns, rolls, axis=0), states, ply - 1, outcomes)

    # The weights add up to 1 only within rounding.
    values = mirror_outcome(np.clip(_mean(below.outcomes), 0, 1))
    if not cubeful:
        none = np.empty((count, 0))
        return Values(values, none, none, none)
    worth = -_mean(below.worth)[:, column_of]
    width = numbers.shape[1]
    held, taken = worth[:, :width], worth[:, width:].copy()
    for column in range(width):
        taken[~_may_double(numbers[:, column], states), column] = np.nan
    return _decided(judge, boards, Values(values, held, taken, held), numbers, states)


def _onward(numbers: Numbers, states: States, cubeful: bool) -> tuple[Numbers, Numbers]:
    """Return the states after a turn of boards at ``numbers [N, C]``, equal columns only once.

    Returns:
        ``int64 [N, D]``, the first column of which is the first of ``numbers`` left alone, and for
        each of C columns left alone, and C doubled and taken if the cube is alive, where among
        the D it is: ``int64 [C]`` or ``[2 C]``.
    """
    onward = states.mirrored(numbers)
    if cubeful:
        onward = np.concatenate([onward, states.mirrored(states.taken(numbers))], axis=1)
    columns, which = np.unique(onward, axis=1, return_inverse=True)
    which = which.reshape(-1)
    # Plays are picked for the first column, so it has to stay the first.
    order = np.concatenate([which[:1], np.delete(np.arange(columns.shape[1]), which[0])])
    return columns[:, order], np.argsort(order)[which]


def _look_once(
    judge: Judge, boards: Board, numbers: Numbers, states: States, ply: int, outcomes: Outcome
) -> Values:
    """Value boards, equal ones (many rolls may dance) once when that saves work."""
    if ply == 0 or (numbers != numbers[0]).any():
        return look(judge, boards, numbers, states, ply, outcomes)
    first, which = distinct(boards)
    values = look(judge, boards[first], numbers[first], states, ply, outcomes[first])
    return _picked(values, which)


def _picked(values: Values, rows: Numbers) -> Values:
    return Values(values.outcomes[rows], values.held[rows], values.taken[rows], values.worth[rows])


def _known(judge: Judge, boards: Board, numbers: Numbers, states: States) -> npt.NDArray[np.bool_]:
    """Return which boards are finished, or have a cube known exactly at all their states."""
    known = np.full(len(boards), judge.valuation.cubeful)
    for column in range(numbers.shape[1]):
        for n in np.unique(numbers[:, column]).tolist():
            rows = numbers[:, column] == n
            known[rows] &= judge.valuation.exact(boards[rows], states.states[n])
    return np.asarray(known | is_over(boards))


def _around_known(
    judge: Judge,
    boards: Board,
    numbers: Numbers,
    states: States,
    ply: int,
    known: npt.NDArray[np.bool_],
) -> Values:
    """Value a batch some of whose boards need no look ahead."""
    exact = look(judge, boards[known], numbers[known], states, 0)
    if known.all():
        return exact
    deep = look(judge, boards[~known], numbers[~known], states, ply)
    parts = []
    for done, alive in zip(_arrays(exact), _arrays(deep), strict=True):
        both = np.empty((len(boards), alive.shape[1]))
        both[known], both[~known] = done, alive
        parts.append(both)
    return Values(*parts)


def _arrays(values: Values) -> tuple[Worths, Worths, Worths, Worths]:
    return np.asarray(values.outcomes), values.held, values.taken, values.worth


def _mean(values: npt.NDArray[np.floating[Any]]) -> Worths:
    """Average ``[N * R, K]`` over the rolls: ``[N, K]``."""
    by_roll = values.reshape(-1, len(ROLLS), values.shape[1])
    return np.asarray(np.einsum("r,nrk->nk", WEIGHTS, by_roll))


def _may_double(numbers: Numbers, states: States) -> npt.NDArray[np.bool_]:
    return np.array([state.may_double for state in states.states], dtype=np.bool_)[numbers]


def _decided(
    judge: Judge, boards: Board, values: Values, numbers: Numbers, states: States
) -> Values:
    """Let the player on roll double where it pays, and make finished games exact."""
    if not judge.valuation.cubeful:
        return values
    worth = values.held.copy()
    over = is_over(boards)
    for column in range(numbers.shape[1]):
        for n in np.unique(numbers[:, column]).tolist():
            state, rows = states.states[n], numbers[:, column] == n
            if state.may_double:
                taken = values.taken[rows, column]
                if state.may_beaver:
                    # The beavered cube stays with the taker: the same game at twice the stake.
                    taken = np.minimum(taken, 2 * taken)
                doubled = np.minimum(taken, judge.valuation.passed(state))
                worth[rows, column] = np.maximum(worth[rows, column], doubled)
            done = rows & over
            if done.any():
                weights = judge.valuation.linear(state)
                worth[done, column] = linear_worths(values.outcomes[done], weights)
                values.held[done, column] = worth[done, column]
                values.taken[done, column] = np.nan
    return Values(values.outcomes, values.held, values.taken, worth)
