"""The one-sided table against figures everybody knows, and against plain recursion."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from engine.evaluation.bearoff.build import build_one_sided
from engine.evaluation.bearoff.one_sided import FULL, MOST_ROLLS
from engine.evaluation.bearoff.positions import all_positions, board_of
from engine.evaluation.bearoff.tables import SHIPPED, read_one_sided
from engine.rules.dice import ROLLS
from engine.rules.plays import legal_plays

ONE_ROLL = {
    # Rolls of 36 that bear off one or two checkers, as printed in every book.
    (1,): 36, (2,): 36, (3,): 36, (4,): 34, (5,): 31, (6,): 27,
    (1, 1): 36, (2, 1): 36, (2, 2): 26, (3, 1): 34, (3, 2): 25, (3, 3): 17, (4, 1): 29,
    (4, 2): 23, (4, 3): 17, (4, 4): 11, (5, 1): 23, (5, 2): 19, (5, 3): 14, (5, 4): 10,
    (5, 5): 6, (6, 1): 15, (6, 2): 13, (6, 3): 10, (6, 4): 8, (6, 5): 6, (6, 6): 4,
}  # fmt: skip


@pytest.fixture(scope="module")
def table():
    return read_one_sided()


def position(*points):
    return np.bincount(points, minlength=7)[None, 1:].astype(np.int8)


@pytest.mark.parametrize(("points", "rolls"), ONE_ROLL.items())
def test_chance_to_be_off_in_one_roll(table, points, rolls):
    assert table.rolls(position(*points))[0, 1] == pytest.approx(rolls / 36, abs=1e-7)


def test_fifteen_on_the_six_point_bear_one_off_with_seventeen_rolls(table):
    # Any 6 (11), 51 and 42 (4), 33 and 22 (2).
    chances = table.rolls_to_first(position(*[6] * 15))[0]
    assert chances[1] == pytest.approx(17 / 36, abs=1e-7)
    assert table.rolls_to_first(position(*[1] * 15))[0, 1] == 1
    assert table.rolls_to_first(position(*[6] * 14))[0, 0] == 1


def test_distributions_are_whole(table):
    positions = all_positions(15)
    rolls, first = table.rolls(positions), table.rolls_to_first(positions[FULL:])
    for chances in (rolls, first):
        assert chances.min() >= 0
        np.testing.assert_allclose(chances.sum(axis=1, dtype=float), 1, atol=1e-6)
    assert rolls[0, 0] == 1
    assert (first @ np.arange(MOST_ROLLS) < rolls[FULL:] @ np.arange(MOST_ROLLS)).all()


@cache
def exact(points):
    """The mean and distribution of rolls by recursion over the reference plays, in fractions."""
    if not any(points):
        return Fraction(0), {0: Fraction(1)}
    mean, chances = Fraction(1), {}
    board = board_of(np.array(points, dtype=np.int8), np.zeros(6, dtype=np.int8))
    for high, low in ROLLS.tolist():
        weight = Fraction(1 if high == low else 2, 36)
        plays = legal_plays(board, (high, low))
        best = min((exact(tuple(after[1:7].tolist())) for _, after in plays), key=lambda x: x[0])
        mean += weight * best[0]
        for rolls, chance in best[1].items():
            chances[rolls + 1] = chances.get(rolls + 1, 0) + weight * chance
    return mean, chances


def test_up_to_three_checkers_equal_exact_recursion(table):
    positions = all_positions(3)
    expected = [exact(tuple(points)) for points in positions.tolist()]
    np.testing.assert_allclose(
        table.mean_rolls(positions), [float(mean) for mean, _ in expected], atol=2e-6
    )
    # Plays of equal mean may differ in their distribution; the chance to be off at once may not.
    once = [float(chances.get(1, 0)) for _, chances in expected]
    np.testing.assert_allclose(table.rolls(positions)[:, 1], once, atol=1e-6)


def test_the_shipped_table_is_what_the_builder_builds(table, tmp_path):
    build_one_sided(tmp_path / SHIPPED.name)
    built = read_one_sided(tmp_path / SHIPPED.name)
    for new, old in zip(built, table, strict=True):
        np.testing.assert_array_equal(new.offsets, old.offsets)
        np.testing.assert_allclose(new.probability, old.probability, atol=1e-7)
