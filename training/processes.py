"""Running one job as several processes that average their gradients.

Either this module starts them on one machine, or ``torchrun`` has (it sets RANK and WORLD_SIZE).
"""

from __future__ import annotations

import os
import signal
import tempfile
from pathlib import Path
from types import FrameType

import torch
from torch import distributed
from torch.multiprocessing.spawn import ProcessContext, ProcessException, spawn

from training.config import TrainConfig
from training.folder import RunFolder
from training.loop import run


def cores() -> int:
    """Return how many processor cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def started_by_torchrun() -> tuple[int, int] | None:
    """Return (rank, world size) when torchrun started this process."""
    if "RANK" in os.environ and "WORLD_SIZE" in os.environ:
        return int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
    return None


def train(config: TrainConfig, folder: RunFolder) -> bool:
    """Train with as many processes as the settings say; return whether the run finished."""
    placed = started_by_torchrun()
    if placed:
        rank, world = placed
        _limit_threads()
        distributed.init_process_group("nccl" if config.device == "cuda" else "gloo")
        try:
            return run(config, folder, rank, world)
        finally:
            distributed.destroy_process_group()
    processes = config.processes or (1 if _on_gpu(config) else cores())
    if processes == 1:
        _limit_threads()
        return run(config, folder)
    with tempfile.TemporaryDirectory() as meeting:
        arguments = (processes, str(Path(meeting) / "meet"), config, folder.path)
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


def _begin(rank: int, world: int, meeting: str, config: TrainConfig, path: Path) -> None:
    _limit_threads()
    distributed.init_process_group(
        "gloo", init_method=f"file://{meeting}", rank=rank, world_size=world
    )
    try:
        run(config, RunFolder(path), rank, world)
    finally:
        distributed.destroy_process_group()


def _on_gpu(config: TrainConfig) -> bool:
    return config.device == "cuda" or (config.device == "auto" and torch.cuda.is_available())


def _limit_threads() -> None:
    """One thread a process: the processes share the cores between them."""
    torch.set_num_threads(1)
