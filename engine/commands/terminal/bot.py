"""The engine, or another program, at one side of the table."""

from __future__ import annotations

import numpy as np

from engine.analysis.analyser import Analyser
from engine.analysis.results import Action
from engine.board import checkers_off
from engine.bots.levels import Level, choose
from engine.bots.player import CubePlayer, Player
from engine.game import Phase, Turn
from engine.outcome import Win
from engine.plays import play_between
from engine.position import Pending
from engine.record import Choice, Resign, Word

_WORDS = {
    Action.ROLL: Word.ROLL,
    Action.DOUBLE: Word.DOUBLE,
    Action.TAKE: Word.TAKE,
    Action.PASS: Word.DROP,
    Action.BEAVER: Word.BEAVER,
    Action.RACCOON: Word.RACCOON,
    Action.ACCEPT: Word.ACCEPT,
    Action.REFUSE: Word.REFUSE,
}


class EngineBot:
    """The engine at a level of play; it also resigns what is lost."""

    def __init__(
        self, name: str, analyser: Analyser, level: Level, rng: np.random.Generator
    ) -> None:
        """Play as ``name``; mistakes of a weaker level come from ``rng``."""
        self.name = name
        self._analyser = analyser
        self._level = level
        self._rng = rng

    def decide(self, turn: Turn) -> Choice:
        """Return the choice of its level."""
        if turn.phase is not Phase.PLAYING:
            costs = self._analyser.decide(turn.position).costs
            open_ = {a: cost for a, cost in costs.items() if _WORDS[a] in turn.words}
            actions = list(open_)
            return _WORDS[actions[choose(list(open_.values()), self._level, self._rng)]]
        lost = self._analyser.resignation(turn.position)
        if lost is not None and lost in turn.resignations:
            return Resign(lost)
        plays = self._analyser.plays(turn.position)
        # Plays that the search left behind at a lower depth are no candidates.
        best = plays[0].equity
        costs_of_plays = [best - p.equity for p in plays if p.difference is not None]
        return plays[choose(costs_of_plays, self._level, self._rng)].play


class NamedBot:
    """A player of :mod:`engine.bots`; one that knows no cube never doubles and always takes."""

    def __init__(self, name: str, player: Player) -> None:
        """Let ``player`` play as ``name``."""
        self.name = name
        self._player = player

    def decide(self, turn: Turn) -> Choice:
        """Return the player's choice."""
        position = turn.position
        boards, matches = position.board[np.newaxis], [position.match]
        if turn.phase is Phase.PLAYING:
            dice = position.dice
            assert dice is not None, "plays are made with dice"
            rolls = np.array([dice], dtype=np.int8)
            after = self._player.choose(boards, rolls, matches)[0]
            return play_between(position.board, dice, after)
        if turn.phase is Phase.ANSWERING_RESIGNATION:
            return Word.ACCEPT if _is_generous(turn) else Word.REFUSE
        player = self._player
        if not isinstance(player, CubePlayer):
            return Word.ROLL if turn.phase is Phase.BEFORE_ROLL else Word.TAKE
        if turn.phase is Phase.BEFORE_ROLL:
            double = Word.DOUBLE in turn.words and bool(player.doubles(boards, matches)[0])
            return Word.DOUBLE if double else Word.ROLL
        if position.pending is not Pending.DOUBLE:
            return Word.TAKE
        if Word.BEAVER in turn.words and bool(player.beavers(boards, matches)[0]):
            return Word.BEAVER
        return Word.TAKE if bool(player.takes(boards, matches)[0]) else Word.DROP


def _is_generous(turn: Turn) -> bool:
    """Whether a resignation offers as much as could be won, or nearly so."""
    offered = abs(turn.position.resignation)
    return offered > Win.SINGLE or int(checkers_off(turn.position.board)[0]) > 0
