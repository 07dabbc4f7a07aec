"""The cache: values of one situation never answer for another."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np

from engine.rules.board import board_of, start
from engine.rules.match import MatchState, Rules
from engine.search.cache import Cache
from engine.search.search import Search, Settings
from engine.search.worths import CUBEFUL, CUBELESS
from tests.search.fake import HashEvaluator, random_boards


def test_a_cache_changes_no_value_and_saves_work():
    boards = random_boards(12, 20, seed=1)
    evaluator = HashEvaluator()
    search = Search(evaluator, Settings(1), cache=Cache())
    plain = Search(HashEvaluator(), Settings(1)).values(boards)
    first = search.values(boards)
    work = evaluator.boards
    second = search.values(boards[::-1])
    assert evaluator.boards == work
    np.testing.assert_array_equal(first.outcomes, plain.outcomes)
    np.testing.assert_array_equal(second.outcomes[::-1], plain.outcomes)


def test_scores_cubes_models_and_depths_do_not_mix():
    # bgsage-834d67a and dd4edd1: A in money, A in a match, A in money again; X, Y, X.
    cache = Cache()
    one, two = HashEvaluator(1), HashEvaluator(2)
    money, match = MatchState(), MatchState(Rules(length=5), (2, 2))
    bearoff = board_of("6:3 2:2", "4:3 1:2")
    keys = [
        (one, 1, start(), money),
        (one, 1, start(), match),
        (one, 1, start(), replace(money, cube=2)),
        (one, 2, bearoff, money),
        (one, 1, bearoff, money),
        (two, 1, bearoff, money),
        (one, 1, start(), money),
    ]

    def value(key, shared):
        evaluator, ply, board, state = key
        search = Search(evaluator, Settings(ply), cache=shared)
        return search.values(board[None], [state]).outcomes[0].tolist()

    assert [value(key, cache) for key in keys] == [value(key, None) for key in keys]
    assert len(cache) == 6 and (cache.hits, cache.misses) == (1, 6)
    with ThreadPoolExecutor(4) as pool:
        again = list(pool.map(lambda key: value(key, cache), keys * 5))
    assert again == [value(key, None) for key in keys] * 5


def test_valuations_do_not_mix():
    cache = Cache()
    evaluator, board = HashEvaluator(), start()[None]
    for valuation, columns in ((CUBELESS, 0), (CUBEFUL, 1), (CUBELESS, 0)):
        search = Search(evaluator, Settings(1), valuation, cache=cache)
        assert search.values(board).worth.shape == (1, columns)
    assert (cache.hits, len(cache)) == (1, 2)


def test_the_cache_is_bounded_and_forgets_the_oldest():
    cache = Cache(size=5)
    search = Search(HashEvaluator(), Settings(1), cache=cache)
    boards = random_boards(8, 20, seed=2)
    search.values(boards)
    assert len(cache) == 5
    search.values(boards[3:])
    assert cache.hits == 5
    cache.clear()
    assert len(cache) == 0
