"""Dice: the distinct rolls, their weights, their text and their sources."""

import numpy as np
import pytest

from engine.rules.dice import ROLLS, WEIGHTS, RandomDice, RepeatableDice, ScriptedDice, roll_of


def test_there_are_21_rolls_and_their_weights_sum_to_one():
    assert ROLLS.shape == (21, 2)
    assert len({tuple(roll) for roll in ROLLS.tolist()}) == 21
    assert WEIGHTS.sum() == pytest.approx(1)
    assert (ROLLS[:, 0] >= ROLLS[:, 1]).all()
    doubles = ROLLS[:, 0] == ROLLS[:, 1]
    assert (WEIGHTS[doubles] == 1 / 36).all()
    assert (WEIGHTS[~doubles] == 2 / 36).all()


@pytest.mark.parametrize("text", ["31", "3-1", "3 1", "1,3", " 13 "])
def test_dice_are_read_liberally_and_the_higher_comes_first(text):
    assert roll_of(text) == (3, 1)


@pytest.mark.parametrize("text", ["", "3", "07", "70", "311", "3x1", "a", "3.1"])
def test_what_is_no_roll_is_refused(text):
    with pytest.raises(ValueError, match="two dice of 1 to 6"):
        roll_of(text)


def test_seeded_dice_repeat_and_fall_evenly():
    rolls = [RandomDice(np.random.default_rng(7)).roll() for _ in range(2)]
    assert rolls[0] == rolls[1]
    dice = RandomDice(np.random.default_rng(8))
    counts = np.bincount([die for _ in range(6_000) for die in dice.roll()], minlength=7)[1:]
    # Chi-square with 5 degrees of freedom: above 25.7 once in 10,000 seeds.
    assert ((counts - 2_000) ** 2 / 2_000).sum() < 25.7


def test_repeatable_dice_rewind():
    dice = RepeatableDice(3)
    first = [dice.roll() for _ in range(20)]
    dice.rewind()
    assert [dice.roll() for _ in range(20)] == first
    assert [RepeatableDice(4).roll() for _ in range(20)] != first


def test_scripted_dice_fall_as_written_and_run_out():
    dice = ScriptedDice([(1, 3), (6, 6)])
    assert [dice.roll(), dice.roll()] == [(1, 3), (6, 6)]
    with pytest.raises(RuntimeError, match="run out"):
        dice.roll()
