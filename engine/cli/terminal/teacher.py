"""Hints, and warnings before a blunder is made."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from engine.analysis.analyser import Analyser
from engine.analysis.match.judge import judge_plays
from engine.analysis.match.moments import Moment
from engine.analysis.report import answer_text, cube_text, plays_text
from engine.analysis.results import Action as Act
from engine.rules.game import Phase, Turn
from engine.rules.record import Action, Choice, Resign, Word

HINTS = 5
_ACTS = {
    Word.ROLL: Act.ROLL,
    Word.DOUBLE: Act.DOUBLE,
    Word.TAKE: Act.TAKE,
    Word.DROP: Act.PASS,
    Word.BEAVER: Act.BEAVER,
    Word.RACCOON: Act.RACCOON,
    Word.ACCEPT: Act.ACCEPT,
    Word.REFUSE: Act.REFUSE,
}


class Teacher:
    """Knows better; the engine is loaded when it is first asked."""

    def __init__(self, load: Callable[[], Analyser]) -> None:
        """Ask the analyser that ``load`` returns."""
        self._load = load

    @cached_property
    def _analyser(self) -> Analyser:
        return self._load()

    def hint(self, turn: Turn) -> str:
        """Return the best plays, or the cube verdict, or what to answer."""
        position = turn.position
        if turn.phase is Phase.PLAYING:
            return plays_text(self._analyser.plays(position, count=HINTS))
        if turn.phase is Phase.ANSWERING_RESIGNATION:
            return answer_text(self._analyser.decide(position), position)
        verdict = cube_text(self._analyser.cube(position))
        if turn.phase is Phase.BEFORE_ROLL:
            return verdict
        return f"{verdict}\n\n{answer_text(self._analyser.decide(position), position)}"

    def loss(self, turn: Turn, choice: Choice) -> float:
        """Return what ``choice`` throws away, points per cube; resignations are not judged."""
        if isinstance(choice, Resign):
            return 0.0
        if isinstance(choice, Word):
            costs = self._analyser.decide(turn.position).costs
            return costs.get(_ACTS[choice], 0.0)
        decider = turn.decider
        assert decider is not None, "plays are made by somebody"
        moment = Moment(1, Action(decider, choice, turn.position.dice), turn, fresh=True)
        return judge_plays(self._analyser.search, [moment], self._analyser.met)[0].error
