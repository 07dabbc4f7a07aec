"""Real processes under torchrun: equal to a plain run, equal to each other, stopped and lost."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import torch

from training.cli.train import main
from training.folder import RunFolder
from training.trainer import Trainer

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
SMALL = (
    *("--hidden", "32", "--tail", "16", "--scout-hidden", "8", "--scout-tail", "4"),
    *("--parallel-games", "64", "--batch", "64", "--pool", "512", "--device", "cpu"),
)


def torchrun(ranks, *arguments):
    return subprocess.Popen(
        [
            *(sys.executable, "-m", "torch.distributed.run", "--rdzv-backend=c10d"),
            *("--rdzv-endpoint=localhost:0", f"--nproc-per-node={ranks}", "scripts/train.py"),
            *arguments,
        ],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_until(true, process):
    for _ in range(3000):
        if true():
            return
        if process.poll() is not None:
            pytest.fail(process.communicate()[1])
        time.sleep(0.1)
    pytest.fail("it did not come to pass in five minutes")


def ranks_of(process):
    """Return the process ids of the ranks that a torchrun has started, in their order."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    ranks = {}
    for child in children:
        words = Path(f"/proc/{child}/environ").read_bytes().split(b"\0")
        (rank,) = (int(w.partition(b"=")[2]) for w in words if w.startswith(b"RANK="))
        ranks[rank] = int(child)
    return [ranks[rank] for rank in sorted(ranks)]


def learned(folder):
    return torch.load(folder / "state" / "learned.pt", weights_only=True)


def rounds(folder):
    lines = (folder / "metrics.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def assert_equal(one, other):
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for key in one:
            assert_equal(one[key], other[key])
    elif isinstance(one, torch.Tensor):
        assert torch.equal(one, other)
    else:
        assert one == other


def test_one_rank_equals_the_plain_run_bit_for_bit(tmp_path):
    settings = ("--games", "150", *SMALL)
    process = torchrun(1, "--run-dir", str(tmp_path / "rank"), *settings)
    plain = ["--run-dir", str(tmp_path / "plain"), "--processes", "1", *settings]
    assert main(plain) == 0
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    assert "analyse with it" in out
    one, other = learned(tmp_path / "plain"), learned(tmp_path / "rank")
    del one["seconds"], other["seconds"]
    assert_equal(one, other)


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc")
def test_two_ranks_stop_together_lose_one_and_go_on_as_one(tmp_path):
    run = tmp_path / "run"
    endless = ("--games", "100000000", "--save-minutes", "0.02", *SMALL)
    process = torchrun(2, "--run-dir", str(run), *endless)
    wait_until((run / "state" / "learned.pt").exists, process)

    # Ctrl-C: torchrun passes it on, and all ranks save at the same point.
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=120)
    assert f"--resume {run}" in out
    saved = learned(run)
    played = [
        torch.load(run / "state" / f"played-{saved['games']}-{rank}.pt", weights_only=True)
        for rank in (0, 1)
    ]
    # Both played games of their own, and hold one network.
    assert played[0]["fingerprint"] == played[1]["fingerprint"]
    boards = [p["selfplay"]["arrays"]["_boards"] for p in played]
    assert len(boards[0]) == len(boards[1]) == 32
    assert not torch.equal(*boards)

    process = torchrun(2, "--resume", str(run))
    before = len(rounds(run))
    wait_until(lambda: len(rounds(run)) > before + 2, process)
    # What the ranks had in play was taken up again, not begun anew.
    assert rounds(run)[before]["games"] >= saved["games"]
    began = time.monotonic()
    os.kill(ranks_of(process)[1], signal.SIGKILL)
    _, err = process.communicate(timeout=120)
    assert process.returncode != 0
    assert time.monotonic() - began < 60
    assert "error: another process of this job was lost" in err
    assert f"the last save is whole: --resume {run} continues it" in err

    folder = RunFolder(run)
    alone = Trainer(folder.config())
    folder.restore(alone, 0)
    assert alone.games == learned(run)["games"] >= saved["games"]
    assert alone.round().games >= alone.games


def test_a_folder_that_holds_a_run_is_refused_by_all_ranks(tmp_path):
    (tmp_path / "config.json").write_text("{}")
    process = torchrun(2, "--run-dir", str(tmp_path), *SMALL)
    _, err = process.communicate(timeout=120)
    assert process.returncode != 0
    assert "already holds a run" in err and "was lost" not in err
