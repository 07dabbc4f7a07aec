"""Evaluators for tests: deterministic, meaningless, and quick to recompute by hand."""

import numpy as np

from engine.evaluation.final import clamp
from engine.rules.board import SLOTS, mirror, pips, start
from engine.rules.dice import ROLLS, WEIGHTS
from engine.rules.movegen import afterstates
from engine.rules.outcome import equity, is_over, mirror_outcome


class HashEvaluator:
    """Outcomes from a hash of the board: neighbours have nothing in common."""

    def __init__(self, seed=0):
        self.name = f"hash{seed}"
        self.calls = 0
        self.boards = 0
        self._weights = np.random.default_rng(seed).integers(1, 2**62, (SLOTS, 5), dtype=np.uint64)

    def evaluate(self, boards):
        self.calls += 1
        self.boards += len(boards)
        key = boards.astype(np.int64).astype(np.uint64) @ self._weights
        fractions = (key >> np.uint64(11)).astype(np.float64) / 2.0**53
        outcomes = (fractions * [1, 0.4, 0.1, 0.4, 0.1]).astype(np.float32)
        clamp(outcomes, boards)
        return outcomes


class PipEvaluator:
    """Outcomes from the pip counts: smooth, and right about who is ahead."""

    def __init__(self, name="pip", steepness=0.05):
        self.name = name
        self.steepness = steepness

    def evaluate(self, boards):
        own, opponent = pips(boards)
        win = 1 / (1 + np.exp(-self.steepness * (opponent - own + 4.0)))
        outcomes = np.stack([win, 0.2 * win, 0.01 * win, 0.2 * (1 - win), 0.01 * (1 - win)], axis=1)
        outcomes = outcomes.astype(np.float32)
        clamp(outcomes, boards)
        return outcomes


def brute_force(evaluator, board, ply):
    """The outcome for the player on roll by plain recursion, one board and roll at a time."""
    if ply == 0 or is_over(board):
        return evaluator.evaluate(board[None])[0].astype(np.float64)
    total = np.zeros(5)
    for roll, weight in zip(ROLLS, WEIGHTS, strict=True):
        plays, _ = afterstates(board[None], roll[None])
        outcomes = evaluator.evaluate(mirror(plays))
        chosen = mirror(plays)[np.argmax(-equity(outcomes))]
        total += weight * mirror_outcome(brute_force(evaluator, chosen, ply - 1))
    return total


def random_boards(count, plies, seed):
    """Positions of random play."""
    rng = np.random.default_rng(seed)
    boards = np.tile(start(), (count, 1))
    for _ in range(plies):
        plays, offsets = afterstates(boards, ROLLS[rng.integers(21, size=count)])
        picks = offsets[:-1] + (rng.random(count) * np.diff(offsets)).astype(int)
        after = mirror(plays[picks])
        going = (after > 0).any(axis=1) & (after < 0).any(axis=1)
        boards = np.where(going[:, None], after, boards)
    return boards
