"""Evaluation shared between processes that torchrun started."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from training.arena.duel import Contest
from training.arena.shares import Share

ROOT = Path(__file__).resolve().parents[2]


def test_alone_a_process_does_everything(monkeypatch):
    monkeypatch.delenv("RANK", raising=False)
    share = Share.of_this_process()
    assert share.leads and all(share.takes(n) for n in range(10))
    assert share.gather({}) == {}


def test_together_every_block_is_played_once(monkeypatch):
    monkeypatch.setenv("WORLD_SIZE", "3")
    shares = []
    for rank in range(3):
        monkeypatch.setenv("RANK", str(rank))
        shares.append(Share.of_this_process())
    assert [share.leads for share in shares] == [True, False, False]
    for block in range(len(Contest(("pip", "random"), 5000).blocks())):
        assert sum(share.takes(block) for share in shares) == 1


@pytest.mark.slow
def test_two_real_processes_get_the_result_of_one():
    arguments = ["scripts/evaluate.py", "pip", "random", "--games", "200", "--json"]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}

    def result(*command):
        done = subprocess.run(
            [sys.executable, *command, *arguments, "--workers", "1"],
            capture_output=True,
            check=True,
            cwd=ROOT,
            env=environment,
            text=True,
        )
        data = json.loads(done.stdout)
        return {k: v for k, v in data.items() if k not in ("seconds", "games_per_second")}

    together = result("-m", "torch.distributed.run", "--standalone", "--nproc-per-node=2")
    assert together == result()
