"""``scripts/rollout.py`` from the command line, with a tiny untrained network."""

import json

import pytest
import torch

from engine.cli.rollout import main
from engine.evaluation.network.modelfile import save_model
from engine.evaluation.network.network import Network, NetworkShape

RACE = "XGID=-ABBB----------------bbba-:0:0:1:00:0:0:0:0:10"
OPENING = "4HPwATDgc/ABMA"


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    path = tmp_path_factory.mktemp("models") / "tiny.safetensors"
    save_model(Network(NetworkShape(8, (4,)), torch.Generator().manual_seed(1)), path)
    return f"--evaluator=model:{path}"


def test_plays_as_text(model, capsys):
    argv = [OPENING, "--dice", "31", "--trials", "36", "--turns", "2", "--candidates", "3", model]
    assert main(argv) == 0
    out = capsys.readouterr().out
    assert out.count("/") >= 3 and "36 trials each, cubeless, cut after 2 turns" in out
    assert "nan" not in out.lower()


def test_a_cube_action_as_json_and_resumed(model, capsys, tmp_path):
    argv = [RACE, "--cubeful", "--json", "--save", str(tmp_path / "r.npz"), model]
    assert main([*argv, "--trials", "36"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert [c["candidate"] for c in first["candidates"]] == ["no double", "double, take"]
    assert "cube_action" in first and first["trials"] == 36
    assert main([*argv, "--trials", "72"]) == 0
    assert json.loads(capsys.readouterr().out)["trials"] == 72
    assert main([*argv, "--trials", "72", "--seed", "1"]) == 2
    assert "holds another rollout: seed 0, now 1" in capsys.readouterr().err


def test_named_plays_a_scout_and_shallow_luck(model, capsys):
    argv = [OPENING, "--dice=61", "--play", "13/7 8/7", "24/18 6/5", "--trials=4", "--turns=1"]
    scout = model.replace("evaluator=model:", "scout=")
    assert main([*argv, "--ply=1", "--luck-ply=0", "--threads=2", model, scout]) == 0
    out = capsys.readouterr().out
    assert "13/7 8/7" in out and "24/18 6/5" in out and "luck judged at 0-ply" in out


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["nonsense"], "is no position"),
        ([OPENING, "--dice", "71"], "two dice of 1 to 6"),
        ([OPENING, "--dice", "31", "--play", "8/2"], "8/2"),
        ([OPENING, "--trials", "0"], "trials 0: 1 or more are accepted"),
        ([OPENING, "--ply", "7"], "7 plies: 0 to 3 are accepted"),
        ([OPENING, "--turns", "-1"], "turns -1"),
        ([OPENING, "--seed", "-1"], "seed -1"),
        ([OPENING, "--evaluator", "pip"], "estimates no outcomes"),
        ([OPENING, "--scout", "nobody"], "nobody"),
    ],
)
def test_bad_input_is_one_line_and_code_2(model, argv, message, capsys):
    assert main(argv if "--evaluator" in argv else [*argv, model]) == 2
    err = capsys.readouterr().err
    assert err.startswith("error: ") and message in err and err.count("\n") == 1
