"""The player that looks ahead: an evaluator and a search."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.board import Board, mirror
from engine.bots.player import Offsets, Ranks, Rolls
from engine.evaluators import Evaluator
from engine.match import MatchState
from engine.search.search import Search, Settings


class SearchPlayer:
    """Plays what a search of fixed depth likes best."""

    def __init__(self, evaluator: Evaluator, ply: int, name: str) -> None:
        """Search ``ply`` plies ahead with ``evaluator`` at the leaves."""
        self.evaluator = evaluator
        self.name = name
        self._search = Search(evaluator, Settings(ply=ply))

    def rank(
        self,
        boards: Board,
        afterstates: Board,
        offsets: Offsets,
        matches: Sequence[MatchState] | None = None,
    ) -> Ranks:
        """Return the mover's equity of each of ``int8 [M, 26]``, all at full depth."""
        theirs = None
        if matches is not None:
            owners = np.repeat(np.arange(len(boards)), np.diff(offsets)).tolist()
            mirrored = [match.mirror() for match in matches]
            theirs = [mirrored[owner] for owner in owners]
        _, equities = self._search.equities(mirror(afterstates), theirs)
        return -equities

    def choose(
        self, boards: Board, rolls: Rolls, matches: Sequence[MatchState] | None = None
    ) -> Board:
        """Return the best afterstates ``int8 [N, 26]``."""
        return self._search.choose(boards, rolls, matches)
