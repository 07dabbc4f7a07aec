"""What kind of decision a board is."""

import numpy as np
import pytest

from engine.rules.board import board_of, mirror, start
from training.bench.suite.classes import CLASSES, classes_of

OPENING_BOARD = start()
EXAMPLES = {
    "opening": [("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5")],
    "middle": [("24 23 13:3 8:3 6:5 5:2", "13:2 8:3 6:5 5:2 4:2 3")],
    "backgame": [
        # Two points held, far behind; and the other side's view of the same.
        ("24:2 22:2 13:4 8:3 6:4", "10:2 8:3 7:2 6:3 5:3 4:2"),
        # On the bar behind five points: containment.
        ("bar 6:4 5:4 4:3 3:3", "13:3 6:2 5:2 4:2 3:2 2:2 8:2"),
        ("22 6:4 5:4 4:3 3:3", "13:3 8:2 7:2 6:2 5:2 4:2 2:2"),
    ],
    "race": [("9:3 6:5 4:4 2:3", "9:3 6:5 4:4 2:3")],
    "bearoff": [
        ("6:4 5:4 4:3 3:2 2:2", "24 6:4 5:4 4:3 3:3"),
        ("6:2 5:2", "bar 6:4 5:4 4:3 3:3"),
    ],
}


@pytest.mark.parametrize("name", CLASSES)
def test_examples_and_their_mirrors(name):
    boards = np.stack([board_of(*sides) for sides in EXAMPLES[name]])
    for seen in (boards, mirror(boards)):
        assert [CLASSES[kind] for kind in classes_of(seen)] == [name] * len(boards)


def test_two_points_held_are_no_backgame_without_being_behind():
    board = board_of("24:2 22:2 13:2 8:3 6:6", "24:2 22:2 13:2 8:3 6:6")
    assert CLASSES[classes_of(board[None])[0]] == "opening"
