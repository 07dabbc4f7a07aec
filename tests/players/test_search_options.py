import numpy as np
import pytest
import torch

from engine.evaluation.network.modelfile import save_model
from engine.evaluation.network.network import Network, NetworkShape
from engine.players.evaluators import UnknownPlayer
from engine.players.names import player_of
from engine.players.search_options import SearchOptions, read_options
from engine.players.searching import SearchPlayer
from engine.rules.board import start


@pytest.fixture
def folder(tmp_path):
    for name, seed in (("model", 1), ("scout", 2)):
        network = Network(NetworkShape(8, (4,)), torch.Generator().manual_seed(seed))
        save_model(network, tmp_path / f"{name}.safetensors")
    return tmp_path


def test_options_are_read():
    assert read_options("") == SearchOptions()
    found = read_options("ply=2&filter=tiny&scout=none")
    assert found == SearchOptions(2, "tiny", "none") and found.searches
    assert not SearchOptions().searches


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ply=4", "ply=3 are accepted"),
        ("ply", "are accepted"),
        ("depth=2", "are accepted"),
        ("filter=huge", "none, tiny, normal, large are accepted"),
    ],
)
def test_bad_options_are_named(text, message):
    with pytest.raises(UnknownPlayer, match=message):
        player_of(f"model:x.safetensors?{text}", np.random.default_rng())


def test_the_scout_lies_beside_the_model(folder):
    rng = np.random.default_rng()
    name = f"model:{folder / 'model.safetensors'}?ply=1"
    player = player_of(name, rng)
    assert isinstance(player, SearchPlayer) and player.name == name
    assert player.cubeless.shortlist is not None
    assert player.cubeless.shortlist.scout.name == "scout+bearoff"
    alone = player_of(f"{name}&scout=none", rng)
    assert isinstance(alone, SearchPlayer) and alone.cubeless.shortlist is None
    chosen = player.choose(start()[None], np.array([[3, 1]], dtype=np.int8))
    assert chosen.shape == (1, 26)
    (folder / "scout.safetensors").unlink()
    bare = player_of(name, rng)
    assert isinstance(bare, SearchPlayer) and bare.cubeless.shortlist is None
