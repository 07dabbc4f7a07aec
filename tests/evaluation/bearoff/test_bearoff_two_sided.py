"""The two-sided table against plain expectimax and the cube's last-roll facts."""

from functools import cache

import numpy as np
import pytest

from engine.evaluation.bearoff.positions import all_positions, board_of, indices_of
from engine.evaluation.bearoff.two_sided import Column, TwoSidedBuilder, live
from engine.rules.dice import ROLLS, WEIGHTS
from engine.rules.plays import legal_plays


@pytest.fixture(scope="module")
def table():
    builder = TwoSidedBuilder(4, threads=2)
    assert sum(builder.steps()) == builder.total == 209**2
    return builder.table()


def index(*points):
    return int(indices_of(np.bincount(points, minlength=7)[None, 1:])[0])


@cache
def afters(points):
    """The positions each roll leads to, by the reference generator."""
    board = board_of(np.array(points, dtype=np.int8), np.zeros(6, dtype=np.int8))
    return [
        [tuple(after[1:7].tolist()) for _, after in legal_plays(board, roll)]
        for roll in map(tuple, ROLLS.tolist())
    ]


@cache
def before_cube(own, opponent, owner):
    """The equity of the player on roll before his cube decision; owner None plays no cube."""
    if not any(opponent):
        return -1.0
    now = rolling_now(own, opponent, owner)
    if owner in (0, 1):
        return max(now, min(2 * rolling_now(own, opponent, -1), 1.0))
    return now


@cache
def rolling_now(own, opponent, owner):
    other = owner if owner is None else -owner
    best = [
        max(-before_cube(opponent, after, other) if any(after) else 1.0 for after in reached)
        for reached in afters(own)
    ]
    return float(WEIGHTS @ best)


def test_pairs_of_two_checkers_equal_expectimax(table):
    positions = [tuple(points) for points in all_positions(2).tolist()]
    for i, own in enumerate(positions[1:], 1):
        for j, opponent in enumerate(positions[1:], 1):
            expected = [rolling_now(own, opponent, owner) for owner in (None, 0, 1, -1)]
            np.testing.assert_allclose(table.equities[i, j], expected, atol=1e-6)


@pytest.mark.parametrize(
    ("points", "rolls"), [((5, 2), 19), ((6, 1), 15), ((4, 1), 29), ((6,), 27), ((6, 6), 4)]
)
def test_the_last_roll(table, points, rolls):
    # The opponent bears his last checker off with any roll, so one roll decides.
    now = table.equities[index(*points), index(1)]
    even = 2 * rolls / 36 - 1
    assert now[Column.CUBELESS] == pytest.approx(even, abs=1e-6)
    assert now[Column.OPPONENT] == pytest.approx(even, abs=1e-6)
    # Doubled above an even chance, passed above three quarters.
    decided = even if even <= 0 else min(2 * even, 1)
    assert live(now)[Column.CENTRED] == pytest.approx(decided, abs=1e-6)
    assert live(now)[Column.MINE] == pytest.approx(decided, abs=1e-6)


def test_one_checker_each_on_the_six_point(table):
    # Off with 27 of 36; missing, the opponent has the same chance, and a miss of his wins.
    now = table.equities[index(6), index(6)]
    assert now[Column.CUBELESS] == pytest.approx(2 * (0.75 + 0.25 * 0.25) - 1, abs=1e-6)
    # With the opponent's cube a miss costs the whole cube: he doubles and is passed.
    assert now[Column.OPPONENT] == pytest.approx(0.75 - 0.25, abs=1e-6)
    assert live(now)[Column.CENTRED] == pytest.approx(1, abs=1e-6)


def test_order_of_the_cubes(table):
    decided = live(table.equities)[1:, 1:]
    mine, centred, opponent = (
        decided[..., c] for c in (Column.MINE, Column.CENTRED, Column.OPPONENT)
    )
    assert (mine >= centred - 1e-6).all()
    assert (centred >= opponent - 1e-6).all()
    assert (np.abs(decided) <= 1 + 1e-6).all()


def test_being_on_roll_is_never_worse(table):
    cubeless = table.equities[1:, 1:, Column.CUBELESS]
    assert (cubeless + cubeless.T >= -1e-6).all()


@pytest.mark.parametrize("checkers", [0, 11])
def test_sizes_that_are_refused(checkers):
    with pytest.raises(ValueError, match="1 to 10"):
        TwoSidedBuilder(checkers)
