"""Positions that were learnt before, to be learnt again."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from engine.rules.board import SLOTS, Board
from engine.rules.outcome import OUTCOMES


class Memory:
    """The latest positions and their targets; the oldest make room for new ones."""

    def __init__(self, capacity: int) -> None:
        """Remember up to ``capacity`` positions."""
        self._boards: Board = np.zeros((capacity, SLOTS), np.int8)
        self._targets = np.zeros((capacity, OUTCOMES), np.float32)
        self._count = 0
        self._next = 0

    def __len__(self) -> int:
        """Return how many positions are remembered."""
        return self._count

    def add(self, boards: Board, targets: npt.NDArray[np.float32]) -> None:
        """Remember ``boards int8 [N, 26]`` and ``targets float32 [N, 5]``; N fits the capacity."""
        capacity = len(self._boards)
        slots = (self._next + np.arange(len(boards))) % capacity
        self._boards[slots], self._targets[slots] = boards, targets
        self._next = (self._next + len(boards)) % capacity
        self._count = min(self._count + len(boards), capacity)

    def draw(self, count: int, rng: np.random.Generator) -> tuple[Board, npt.NDArray[np.float32]]:
        """Return ``count`` positions drawn uniformly, with repeats, and their targets."""
        drawn = rng.integers(0, self._count, count)
        return self._boards[drawn], self._targets[drawn]

    def state(self) -> dict[str, Any]:
        """Return what is remembered, for :meth:`restore`."""
        return {
            "boards": self._boards[: self._count],
            "targets": self._targets[: self._count],
            "next": self._next,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Remember what ``state`` holds; of a memory with more room, the latest."""
        boards, targets, first = state["boards"], state["targets"], state["next"]
        capacity = len(self._boards)
        if len(boards) != capacity:
            latest = np.roll(np.arange(len(boards)), -first)[max(len(boards) - capacity, 0) :]
            boards, targets = boards[latest], targets[latest]
            first = len(latest) % max(capacity, 1)
        self._count, self._next = len(boards), first
        self._boards[: self._count], self._targets[: self._count] = boards, targets
