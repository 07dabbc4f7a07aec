import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from engine.evaluation.network import load_network
from engine.players.greedy import GreedyPlayer
from engine.players.simple import RandomPlayer
from training.bench.arena.dice import PairedDice
from training.bench.arena.games import play_cubeless
from training.cli.train import main

ROOT = Path(__file__).parents[2]
SMALL = (
    *("--hidden", "32", "--tail", "16", "--scout-hidden", "0", "--processes", "1"),
    *("--parallel-games", "64", "--batch", "64", "--pool", "512", "--device", "cpu"),
)
"""Settings that learn in seconds."""
LEARN = ("--rate-start", "3e-3", "--average", "0.98", "--lambda-start", "0.9")


def test_a_tiny_run_beats_random(tmp_path, capsys):
    run = tmp_path / "run"
    assert main(["--run-dir", str(run), "--games", "1000", *SMALL, *LEARN]) == 0
    assert "analyse with it" in capsys.readouterr().out
    player = GreedyPlayer(load_network(str(run / "model.safetensors")))
    random = RandomPlayer(np.random.default_rng(1))
    played = play_cubeless(player, random, PairedDice(250, np.random.default_rng(2)))
    # After 1,000 games more than 90 % are won.  A player no better than random would win 450 of
    # 500 with a chance below 1e-70 (18 standard errors, were the games independent).
    assert (played.points > 0).sum() > 450
    lines = [json.loads(line) for line in (run / "metrics.jsonl").read_text().splitlines()]
    assert lines[-1]["games"] >= 1000
    assert lines[-1]["loss"] < lines[0]["loss"]
    environment = json.loads((run / "environment.json").read_text())
    assert environment["packages"]["torch"]
    assert list((run / "tensorboard").iterdir())


def test_a_run_is_not_overwritten(tmp_path, capsys):
    (tmp_path / "config.json").write_text("{}")
    assert main(["--run-dir", str(tmp_path), *SMALL]) == 2
    assert "already holds a run" in capsys.readouterr().err


def test_nothing_to_resume(tmp_path, capsys):
    assert main(["--resume", str(tmp_path / "none")]) == 2
    assert "holds no training run" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["--run-dir", str(tmp_path / "file" / "run"), *SMALL]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ") and error.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--games", "-5"], "games -5: more than 0 is accepted"),
        (["--preset", "slow"], "slow"),
        (["--gamma", "1"], "gamma"),
        (["--parent", "nonsense", "--games", "5"], "model 'nonsense'"),
        (["--scout-parent", "nonsense", "--games", "5"], "model 'nonsense'"),
        (["--scout-tail", "0"], "layer width 0"),
    ],
)
def test_bad_settings_are_one_message_and_code_2(tmp_path, capsys, arguments, message):
    try:
        code = main(["--run-dir", str(tmp_path / "run"), "--processes", "1", *arguments])
    except SystemExit as exit_:
        code = exit_.code
    assert code == 2
    captured = capsys.readouterr()
    assert message in captured.err + captured.out
    assert not (tmp_path / "run").exists()


def _start(*arguments):
    return subprocess.Popen(
        [sys.executable, "scripts/train.py", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def _wait_for(path, process):
    for _ in range(1200):
        if path.exists() and path.stat().st_size:
            return
        assert process.poll() is None
        time.sleep(0.1)
    pytest.fail(f"{path} did not come")


def test_an_interrupted_run_saves_and_a_killed_one_resumes(tmp_path):
    run = tmp_path / "run"
    endless = ["--games", "100000000", "--save-minutes", "0.01", *SMALL]
    process = _start("--run-dir", str(run), *endless)
    _wait_for(run / "metrics.jsonl", process)
    process.send_signal(signal.SIGTERM)
    out, _ = process.communicate(timeout=120)
    assert process.returncode == 130
    assert f"--resume {run}" in out
    saved = json.loads((run / "metrics.jsonl").read_text().splitlines()[-1])["games"]
    process = _start("--resume", str(run))
    size = (run / "metrics.jsonl").stat().st_size
    while (run / "metrics.jsonl").stat().st_size == size:
        assert process.poll() is None
        time.sleep(0.1)
    process.kill()
    process.communicate()
    again = json.loads((run / "metrics.jsonl").read_text().splitlines()[-1])["games"]
    assert again > saved
    assert load_network(str(run / "model.safetensors")).name == "model"


def test_a_resumed_run_keeps_its_settings(tmp_path, capsys):
    run = tmp_path / "run"
    assert main(["--run-dir", str(run), "--games", "20", *SMALL]) == 0
    capsys.readouterr()
    assert main(["--resume", str(run), "--hidden", "64"]) == 2
    assert "hidden 64: a resumed run keeps its 32" in capsys.readouterr().err
    assert main(["--resume", str(run), "--save-minutes", "9"]) == 0
