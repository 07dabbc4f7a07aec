"""The seam of judgement: what estimates how a game will end."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from engine.rules.board import Board, mirror
from engine.rules.outcome import equity


class Evaluator(Protocol):
    """Estimates outcomes."""

    @property
    def name(self) -> str:
        """The name that results are reported under."""
        ...

    def evaluate(self, boards: Board) -> npt.NDArray[np.float32]:
        """Return the outcome ``float32 [N, 5]`` for the player ON ROLL of ``int8 [N, 26]``.

        Finished games are exact.
        """
        ...


def afterstate_equity(evaluator: Evaluator, afterstates: Board) -> npt.NDArray[np.float32]:
    """Return the mover's cubeless equity in points, ``float32 [M]``, of ``int8 [M, 26]``.

    The opponent is about to roll: he is the one evaluated, and his equity is the mover's loss.
    """
    opponent = evaluator.evaluate(mirror(afterstates))
    return np.asarray(-equity(opponent), dtype=np.float32)
