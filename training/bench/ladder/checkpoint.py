"""A network on the ladder: its file, and what its header says of where it comes from."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.evaluation.network.modelfile import find_model, read_header


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A network that was kept."""

    path: Path
    name: str
    """The run and the games played in it; of a file without lineage, the file's name."""
    games: int
    """Games of training, those of its parents included."""
    hours: float
    """Hours of training, those of its parents included."""
    sha256: str
    """Of the file: where it lies says nothing to others."""

    @property
    def player(self) -> str:
        """The name that players are made by."""
        return f"model:{self.path}"


def read_checkpoint(name: str) -> Checkpoint:
    """Return the checkpoint ``name``, a path or a shipped model's name; raises ModelError."""
    path = find_model(name)
    lineage = read_header(path)["lineage"]
    games, hours = _total(lineage)
    run = lineage.get("run")
    called = path.stem if run is None else f"{run}-{int(lineage.get('games', 0)):09d}"
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return Checkpoint(path, called, games, round(hours, 3), digest)


def _total(lineage: dict[str, Any]) -> tuple[int, float]:
    """Return the games and hours of a network and of its ancestors: lineages hold one another."""
    games, hours = 0, 0.0
    ancestor: Any = lineage
    while isinstance(ancestor, dict):
        games += int(ancestor.get("games") or 0)
        hours += float(ancestor.get("hours") or 0.0)
        ancestor = ancestor.get("parent")
    return games, hours
