"""The players that need no network."""

import numpy as np
import pytest

from engine.players.player import CubePlayer
from engine.players.simple import PipPlayer, RandomPlayer
from engine.rules.board import board_of, pips, start
from engine.rules.match import MatchState, Owner
from engine.rules.movegen import afterstates
from tests.reached import reached_by_play


def choice(player, board, roll):
    return player.choose(board[np.newaxis], np.array([roll], dtype=np.int8))[0]


def test_random_play_is_spread_over_all_afterstates_and_seeded():
    boards = np.tile(start(), (4000, 1))
    rolls = np.tile(np.array([3, 1], dtype=np.int8), (4000, 1))
    player = RandomPlayer(np.random.default_rng(5))
    chosen, counts = np.unique(player.choose(boards, rolls), axis=0, return_counts=True)
    plays, _ = afterstates(boards[:1], rolls[:1])
    assert len(chosen) == len(plays) == 16
    # 250 expected each, standard deviation 15.3; false alarm below 1e-4.
    assert counts.min() > 180 and counts.max() < 320
    one, same = (RandomPlayer(np.random.default_rng(5)).choose(boards, rolls) for _ in range(2))
    np.testing.assert_array_equal(one, same)


def test_pip_hits_before_all_else():
    board = board_of("24:2 13:5 8:3 6:5", "24:2 20 13:5 8:3 6:4")
    # Only a hit on the opponent's 20 point, our 5 point, changes the difference by more than 4.
    after = choice(PipPlayer(), board, (3, 1))
    assert after[0] == -1


def test_pip_ranks_by_the_difference_then_blots_then_the_rear():
    boards, rolls = reached_by_play(600, seed=3)
    plays, offsets = afterstates(boards, rolls)
    ranks = PipPlayer().rank(boards, plays, offsets)
    own, opponent = pips(plays)
    blots = (plays[:, 1:25] == 1).sum(axis=1)
    for i in range(len(boards)):
        part = slice(offsets[i], offsets[i + 1])
        keys = [
            (own[k] - opponent[k], blots[k], *np.maximum(plays[k, :0:-1], 0))
            for k in range(part.start, part.stop)
        ]
        best = min(range(len(keys)), key=lambda k: keys[k])
        assert ranks[part].argmax() == best
        assert len(np.unique(ranks[part])) == len(keys), "the order is strict"


def test_pip_does_not_depend_on_the_order_of_the_plays():
    boards, rolls = reached_by_play(200, seed=4)
    plays, offsets = afterstates(boards, rolls)
    player = PipPlayer()
    for i in range(len(boards)):
        some = plays[offsets[i] : offsets[i + 1]]
        ends = np.array([0, len(some)])
        forward = some[player.rank(boards[i : i + 1], some, ends).argmax()]
        backward = some[::-1][player.rank(boards[i : i + 1], some[::-1], ends).argmax()]
        np.testing.assert_array_equal(forward, backward)


# Own and opponent's side, then: double, redouble, take.
RACES = {
    "even": ("6:5 5:5 4:5", "6:5 5:5 4:5", False, False, True),
    "ahead": ("6:5 5:5 4:5", "7:5 6:5 5:5", True, True, False),
    "behind": ("7:5 6:5 5:5", "6:5 5:5 4:5", False, False, True),
}


@pytest.mark.parametrize("name", RACES)
def test_pip_cubes_by_keith(name):
    own, opponent, double, redouble, take = RACES[name]
    board = board_of(own, opponent)[np.newaxis]
    player = PipPlayer()
    assert isinstance(player, CubePlayer)
    assert player.doubles(board, [MatchState()]) == [double]
    assert player.doubles(board, [MatchState(cube=2, owner=Owner.MINE)]) == [redouble]
    assert player.takes(board, [MatchState()]) == [take]
    assert player.beavers(board, [MatchState()]) == [name == "behind"]


def test_a_dance_leaves_the_board():
    closed = board_of("bar:1 6:14", "6:2 5:2 4:2 3:2 2:2 1:2 24:3")
    for player in (PipPlayer(), RandomPlayer(np.random.default_rng(1))):
        np.testing.assert_array_equal(choice(player, closed, (3, 2)), closed)
