import pytest
import torch

from engine.analysis.analyser import Analyser
from engine.network import FoldedNetwork
from engine.network.network import Network, NetworkShape


@pytest.fixture(scope="session")
def analyser():
    """An engine that knows nothing: it cubes wildly, which is what protocols are tested with."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    network = Network(NetworkShape(32, (16,)), torch.Generator().manual_seed(1))
    yield Analyser(FoldedNetwork(network))
    torch.set_num_threads(before)
