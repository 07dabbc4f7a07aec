"""A player that leaves the cube to another one, to measure what a way of cubing is worth."""

from __future__ import annotations

from collections.abc import Sequence

from engine.players.player import Answers, CubePlayer, Offsets, RankingPlayer, Ranks, Rolls
from engine.rules.board import Board
from engine.rules.match import MatchState


class BorrowedCube:
    """Moves as one player does, cubes as another."""

    def __init__(self, player: RankingPlayer, cube: CubePlayer, name: str) -> None:
        """Move like ``player`` and cube like ``cube``; reported under ``name``."""
        self.name = name
        self._player = player
        self._cube = cube

    def choose(
        self, boards: Board, rolls: Rolls, matches: Sequence[MatchState] | None = None
    ) -> Board:
        """Return the mover's afterstates ``int8 [N, 26]``."""
        return self._player.choose(boards, rolls, matches)

    def rank(
        self,
        boards: Board,
        afterstates: Board,
        offsets: Offsets,
        matches: Sequence[MatchState] | None = None,
    ) -> Ranks:
        """Return the mover's values ``float [M]``."""
        return self._player.rank(boards, afterstates, offsets, matches)

    def doubles(self, boards: Board, matches: Sequence[MatchState]) -> Answers:
        """Double as the other player would."""
        return self._cube.doubles(boards, matches)

    def takes(self, boards: Board, matches: Sequence[MatchState]) -> Answers:
        """Take as the other player would."""
        return self._cube.takes(boards, matches)

    def beavers(self, boards: Board, matches: Sequence[MatchState]) -> Answers:
        """Beaver as the other player would."""
        return self._cube.beavers(boards, matches)
