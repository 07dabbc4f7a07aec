"""The run folder: everything a training run leaves behind, and what it resumes from.

=========================  =====================================================================
``config.json``            the settings
``environment.json``       versions, processor, command line and commit
``changes.diff``           what the checkout held beyond that commit
``metrics.jsonl``          one line a round
``tensorboard/``           the same for TensorBoard
``model.safetensors``      the latest network (averaged weights); ``scout.safetensors`` beside it
``models/``                networks kept for good, named by games played
``state/``                 the resume state: networks, optimizers, games in play, generators
=========================  =====================================================================
"""

from __future__ import annotations

import io
import json
import platform
import sys
from collections.abc import Mapping
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import torch

from engine.cores import cores
from engine.evaluation.network.modelfile import save_model
from engine.files import write_atomically
from training.checkout import commit, git
from training.config import TrainConfig, config_of
from training.trainer import Progress, Trainer


class RunFolder:
    """One run's folder."""

    def __init__(self, path: Path) -> None:
        """Name the folder; :meth:`create` makes it."""
        self.path = path
        self.state = path / "state"

    def create(self, config: TrainConfig) -> None:
        """Begin a run here: raises ValueError where one lies, OSError where none can be written."""
        if (self.path / "config.json").exists():
            raise ValueError(f"{self.path} already holds a run: --resume {self.path} continues it")
        self.path.mkdir(parents=True, exist_ok=True)
        text = json.dumps(asdict(config), indent=2)
        write_atomically(self.path / "config.json", text.encode())
        environment, changes = _environment()
        write_atomically(self.path / "environment.json", json.dumps(environment, indent=2).encode())
        write_atomically(self.path / "changes.diff", changes)

    def config(self) -> TrainConfig:
        """Return the settings of the run that lies here; raises ValueError if there is none."""
        try:
            data = json.loads((self.path / "config.json").read_text())
        except (FileNotFoundError, NotADirectoryError):
            raise ValueError(f"{self.path} holds no training run (no config.json)") from None
        except json.JSONDecodeError as error:
            raise ValueError(f"{self.path / 'config.json'} is damaged: {error}") from error
        return config_of(data)

    def note(self, progress: Progress, seconds: float, extra: Mapping[str, float]) -> None:
        """Append one line to the metrics."""
        line = {**asdict(progress), "seconds": round(seconds, 1), **extra}
        with open(self.path / "metrics.jsonl", "a") as file:
            file.write(json.dumps(line) + "\n")

    def save_models(self, trainer: Trainer, seconds: float, keep: bool) -> None:
        """Write the latest networks; with ``keep`` also copies that stay."""
        lineage = {
            "run": self.path.name,
            # What it was, not where its file lay: that says nothing to others.
            "parent": trainer.ancestry,
            "games": trainer.games,
            "hours": round(seconds / 3600, 3),
            "commit": self._commit(),
        }
        for name, learner in (("model", trainer.judge), ("scout", trainer.scout)):
            if learner is not None:
                save_model(learner.averaged, self.path / f"{name}.safetensors", lineage)
                if keep:
                    kept = self.path / "models" / f"{name}-{trainer.games:09d}.safetensors"
                    save_model(learner.averaged, kept, lineage)

    def save_played(self, trainer: Trainer, rank: int) -> None:
        """Write what one process has of its own, for the save that rank 0 then completes."""
        state = {**trainer.played_state(), "fingerprint": trainer.fingerprint()}
        _save(state, self._played(trainer.games, rank))

    def save_learned(self, trainer: Trainer, seconds: float) -> None:
        """Complete a save: from here on a resumed run begins at this point."""
        _save({**trainer.learned_state(), "seconds": seconds}, self.state / "learned.pt")
        for old in self.state.glob("played-*.pt"):
            if not old.name.startswith(f"played-{trainer.games}-"):
                old.unlink(missing_ok=True)

    def restore(self, trainer: Trainer, rank: int) -> float:
        """Bring ``trainer`` to the last save; return the seconds the run had taken by then.

        With another number of processes than before the networks go on and new games begin.
        """
        path = self.state / "learned.pt"
        if not path.exists():
            return 0.0
        learned = _load(path)
        played = self._played(learned["games"], rank)
        same = learned["world"] == trainer.world and played.exists()
        trainer.restore(learned, _load(played) if same else None)
        return float(learned["seconds"])

    def _commit(self) -> str | None:
        """Return the commit that the run began at."""
        try:
            environment = json.loads((self.path / "environment.json").read_text())
        except (OSError, json.JSONDecodeError):
            return None
        commit: str | None = environment.get("commit")
        return commit

    def is_finished(self) -> bool:
        """Tell whether the last save has all games of the settings."""
        path = self.state / "learned.pt"
        return path.exists() and bool(_load(path)["games"] >= self.config().games)

    def _played(self, games: int, rank: int) -> Path:
        return self.state / f"played-{games}-{rank}.pt"


def _save(state: dict[str, Any], path: Path) -> None:
    buffer = io.BytesIO()
    torch.save(_converted(state, np.ndarray, torch.from_numpy), buffer)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, buffer.getvalue())


def _load(path: Path) -> dict[str, Any]:
    try:
        state: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
    except (RuntimeError, EOFError, ValueError) as error:
        raise ValueError(f"resume state {path} is damaged: {error}") from error
    if "selfplay" in state:
        return {**state, **_arrays(state)}
    return state


def _arrays(state: dict[str, Any]) -> dict[str, Any]:
    """Turn the tensors of a played state back into arrays."""
    arrays: dict[str, Any] = _converted(state, torch.Tensor, lambda tensor: tensor.numpy())
    return arrays


def _converted(value: Any, kind: type, convert: Any) -> Any:
    if isinstance(value, kind):
        return convert(value)
    if isinstance(value, dict):
        return {k: _converted(v, kind, convert) for k, v in value.items()}
    return value


def _environment() -> tuple[dict[str, Any], bytes]:
    facts = {
        "command": sys.argv,
        "commit": commit(),
        "python": platform.python_version(),
        "platform": platform.platform(),
        "cores": cores(),
        "cpu_capability": torch.backends.cpu.get_cpu_capability(),
        "gpu": torch.cuda.get_device_name() if torch.cuda.is_available() else None,
        "packages": {name: version(name) for name in ("torch", "numpy", "numba")},
    }
    return facts, (git("diff", "HEAD") or "").encode()
