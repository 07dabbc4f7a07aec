"""Weaker levels play worse, and even the weakest sensibly."""

import numpy as np
import pytest

from engine.players.levels import LEVELS, choose, level_of


def average_loss(level, costs, count=4000):
    rng = np.random.default_rng(1)
    return np.mean([costs[choose(costs, level, rng)] for _ in range(count)])


def test_levels_go_from_weak_to_strong():
    costs = [0.0, 0.02, 0.05, 0.12, 0.3, 0.9]
    losses = [average_loss(level, costs, 1500) for level in LEVELS.values()]
    assert losses == sorted(losses, reverse=True)
    assert losses[0] > 0.03 and losses[-1] == 0
    assert list(LEVELS)[:1] + list(LEVELS)[-1:] == ["beginner", "best"]


def test_no_level_makes_a_mistake_worse_than_its_worst():
    rng = np.random.default_rng(2)
    for level in LEVELS.values():
        made = {choose([0.4, 0.0, 1.5], level, rng) for _ in range(500)}
        assert made == {1}


def test_unknown_levels_are_refused():
    with pytest.raises(ValueError, match="beginner, casual"):
        level_of("grandmaster")
