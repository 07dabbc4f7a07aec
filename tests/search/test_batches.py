"""Boards that occur more than once, against plain Python."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.search.batches import distinct


@given(st.lists(st.integers(0, 12), max_size=60))
@settings(deadline=None)
def test_distinct_boards_are_found_once(picks):
    boards = np.random.default_rng(1).integers(-15, 16, (13, 26)).astype(np.int8)[picks]
    first, which = distinct(boards.reshape(-1, 26))
    np.testing.assert_array_equal(boards[first][which], boards)
    assert len({b.tobytes() for b in boards}) == len(first)
