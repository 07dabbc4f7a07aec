"""Evaluation shared between processes that torchrun started."""

import json
import os
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import numpy as np
import pytest

from training.bench.arena import duel
from training.bench.arena.duel import Contest, run
from training.bench.arena.games import Played

ROOT = Path(__file__).resolve().parents[3]


def test_the_shares_of_all_ranks_are_the_whole(monkeypatch):
    contest = Contest(("pip", "random"), 200)
    whole = run(contest, progress=False).played
    shares = []
    for rank in range(3):
        monkeypatch.setattr(duel, "joined", lambda rank=rank: nullcontext((rank, 3)))
        monkeypatch.setattr(duel, "gathered", lambda done: shares.append(done) or [done])
        run(contest, progress=False)
    assert [len(share) for share in shares] == [2, 1, 1]
    blocks = {n: played for share in shares for n, played in share.items()}
    together = Played.joined([blocks[n] for n in sorted(blocks)])
    np.testing.assert_array_equal(together.points, whole.points)


@pytest.mark.slow
def test_two_real_processes_get_the_result_of_one():
    # A round robin: several duels, one after the other, in the same job.
    arguments = ["scripts/evaluate.py", "pip", "random", "model:small", "--games", "200", "--json"]
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
        times = ("seconds", "seconds_of_players", "games_per_second")
        duels = json.loads(done.stdout)["duels"]
        return [{k: v for k, v in duel.items() if k not in times} for duel in duels]

    together = result("-m", "torch.distributed.run", "--standalone", "--nproc-per-node=2")
    assert len(together) == 3
    assert together == result()
