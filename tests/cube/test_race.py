import numpy as np
import pytest

from engine.cube.life import cube_life, cube_lives, race_life
from engine.cube.race import (
    keith,
    keith_count,
    kleinman,
    kleinman_chances,
    thorp,
    thorp_count,
)
from engine.rules.board import board_of, mirror, pips, start
from engine.rules.match import Owner

KEITHS_EXAMPLE = board_of("11 9 8:3 7 6:6 5:3", "13 12 11 9 8:2 7 6:5 5:2 4")


@pytest.mark.parametrize(
    ("own", "opponent", "metric", "chance"),
    [(167, 167, 0.1101, 0.5619), (100, 113, 0.588, 0.797), (100, 106, 0.3518, 0.6906)],
)
def test_kleinman(own, opponent, metric, chance):
    found, probability = kleinman(own, opponent)
    assert found == pytest.approx(metric, abs=6e-5)
    assert probability == pytest.approx(chance, abs=4e-4)


def test_kleinman_at_the_end_of_the_race():
    assert kleinman(1, 1)[1] == 1
    assert kleinman(0, 0)[1] == 1
    with pytest.raises(ValueError, match="0 or more"):
        kleinman(-1, 3)
    batch = np.stack([start(), board_of("1", "1")])
    assert kleinman_chances(batch) == pytest.approx([0.5619, 1.0], abs=1e-4)


def test_thorp_at_the_start():
    assert thorp_count(start()) == 196
    assert thorp(start()).own == pytest.approx(215.6)
    assert thorp(start()).take


def test_keith_at_the_start():
    assert keith_count(start()) == 169
    assert keith(start()).own == pytest.approx(193.1, abs=0.05)


def test_keiths_example():
    advice = keith(KEITHS_EXAMPLE)
    assert int(advice.own) == 117
    assert advice.opponent == 112
    assert (advice.double, advice.redouble, advice.take) == (False, False, True)


def test_counts_of_a_bear_off():
    board = board_of("1:3 2:2 3:4 6", "4:2 5:2 6:2")
    assert pips(board) == (25, 30)
    assert thorp_count(board) == 25 + 20 + 3 - 4
    assert keith_count(board) == 25 + 2 * 2 + 1 + 1 + 2
    assert thorp_count(mirror(board)) == 30 + 12 - 3


def test_advice_follows_the_lead():
    far_ahead = board_of("6:2 5:2 4:2", "6:5 5:5 4:5")
    for advice in (thorp(far_ahead), keith(far_ahead)):
        assert advice.double
        assert advice.redouble
        assert not advice.take
    behind = mirror(far_ahead)
    assert not keith(behind).double
    assert thorp(behind).take


def test_cube_life_by_class_of_position():
    boards = np.stack([start(), board_of("1:2", "1:2"), board_of("6:15", "6:15")])
    lives = cube_lives(boards)
    assert lives.race.tolist() == [False, True, True]
    assert lives.lengths.tolist() == [167, 2, 90]
    assert cube_life(boards)[0] == 0.68
    for owner in Owner:
        at = lives.at(owner, np.full(3, 0.5))
        assert at[0] == 0.68
        assert at[1:].tolist() == race_life().at(owner, lives.lengths[1:], np.full(2, 0.5)).tolist()
    assert (lives[[2]].lengths == [90]).all()
