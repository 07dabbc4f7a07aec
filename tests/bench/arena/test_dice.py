"""Paired dice: equal for both games of a pair, whatever happens in them."""

import numpy as np

from training.bench.arena.dice import PairedDice


def dice(pairs=200, seed=3):
    return PairedDice(pairs, np.random.default_rng(seed))


def rolls_of(source, game, turns, pair):
    return np.array(
        [source.rolls(np.array([game]), np.array([t]), np.array([pair]))[0] for t in range(turns)]
    )


def test_both_games_of_a_pair_see_the_same_rolls():
    source = dice()
    both = np.array([7, 7])
    for turn in range(100):
        first, second = source.rolls(np.zeros(2, dtype=int), np.full(2, turn), both)
        np.testing.assert_array_equal(first, second)


def test_a_roll_does_not_depend_on_what_was_asked_before():
    early, late = dice(), dice()
    late.rolls(np.array([5, 0]), np.array([180, 3]), np.array([1, 2]))
    for game in (0, 3, 5):
        np.testing.assert_array_equal(rolls_of(early, game, 150, 11), rolls_of(late, game, 150, 11))


def test_games_pairs_and_seeds_differ():
    source = dice()
    reference = rolls_of(source, 0, 60, 0)
    for other in (rolls_of(source, 1, 60, 0), rolls_of(source, 0, 60, 1)):
        assert (other != reference).any()
    assert (rolls_of(dice(seed=4), 0, 60, 0) != reference).any()


def test_the_opening_is_the_first_roll_and_no_double():
    source = dice(pairs=30_000)
    everyone = np.arange(30_000)
    opening, ties = source.opening(np.zeros(30_000, dtype=int), everyone)
    assert (opening[:, 0] != opening[:, 1]).all()
    np.testing.assert_array_equal(
        source.rolls(np.zeros(30_000, dtype=int), np.zeros(30_000, dtype=int), everyone), opening
    )
    # 30 ordered rolls, 1,000 expected of each, standard deviation 31: false alarm about 1e-5.
    _, counts = np.unique(opening, axis=0, return_counts=True)
    assert len(counts) == 30 and counts.min() > 840 and counts.max() < 1160
    # Ties before the opening: one in six, independent of it.
    assert abs((ties > 0).mean() - 1 / 6) < 0.01


def test_later_rolls_are_fair():
    source = dice(pairs=30_000)
    everyone = np.arange(30_000)
    rolls = source.rolls(np.zeros(30_000, dtype=int), np.full(30_000, 70), everyone)
    _, counts = np.unique(rolls, axis=0, return_counts=True)
    assert len(counts) == 36 and counts.min() > 690 and counts.max() < 980
