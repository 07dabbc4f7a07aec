"""Money games with the cube, and matches, between two players, all of a block at once."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from engine.players.player import CubePlayer, Player
from engine.rules.board import Board, mirror, start
from engine.rules.match import MatchState, Owner, Rules
from engine.rules.outcome import Win
from training.bench.arena.dice import Indices, PairedDice
from training.bench.arena.games import Played, wins_of

_HOLLAND_ROLLS = 2


@dataclass
class _Table:
    """The games in progress; row ``g`` is game or match ``g``, seen by its player on roll."""

    rules: Rules
    first_seat: Indices
    boards: Board
    matches: list[MatchState]
    on_roll: Indices
    """The seat that rolls next."""
    game: Indices
    """The number of the game in its match."""
    turn: Indices
    """Rolls played in this game."""
    points: Indices = field(init=False)
    """The result for the first player, once there is one."""
    kinds: Indices = field(init=False)
    plies: Indices = field(init=False)
    alive: npt.NDArray[np.bool_] = field(init=False)

    def __post_init__(self) -> None:
        rows = len(self.boards)
        self.points, self.kinds, self.plies = (np.zeros(rows, dtype=np.int64) for _ in range(3))
        self.alive = np.ones(rows, dtype=np.bool_)

    def first_on_roll(self, rows: Indices) -> npt.NDArray[np.bool_]:
        return np.equal(self.on_roll[rows], self.first_seat[rows])

    def begin(self, rows: Indices, dice: PairedDice) -> None:
        """Set up a new game, whose score is known, in each of ``rows``."""
        opening, ties = dice.opening(self.game[rows], rows % dice.pairs)
        self.boards[rows] = start()
        self.turn[rows] = 0
        starter = (opening[:, 1] > opening[:, 0]).astype(np.int64)
        for row, tied, seat in zip(rows.tolist(), ties.tolist(), starter.tolist(), strict=True):
            state = self.matches[row]
            if seat != self.on_roll[row]:
                state = _mirrored(state)
            for _ in range(min(tied, self.rules.automatic_doubles)):
                state = _automatic(state)
            self.matches[row] = state
        self.on_roll[rows] = starter

    def end(self, row: int, win: Win, dice: PairedDice) -> None:
        """The player on roll has won the game in ``row``."""
        state = self.matches[row]
        points = state.points(win)
        sign = 1 if self.on_roll[row] == self.first_seat[row] else -1
        following = None if state.is_money else state.after_game(points)
        if following is None:
            whole = state.is_money
            self.points[row] = sign * (points if whole else 1)
            self.kinds[row] = sign * (int(win) if whole else 1)
            self.alive[row] = False
            return
        self.matches[row] = following
        self.game[row] += 1
        self.begin(np.array([row]), dice)


def play_with_cube(first: Player, second: Player, dice: PairedDice, rules: Rules) -> Played:
    """Play ``dice.pairs`` pairs of money games or matches with the doubling cube.

    Seats and dice are those of :func:`training.bench.arena.games.play_cubeless`; a match of a pair
    has equal dice in its games of the same number.

    Raises:
        ValueError: a player does not handle the cube, or the rules allow raccoons.
    """
    for player in (first, second):
        if not isinstance(player, CubePlayer):
            raise ValueError(f"{player.name} plays without a cube only")
    if rules.raccoons:
        raise ValueError("raccoons: the arena plays up to beavers")
    rows = 2 * dice.pairs
    table = _Table(
        rules,
        np.repeat([0, 1], dice.pairs),
        np.tile(start(), (rows, 1)),
        [MatchState.first(rules)] * rows,
        *(np.zeros(rows, dtype=np.int64) for _ in range(3)),
    )
    table.begin(np.arange(rows), dice)
    while table.alive.any():
        _offer_cubes(table, first, second, dice)
        _play_turn(table, first, second, dice)
    points, kinds, plies = (
        v.reshape(2, dice.pairs).T for v in (table.points, table.kinds, table.plies)
    )
    return Played(points, kinds, plies)


def _offer_cubes(table: _Table, first: Player, second: Player, dice: PairedDice) -> None:
    """Let the players on roll double, and their opponents answer."""
    holding = 2 * _HOLLAND_ROLLS if table.rules.holland else 0
    asked = np.array(
        [
            row
            for row in np.flatnonzero(table.alive & (table.turn > 0)).tolist()
            if _may_double(table.matches[row])
            and not (table.matches[row].post_crawford and table.turn[row] < holding)
        ],
        dtype=np.int64,
    )
    is_first = table.first_on_roll(asked)
    for doubler, taker, rows in (
        (first, second, asked[is_first]),
        (second, first, asked[~is_first]),
    ):
        if not (isinstance(doubler, CubePlayer) and isinstance(taker, CubePlayer)):
            raise TypeError("both players turn the cube")
        if len(rows):
            offered = rows[doubler.doubles(table.boards[rows], _matches(table, rows))]
            _answer(table, taker, offered, dice)


def _answer(table: _Table, taker: CubePlayer, rows: Indices, dice: PairedDice) -> None:
    """Let ``taker`` take, beaver or pass the doubles in ``rows``."""
    if len(rows) == 0:
        return
    boards, matches = table.boards[rows], _matches(table, rows)
    takes = taker.takes(boards, matches)
    beavers = takes & table.rules.beavers
    if beavers.any():
        beavers &= taker.beavers(boards, matches)
    for row, take, beaver in zip(rows.tolist(), takes.tolist(), beavers.tolist(), strict=True):
        if not take:
            table.end(row, Win.SINGLE, dice)
            continue
        state = _taken(table.matches[row])
        limit = table.rules.cube_limit
        if beaver and not (limit and 2 * state.cube > limit):
            state = _beavered(state)
        table.matches[row] = state


def _play_turn(table: _Table, first: Player, second: Player, dice: PairedDice) -> None:
    """Roll and play once in every game."""
    alive = np.flatnonzero(table.alive)
    rolls = dice.rolls(table.game[alive], table.turn[alive], alive % dice.pairs)
    is_first = table.first_on_roll(alive)
    table.plies[alive] += 1
    for player, movers in ((first, is_first), (second, ~is_first)):
        rows = alive[movers]
        if len(rows) == 0:
            continue
        after = player.choose(table.boards[rows], rolls[movers], _matches(table, rows))
        table.boards[rows] = mirror(after)
        kinds = wins_of(after)
        for row, kind in zip(rows.tolist(), kinds.tolist(), strict=True):
            if kind:
                table.end(row, Win(kind), dice)
            else:
                table.matches[row] = _mirrored(table.matches[row])
        going = rows[kinds == 0]
        table.on_roll[going] = 1 - table.on_roll[going]
        table.turn[going] += 1


def _matches(table: _Table, rows: Indices) -> list[MatchState]:
    return [table.matches[row] for row in rows.tolist()]


# States recur all the time; to look one up costs less than to build and check it again.


@lru_cache(maxsize=1 << 14)
def _mirrored(state: MatchState) -> MatchState:
    return state.mirror()


@lru_cache(maxsize=1 << 14)
def _taken(state: MatchState) -> MatchState:
    return state.taken()


@lru_cache(maxsize=1 << 14)
def _beavered(state: MatchState) -> MatchState:
    return replace(state, cube=2 * state.cube, owner=Owner.OPPONENT)


@lru_cache(maxsize=1 << 14)
def _may_double(state: MatchState) -> bool:
    return state.may_double


def _automatic(state: MatchState) -> MatchState:
    """Return the state after the opening dice tied; the cube stays within its limit."""
    limit, cube = state.rules.cube_limit, 2 * state.cube
    return state if limit and cube > limit else replace(state, cube=cube)
