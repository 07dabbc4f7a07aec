"""The player that an evaluator makes with search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from engine.cube.decision import Choice, choose
from engine.players.player import Answers, Offsets, Ranks, Rolls
from engine.rules.board import Board, mirror
from engine.rules.match import MatchState
from engine.search.search import Search
from engine.search.worths import CUBELESS, utility


class SearchPlayer:
    """Plays what a search likes best, and cubes by it.

    Without match states it plays cubeless money; with them the cube is alive at every level of
    the search.  Many boards in one call cost far less than one by one.
    """

    def __init__(self, search: Search, name: str | None = None) -> None:
        """Play by ``search``.

        Args:
            search: its valuation is used with match states, the cubeless one without.
            name: what results are reported under; made from the settings when None.
        """
        self.name = name or f"{search.evaluator.name}?ply={search.settings.ply}"
        self.cubeless = replace(search, valuation=CUBELESS)
        self.cubeful = search

    def rank(
        self,
        boards: Board,
        afterstates: Board,
        offsets: Offsets,
        matches: Sequence[MatchState] | None = None,
    ) -> Ranks:
        """Return the mover's equity of each of ``int8 [M, 26]``, all at full depth."""
        opponents = mirror(afterstates)
        if matches is None:
            return -self.cubeless.equities(opponents)[1]
        owners = np.repeat(np.arange(len(boards)), np.diff(offsets)).tolist()
        theirs = [match.mirror() for match in matches]
        return -self.cubeful.equities(opponents, [theirs[owner] for owner in owners])[1]

    def choose(
        self, boards: Board, rolls: Rolls, matches: Sequence[MatchState] | None = None
    ) -> Board:
        """Return the best afterstates ``int8 [N, 26]``."""
        search = self.cubeless if matches is None else self.cubeful
        return search.choose(boards, rolls, matches)

    def doubles(self, boards: Board, matches: Sequence[MatchState]) -> Answers:
        """Double where that is worth more than rolling."""
        return self._answers(boards, matches, lambda choice: choice.double)

    def takes(self, boards: Board, matches: Sequence[MatchState]) -> Answers:
        """Take what is worth no more to the doubler than a pass."""
        return self._answers(boards, matches, lambda choice: choice.take)

    def beavers(self, boards: Board, matches: Sequence[MatchState]) -> Answers:
        """Beaver a doubler who stands to lose."""
        return self._answers(boards, matches, lambda choice: choice.beaver)

    def _answers(
        self, boards: Board, matches: Sequence[MatchState], ask: Callable[[Choice], Answers]
    ) -> Answers:
        values = self.cubeful.values(boards, matches)
        rows: dict[MatchState, list[int]] = {}
        for row, state in enumerate(matches):
            rows.setdefault(state, []).append(row)
        answers = np.zeros(len(boards), dtype=np.bool_)
        for state, members in rows.items():
            held = utility(values.held[members, 0], state)
            answers[members] = ask(choose(state, held, utility(values.taken[members, 0], state)))
        return answers
