"""What the independent programs of the ``peers`` extra have in common: they may be missing."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

import numpy as np

from engine.rules.board import Board, mirror


class PeerMissing(ValueError):
    """A program is asked for that is not installed; the message says how to get it."""


def import_peer(module: str, distribution: str) -> ModuleType:
    """Return the module of a peer or raise :class:`PeerMissing`."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise PeerMissing(
            f"{distribution} is not installed: pip install 'chaquete[peers]' "
            f"brings the other programs"
        ) from error


def to_gnubg(boards: Board) -> list[list[list[int]]]:
    """Return ``int8 [N, 26]`` as gnubg-nn's boards: [opponent, player on roll], 24 points and bar.

    Each side counts from its own ace point.
    """
    sides = np.stack([mirror(boards)[:, 1:], boards[:, 1:]], axis=1)
    lists: list[list[list[int]]] = np.maximum(sides, 0).tolist()
    return lists


def from_gnubg(sides: list[tuple[tuple[int, ...], tuple[int, ...]]]) -> Board:
    """Return gnubg-nn's boards as ``int8 [N, 26]``, seen by the player on roll."""
    counts = np.array(sides, dtype=np.int8).reshape(-1, 2, 25)
    boards = np.zeros((len(counts), 26), dtype=np.int8)
    boards[:, 1:] = counts[:, 1]
    boards[:, :25] -= counts[:, 0, ::-1]
    return boards
