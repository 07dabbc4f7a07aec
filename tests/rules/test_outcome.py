"""Outcomes: equity, perspective, and the end of a game."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.board import board_of, mirror, start
from engine.rules.outcome import (
    LOSE_BACKGAMMON,
    LOSE_GAMMON,
    WIN,
    WIN_BACKGAMMON,
    WIN_GAMMON,
    Win,
    equity,
    final_outcome,
    is_over,
    mirror_outcome,
    win_of,
)

FULL = "13:5 8:5 7:5"

probabilities = st.lists(st.floats(0, 1), min_size=5, max_size=5).map(np.array)


@pytest.mark.parametrize(
    ("classes", "points"),
    [
        ([1, 0, 0, 0, 0, 0], 1),
        ([0, 1, 0, 0, 0, 0], 2),
        ([0, 0, 1, 0, 0, 0], 3),
        ([0, 0, 0, 1, 0, 0], -1),
        ([0, 0, 0, 0, 1, 0], -2),
        ([0, 0, 0, 0, 0, 1], -3),
        ([1 / 6] * 6, 0),
    ],
)
def test_equity_of_each_way_to_end(classes, points):
    """Exclusive classes (wildbg commit 71b8822) as our cumulative five: none counted twice."""
    win, win_gammon, win_backgammon, _, lose_gammon, lose_backgammon = classes
    outcome = np.zeros(5)
    outcome[WIN] = win + win_gammon + win_backgammon
    outcome[WIN_GAMMON] = win_gammon + win_backgammon
    outcome[WIN_BACKGAMMON] = win_backgammon
    outcome[LOSE_GAMMON] = lose_gammon + lose_backgammon
    outcome[LOSE_BACKGAMMON] = lose_backgammon
    assert equity(outcome) == pytest.approx(points)


@given(probabilities)
def test_equity_is_antisymmetric(outcome):
    assert equity(mirror_outcome(outcome)) == pytest.approx(-equity(outcome), abs=1e-12)
    assert mirror_outcome(mirror_outcome(outcome)) == pytest.approx(outcome)


def test_mirroring_swaps_sides_in_batches_and_leaves_its_argument():
    outcomes = np.array([[0.6, 0.2, 0.1, 0.15, 0.05], [1, 1, 0, 0, 0]], dtype=np.float32)
    kept = outcomes.copy()
    expected = np.array([[0.4, 0.15, 0.05, 0.2, 0.1], [0, 0, 0, 1, 0]])
    assert mirror_outcome(outcomes) == pytest.approx(expected)
    assert (outcomes == kept).all()
    assert equity(outcomes).dtype == np.float32


@pytest.mark.parametrize(
    ("loser", "win"),
    [
        (FULL, Win.GAMMON),
        ("13:5 8:5 7:4 19:1", Win.BACKGAMMON),  # In the winner's home: his 6-point.
        ("13:5 8:5 7:4 24:1", Win.BACKGAMMON),
        ("13:5 8:5 7:4 bar:1", Win.BACKGAMMON),
        ("13:5 8:5 7:4 18:1", Win.GAMMON),  # Just outside it: his bar point.
        ("13:5 8:5 7:4", Win.SINGLE),
        ("13:5 8:4 7:4 24:1", Win.SINGLE),
        ("13:5 8:4 7:4 bar:1", Win.SINGLE),
        ("1:1", Win.SINGLE),
    ],
)
def test_kinds_of_win(loser, win):
    """The scoring cases of bgammon commit 2bc5ed2 and KristianEkman/Backgammon issue 6."""
    lost = board_of(loser, "")
    assert win_of(lost) == (False, win)
    assert win_of(mirror(lost)) == (True, win)
    assert equity(final_outcome(lost)) == -win
    assert equity(final_outcome(mirror(lost))) == win
    assert final_outcome(mirror(lost)) == pytest.approx(mirror_outcome(final_outcome(lost)))


def test_a_game_that_goes_on_has_no_winner():
    assert not is_over(start())
    with pytest.raises(ValueError, match="not over"):
        win_of(start())


def test_over_is_told_for_batches():
    boards = np.array([start(), board_of("6:1"), mirror(board_of("6:1"))])
    assert is_over(boards).tolist() == [False, True, True]
