"""Players by name: what is accepted, and what those who mistype are told."""

import subprocess
import sys

import numpy as np
import pytest

from engine.players.evaluators import UnknownPlayer, evaluator_of
from engine.players.names import estimator_of, player_of
from engine.players.third_party.peers import PeerMissing
from engine.rules.board import board_of, mirror, start

RNG = np.random.default_rng(0)

EVALUATOR = """
import numpy as np
def load():
    return lambda boards: np.tile(np.float32([.6, .2, .01, .1, .005]), (len(boards), 1))
"""


@pytest.mark.parametrize("name", ["random", "pip"])
def test_names_are_kept(name):
    assert player_of(name, RNG).name == name


@pytest.mark.parametrize(
    "name", ["nobody", "", "model", "model:", "gnubg", "gnubg:2", "file:", "pip?ply=1", "random:1"]
)
def test_unknown_names_list_the_known_ones(name):
    with pytest.raises(UnknownPlayer, match="pubeval"):
        player_of(name, RNG)


@pytest.mark.parametrize("name", ["random", "pip", "pubeval"])
def test_those_without_estimates_say_so(name):
    with pytest.raises(UnknownPlayer, match=name):
        evaluator_of(name)
    with pytest.raises(UnknownPlayer, match=name):
        estimator_of(name)


@pytest.mark.parametrize("name", ["pubeval", "gnubg:0", "bgsage:1"])
def test_a_missing_peer_says_how_to_get_it(name, monkeypatch):
    def missing(module):
        raise ModuleNotFoundError(module)

    monkeypatch.setattr("engine.players.third_party.peers.import_module", missing)
    with pytest.raises(PeerMissing, match=r"chaquete\[peers\]"):
        player_of(name, RNG)


def test_an_evaluator_from_a_file(tmp_path):
    path = tmp_path / "constant.py"
    path.write_text(EVALUATOR)
    board = start()[np.newaxis]
    outcome = evaluator_of(f"file:{path}").evaluate(board)
    np.testing.assert_allclose(outcome[0], [0.6, 0.2, 0.01, 0.1, 0.005])
    # The mover's estimate is the negative of his opponent's, who is about to roll.
    equity = 2 * 0.6 - 1 + 0.2 + 0.01 - 0.1 - 0.005
    np.testing.assert_allclose(estimator_of(f"file:{path}")(board), [-equity], rtol=1e-6)
    player = player_of(f"file:{path}", RNG)
    assert player.choose(board, np.array([[3, 1]], dtype=np.int8)).shape == (1, 26)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (None, "no such file"),
        ("x = 1", "load"),
        ("def load():\n    return lambda boards: boards", "N, 5"),
    ],
)
def test_a_file_without_evaluator_says_what_is_missing(text, told, tmp_path):
    path = tmp_path / "evaluator.py"
    if text is not None:
        path.write_text(text)
    with pytest.raises(ValueError, match=told):
        evaluator_of(f"file:{path}").evaluate(start()[np.newaxis])


def test_a_model_that_is_not_there(tmp_path):
    with pytest.raises(ValueError, match="no such file"):
        player_of(f"model:{tmp_path}/none.safetensors", RNG)


@pytest.mark.parametrize("option", ["ply", "ply=4", "ply=x", "depth=1", "ply=1&x"])
def test_unknown_options(option):
    with pytest.raises(UnknownPlayer, match="ply=0"):
        player_of(f"model:default?{option}", RNG)


def test_naming_players_imports_neither_torch_nor_peers():
    code = """
import sys
import numpy as np
from engine.players.names import player_of
player_of("pip", np.random.default_rng(0))
print(*(name for name in ("torch", "gnubg_nn", "bgsage") if name in sys.modules))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_our_networks_know_the_endgames_at_every_level():
    # Two checkers on the one point: the next roll takes them off, whatever a network believes.
    board = board_of("1:2", "1:15")
    for name in ("model:small", "model:small?ply=1"):
        assert estimator_of(name)(mirror(board)[None])[0] == pytest.approx(-2, abs=1e-6)
