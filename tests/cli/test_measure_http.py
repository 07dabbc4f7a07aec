"""The load command end to end at toy size."""

import json

import pytest

from engine.rules.board import start
from training.bench.arena.http_load import Asked, load, requests_of
from training.cli.measure_http import main


@pytest.fixture(scope="module")
def server():
    pytest.importorskip("fastapi", reason="needs the extra `serve`")
    from engine.analysis.analyser import Analyser
    from engine.serve.http.server import HttpServer

    with HttpServer(Analyser.load("small")) as server:
        yield server


def test_json_and_words(server, capsys):
    toy = ["--url", server.url, "--clients", "3", "--requests", "9", "--alone", "2"]
    assert main([*toy, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert list(data["kinds"]) == list(requests_of(start(), (3, 1)))
    for found in data["kinds"].values():
        crowd = found["crowd"]
        assert (crowd["requests"], crowd["lost"], crowd["mixed_up"]) == (9, 0, 0)
        assert 0 < crowd["median"] <= crowd["slowest"] and crowd["per_second"] > 0
    assert main(toy) == 0
    assert "POST /v1/cube" in capsys.readouterr().out


def test_errors_and_the_answers_of_others_are_counted(server):
    asked = [
        Asked("/nowhere", None, lambda answer: True),
        Asked("/v1/engine", None, lambda answer: False),
        Asked("/v1/engine", None, lambda answer: True),
    ]
    found = load(server.url, asked, 2)
    assert (found.requests, found.lost, found.mixed_up) == (3, 1, 1)
    nobody = load("http://127.0.0.1:1", asked, 1)
    assert nobody.lost == 3


@pytest.mark.parametrize("arguments", [["--clients", "0"], ["--requests", "-1"]])
def test_bad_input_is_one_line_and_code_2(arguments, capsys):
    assert main(arguments) == 2
    assert capsys.readouterr().err.count("\n") == 1
