"""Sharing one evaluation between processes, on one machine or many, that ``torchrun`` has started.

Every process plays the blocks of its own number, and the first one gets them all.  Blocks do not
depend on who plays them, so the result is that of a single process.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import timedelta

from training.arena.games import Played

_PATIENCE = timedelta(days=7)
"""How long the first process waits for the slowest."""


@dataclass(frozen=True, slots=True)
class Share:
    """The part of the work that falls to this process."""

    rank: int = 0
    world: int = 1

    @classmethod
    def of_this_process(cls) -> Share:
        """Return the share that torchrun has assigned; all of the work without it."""
        if "RANK" in os.environ and "WORLD_SIZE" in os.environ:
            return cls(int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"]))
        return cls()

    @property
    def leads(self) -> bool:
        """Whether this process tells the result."""
        return self.rank == 0

    def takes(self, block: int) -> bool:
        """Tell whether the block of this number is played here."""
        return block % self.world == self.rank

    def gather(self, played: dict[int, Played]) -> dict[int, Played]:
        """Return the blocks of all processes to the first one; the others keep their own."""
        if self.world == 1:
            return played
        from torch import distributed

        if not distributed.is_initialized():
            distributed.init_process_group("gloo", timeout=_PATIENCE)
        parts: list[dict[int, Played]] = [{} for _ in range(self.world)]
        distributed.gather_object(played, parts if self.leads else None)
        if not self.leads:
            return played
        return {number: block for part in parts for number, block in part.items()}
