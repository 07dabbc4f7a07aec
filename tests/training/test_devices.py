"""Where training computes; a GPU is pretended where there is none."""

import numpy as np
import pytest
import torch

from engine.evaluation.network.encoding import active_rows
from engine.evaluation.network.expert import expert_inputs
from engine.evaluation.network.folded import FoldedNetwork
from engine.evaluation.network.network import Network, NetworkShape
from engine.evaluation.network.transfer import to_device
from engine.rules.board import start
from training import devices

CPU, GPU = torch.device("cpu"), torch.device("cuda", 0)


def test_one_thread_unless_a_gpu_does_the_rest(monkeypatch):
    monkeypatch.setattr(devices, "cores", lambda: 12)
    assert devices.generator_threads_of(0, CPU) == 1
    assert devices.generator_threads_of(0, GPU) == 12
    assert devices.generator_threads_of(3, GPU) == devices.generator_threads_of(3, CPU) == 3
    monkeypatch.setenv("LOCAL_WORLD_SIZE", "4")
    assert devices.generator_threads_of(0, GPU) == 3


def test_every_rank_of_a_machine_gets_its_gpu(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    found = []
    for rank in range(4):
        monkeypatch.setenv("LOCAL_RANK", str(rank))
        found.append(devices.device_of("auto").index)
    assert found == [0, 1, 0, 1]
    assert devices.device_of("cpu") == CPU
    # nccl refuses two ranks on one GPU; gloo carries them.
    for ranks, backend in ((1, "nccl"), (2, "nccl"), (4, "gloo")):
        monkeypatch.setenv("LOCAL_WORLD_SIZE", str(ranks))
        assert devices.backend_of(GPU) == backend
        assert devices.backend_of(CPU) == "gloo"


def test_arithmetic():
    assert devices.dtype_of("auto", GPU) == torch.bfloat16
    assert devices.dtype_of("float32", GPU) == torch.float32


@pytest.mark.skipif(torch.cuda.is_available(), reason="this machine has a GPU")
def test_a_missing_gpu_is_said(monkeypatch):
    with pytest.raises(ValueError, match="no GPU that torch can use"):
        devices.device_of("cuda")
    assert devices.device_of("auto") == CPU


def test_on_the_cpu_nothing_is_copied():
    array = np.arange(5, dtype=np.int32)
    tensor = to_device(array, CPU)
    array[0] = 7
    assert tensor[0] == 7


def test_play_and_learning_stay_on_the_device():
    """Meta tensors have a device and no content: mixed devices raise as with a GPU."""
    meta = torch.device("meta")
    network = Network(NetworkShape(16, (8,), expert=True)).to(meta)
    boards = np.tile(start(), (6, 1))
    inputs = (to_device(a, meta) for a in (*active_rows(boards), expert_inputs(boards)))
    logits = network(*inputs)
    logits.sum().backward()
    assert logits.device == meta
    assert all(p.grad is not None and p.grad.device == meta for p in network.parameters())
    player = FoldedNetwork(network, dtype=torch.bfloat16)
    assert all(w.device == meta for w in (player._table, *player._weights, *player._biases))
    # All the way to the result, which alone is brought back: there is nothing to bring.
    with pytest.raises(NotImplementedError, match="no data"):
        player.evaluate(np.tile(start(), (6, 1)))
