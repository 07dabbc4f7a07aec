"""Open Sage without search, through the PyPI package bgsage: its "1-ply" is our 0-ply.

Open Sage picks one of its networks by the game plan of the position before the play, so ranking
needs both boards.  Its boards are ours, except that slot 0 counts the opponent's bar upwards.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from engine.evaluation.final import clamp
from engine.players.greedy import GreedyPlayer
from engine.players.player import Offsets, Ranks
from engine.players.third_party.peers import import_peer
from engine.rules.board import Board, mirror
from engine.rules.match import MatchState
from engine.rules.outcome import equity, mirror_outcome


class BgsageEvaluator:
    """Open Sage's networks, the production model of the installed version."""

    name = "bgsage:1"

    def __init__(self) -> None:
        """Load bgsage; raises :class:`PeerMissing` when it is not installed."""
        weights = import_peer("bgsage", "bgsage").default_weights()
        self._strategy = import_peer("bgbot_cpp", "bgsage").create_strategy(
            weights.strategy_type, weights.weight_paths_list, weights.hidden_sizes_list
        )

    def evaluate(self, boards: Board) -> npt.NDArray[np.float32]:
        """Return the outcome ``float32 [N, 5]`` for the player on roll.

        The board after the play stands in for the one before it.
        """
        moved = mirror(boards)
        return mirror_outcome(self.after_play(moved, moved))

    def after_play(self, before: Board, afterstates: Board) -> npt.NDArray[np.float32]:
        """Return the mover's outcome ``float32 [M, 5]`` of plays from ``before [M, 26]``."""
        evaluate = self._strategy.evaluate_board
        pairs = zip(to_bgsage(afterstates), to_bgsage(before), strict=True)
        outcomes = np.array([evaluate(*pair)["probs"] for pair in pairs], dtype=np.float32)
        outcomes = outcomes.reshape(-1, 5)
        clamp(outcomes, np.ascontiguousarray(afterstates))
        return outcomes


class BgsagePlayer(GreedyPlayer):
    """Plays what Open Sage's networks like best; the cube by Janowski on their estimates."""

    def __init__(self) -> None:
        """Load bgsage."""
        self._bgsage = BgsageEvaluator()
        super().__init__(self._bgsage)

    def rank(
        self,
        boards: Board,
        afterstates: Board,
        offsets: Offsets,
        matches: Sequence[MatchState] | None = None,
    ) -> Ranks:
        """Return the mover's equity, ``float [M]``: without a cube as Open Sage itself ranks."""
        if matches is not None:
            return super().rank(boards, afterstates, offsets, matches)
        before = np.repeat(boards, np.diff(offsets), axis=0)
        return equity(self._bgsage.after_play(before, afterstates))


def to_bgsage(boards: Board) -> list[list[int]]:
    """Return ``int8 [N, 26]`` as Open Sage's boards."""
    counts = boards.copy()
    counts[:, 0] *= -1
    lists: list[list[int]] = counts.tolist()
    return lists
