"""Players that need no network: one at random, one by the pip count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from engine.cube.race import keith, kleinman_chances
from engine.players.player import Answers, Offsets, Ranks, Rolls
from engine.players.ranking import choose_by_rank
from engine.rules.board import BAR, Board, pips
from engine.rules.match import MatchState, Owner


class RandomPlayer:
    """Plays any afterstate with equal chances; never doubles, takes every other time."""

    name = "random"

    def __init__(self, rng: np.random.Generator) -> None:
        """Draw from ``rng``."""
        self._rng = rng

    def rank(
        self,
        boards: Board,
        afterstates: Board,
        offsets: Offsets,
        matches: Sequence[MatchState] | None = None,
    ) -> Ranks:
        """Return random values ``float64 [M]``."""
        return self._rng.random(len(afterstates))

    def choose(
        self, boards: Board, rolls: Rolls, matches: Sequence[MatchState] | None = None
    ) -> Board:
        """Return random afterstates ``int8 [N, 26]``."""
        return choose_by_rank(self, boards, rolls, matches)

    def doubles(self, boards: Board, matches: Sequence[MatchState]) -> Answers:
        """Never double."""
        return np.zeros(len(boards), dtype=np.bool_)

    def takes(self, boards: Board, matches: Sequence[MatchState]) -> Answers:
        """Take or pass with equal chances."""
        return self._rng.random(len(boards)) < 0.5

    def beavers(self, boards: Board, matches: Sequence[MatchState]) -> Answers:
        """Never beaver."""
        return np.zeros(len(boards), dtype=np.bool_)


class PipPlayer:
    """Plays for the race: fewest own pips minus opponent's pips after the play.

    Of equals it prefers the play that leaves the fewest blots, then the one with the fewest own
    checkers furthest from home: on the bar, then on the 24 point, and so on down.  (Without the
    blots the rule runs its last checkers into the open and loses to random play.)  It cubes by
    Keith's count, as if every position were a race, and beavers when Kleinman gives the doubler
    less than an even chance.
    """

    name = "pip"

    def rank(
        self,
        boards: Board,
        afterstates: Board,
        offsets: Offsets,
        matches: Sequence[MatchState] | None = None,
    ) -> Ranks:
        """Return each afterstate's place from the bottom, ``float64 [M]``: a strict order."""
        own, opponent = pips(afterstates)
        checkers = np.maximum(afterstates, 0).astype(np.int64)
        # Four bits a slot: as numbers, these two compare the slots from 25 downwards.
        rear = checkers[:, :12:-1] @ (16 ** np.arange(12, -1, -1, dtype=np.int64))
        front = checkers[:, 12:0:-1] @ (16 ** np.arange(11, -1, -1, dtype=np.int64))
        blots = (afterstates[:, 1:BAR] == 1).sum(axis=1)
        places = np.empty(len(afterstates))
        places[np.lexsort((front, rear, blots, own - opponent))] = -np.arange(len(afterstates))
        return places

    def choose(
        self, boards: Board, rolls: Rolls, matches: Sequence[MatchState] | None = None
    ) -> Board:
        """Return the afterstates ``int8 [N, 26]`` furthest ahead in the race."""
        return choose_by_rank(self, boards, rolls, matches)

    def doubles(self, boards: Board, matches: Sequence[MatchState]) -> Answers:
        """Double and redouble within Keith's windows."""
        advice = [keith(board) for board in boards]
        return _answers(
            a.redouble if match.owner == Owner.MINE else a.double
            for a, match in zip(advice, matches, strict=True)
        )

    def takes(self, boards: Board, matches: Sequence[MatchState]) -> Answers:
        """Take outside Keith's passing window."""
        return _answers(keith(board).take for board in boards)

    def beavers(self, boards: Board, matches: Sequence[MatchState]) -> Answers:
        """Beaver a doubler who is the underdog by Kleinman's estimate."""
        return np.asarray(kleinman_chances(boards) < 0.5)


def _answers(answers: Iterable[bool]) -> Answers:
    return np.fromiter(answers, dtype=np.bool_)
