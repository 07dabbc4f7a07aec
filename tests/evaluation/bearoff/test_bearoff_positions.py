"""The numbering of bear-off positions, and where rolls lead from them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.evaluation.bearoff.positions import (
    all_positions,
    board_of,
    count_of,
    indices_of,
    opponent_indices,
    own_indices,
    pips_of,
)
from engine.evaluation.bearoff.successors import successors_of
from engine.rules import board
from engine.rules.dice import ROLLS
from engine.rules.plays import legal_plays

POSITION = st.lists(st.integers(1, 6), max_size=15).map(
    lambda points: np.bincount(points, minlength=7)[1:].astype(np.int8)
)


def test_every_position_has_its_own_index():
    positions = all_positions(15)
    assert len(positions) == count_of(15) == 54264
    np.testing.assert_array_equal(indices_of(positions), np.arange(54264))


@pytest.mark.parametrize(("checkers", "count"), [(0, 1), (1, 7), (6, 924), (10, 8008)])
def test_fewer_checkers_come_first(checkers, count):
    assert count_of(checkers) == count
    np.testing.assert_array_equal(all_positions(15)[:count], all_positions(checkers))


@given(POSITION, POSITION)
def test_both_sides_of_a_board_are_numbered_alike(own, opponent):
    boards = board_of(own, opponent)[None]
    assert own_indices(boards) == indices_of(own[None])
    assert opponent_indices(boards) == indices_of(opponent[None])
    assert own_indices(board.mirror(boards)) == opponent_indices(boards)
    assert pips_of(own[None]) == board.pips(boards)[0]


@given(POSITION.filter(lambda position: position.any()), st.integers(0, 20))
def test_successors_are_those_of_the_reference_and_have_smaller_indices(position, r):
    index, offsets = successors_of(position[None])
    reached = set(index[offsets[r] : offsets[r + 1]].tolist())
    alone = board_of(position, np.zeros(6, dtype=np.int8))
    plays = legal_plays(alone, (int(ROLLS[r, 0]), int(ROLLS[r, 1])))
    assert reached == set(own_indices(np.array([after for _, after in plays])).tolist())
    assert max(reached) < indices_of(position[None])[0]
