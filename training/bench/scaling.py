"""How training speeds up with ranks: measured on this machine, and told onward as far as is honest.

A round plays and learns ``work`` seconds' worth on one rank.  On N ranks each does its N-th part,
and then all wait for the slowest and for the gradients:

    seconds per update(N) = work / N + wait + ring(N)
    ring(N) = 2 (N - 1) / N * bytes / bandwidth + 2 (N - 1) * latency

ring(N) is what a ring all-reduce of the gradients takes (each rank sends and receives nearly twice
their size, whatever N is, in 2 (N - 1) steps).  ``wait`` comes out of the measurement: what the two
ranks took beyond half the work.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.evaluation.network.network import Network
from training.config import TrainConfig

_TRAIN = Path(__file__).parents[2] / "scripts" / "train.py"
_PATIENCE = 600.0
"""Seconds within which a run has to begin, code compiled and all."""
_END = 180.0
"""Seconds within which it has to end when asked to."""


@dataclass(frozen=True, slots=True)
class Speed:
    """How fast some ranks trained."""

    ranks: int
    seconds: float
    games: int
    plies: int
    updates: int

    @property
    def updates_per_second(self) -> float:
        """Updates of the weights."""
        return self.updates / self.seconds

    @property
    def plies_per_second(self) -> float:
        """Positions played, which are also those learnt from."""
        return self.plies / self.seconds

    @property
    def games_per_second(self) -> float:
        """Games finished."""
        return self.games / self.seconds


def measure(ranks: int, seconds: float, arguments: Sequence[str], folder: Path) -> Speed:
    """Train with so many ranks under torchrun for so long and return how fast it was.

    Raises:
        ValueError: the run failed or did not begin; its last line is told.
        OSError: there is no checkout to run from.
    """
    if not _TRAIN.is_file():
        raise OSError(f"{_TRAIN} is missing: scaling is measured in a checkout")
    command = [
        *(sys.executable, "-m", "torch.distributed.run", f"--nproc-per-node={ranks}"),
        *("--rdzv-backend=c10d", "--rdzv-endpoint=localhost:0", str(_TRAIN)),
        *("--run-dir", str(folder), "--games", str(10**9), *arguments),
        # Nothing but playing and learning.
        *("--save-minutes", "1e6", "--evaluate-minutes", "1e6"),
    ]
    environment = {**os.environ, "PYTHONPATH": str(_TRAIN.parents[2]), "OMP_NUM_THREADS": "1"}
    log = folder.with_name(folder.name + ".log")
    with log.open("w") as out:
        process = subprocess.Popen(command, env=environment, stdout=out, stderr=out)
        try:
            metrics = folder / "metrics.jsonl"
            # The first rounds compile and fill the pool; the second line begins the measurement.
            _wait(process, lambda: len(_lines(metrics)) >= 2, _PATIENCE, log)
            began = len(_lines(metrics)) - 1
            time.sleep(seconds)
            lines = _lines(metrics)
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(_END)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
    first, last = lines[began], lines[-1]
    if last is first:
        raise ValueError(f"not one round in {seconds:.0f} s: more seconds are needed")
    gone = {key: last[key] - first[key] for key in ("seconds", "games", "plies", "updates")}
    return Speed(ranks, gone["seconds"], gone["games"], gone["plies"], gone["updates"])


def _wait(process: subprocess.Popen[bytes], true: Any, patience: float, log: Path) -> None:
    ends = time.monotonic() + patience
    while not true():
        if process.poll() is not None or time.monotonic() > ends:
            said = log.read_text(errors="replace").strip().splitlines()
            errors = [line for line in said if line.startswith("error: ")] or said[-1:]
            raise ValueError(f"training did not begin: {' '.join(errors[-1:])}")
        time.sleep(0.2)


def _lines(metrics: Path) -> list[dict[str, Any]]:
    if not metrics.exists():
        return []
    whole = metrics.read_text().rpartition("\n")[0]
    return [json.loads(line) for line in whole.splitlines()]


def bytes_of(config: TrainConfig) -> int:
    """Return the bytes of gradients of an update, of both networks: 4 for each weight."""
    shapes = [config.judge_shape]
    if config.scout_hidden:
        shapes.append(config.scout_shape)
    return sum(4 * w.numel() for shape in shapes for w in Network(shape).parameters())


def ring_seconds(ranks: int, size: int, bandwidth: float, latency: float) -> float:
    """Return what a ring all-reduce of ``size`` bytes takes.

    Args:
        ranks: N.
        size: bytes of gradients.
        bandwidth: bytes per second between two ranks.
        latency: seconds a step.
    """
    if ranks == 1:
        return 0.0
    return 2 * (ranks - 1) / ranks * size / bandwidth + 2 * (ranks - 1) * latency


def projected(work: float, wait: float, ranks: int, ring: float) -> float:
    """Return the efficiency 0..1 of ``ranks`` on the same batch: the useful part of an update."""
    part = work / ranks
    return part / (part + (wait if ranks > 1 else 0.0) + ring)
