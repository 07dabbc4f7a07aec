"""Cubeless games in batches: seats, dice, results; held to games played one by one."""

import numpy as np
import pytest

from engine.players.simple import PipPlayer, RandomPlayer
from engine.rules.board import board_of, mirror, start
from engine.rules.outcome import is_over, win_of
from training.bench.arena.dice import PairedDice
from training.bench.arena.games import Played, play_cubeless, wins_of


class Watched:
    """Plays as another player and keeps what it was asked."""

    def __init__(self, player):
        self.player, self.name = player, player.name
        self.asked = []

    def choose(self, boards, rolls, matches=None):
        self.asked.append((boards.copy(), rolls.copy()))
        return self.player.choose(boards, rolls, matches)


def dice(pairs, seed=1):
    return PairedDice(pairs, np.random.default_rng(seed))


def one_game(dice, pair, starts_first, players):
    """(points of players[0], plies), played alone with scalar code."""
    board, turn = start(), 0
    mover = 0 if starts_first else 1
    while True:
        roll = dice.rolls(np.array([0]), np.array([turn]), np.array([pair]))
        after = players[mover].choose(board[None], roll)[0]
        turn += 1
        if is_over(after):
            _, kind = win_of(after)
            return (int(kind) if mover == 0 else -int(kind)), turn
        board, mover = mirror(after), 1 - mover


def test_batches_play_what_single_games_play():
    class Stubborn(PipPlayer):
        name = "stubborn"

        def rank(self, boards, afterstates, offsets, matches=None):
            return -super().rank(boards, afterstates, offsets, matches)

    players = (PipPlayer(), Stubborn())
    pairs = 6
    played = play_cubeless(*players, dice(pairs))
    opening, _ = dice(pairs).opening(np.zeros(pairs, dtype=int), np.arange(pairs))
    for pair in range(pairs):
        seat_0_starts = opening[pair, 0] > opening[pair, 1]
        for half, starts_first in ((0, seat_0_starts), (1, not seat_0_starts)):
            points, plies = one_game(dice(pairs), pair, starts_first, players)
            assert played.points[pair, half] == played.kinds[pair, half] == points
            assert played.plies[pair, half] == plies


def test_equal_players_cancel_in_every_pair():
    played = play_cubeless(PipPlayer(), PipPlayer(), dice(100))
    # With the same dice and the seats swapped the same game is played with the roles exchanged.
    np.testing.assert_array_equal(played.points.sum(axis=1), 0)
    np.testing.assert_array_equal(played.plies[:, 0], played.plies[:, 1])
    assert (played.points != 0).all()


def test_seats_are_swapped_and_the_openings_the_same():
    first, second = Watched(PipPlayer()), Watched(PipPlayer())
    play_cubeless(first, second, dice(100))
    (boards_1, rolls_1), (boards_2, rolls_2) = first.asked[0], second.asked[0]
    # Each starts one game of each pair, on the start position, with the same opening rolls.
    assert len(rolls_1) == len(rolls_2) == 100
    for boards in (boards_1, boards_2):
        np.testing.assert_array_equal(boards, np.tile(start(), (100, 1)))
    assert (rolls_1[:, 0] != rolls_1[:, 1]).all()
    np.testing.assert_array_equal(
        np.sort(rolls_1.view("i2").ravel()), np.sort(rolls_2.view("i2").ravel())
    )


def test_players_are_asked_about_unfinished_games_only():
    first, second = Watched(PipPlayer()), Watched(RandomPlayer(np.random.default_rng(1)))
    play_cubeless(first, second, dice(50))
    for boards, _ in first.asked + second.asked:
        assert not is_over(boards).any()


def test_pip_beats_random_most_of_the_time():
    played = play_cubeless(PipPlayer(), RandomPlayer(np.random.default_rng(2)), dice(100))
    # About 99 % of the games are won: below 90 % in 200 is a false alarm of less than 1e-12.
    assert (played.points > 0).mean() > 0.9


@pytest.mark.parametrize(
    ("own", "opponent", "kind"),
    [
        ("1", "6:5", 0),
        ("", "1:14", 1),
        ("", "6:15", 2),
        ("", "6:14 18", 2),
        ("", "6:14 19", 3),
        ("", "6:14 bar", 3),
        ("", "6:14 24", 3),
        ("", "6:13 24", 1),
    ],
)
def test_kinds_of_wins(own, opponent, kind):
    board = board_of(own, opponent)
    assert wins_of(board[None]) == [kind]
    if kind:
        assert win_of(board) == (True, kind)


def test_parts_are_joined_in_order():
    parts = [play_cubeless(PipPlayer(), PipPlayer(), dice(n, seed=n)) for n in (3, 5)]
    joined = Played.joined(parts)
    assert joined.points.shape == (8, 2)
    np.testing.assert_array_equal(joined.points[:3], parts[0].points)
    np.testing.assert_array_equal(joined.plies[3:], parts[1].plies)
    assert Played.joined([]).points.shape == (0, 2)
