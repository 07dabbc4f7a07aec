"""The ladder from networks to rows, table and picture, at toy size."""

import json

import pytest
import torch

from engine.evaluation.network.modelfile import save_model
from engine.evaluation.network.network import Network, NetworkShape
from training.bench.ladder import climbing
from training.bench.ladder.checkpoint import read_checkpoint
from training.bench.ladder.climbing import opponent_of
from training.bench.ladder.rows import read_rows
from training.bench.ladder.table import between_marks, table
from training.cli.ladder import main


def saved(path, seed, **lineage):
    network = Network(NetworkShape(8, (4,)), torch.Generator().manual_seed(seed))
    save_model(network, path, lineage)
    return str(path)


@pytest.fixture
def networks(tmp_path):
    lineage = {"run": "first", "games": 1000, "hours": 0.5, "parent": None}
    first = saved(tmp_path / "a.safetensors", 1, **lineage)
    more = {"run": "second", "games": 500, "hours": 0.25, "parent": lineage}
    return first, saved(tmp_path / "b.safetensors", 2, **more)


@pytest.fixture
def suite(tmp_path):
    board = [0, *[0] * 5, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0]
    board[1] = -2
    plays = []
    for a, b in ((8, 5), (24, 21)):
        play = list(board)
        play[a] -= 1
        play[b] += 1
        plays.append(play)
    line = {"board": board, "roll": [2, 1], "class": "opening"}
    line["candidates"] = [{"afterstate": p, "equity": -0.1 * i} for i, p in enumerate(plays)]
    path = tmp_path / "suite.jsonl"
    path.write_text(json.dumps(line) + "\n")
    return path


def climbed(tmp_path, *arguments):
    rows = tmp_path / "ladder.jsonl"
    options = ("--games", "8", "--workers", "1", "--rows", str(rows))
    return main([*arguments, *options]), rows


def test_networks_climb_and_are_not_measured_twice(tmp_path, networks, suite, capsys, monkeypatch):
    arguments = [*networks, "--opponents", "pip", "Chance=random", "--decisions", str(suite)]
    code, file = climbed(tmp_path, *arguments)
    assert code == 0
    rows = read_rows(file)
    duels = [(r["network"], r["opponent"]) for r in rows if r["measured"] == "duel"]
    one, two = "first-000001000", "second-000000500"
    assert duels == [(one, "pip"), (one, "Chance"), (two, "pip"), (two, "Chance"), (two, one)]
    assert {r["suite"] for r in rows if r["measured"] == "decisions"} == {"suite.jsonl"}
    # What came before the parent counts, and nothing tells where the files lie.
    assert next(r["trained_games"] for r in rows if r["network"] == two) == 1500
    assert str(tmp_path) not in file.read_text()
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == "| network | games | hours | suite.jsonl | pip | Chance | ancestor |"
    assert printed[3].startswith("| second-000000500 | 0.00M | 0.75 |") and " ± " in printed[3]

    def fail(*_):
        raise AssertionError("played again")

    monkeypatch.setattr(climbing, "run", fail)
    assert climbed(tmp_path, *arguments)[0] == 0
    assert read_rows(file) == rows


def test_table_and_picture_of_what_is_known(tmp_path, networks, suite):
    code, rows = climbed(
        tmp_path, *networks, "--opponents", "pip", "--ancestors", "none", "--decisions", str(suite)
    )
    assert code == 0
    page, picture = tmp_path / "page.md", tmp_path / "ladder.png"
    page.write_text("before\n<!-- ladder -->\nold\n<!-- end of ladder -->\nafter\n")
    told = ("--table", str(page), "--plot", str(picture))
    pytest.importorskip("matplotlib")
    assert climbed(tmp_path, *told)[0] == 0
    text = page.read_text()
    assert text.startswith("before\n") and text.endswith("after\n") and "old" not in text
    assert table(read_rows(rows)) in text
    assert picture.read_bytes().startswith(b"\x89PNG")
    before = picture.read_bytes()
    assert climbed(tmp_path, *told)[0] == 0
    assert picture.read_bytes() == before and page.read_text() == text


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "holds no result"),
        (["none.safetensors"], "no such file"),
        (["--opponents", "nobody"], "nobody"),
        (["--games", "1"], "2 or more"),
    ],
)
def test_bad_input_is_one_line_and_code_2(tmp_path, networks, arguments, told, capsys):
    if arguments[:1] in (["--games"], ["--opponents"]):
        arguments = [networks[0], *arguments]
    assert main(["--rows", str(tmp_path / "ladder.jsonl"), *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("error: ") and err.count("\n") == 1 and told in err


def test_a_damaged_file_and_missing_marks(tmp_path):
    (tmp_path / "ladder.jsonl").write_text('{"network": "x"}\n')
    with pytest.raises(ValueError, match="line 1 is no row"):
        read_rows(tmp_path / "ladder.jsonl")
    with pytest.raises(ValueError, match="which are not there"):
        between_marks("a page", "a table")


def test_opponents_and_their_names():
    assert opponent_of("gnubg:0").label == "gnubg:0"
    named = opponent_of("PureTD=file:/somewhere/puretd.py")
    assert (named.label, named.player) == ("PureTD", "file:/somewhere/puretd.py")
    assert opponent_of("file:/somewhere/puretd.py").label == "file:puretd.py"
    assert opponent_of("model:default?ply=1").label == "model:default?ply=1"


def test_a_network_without_lineage(tmp_path):
    network = read_checkpoint(saved(tmp_path / "plain.safetensors", 1))
    assert (network.name, network.games, network.hours) == ("plain", 0, 0.0)
