"""A player's clock: the seconds he takes, whatever he is and wherever he thinks."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from engine.players.player import Answers, CubePlayer, Player, Rolls
from engine.rules.board import Board
from engine.rules.match import MatchState


class TimedPlayer:
    """Plays as another player does, and keeps the time."""

    def __init__(self, player: Player) -> None:
        """Play as ``player``."""
        self._player = player
        self.name = player.name
        self.seconds = 0.0
        """What all choices so far took, by the clock: his program may be a process of its own."""

    def choose(
        self, boards: Board, rolls: Rolls, matches: Sequence[MatchState] | None = None
    ) -> Board:
        """Return his choices."""
        with self.thinking():
            return self._player.choose(boards, rolls, matches)

    @contextmanager
    def thinking(self) -> Iterator[None]:
        """Let the time run."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self.seconds += time.perf_counter() - began


class TimedCubePlayer(TimedPlayer):
    """The same of one who turns the cube."""

    def __init__(self, player: Player, cube: CubePlayer) -> None:
        """Play as ``player``, who is also ``cube``."""
        super().__init__(player)
        self._cube = cube

    def doubles(self, boards: Board, matches: Sequence[MatchState]) -> Answers:
        """Return his doubles."""
        return self._answer(self._cube.doubles, boards, matches)

    def takes(self, boards: Board, matches: Sequence[MatchState]) -> Answers:
        """Return his takes."""
        return self._answer(self._cube.takes, boards, matches)

    def beavers(self, boards: Board, matches: Sequence[MatchState]) -> Answers:
        """Return his beavers."""
        return self._answer(self._cube.beavers, boards, matches)

    def _answer(
        self,
        ask: Callable[[Board, Sequence[MatchState]], Answers],
        boards: Board,
        matches: Sequence[MatchState],
    ) -> Answers:
        with self.thinking():
            return ask(boards, matches)


def timed(player: Player) -> TimedPlayer:
    """Return ``player`` with a clock; he turns the cube if he did without it."""
    if isinstance(player, CubePlayer):
        return TimedCubePlayer(player, player)
    return TimedPlayer(player)
