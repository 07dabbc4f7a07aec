"""What processes tell each other; with real processes in test_torchrun.py."""

import subprocess
import sys
from pathlib import Path

import pytest
import torch

from training import distributed


def test_alone_everything_is_ones_own(monkeypatch):
    monkeypatch.delenv("RANK", raising=False)
    with distributed.joined() as placed:
        assert placed == (0, 1)
        tensor = torch.ones(3)
        distributed.add_up(tensor)
        assert torch.equal(tensor, torch.ones(3))
        assert distributed.gathered("mine") == ["mine"]
        distributed.agree((1, 2), "numbers")


def test_torchrun_tells_the_place(monkeypatch):
    monkeypatch.setenv("RANK", "3")
    monkeypatch.setenv("WORLD_SIZE", "8")
    assert distributed.started_by_torchrun() == (3, 8)


def test_ranks_that_differ_are_an_error(monkeypatch):
    monkeypatch.setattr(distributed, "gathered", lambda item: [item, (1, 3)])
    with pytest.raises(
        distributed.RanksDiffer, match=r"the networks learnt differ.*\(1, 2\), \(1, 3\)"
    ):
        distributed.agree((1, 2), "the networks learnt")


def test_a_lost_connection_is_one_line(monkeypatch):
    def fail(*arguments):
        raise RuntimeError("[gloo/transport/tcp/pair.cc:538] Connection closed by peer")

    monkeypatch.setattr(distributed, "count", lambda: 2)
    monkeypatch.setattr(torch.distributed, "all_reduce", fail)
    monkeypatch.setattr(torch.distributed, "all_gather_object", fail)
    monkeypatch.setattr(torch.distributed, "get_world_size", lambda: 2)
    with pytest.raises(distributed.RankLost, match="was lost"):
        distributed.add_up(torch.ones(1))
    with pytest.raises(distributed.RankLost, match="was lost"):
        distributed.gathered(1)


LEAVES = """
import sys
from pathlib import Path
import torch
from training import distributed

def threads():
    return [file.read_text() for file in Path("/proc/self/task").glob("*/comm")]

with distributed.grouped("gloo", 0.1, Path(sys.argv[1]), 0, 1):
    weight = torch.nn.Parameter(torch.ones(1))
    weight.sum().backward()
    torch.distributed.all_reduce(weight.grad)
    assert any("gloo" in name for name in threads())
    torch.optim.AdamW([weight]).step()
left = [name for name in threads() if "gloo" in name]
assert not left, left
"""


@pytest.mark.skipif(sys.platform != "linux", reason="lists its threads by /proc")
def test_no_thread_of_the_group_outlives_it(tmp_path):
    # In a process of its own, where nothing has made an optimizer yet.
    command = [sys.executable, "-c", LEAVES, str(tmp_path / "meet")]
    root = Path(__file__).parents[2]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
