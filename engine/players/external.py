"""An evaluator from a file that is no part of the project, such as another program's network.

The file is Python and defines ``load()``, which returns ``evaluate(boards int8 [N, 26]) ->
float32 [N, 5]``: the outcome for the player on roll.  It is executed: name only files you trust.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.evaluation.final import clamp
from engine.rules.board import Board


class ExternalError(ValueError):
    """The file does not define an evaluator; the message says what is missing."""


class ExternalEvaluator:
    """The evaluator that a Python file loads; finished games are made exact."""

    def __init__(self, path: Path) -> None:
        """Execute ``path``; raises :class:`ExternalError` when it defines no evaluator."""
        self.name = f"file:{path.name}"
        self._evaluate = _load(path)

    def evaluate(self, boards: Board) -> npt.NDArray[np.float32]:
        """Return the outcome ``float32 [N, 5]`` for the player on roll."""
        outcomes = np.array(self._evaluate(boards), dtype=np.float32)
        if outcomes.shape != (len(boards), 5):
            raise ExternalError(
                f"{self.name}: {len(boards)} boards gave {outcomes.shape}, [N, 5] is accepted"
            )
        clamp(outcomes, np.ascontiguousarray(boards))
        return outcomes


def _load(path: Path) -> Callable[[Board], Any]:
    if not path.is_file():
        raise ExternalError(f"{str(path)!r}: no such file")
    spec = importlib.util.spec_from_file_location(f"chaquete_external_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise ExternalError(f"{str(path)!r} is no Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if not callable(getattr(module, "load", None)):
        raise ExternalError(f"{str(path)!r} defines no load() -> evaluate(boards) -> [N, 5]")
    evaluate: Callable[[Board], Any] = module.load()
    return evaluate
