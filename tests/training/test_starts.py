import numpy as np
import pytest

from engine.rules.board import is_race, pips, validate
from training.bench.suite.classes import BACKGAME, BEAROFF, classes_of
from training.starts import KINDS, drawn, one_of


def _some(name, count=200):
    rng = np.random.default_rng(3)
    return np.array([one_of(KINDS[name], rng) for _ in range(count)])


@pytest.mark.parametrize("name", KINDS)
def test_every_start_is_a_position_that_can_occur(name):
    for board in _some(name):
        validate(board)


def test_each_kind_is_what_its_name_says():
    assert (_some("backgame")[:, 19:25] >= 2).sum(axis=1).min() >= 2
    assert is_race(_some("long race")).all()
    assert pips(_some("long race"))[0].mean() > 80
    assert (_some("bar")[:, 25] >= 2).all()
    primes = _some("prime against prime")
    assert ((primes[:, 1:10] >= 2).sum(axis=1) >= 4).all()
    assert ((primes[:, 16:25] <= -2).sum(axis=1) >= 4).all()
    assert (classes_of(_some("bear-off against contact")) == BEAROFF).mean() > 0.8
    assert (classes_of(_some("containment")) == BACKGAME).mean() > 0.3


def test_either_side_is_on_roll():
    boards = drawn(600, np.random.default_rng(4))
    own, other = (boards[:, 25] >= 2), (boards[:, 0] <= -2)
    assert min(own.mean(), other.mean()) > 0.05


def test_the_generator_decides():
    one, same, other = (drawn(40, np.random.default_rng(seed)) for seed in (1, 1, 2))
    np.testing.assert_array_equal(one, same)
    assert (one != other).any()
