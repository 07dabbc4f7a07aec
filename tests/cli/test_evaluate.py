"""The evaluate command end to end at toy size."""

import json

import numpy as np
import pytest

from engine.rules.board import start
from engine.rules.movegen import afterstates
from training.bench.arena import duel
from training.cli.evaluate import main


@pytest.fixture
def decisions(tmp_path):
    plays, _ = afterstates(start()[None], np.array([[3, 1]], dtype=np.int8))
    candidates = [{"afterstate": play.tolist(), "equity": 0.1 * -i} for i, play in enumerate(plays)]
    path = tmp_path / "decisions.jsonl"
    line = {"board": start().tolist(), "roll": [3, 1], "candidates": candidates}
    path.write_text(json.dumps(line) + "\n" + json.dumps({**line, "class": "opening"}) + "\n")
    return path


@pytest.fixture
def positions(tmp_path):
    path = tmp_path / "positions.jsonl"
    path.write_text(json.dumps({"afterstate": start().tolist(), "equity": 0.0}) + "\n")
    return path


@pytest.fixture
def even(tmp_path):
    path = tmp_path / "even.py"
    path.write_text(
        "import numpy as np\n"
        "def load():\n"
        "    return lambda boards: np.tile(np.float32([.5, 0, 0, 0, 0]), (len(boards), 1))\n"
    )
    return f"file:{path}"


def test_a_duel_as_json(capsys, tmp_path):
    output = tmp_path / "result.json"
    arguments = ["pip", "random", "--games", "40", "--seed", "3", "--workers", "1", "--json"]
    assert main([*arguments, "--output", str(output)]) == 0
    printed = capsys.readouterr().out
    data = json.loads(printed)
    assert data["players"] == ["pip", "random"]
    assert data["games"] == 40 and data["seed"] == 3
    assert data["points_per_game"] > 0
    assert json.loads(output.read_text()) == data


def test_a_duel_in_words(capsys):
    assert main(["pip", "random", "--games", "40", "--workers", "1"]) == 0
    assert "points per game  +" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "play"),
    [
        (["--match", "3"], "3-point matches"),
        (["--cube", "--jacoby", "--beavers"], "money with the cube, Jacoby rule"),
    ],
)
def test_matches_and_the_cube(options, play, capsys):
    arguments = ["pip", "random", "--games", "6", "--workers", "1", "--json", *options]
    assert main(arguments) == 0
    assert json.loads(capsys.readouterr().out)["play"] == play


def test_a_round_robin_is_a_markdown_table(capsys, even):
    assert main(["pip", "random", even, "--games", "20", "--workers", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 5 and lines[1] == "|---|---|---|---|---|"


def test_decisions(decisions, capsys):
    assert main(["pip", "--decisions", str(decisions), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["player"] == "pip" and data["decisions"] == 2
    assert data["mean_error_meq"] >= 0 and data["standard_error_meq"] == 0
    assert list(data["classes"]) == ["opening"]
    assert main(["random", "--decisions", str(decisions)]) == 0
    assert "mEq lost per decision" in capsys.readouterr().out


def test_positions(positions, capsys, even):
    assert main([even, "--positions", str(positions), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["positions"] == 1
    assert data["mean_absolute_error"] == data["rmse"] == data["bias"] == 0
    assert main([even, "--positions", str(positions)]) == 0
    assert "mean absolute error 0.0000" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "player"),
        (
            ["pip", "random", "--output", "none/such.json"],
            "none/such.json: there is no folder none",
        ),
        (["pip"], "second player"),
        (["pip", "nobody"], "nobody"),
        (["pip", "pip", "random"], "different players"),
        (["pip", "random", "--games", "1"], "2 or more"),
        (["pip", "random", "--workers", "0"], "workers"),
        (["pip", "random", "--match", "-1"], "1 or more"),
        (["pip", "random", "--match", "3", "--jacoby"], "money play"),
        (["pip", "random", "--beavers"], "--cube"),
        (["pip", "random", "--cube", "--cube-limit", "3"], "power of two"),
        (["pip", "random", "--decisions", "none.jsonl"], "one player"),
        (["pip", "--decisions", "none.jsonl"], "none.jsonl"),
        (["pip", "--positions", "none.jsonl"], "none.jsonl"),
        (["model:none.safetensors", "pip"], "no such file"),
    ],
)
def test_bad_input_is_one_line_and_code_2(arguments, told, capsys):
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    assert err.startswith("error: ") and told in err


def test_pip_has_no_estimates(positions, capsys):
    assert main(["pip", "--positions", str(positions)]) == 2
    assert "estimates no equities" in capsys.readouterr().err


@pytest.mark.peers
def test_a_round_robin_tries_every_player_before_the_first_game(capsys):
    pytest.importorskip("gnubg_nn")
    assert main(["pip", "random", "pubeval", "--cube", "--games", "20", "--workers", "1"]) == 2
    assert capsys.readouterr() == ("", "error: pubeval plays without a cube only\n")


def test_ctrl_c_prints_what_is_known(capsys, monkeypatch):
    real = duel.play_block

    def stopped(contest, number, pairs, first, second):
        if number == 1:
            raise KeyboardInterrupt
        return real(contest, number, pairs, first, second)

    monkeypatch.setattr(duel, "play_block", stopped)
    assert main(["pip", "random", "--games", "200", "--workers", "1", "--json"]) == 130
    assert json.loads(capsys.readouterr().out)["games"] == 64


def test_unknown_options_are_refused():
    with pytest.raises(SystemExit) as refused:
        main(["pip", "random", "--gamse", "20"])
    assert refused.value.code == 2
