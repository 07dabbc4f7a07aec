"""The engine as a player of whole games: every choice at a level of play, and resignations."""

from __future__ import annotations

import numpy as np

from engine.analysis.analyser import Analyser
from engine.analysis.results import Action
from engine.players.levels import Level, choose
from engine.rules.game import Phase, Turn
from engine.rules.record import Choice, Resign, Word

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
        if turn.phase is Phase.BEFORE_ROLL and not turn.position.match.may_double:
            return Word.ROLL  # A dead cube tempts no level.
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
