"""The tree of rolls and replies, against plain recursion and hand-made golden trees."""

import numpy as np
import pytest

from engine.rules.board import board_of, mirror, start
from engine.rules.dice import ROLLS
from engine.rules.match import MatchState
from engine.rules.outcome import equity, mirror_outcome
from engine.search.replies import Shortlist
from engine.search.search import Search, Settings
from tests.search.fake import HashEvaluator, PipEvaluator, brute_force, random_boards

BOARDS = [
    start(),
    board_of("13:3 8:2 6:5 5:2 4:2 bar", "24:1 18:2 13:4 8:2 6:4 5:2"),
    board_of("6:1 2:1", "5:2 1:3"),
    board_of("bar:2 6:3 5:3 4:3 3:2 2:2", "6:2 5:2 4:2 3:2 2:2 1:2"),
]


@pytest.mark.parametrize("board", BOARDS)
def test_one_ply_is_the_mean_over_21_rolls(board):
    evaluator = HashEvaluator()
    outcomes, equities = Search(evaluator, Settings(1)).equities(board[None])
    expected = brute_force(evaluator, board, 1)
    np.testing.assert_allclose(outcomes[0], expected, atol=1e-6)
    assert equities[0] == pytest.approx(float(equity(expected)), abs=1e-6)


def test_two_ply_is_the_recursion():
    evaluator = HashEvaluator(3)
    boards = np.stack(BOARDS)
    outcomes, _ = Search(evaluator, Settings(2)).equities(boards)
    for board, outcome in zip(boards, outcomes, strict=True):
        np.testing.assert_allclose(outcome, brute_force(evaluator, board, 2), atol=1e-6)


def test_three_ply_is_the_recursion_in_a_bearoff():
    evaluator = HashEvaluator(5)
    board = board_of("2:2 1:2", "3:2 1:1")
    outcomes, _ = Search(evaluator, Settings(3)).equities(board[None])
    np.testing.assert_allclose(outcomes[0], brute_force(evaluator, board, 3), atol=1e-6)


def test_batches_do_not_change_values():
    search = Search(HashEvaluator(), Settings(1))
    boards = random_boards(300, 30, seed=1)
    together, _ = search.equities(boards)
    for i in (0, 7, 255, 256, 299):
        alone, _ = search.equities(boards[i][None])
        np.testing.assert_array_equal(alone[0], together[i])


@pytest.mark.parametrize("ply", [0, 1, 2, 3])
def test_finished_games_are_exact_at_every_ply(ply):
    lost_gammon = board_of("6:15", "")
    lost_backgammon = board_of("24:1 6:14", "")
    won = board_of("", "5:2")
    boards = np.stack([lost_gammon, lost_backgammon, won])
    _, equities = Search(HashEvaluator(), Settings(ply)).equities(boards)
    np.testing.assert_array_equal(equities, [-2, -3, 1])


@pytest.mark.parametrize("ply", [1, 2])
def test_who_has_borne_off_loses_no_gammon(ply):
    # gnubg 2004-01: at no depth may a side with a checker off be credited with gammon losses.
    mixed = np.stack([board_of("6:4 5:4 3:6", "6:4 5:4 3:6"), start()])
    outcomes, _ = Search(HashEvaluator(), Settings(ply)).equities(mixed)
    np.testing.assert_array_equal(outcomes[0, 1:], 0)
    assert (outcomes[1, 1:] > 0).all()


def test_one_checker_on_the_six_point_wins_27_of_36():
    board = board_of("6:1", "1:1")
    outcomes, _ = Search(PipEvaluator(), Settings(2)).equities(board[None])
    assert outcomes[0, 0] == pytest.approx(27 / 36)


def test_values_belong_to_the_player_on_roll():
    # What the mover's opponent gets is what the mover's value takes away, at every depth.
    search = Search(HashEvaluator(), Settings(1))
    boards = random_boards(20, 20, seed=2)
    rankings = search.rank(boards, np.tile(ROLLS[4], (20, 1)))
    for ranking in rankings:
        best = ranking.best
        theirs, _ = search.equities(mirror(best.afterstate)[None])
        np.testing.assert_allclose(best.outcome, mirror_outcome(theirs[0]), atol=1e-12)


def test_outcomes_stay_probabilities():
    outcomes, equities = Search(HashEvaluator(), Settings(1)).equities(random_boards(200, 60, 3))
    assert np.isfinite(outcomes).all() and np.isfinite(equities).all()
    assert ((outcomes >= 0) & (outcomes <= 1)).all()
    assert (outcomes[:, 1] <= outcomes[:, 0] + 1e-12).all()
    assert (outcomes[:, 3] <= 1 - outcomes[:, 0] + 1e-12).all()


def test_a_perfect_shortlist_changes_nothing():
    evaluator = HashEvaluator()
    boards = random_boards(30, 25, seed=4)
    plain, _ = Search(evaluator, Settings(1)).equities(boards)
    short, _ = Search(evaluator, Settings(1), shortlist=Shortlist(evaluator, 1)).equities(boards)
    np.testing.assert_allclose(short, plain, atol=1e-6)


def test_a_shortlist_spares_the_evaluator():
    boards = random_boards(30, 25, seed=4)
    wide, spared = HashEvaluator(), HashEvaluator()
    Search(wide, Settings(1)).equities(boards)
    Search(spared, Settings(1), shortlist=Shortlist(PipEvaluator(), 2, 9.0)).equities(boards)
    assert spared.boards < 2 * 21 * len(boards) < wide.boards


def test_a_batch_needs_one_state_per_board():
    with pytest.raises(ValueError, match="2 boards and 1 match states"):
        Search(HashEvaluator()).equities(np.stack(BOARDS[:2]), [MatchState()])
