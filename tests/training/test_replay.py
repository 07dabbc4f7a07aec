import numpy as np
import pytest

from training.replay import Memory


def _lesson(first, count):
    numbers = np.arange(first, first + count)
    boards = np.zeros((count, 26), np.int8)
    boards[:, 0] = numbers
    return boards, np.repeat(numbers[:, None], 5, axis=1).astype(np.float32)


def test_the_latest_positions_are_drawn_with_their_targets():
    memory = Memory(10)
    for first in range(0, 21, 7):
        memory.add(*_lesson(first, 7))
    assert len(memory) == 10
    boards, targets = memory.draw(500, np.random.default_rng(1))
    assert set(boards[:, 0]) == set(range(11, 21))
    np.testing.assert_array_equal(boards[:, 0], targets[:, 4])


def test_a_restored_memory_goes_on_as_the_first():
    first, second = Memory(10), Memory(10)
    first.add(*_lesson(0, 7))
    second.restore(first.state())
    for memory in (first, second):
        memory.add(*_lesson(7, 7))
    one, other = (m.draw(50, np.random.default_rng(2)) for m in (first, second))
    np.testing.assert_array_equal(one[0], other[0])
    np.testing.assert_array_equal(one[1], other[1])


@pytest.mark.parametrize("capacity", [0, 4, 10, 15])
def test_a_memory_of_another_size_goes_on_with_the_latest(capacity):
    first, second = Memory(10), Memory(capacity)
    first.add(*_lesson(0, 7))
    first.add(*_lesson(7, 7))
    second.restore(first.state())
    if capacity:
        second.add(*_lesson(14, 3))
        boards, targets = second.draw(500, np.random.default_rng(1))
        assert set(boards[:, 0]) == set(range(17 - min(capacity, 13), 17))
        np.testing.assert_array_equal(boards[:, 0], targets[:, 4])
    assert len(second) == min(capacity, 13)
