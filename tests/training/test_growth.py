import numpy as np
import pytest
import torch

from engine.evaluation.network.folded import FoldedNetwork
from engine.evaluation.network.network import Network, NetworkShape
from engine.rules.board import start
from training.growth import grown
from training.policy import at_random

SMALL = NetworkShape(12, (8, 4))


def _parent():
    parent = Network(SMALL, torch.Generator().manual_seed(1))
    with torch.no_grad():
        for bias in (parent.bias, *parent.tail_biases):
            bias += 0.1
    return parent


@pytest.mark.parametrize(
    "shape",
    [
        SMALL,
        NetworkShape(20, (8, 4)),
        NetworkShape(20, (16, 9)),
        NetworkShape(12, (8, 8, 4)),
        NetworkShape(20, (10, 9, 8, 5)),
        NetworkShape(12, (8, 4), expert=True),
        NetworkShape(20, (8, 4), expert=True),
    ],
)
def test_a_grown_network_evaluates_as_its_parent(shape):
    rng = np.random.default_rng(1)
    boards = np.repeat(start()[None], 64, axis=0)
    for _ in range(9):
        boards = at_random(boards, rng.integers(1, 7, (64, 2)).astype(np.int8), rng)
    parent = _parent()
    child = grown(parent, shape, torch.Generator().manual_seed(2))
    assert child.shape == shape
    expected = FoldedNetwork(parent).evaluate(boards)
    np.testing.assert_allclose(FoldedNetwork(child).evaluate(boards), expected, atol=1e-6)


def test_new_units_can_learn():
    child = grown(_parent(), NetworkShape(20, (16, 9)), torch.Generator().manual_seed(2))
    rows, offsets = torch.tensor([3, 40, 838], dtype=torch.int32), torch.tensor([0, 3])
    child(rows, offsets.int()).sum().backward()
    assert child.tail_weights[-1].grad[:, 4:].abs().sum() > 0


def test_expert_inputs_are_kept_and_not_lost():
    told = grown(_parent(), NetworkShape(12, (8, 4), expert=True), torch.Generator())
    with torch.no_grad():
        told.expert_weights += 0.5
    child = grown(told, NetworkShape(20, (8, 4), expert=True), torch.Generator().manual_seed(2))
    assert (child.expert_weights[:, :12] == 0.5).all()
    board = start()[None]
    expected = FoldedNetwork(told).evaluate(board)
    np.testing.assert_allclose(FoldedNetwork(child).evaluate(board), expected, atol=1e-6)
    with pytest.raises(ValueError, match=r"12/8-4 expert grows into .* expert inputs, not 20/8-4"):
        grown(told, NetworkShape(20, (8, 4)), torch.Generator())


@pytest.mark.parametrize("shape", [NetworkShape(11, (8, 4)), NetworkShape(12, (8,))])
def test_it_does_not_shrink(shape):
    with pytest.raises(ValueError, match="wider and more layers"):
        grown(_parent(), shape, torch.Generator().manual_seed(2))
