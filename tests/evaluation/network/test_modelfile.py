import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import save_file

from engine.evaluation.network import modelfile
from engine.evaluation.network.folded import FoldedNetwork
from engine.evaluation.network.modelfile import (
    ModelError,
    find_model,
    load_model,
    load_network,
    save_model,
    write_atomically,
)
from engine.evaluation.network.network import Network, NetworkShape
from engine.rules.board import start


@pytest.fixture
def network():
    return Network(NetworkShape(12, (6,)), torch.Generator().manual_seed(4))


def test_a_saved_model_evaluates_the_same(network, tmp_path):
    path = tmp_path / "a.safetensors"
    save_model(network, path, {"run": "x", "games": 7})
    loaded, lineage = load_model(path)
    assert loaded.shape == network.shape
    assert lineage == {"run": "x", "games": 7}
    board = start()[None]
    expected = FoldedNetwork(network).evaluate(board)
    np.testing.assert_array_equal(load_network(str(path)).evaluate(board), expected)


def test_training_on_does_not_change_a_folded_network(network):
    folded = FoldedNetwork(network)
    before = folded.evaluate(start()[None])
    with torch.no_grad():
        for parameter in network.parameters():
            parameter += 0.1
    np.testing.assert_array_equal(folded.evaluate(start()[None]), before)
    folded.fold(network)
    assert not np.array_equal(folded.evaluate(start()[None]), before)


@pytest.mark.parametrize("size", [0, 7, 40, 2000])
def test_a_truncated_file_is_refused(network, tmp_path, size):
    path = tmp_path / "a.safetensors"
    save_model(network, path)
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(ModelError, match="damaged"):
        load_model(path)


@pytest.mark.parametrize("key", ["format_version", "feature_version"])
def test_another_version_is_refused(network, tmp_path, key, monkeypatch):
    path = tmp_path / "a.safetensors"
    save_model(network, path)
    monkeypatch.setattr(modelfile, key.upper(), 99)
    with pytest.raises(ModelError, match=f"{key} 1: this version reads 99"):
        load_model(path)


def test_a_file_of_another_program_is_refused(tmp_path):
    path = tmp_path / "a.safetensors"
    save_file({"w": torch.zeros(2)}, path)
    with pytest.raises(ModelError, match="another program"):
        load_model(path)


@pytest.mark.parametrize(
    "header",
    [
        "no JSON",
        "[1]",
        '{"format_version": 1, "feature_version": 1, "lineage": {}}',
        '{"format_version": 1, "feature_version": 1, "lineage": {}, "shape": {"hidden": 12}}',
        '{"format_version": 1, "feature_version": 1, "lineage": {}, "shape": '
        '{"hidden": 12, "tail": "6"}}',
    ],
)
def test_a_damaged_header_is_refused(tmp_path, header):
    path = tmp_path / "a.safetensors"
    save_file({"w": torch.zeros(2)}, path, {"chaquete": header})
    with pytest.raises(ModelError, match="damaged header"):
        load_model(path)


def test_weights_that_do_not_fit_the_header_are_refused(network, tmp_path):
    path = tmp_path / "a.safetensors"
    header = {"format_version": 1, "feature_version": 1, "lineage": {}}
    header["shape"] = {"hidden": 13, "tail": [6]}
    tensors = {k: v.contiguous() for k, v in network.state_dict().items()}
    save_file(tensors, path, {"chaquete": json.dumps(header)})
    with pytest.raises(ModelError, match="does not fit its header"):
        load_model(path)


def test_weights_that_are_not_numbers_are_refused(network, tmp_path):
    path = tmp_path / "a.safetensors"
    with torch.no_grad():
        network.bias[0] = float("nan")
    save_model(network, path)
    with pytest.raises(ModelError, match="not finite"):
        load_model(path)


def test_an_unknown_name_lists_the_known(tmp_path):
    with pytest.raises(ModelError, match=r"model 'nonsense': a path to a \.safetensors file"):
        find_model("nonsense")
    with pytest.raises(ModelError, match="no such file"):
        load_network(str(tmp_path / "b.safetensors"))


def test_a_failed_write_leaves_the_old_file_whole(tmp_path, monkeypatch):
    path = tmp_path / "a"
    write_atomically(path, b"old")

    def fail(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["a"]


def test_playing_needs_no_torch(network, tmp_path):
    path = tmp_path / "a.safetensors"
    save_model(network, path)
    code = (
        "import sys; from engine.analysis.analyser import Analyser; "
        "from engine.rules.board import start; from engine.rules.match import MatchState; "
        "from engine.rules.position import Position; position = Position(start(), MatchState()); "
        f"Analyser.load({str(path)!r}, ply=1).plays(position, (3, 1)); "
        "sys.exit('torch' in sys.modules)"
    )
    root = Path(__file__).parents[3]
    assert subprocess.run([sys.executable, "-c", code], cwd=root, check=False).returncode == 0
