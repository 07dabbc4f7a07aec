"""An evaluator that knows the end of the game and asks another about the rest."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from engine.evaluation.bearoff.tables import BearoffTables
from engine.rules.board import Board

_MOST = 0.9
"""With more than this share of boards unknown, picking them out costs more than it saves."""


class _Inner(Protocol):
    """What :class:`Evaluator` asks for, said here because that is a layer up."""

    @property
    def name(self) -> str: ...

    def evaluate(self, boards: Board) -> npt.NDArray[np.float32]: ...


class BearoffEvaluator:
    """Answers from the tables what they know, and passes other boards to ``inner``."""

    def __init__(self, tables: BearoffTables, inner: _Inner) -> None:
        """Put ``tables`` in front of ``inner``."""
        self._tables = tables
        self._inner = inner

    @property
    def name(self) -> str:
        """The inner evaluator's name, marked."""
        return f"{self._inner.name}+bearoff"

    def evaluate(self, boards: Board) -> npt.NDArray[np.float32]:
        """Return the outcome ``float32 [N, 5]`` for the player on roll of ``int8 [N, 26]``."""
        outcomes, known = self._tables.lookup(boards)
        rest = np.flatnonzero(~known)
        if len(rest) > _MOST * len(boards):
            evaluated = self._inner.evaluate(boards)
            evaluated[known] = outcomes[known]
            return evaluated
        if len(rest):
            outcomes[rest] = self._inner.evaluate(boards[rest])
        return outcomes
