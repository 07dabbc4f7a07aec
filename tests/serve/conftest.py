import pytest
import torch

from engine.analysis.analyser import Analyser
from engine.evaluation.network.folded import FoldedNetwork
from engine.evaluation.network.network import Network, NetworkShape
from engine.serve.http.limits import HttpLimits


@pytest.fixture(scope="session")
def analyser():
    """An engine that knows nothing: it cubes wildly, which is what protocols are tested with."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    network = Network(NetworkShape(32, (16,)), torch.Generator().manual_seed(1))
    yield Analyser(FoldedNetwork(network))
    torch.set_num_threads(before)


@pytest.fixture(scope="session")
def serve():
    """The class of HTTP servers."""
    pytest.importorskip("fastapi", reason="needs the extra `serve`")
    from engine.serve.http.server import HttpServer

    return HttpServer


@pytest.fixture(scope="module")
def server(serve, analyser):
    limits = HttpLimits(threads=2, body_bytes=100_000, transfer_seconds=1.0)
    with serve(analyser, limits=limits) as server:
        yield server


@pytest.fixture(scope="module")
def client(server):
    httpx = pytest.importorskip("httpx", reason="needs httpx")
    with httpx.Client(base_url=server.url, timeout=30) as client:
        yield client
