"""An evaluator for tests, which knows the race and nothing else."""

import numpy as np

from engine.evaluation.final import clamp
from engine.rules.board import pips


class Pips:
    """Whoever is ahead in the race wins more often."""

    name = "pips"

    def evaluate(self, boards):
        own, opponent = pips(boards)
        win = 1 / (1 + np.exp(-0.05 * (opponent - own + 4.0)))
        rows = np.stack([win, 0.25 * win, 0.01 * win, 0.2 * (1 - win), 0.01 * (1 - win)], axis=1)
        outcomes = rows.astype(np.float32)
        clamp(outcomes, boards)
        return outcomes
