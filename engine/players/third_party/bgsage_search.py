"""Open Sage with search, through the PyPI package bgsage: its "2-ply" is our 1-ply."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.players.player import Offsets, Ranks, Rolls
from engine.players.third_party.bgsage import to_bgsage
from engine.players.third_party.peers import import_peer
from engine.rules.board import Board
from engine.rules.match import MatchState


class BgsageSearchPlayer:
    """Plays cubeless money as Open Sage does, with its own move filter, on one thread."""

    def __init__(self, plies: int) -> None:
        """Look as far as Open Sage calls ``plies``, 2 or 3.

        Raises :class:`engine.players.third_party.peers.PeerMissing` when bgsage is not installed.
        """
        self.name = f"bgsage:{plies}"
        package = import_peer("bgsage", "bgsage")
        weights = package.default_weights()
        self._analyzer = package.BgBotAnalyzer(
            eval_level=f"{plies}ply", cubeful=False, parallel_threads=1
        )
        self._strategy = import_peer("bgbot_cpp", "bgsage").create_multipy(
            weights.strategy_type,
            weights.weight_paths_list,
            weights.hidden_sizes_list,
            n_plies=plies,
            parallel_evaluate=False,
        )

    def choose(
        self, boards: Board, rolls: Rolls, matches: Sequence[MatchState] | None = None
    ) -> Board:
        """Return its choices ``int8 [N, 26]``."""
        chosen = boards.copy()
        for row, (board, roll) in enumerate(zip(to_bgsage(boards), rolls.tolist(), strict=True)):
            moves = self._analyzer.checker_play(board, *roll).moves
            if moves:
                chosen[row] = moves[0].board
                chosen[row, 0] *= -1
        return chosen

    def rank(
        self,
        boards: Board,
        afterstates: Board,
        offsets: Offsets,
        matches: Sequence[MatchState] | None = None,
    ) -> Ranks:
        """Return the mover's equity of each of ``int8 [M, 26]``, all at full depth."""
        before = np.repeat(boards, np.diff(offsets), axis=0)
        pairs = zip(to_bgsage(afterstates), to_bgsage(before), strict=True)
        return np.array([self._strategy.evaluate_board(*pair)["equity"] for pair in pairs])
