"""The seam of play: who chooses the plays, and, apart from it, who turns the cube.

Both protocols take batches: an arena asks about thousands of games in one call.  A board and its
match state are seen by the player on roll; ``matches`` is None in cubeless money play.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from engine.rules.board import Board
from engine.rules.match import MatchState

Rolls = npt.NDArray[np.int8]
"""Rolls ``int8 [N, 2]``, in the order the dice fell."""

Offsets = npt.NDArray[np.int64]
"""Where each board's afterstates begin, ``int64 [N + 1]``."""

Ranks = npt.NDArray[np.floating[Any]]
"""The value of each afterstate to the mover, ``float [M]``, in a unit of the player's own."""

Answers = npt.NDArray[np.bool_]
"""Yes or no for each board, ``bool [N]``."""


class Player(Protocol):
    """Chooses plays."""

    @property
    def name(self) -> str:
        """The name that results are reported under."""
        ...

    def choose(
        self, boards: Board, rolls: Rolls, matches: Sequence[MatchState] | None = None
    ) -> Board:
        """Return the chosen afterstates ``int8 [N, 26]``, seen by the mover.

        ``boards [N, 26]`` are unfinished games, ``rolls [N, 2]`` the dice; a dance returns the
        board unchanged.
        """
        ...


@runtime_checkable
class CubePlayer(Protocol):
    """Turns the cube and answers it."""

    def doubles(self, boards: Board, matches: Sequence[MatchState]) -> Answers:
        """Tell which boards ``[N, 26]`` to double, before rolling, where a double is allowed."""
        ...

    def takes(self, boards: Board, matches: Sequence[MatchState]) -> Answers:
        """Tell which doubles to take: boards and cubes as the DOUBLER saw them before his turn."""
        ...

    def beavers(self, boards: Board, matches: Sequence[MatchState]) -> Answers:
        """Tell which doubles to beaver, in the frame of :meth:`takes`; only asked if allowed."""
        ...


class Ranker(Protocol):
    """Puts given afterstates in order: what a benchmark asks, and most players choose by."""

    @property
    def name(self) -> str:
        """The name that results are reported under."""
        ...

    def rank(
        self,
        boards: Board,
        afterstates: Board,
        offsets: Offsets,
        matches: Sequence[MatchState] | None = None,
    ) -> Ranks:
        """Return a value for each of ``afterstates [M, 26]``, the higher the better for the mover.

        Board ``i`` of ``boards [N, 26]``, seen by the mover before he moved, leads to
        ``afterstates[offsets[i]:offsets[i + 1]]``.  Values compare within one board only.
        """
        ...


class RankingPlayer(Player, Ranker, Protocol):
    """A player that can also rank plays given to it, as all named players can."""
