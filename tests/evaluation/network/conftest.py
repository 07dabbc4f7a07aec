import numpy as np
import pytest
import torch

from engine.rules.board import start
from training.policy import at_random


@pytest.fixture(autouse=True)
def _one_thread():
    """Networks this small are slower with more."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="session")
def boards():
    """Positions of games played at random, ``int8 [N, 26]``."""
    rng = np.random.default_rng(7)
    found = [np.repeat(start()[None], 50, axis=0)]
    for _ in range(60):
        found.append(at_random(found[-1], rng.integers(1, 7, (50, 2)).astype(np.int8), rng))
    flat = np.concatenate(found)
    return flat[(flat > 0).any(axis=1) & (flat < 0).any(axis=1)]
