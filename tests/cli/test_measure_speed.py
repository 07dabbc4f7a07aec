"""The speed command end to end at toy size."""

import json

import pytest

from training.cli.measure_speed import main

TOY = [
    "--pairs",
    "60",
    "--repetitions",
    "2",
    "--player",
    "pip",
    "--decisions",
    "4",
    "--plies",
    "1",
    "--trials",
    "2",
]


def test_json_and_words(capsys):
    assert main([*TOY, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["pairs"] == 60 and data["positions_from"] == "pip" and data["cores"] == 1
    assert data["afterstates"]["chaquete"]["per_second"]["median"] > 0
    for measured in list(data["afterstates"].values())[1:]:
        assert measured["ours_times"]["median"] > 0
    for ply in (0, 1):
        decided = data[f"decisions at {ply}-ply"][f"model:default?ply={ply}"]
        assert decided["done"] == 2 * (4, 1)[ply] and decided["per_second"]["least"] > 0
    assert "decisions at 2-ply" not in data
    assert data["trials"]["chaquete"]["done"] == 4
    assert main(TOY) == 0
    out = capsys.readouterr().out
    assert "afterstates/s" in out and "decisions at 1-ply/s" in out


@pytest.mark.parametrize(
    "arguments", [["--pairs", "0"], ["--player", "nobody"], ["--plies", "3"], ["--trials", "1"]]
)
def test_bad_input_is_one_line_and_code_2(arguments, capsys):
    assert main(arguments) == 2
    assert capsys.readouterr().err.count("\n") == 1
