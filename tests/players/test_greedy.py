"""The player that an evaluator makes."""

import numpy as np

from engine.players.greedy import GreedyPlayer
from engine.players.searching import SearchPlayer
from engine.rules.board import board_of, mirror
from engine.rules.match import MatchState, Rules
from engine.rules.movegen import afterstates
from engine.rules.outcome import equity
from engine.search.search import Search
from engine.search.worths import CUBEFUL
from tests.reached import reached_by_play
from tests.search.fake import HashEvaluator


def test_it_plays_the_best_afterstate_for_the_mover():
    boards, rolls = reached_by_play(3000, seed=8)
    evaluator = HashEvaluator()
    chosen = GreedyPlayer(evaluator).choose(boards, rolls)
    plays, offsets = afterstates(boards, rolls)
    values = -equity(evaluator.evaluate(mirror(plays)))
    for i in range(len(boards)):
        part = slice(offsets[i], offsets[i + 1])
        np.testing.assert_array_equal(chosen[i], plays[part][values[part].argmax()])


def test_with_a_match_it_is_the_search_of_no_plies():
    boards, rolls = reached_by_play(40, seed=9)
    matches = [MatchState.first(Rules(length=5))] * 20 + [MatchState()] * 20
    evaluator = HashEvaluator()
    greedy, search = GreedyPlayer(evaluator), SearchPlayer(Search(evaluator, valuation=CUBEFUL))
    expected = search.choose(boards, rolls, matches)
    np.testing.assert_array_equal(greedy.choose(boards, rolls, matches), expected)
    np.testing.assert_array_equal(greedy.doubles(boards, matches), search.doubles(boards, matches))
    np.testing.assert_array_equal(greedy.takes(boards, matches), search.takes(boards, matches))
    plays, offsets = afterstates(boards, rolls)
    ranks = greedy.rank(boards, plays, offsets, matches)
    for i in range(len(boards)):
        part = slice(offsets[i], offsets[i + 1])
        np.testing.assert_array_equal(plays[part][ranks[part].argmax()], expected[i])


def test_a_win_on_the_spot_is_taken():
    board = board_of("1:1", "6:2")
    after = GreedyPlayer(HashEvaluator()).choose(board[None], np.array([[6, 5]], dtype=np.int8))
    assert not (after > 0).any()


def test_names():
    assert GreedyPlayer(HashEvaluator(), "me").name == "me"
    assert GreedyPlayer(HashEvaluator()).name == HashEvaluator().name
