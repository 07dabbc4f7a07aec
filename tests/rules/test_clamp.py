"""Outcomes without what a board rules out."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engine.evaluation.final import clamp
from engine.rules.board import board_of, mirror, start
from engine.rules.outcome import LOSE_GAMMON, WIN_GAMMON, final_outcome
from tests.reached import any_boards, reached_by_play

FULL = "13:5 8:5 7:5"


def clamped(outcome, *boards):
    outcomes = np.tile(np.array(outcome, dtype=np.float32), (len(boards), 1))
    clamp(outcomes, np.array(boards))
    return outcomes


def test_a_side_with_a_checker_off_loses_no_gammon():
    """A bug of gnubg (bug-gnubg 2004-01), on its kind of board."""
    boards = board_of("6:14", FULL), board_of(FULL, "6:14"), board_of("6:1", "6:1"), start()
    outcomes = clamped([0.5] * 5, *boards)
    assert outcomes[:, WIN_GAMMON:LOSE_GAMMON].any(axis=1).tolist() == [True, False, False, True]
    assert outcomes[:, LOSE_GAMMON:].any(axis=1).tolist() == [False, True, False, True]


@given(any_boards(), st.lists(st.floats(-1, 2, width=32), min_size=5, max_size=5))
def test_clamped_outcomes_are_consistent(board, outcome):
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = clamped(outcome, board)[0]
    assert 0 <= win_backgammon <= win_gammon <= win <= 1
    assert 0 <= lose_backgammon <= lose_gammon <= 1 - win


def test_possible_outcomes_stay_as_they_are():
    boards, _ = reached_by_play(500, seed=1)
    full = boards[(np.abs(boards).sum(axis=1) == 30)]
    possible = [0.6, 0.2, 0.1, 0.15, 0.05]
    assert len(full) > 100
    assert (clamped(possible, *full) == np.array(possible, dtype=np.float32)).all()


@given(any_boards())
def test_finished_games_become_exact(board):
    for finished in (np.maximum(board, 0), np.minimum(board, 0)):
        for seen in (finished, mirror(finished)):
            assert (clamped([0.3] * 5, seen)[0] == final_outcome(seen)).all()
