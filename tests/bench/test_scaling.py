"""The arithmetic of scaling; the measurement itself needs a quiet machine and minutes."""

import pytest

from engine.evaluation.network.network import Network, NetworkShape
from training.bench.scaling import Speed, bytes_of, projected, ring_seconds
from training.config import TrainConfig


def test_bytes_of_both_networks():
    config = TrainConfig(hidden=16, tail=(8,), scout_hidden=8, scout_tail=(4,))
    shapes = (NetworkShape(16, (8,)), NetworkShape(8, (4,)))
    weights = sum(p.numel() for shape in shapes for p in Network(shape).parameters())
    assert bytes_of(config) == 4 * weights
    alone = TrainConfig(hidden=16, tail=(8,), scout_hidden=0)
    assert bytes_of(alone) == 4 * sum(p.numel() for p in Network(shapes[0]).parameters())


def test_a_ring_carries_twice_the_gradients_however_long_it_is():
    assert ring_seconds(1, 1000, 100.0, 1.0) == 0
    assert ring_seconds(2, 1000, 100.0, 0.0) == pytest.approx(10)
    assert ring_seconds(1000, 1000, 100.0, 0.0) == pytest.approx(20, rel=0.01)
    assert ring_seconds(3, 0, 100.0, 0.5) == pytest.approx(2)


def test_efficiency_is_the_useful_part():
    assert projected(work=1.0, wait=0.1, ranks=1, ring=0.0) == 1
    assert projected(work=1.0, wait=0.0, ranks=2, ring=0.5) == pytest.approx(0.5)
    assert projected(work=1.0, wait=0.1, ranks=1000, ring=0.1) < 0.01


def test_speeds_are_per_second():
    speed = Speed(ranks=2, seconds=4.0, games=8, plies=400, updates=2)
    assert (speed.games_per_second, speed.plies_per_second, speed.updates_per_second) == (
        2,
        100,
        0.5,
    )
