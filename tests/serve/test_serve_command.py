"""The command line: servers start, say where they are, and stop when told to."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from engine.cli.serve import main
from engine.evaluation.network import save_model
from engine.evaluation.network.network import Network, NetworkShape
from tests.serve.line_client import LineClient

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    path = tmp_path_factory.mktemp("model") / "model.safetensors"
    save_model(Network(NetworkShape(32, (16,)), torch.Generator().manual_seed(1)), path)
    return str(path)


def started(*arguments):
    """Start the program; return it and the address it says it listens at."""
    process = subprocess.Popen(
        [sys.executable, "scripts/serve.py", *arguments],
        cwd=ROOT,
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    line = process.stdout.readline()
    found = re.fullmatch(r"listening at (\S+)\n", line)
    assert found, (line, process.stderr.read() if process.poll() is not None else "")
    return process, found[1]


def ended(process, number):
    process.send_signal(number)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert (out, err) == ("", "")


@pytest.mark.parametrize(
    "number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)]
)
def test_the_external_player_stops_when_told_to(model, number):
    process, address = started(
        "external", "--address", "127.0.0.1:0", "--model", model, "--ply", "0"
    )
    with LineClient(address) as client:
        assert client.ask("version").startswith("Interface")
        client.send("half a line")
        ended(process, number)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_http_server_stops_when_told_to(model, number):
    httpx = pytest.importorskip("httpx")
    pytest.importorskip("uvicorn")
    process, url = started("http", "--port", "0", "--model", model, "--ply", "0")
    with httpx.Client(base_url=url, timeout=120) as client:
        assert client.get("/v1/engine").json()["level"] == "0-ply"
        ended(process, number)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ubgi_stops_when_told_to(model, number):
    process = subprocess.Popen(
        [sys.executable, "scripts/serve.py", "ubgi", "--model", model, "--ply", "0"],
        cwd=ROOT,
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    process.stdin.write(
        "ubgi\nisready\nposition gnubgid 4HPwATDgc/ABMA\ndice 6 1\ngo role chequer\n"
    )
    process.stdin.flush()
    while not process.stdout.readline().startswith("bestmove"):
        pass
    process.send_signal(number)
    _, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["external", "--address", "nowhere:x"], "host:port or a path"),
        (["external", "--ply", "7"], "0 to 3 are accepted"),
        (["external", "--clients", "0"], "clients 0"),
        (["ubgi", "--model", "/nowhere/model.safetensors"], "model"),
        (["http", "--port", "99999"], "port 99999"),
        (["http", "--threads", "0"], "threads 0"),
        (["gnubg-text", "-c", "/nowhere/commands"], "No such file"),
    ],
)
def test_wrong_arguments_are_one_line_and_code_2(model, capsys, arguments, says):
    given = [] if {"--model", "gnubg-text"} & set(arguments) else ["--model", model]
    assert main([*arguments, *given]) == 2
    err = capsys.readouterr().err
    assert err.startswith("error: ") and err.count("\n") == 1 and says in err


def test_a_missing_package_is_named(model, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    for name in [name for name in sys.modules if name.startswith("engine.serve.http")]:
        monkeypatch.delitem(sys.modules, name)
    assert main(["http", "--model", model]) == 2
    assert "pip install 'chaquete[serve]'" in capsys.readouterr().err
