"""Running one job as several processes that average their gradients.

Either this module starts them on one machine, or ``torchrun`` has (it sets RANK and WORLD_SIZE).
"""

from __future__ import annotations

import os
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import torch
from torch.multiprocessing.spawn import ProcessContext, ProcessException, spawn

from engine.cores import cores
from training.config import TrainConfig
from training.devices import backend_of, device_of
from training.distributed import RankLost, grouped, joined, started_by_torchrun
from training.folder import RunFolder
from training.loop import run

_PATIENCE_HOURS = 0.25
"""How long a rank waits for the others: longer than any round, save or evaluation takes."""


@contextmanager
def together(config: TrainConfig) -> Iterator[tuple[int, int]]:
    """Take part in the job that torchrun started, if it has; gives (rank, number of ranks)."""
    device = device_of(config.device)
    _limit_threads(device)
    with joined(backend_of(device), _PATIENCE_HOURS) as placed:
        yield placed


def train(config: TrainConfig, folder: RunFolder) -> bool:
    """Train with as many processes as the settings say; return whether the run finished."""
    if started_by_torchrun():
        with together(config) as (rank, world):
            try:
                return run(config, folder, rank, world)
            except RankLost as error:
                how = f"the last save is whole: --resume {folder.path} continues it"
                raise OSError(f"{error}; {how}") from error
    device = device_of(config.device)
    processes = config.processes or (1 if device.type == "cuda" else cores())
    if processes == 1:
        _limit_threads(device)
        return run(config, folder)
    with tempfile.TemporaryDirectory() as meeting:
        arguments = (processes, Path(meeting) / "meet", config, folder.path)
        children = spawn(  # type: ignore[no-untyped-call]  # torch does not annotate it
            _begin, arguments, processes, join=False
        )
        _wait(children)
    return folder.is_finished()


def _wait(children: ProcessContext) -> None:
    """Wait for the children, passing on requests to stop; raises OSError when one has failed."""

    def pass_on(number: int, frame: FrameType | None) -> None:
        for child in children.processes:
            if child.is_alive():
                os.kill(child.pid, signal.SIGTERM)

    old = {s: signal.signal(s, pass_on) for s in (signal.SIGINT, signal.SIGTERM)}
    try:
        while not children.join():
            pass
    except ProcessException as error:
        reason = str(error).strip().splitlines()[-1]
        raise OSError(f"a training process failed, the last save is whole: {reason}") from error
    finally:
        for number, handler in old.items():
            signal.signal(number, handler)


def _begin(rank: int, world: int, meeting: Path, config: TrainConfig, path: Path) -> None:
    _limit_threads(device_of(config.device))
    with grouped("gloo", _PATIENCE_HOURS, meeting, rank, world):
        run(config, RunFolder(path), rank, world)


def _limit_threads(device: torch.device) -> None:
    """One thread a process: the processes share the cores between them; and its own GPU, if any."""
    torch.set_num_threads(1)
    if device.type == "cuda":
        torch.cuda.set_device(device)
