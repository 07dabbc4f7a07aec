"""The board: literals, validation, perspective, pips, contact."""

import numpy as np
import pytest
from hypothesis import given

from engine.rules.board import (
    BoardError,
    board_of,
    checkers_off,
    is_race,
    literal_of,
    mirror,
    pips,
    start,
    validate,
)
from tests.reached import any_boards, reached_by_play


def test_the_start_is_the_same_for_both_sides():
    assert (mirror(start()) == start()).all()
    assert [int(n) for n in pips(start())] == [167, 167]
    assert [int(n) for n in checkers_off(start())] == [0, 0]
    assert start().dtype == np.int8


def test_the_start_is_a_new_board_each_time():
    start()[6] = 0
    assert start()[6] == 5


def test_a_literal_counts_each_side_in_its_own_numbering():
    board = board_of("bar:2 24 6:3", "bar:1 6:14")
    assert (board[25], board[24], board[6]) == (2, 1, 3)
    assert (board[0], board[19]) == (-1, -14)
    assert literal_of(board) == ("bar:2 24:1 6:3", "bar:1 6:14")


@pytest.mark.parametrize(
    ("own", "opponent", "said"),
    [
        ("24:2 13:5 8:3 6:6", "6:2", "16 checkers of the player on roll"),
        ("6:2", "24:2 13:5 8:3 6:6", "16 checkers of the opponent"),
        ("6:16", "6:2", "at most 15"),
        ("19:2", "6:2", "already holds checkers"),
        ("6:2 6:3", "", "already holds checkers"),
        ("26:1", "", "no point:count"),
        ("0:1", "", "no point:count"),
        ("off:1", "", "no point:count"),
        ("6:-1", "", "no point:count"),
        ("", "", "no checkers"),
    ],
)
def test_what_is_no_board_is_refused_with_the_reason(own, opponent, said):
    with pytest.raises(BoardError, match=said):
        board_of(own, opponent)


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ([0] * 25, "26 counts"),
        ([[0] * 26], "26 counts"),
        ([0.5] + [0] * 25, "whole numbers"),
        ([0] * 6 + [16] + [0] * 19, "at most 15"),
        ([0] * 6 + [300] + [0] * 19, "at most 15"),
        ([0] * 25 + [-1], "slot 25"),
        ([1] + [0] * 25, "slot 0"),
        ([0] * 26, "no checkers"),
    ],
)
def test_counts_that_cannot_be_are_refused_with_the_reason(counts, said):
    with pytest.raises(BoardError, match=said):
        validate(counts)


def test_both_sides_on_the_bar_against_closed_boards_are_legal():
    closed = "1:2 2:2 3:2 4:2 5:2 6:2"
    board = board_of(f"bar:2 {closed}", f"bar:2 {closed}")
    assert (board[25], board[0]) == (2, -2)
    assert (validate(board) == board).all()


@given(any_boards())
def test_mirroring_twice_changes_nothing_and_swaps_every_pair(board):
    other = mirror(board)
    assert (mirror(other) == board).all()
    assert pips(other) == pips(board)[::-1]
    assert checkers_off(other) == checkers_off(board)[::-1]
    assert is_race(other) == is_race(board)
    assert literal_of(other) == literal_of(board)[::-1]


@given(any_boards())
def test_literals_read_back(board):
    assert (board_of(*literal_of(board)) == board).all()


def test_batches_agree_with_single_boards():
    boards, _ = reached_by_play(300, seed=5)
    for function in (pips, checkers_off):
        own, opponent = function(boards)
        assert [(a, b) for a, b in zip(own, opponent, strict=True)] == [
            function(board) for board in boards
        ]
    assert (is_race(boards) == [is_race(board) for board in boards]).all()
    assert (mirror(boards) == [mirror(board) for board in boards]).all()


def test_pips_and_checkers_off_keep_their_sums_in_play():
    boards, _ = reached_by_play(1_000, seed=6)
    own, opponent = checkers_off(boards)
    assert (np.maximum(boards, 0).sum(axis=1) + own == 15).all()
    assert (np.maximum(-boards, 0).sum(axis=1) + opponent == 15).all()


@pytest.mark.parametrize(
    ("own", "opponent", "race"),
    [
        ("12:1", "23:1 5:1", False),  # wildbg commit 8a03a85: one in front, one behind.
        ("5:2 6:3", "6:3 5:2", True),
        ("13:1", "13:1", False),
        ("12:1", "12:1", True),
        ("bar:1 1:2", "6:2", False),
        ("1:2", "bar:1 6:2", False),
        ("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5", False),
        ("1:1", "1:1", True),
    ],
)
def test_contact_lasts_until_the_sides_have_passed(own, opponent, race):
    assert bool(is_race(board_of(own, opponent))) is race
