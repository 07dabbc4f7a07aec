"""GNU Backgammon without search (0-ply), through the PyPI package gnubg-nn.

Its own choice is asked for, one position a call; it equals the best of its evaluations of our
afterstates (a test holds them together), and costs about half as much.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from engine.evaluation.final import clamp
from engine.players.greedy import GreedyPlayer
from engine.players.player import Rolls
from engine.players.third_party.peers import from_gnubg, import_peer, to_gnubg
from engine.rules.board import Board, mirror
from engine.rules.match import MatchState


class GnubgEvaluator:
    """GNU Backgammon's networks and bear-off tables."""

    name = "gnubg:0"

    def __init__(self) -> None:
        """Load gnubg-nn; raises :class:`PeerMissing` when it is not installed."""
        self._gnubg = import_peer("gnubg_nn", "gnubg-nn")

    def evaluate(self, boards: Board) -> npt.NDArray[np.float32]:
        """Return the outcome ``float32 [N, 5]`` for the player on roll."""
        probabilities = self._gnubg.probabilities
        outcomes = np.array([probabilities(b, 0) for b in to_gnubg(boards)], dtype=np.float32)
        outcomes = outcomes.reshape(-1, 5)
        clamp(outcomes, np.ascontiguousarray(boards))
        return outcomes

    def best(self, boards: Board, rolls: Rolls) -> Board:
        """Return the afterstates ``int8 [N, 26]`` of its own cubeless choice."""
        best_move, board_of_key = self._gnubg.best_move, self._gnubg.board_from_position_key
        keys = [
            best_move(board, first, second, b=1)[1]
            for board, (first, second) in zip(to_gnubg(boards), rolls.tolist(), strict=True)
        ]
        # The key describes the position with the opponent on roll.
        return mirror(from_gnubg([board_of_key(key) for key in keys]))


class GnubgPlayer(GreedyPlayer):
    """Plays what GNU Backgammon plays without search; the cube by Janowski on its estimates."""

    def __init__(self) -> None:
        """Load gnubg-nn."""
        self._gnubg = GnubgEvaluator()
        super().__init__(self._gnubg)

    def choose(
        self, boards: Board, rolls: Rolls, matches: Sequence[MatchState] | None = None
    ) -> Board:
        """Return its own choices ``int8 [N, 26]``; with ``matches`` the best by its estimates."""
        if matches is None:
            return self._gnubg.best(boards, rolls)
        return super().choose(boards, rolls, matches)
