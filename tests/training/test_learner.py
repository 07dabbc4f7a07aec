import copy

import numpy as np
import pytest
import torch

from engine.evaluation.network.encoding import active_rows
from engine.evaluation.network.network import Network, NetworkShape
from engine.rules.board import start
from training.learner import Learner


def _learner(average=0.0, dtype=torch.float32):
    return Learner(
        Network(NetworkShape(32, (16,)), torch.Generator().manual_seed(1)), average, dtype
    )


def _update(learner, batch, rate):
    result = learner.differentiate(*batch)
    learner.step(rate)
    return result


@pytest.fixture
def batch():
    boards = np.repeat(start()[None], 64, axis=0)
    rows, offsets = (torch.from_numpy(a) for a in active_rows(boards))
    return rows, offsets, torch.tensor([0.7, 0.3, 0.1, 0.1, 0.0]).repeat(64, 1)


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_it_learns_what_it_is_taught(batch, dtype):
    learner = _learner(dtype=dtype)
    before = learner.player.evaluate(start()[None])
    losses = [float(_update(learner, batch, 3e-3)[0]) for _ in range(300)]
    assert losses[-1] < losses[0]
    # Play keeps the old weights until they are folded.
    np.testing.assert_array_equal(learner.player.evaluate(start()[None]), before)
    learner.fold()
    outcome = learner.player.evaluate(start()[None])[0]
    np.testing.assert_allclose(outcome, [0.7, 0.3, 0.1, 0.1, 0.0], atol=0.03)


def test_the_loss_is_the_cross_entropy(batch):
    loss, predicted = _update(_learner(), batch, 0.0)
    p, t = predicted.double(), batch[2].double()
    expected = -(t * p.log() + (1 - t) * (1 - p).log()).sum(dim=1).mean()
    assert float(loss) == pytest.approx(float(expected), abs=1e-5)


def test_the_average_follows_with_its_horizon(batch):
    learner = _learner(average=0.9)
    mean = copy.deepcopy(learner.averaged.bias)
    for n in range(1, 120):
        _update(learner, batch, 1e-3)
        decay = min(0.9, n / (n + 9))
        mean = decay * mean + (1 - decay) * learner.network.bias.detach()
    torch.testing.assert_close(learner.averaged.bias, mean, atol=1e-6, rtol=1e-4)


def test_without_average_the_newest_weights_play(batch):
    learner = _learner(average=0.0)
    _update(learner, batch, 1e-3)
    assert torch.equal(learner.averaged.slot_weights, learner.network.slot_weights)


def test_state_goes_on_exactly(batch):
    one, other = _learner(0.99), _learner(0.99)
    for _ in range(5):
        _update(one, batch, 1e-3)
    other.restore(copy.deepcopy(one.state()))
    for _ in range(5):
        _update(one, batch, 1e-3)
        _update(other, batch, 1e-3)
    assert torch.equal(one.network.slot_weights, other.network.slot_weights)
    assert torch.equal(one.averaged.bias, other.averaged.bias)
    assert one.updates == other.updates == 10
