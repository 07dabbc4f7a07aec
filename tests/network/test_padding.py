"""Batches of every size: the same values, and no memory kept for each size."""

import numpy as np
import pytest
import torch

from engine.board import start
from engine.network.folded import FoldedNetwork
from engine.network.network import Network, NetworkShape
from tests.search.fake import random_boards


@pytest.mark.parametrize("count", [1, 2, 3, 255, 256, 257, 600])
def test_bfloat16_values_do_not_depend_on_the_size_of_the_batch(count):
    network = Network(NetworkShape(16, (8,)), torch.Generator().manual_seed(1))
    folded = FoldedNetwork(network, dtype=torch.bfloat16)
    boards = random_boards(count, 9, seed=2)
    sizes = set()
    inner = folded._sigmoids
    folded._sigmoids = lambda padded: (sizes.add(len(padded)), inner(padded))[1]
    outcomes = folded.evaluate(boards)
    assert outcomes.shape == (count, 5) and np.isfinite(outcomes).all()
    np.testing.assert_allclose(outcomes[-1], folded.evaluate(boards[-1:])[0], atol=0.01)
    assert all(size & (size - 1) == 0 or size % 256 == 0 for size in sizes)


def test_no_boards_are_no_trouble():
    network = Network(NetworkShape(16, (8,)), torch.Generator().manual_seed(1))
    folded = FoldedNetwork(network, dtype=torch.bfloat16)
    assert folded.evaluate(start()[None][:0]).shape == (0, 5)
