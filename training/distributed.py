"""The ranks of a job: processes that torchrun started, on one machine or on many.

Without torchrun a process is alone: rank 0 of 1, and nothing here costs anything.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from torch import Tensor

Item = TypeVar("Item")

_PATIENCE_HOURS = 12.0
"""How long a rank waits for the slowest.  A killed one is missed at once, by its connection."""


class RankLost(OSError):
    """Another rank is gone, so the job cannot go on."""


class RanksDiffer(OSError):
    """The ranks do not hold the same where they must."""


def started_by_torchrun() -> tuple[int, int] | None:
    """Return (rank, number of ranks) when torchrun started this process."""
    if "RANK" in os.environ and "WORLD_SIZE" in os.environ:
        return int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
    return None


def leads() -> bool:
    """Return whether this process tells and writes the results of the job: rank 0 does."""
    return (started_by_torchrun() or (0, 1))[0] == 0


@contextmanager
def joined(
    backend: str = "gloo", patience_hours: float = _PATIENCE_HOURS
) -> Iterator[tuple[int, int]]:
    """Take part in the job while entered; gives (rank, number of ranks).

    Raises:
        RankLost: the ranks did not find each other.
    """
    placed = started_by_torchrun()
    if placed is None:
        yield 0, 1
        return
    from torch import distributed

    if distributed.is_initialized():
        yield placed
        return
    with grouped(backend, patience_hours):
        yield placed


@contextmanager
def grouped(
    backend: str,
    patience_hours: float,
    meeting: Path | None = None,
    rank: int = -1,
    world: int = -1,
) -> Iterator[None]:
    """Hold torch's process group while entered, and none of its threads after.

    The ranks find each other by the file ``meeting``, or by what torchrun has told them.

    Raises:
        RankLost: they did not.
    """
    # An optimizer's first step imports this module, whose functions take the group of that moment
    # as a default argument.  Imported inside, they would keep the group for ever: gloo's threads
    # would outlive destroy_process_group, and one that lets go of a tensor while the interpreter
    # ends aborts the process ("terminate called without an active exception").
    import_module("torch.distributed.nn.functional")
    from torch import distributed

    with _watched():
        distributed.init_process_group(
            backend,
            init_method=f"file://{meeting}" if meeting else None,
            timeout=timedelta(hours=patience_hours),
            rank=rank,
            world_size=world,
        )
    try:
        yield
    finally:
        distributed.destroy_process_group()


def add_up(tensor: Tensor) -> None:
    """Replace ``tensor`` by its sum over all ranks; raises :class:`RankLost`."""
    if count() == 1:
        return
    from torch import distributed

    with _watched():
        distributed.all_reduce(tensor)


def gathered(item: Item) -> list[Item]:
    """Return what every rank gave, in the order of the ranks; raises :class:`RankLost`."""
    if count() == 1:
        return [item]
    from torch import distributed

    items: list[Item] = [item] * distributed.get_world_size()
    with _watched():
        distributed.all_gather_object(items, item)
    return items


def agree(item: object, what: str) -> None:
    """Wait for all ranks, and raise :class:`RanksDiffer` unless all gave an equal ``item``."""
    items = gathered(item)
    if any(other != items[0] for other in items):
        raise RanksDiffer(f"{what} differ between the processes of this job: {items}")


@contextmanager
def _watched() -> Iterator[None]:
    """Say in one line what torch tells of a lost connection in many."""
    try:
        yield
    except RuntimeError as error:
        raise RankLost("another process of this job was lost, so this one ends too") from error


def count() -> int:
    """Return how many ranks there are; who is alone need not import torch for the answer."""
    if "torch" not in sys.modules:
        return 1
    from torch import distributed

    return int(distributed.get_world_size()) if distributed.is_initialized() else 1
