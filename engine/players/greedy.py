"""The player that an evaluator makes: it looks no further than its own play (0-ply)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.evaluation.protocol import Evaluator, afterstate_equity
from engine.players.player import Answers, Offsets, Ranks, Rolls
from engine.players.ranking import choose_by_rank
from engine.players.searching import SearchPlayer
from engine.rules.board import Board
from engine.rules.match import MatchState
from engine.search.search import Search
from engine.search.valuation import Valuation
from engine.search.worths import CUBEFUL


class GreedyPlayer:
    """Plays the afterstate its evaluator likes best.

    In cubeless money play straight by equity, which is what training and most measurements need;
    with a cube or a match like a :class:`engine.players.searching.SearchPlayer` of 0 plies.
    """

    def __init__(
        self,
        evaluator: Evaluator,
        name: str | None = None,
        valuation: Valuation = CUBEFUL,
    ) -> None:
        """Judge by ``evaluator``.

        Args:
            evaluator: estimates the outcomes.
            name: what results are reported under; the evaluator's name when None.
            valuation: values the cube, when there is one.
        """
        self.name = name or evaluator.name
        self._evaluator = evaluator
        self._cubeful = SearchPlayer(Search(evaluator, valuation=valuation), self.name)

    def rank(
        self,
        boards: Board,
        afterstates: Board,
        offsets: Offsets,
        matches: Sequence[MatchState] | None = None,
    ) -> Ranks:
        """Return the mover's equity of each of ``int8 [M, 26]``, ``float [M]``."""
        if matches is None:
            return afterstate_equity(self._evaluator, afterstates)
        return self._cubeful.rank(boards, afterstates, offsets, matches)

    def choose(
        self, boards: Board, rolls: Rolls, matches: Sequence[MatchState] | None = None
    ) -> Board:
        """Return the best afterstates ``int8 [N, 26]``."""
        if matches is None:
            return choose_by_rank(self, boards, rolls)
        return self._cubeful.choose(boards, rolls, matches)

    def doubles(self, boards: Board, matches: Sequence[MatchState]) -> Answers:
        """Double where that is worth more than rolling."""
        return self._cubeful.doubles(boards, matches)

    def takes(self, boards: Board, matches: Sequence[MatchState]) -> Answers:
        """Take what is worth no more to the doubler than a pass."""
        return self._cubeful.takes(boards, matches)

    def beavers(self, boards: Board, matches: Sequence[MatchState]) -> Answers:
        """Beaver a doubler who stands to lose."""
        return self._cubeful.beavers(boards, matches)
