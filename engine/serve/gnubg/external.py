"""GNU Backgammon's external player: one line asks, one line answers.

GNU Backgammon (``set player 1 external host:port``) connects to the engine and sends a FIBS board
for each decision: with dice it wants a play, without them ``roll`` or ``double``, and to a double
an answer.  Scripts that talk to GNU Backgammon's own ``external`` server find the same commands
here, with the same answers: ``version``, ``help``, ``set``, ``evaluation fibsboard``, ``exit``.
Specification: what GNU Backgammon 1.07.001 sends and answers.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from engine import __version__
from engine.analysis.analyser import Analyser
from engine.analysis.results import Action, Evaluation
from engine.cube.stakes import stakes_of, utility_of
from engine.formats.notation import spell_play
from engine.rules.outcome import Win
from engine.rules.position import Pending, Position
from engine.serve.gnubg.external_request import Request, SetOption, read_request

_WORDS = {
    Action.ROLL: "roll",
    Action.DOUBLE: "double",
    Action.TAKE: "take",
    Action.PASS: "drop",
    Action.BEAVER: "beaver",
    Action.RACCOON: "redouble",
    Action.ACCEPT: "accept",
    Action.REFUSE: "reject",
}
_RESIGNATIONS = {Win.SINGLE: "normal", Win.GAMMON: "gammon", Win.BACKGAMMON: "backgammon"}

VERSION = f"Interface: 2\nRFBF: 0\nEngine: {__version__}\nSoftware: Chaquete {__version__}"
HELP = (
    "\tboard:... [jacobyrule on|off] [crawfordrule on|off] [resignation 0-3] [beavers on|off]\n"
    "\tevaluation fibsboard board:... [plies 0-3] [cube on|off] [cubeful|cubeless]\n"
    "\tset debug on|off, set interface new|old, version, help, exit"
)


@dataclass(frozen=True, slots=True)
class Habits:
    """What a board line does not say: what was agreed on, and whether the engine gives up."""

    jacoby: bool = True
    """Money sessions are played with the Jacoby rule, as is GNU Backgammon's custom."""
    beavers: bool = True
    """Money sessions are played with beavers."""
    resigns: bool = True
    """A game that is certainly lost is given up."""


@dataclass(slots=True)
class ExternalSession:
    """The conversation with one client."""

    analyser: Analyser
    habits: Habits = field(default_factory=Habits)
    _resigned: str = ""
    """The line last answered with a resignation.  When it comes again, that was refused."""

    def answer(self, line: str) -> str | None:
        """Return the answer to one line; None to ``exit``."""
        try:
            request = read_request(line, self.habits.jacoby, self.habits.beavers)
            if isinstance(request, Request):
                return self._judged(request) if request.evaluate else self._decided(request, line)
        except ValueError as error:
            return self.refuse(str(error))
        if isinstance(request, SetOption):
            return request.answer
        return {"version": VERSION, "help": HELP}.get(request)

    def refuse(self, reason: str) -> str:
        """Return an error line; GNU Backgammon stops playing at one."""
        return f"Error: {' '.join(reason.split())}"

    def _decided(self, request: Request, line: str) -> str:
        position = request.position
        if self.habits.resigns and line != self._resigned and _own_decision(position):
            level = self.analyser.resignation(position)
            if level is not None:
                self._resigned = line
                return f"resign {_RESIGNATIONS[level]}"
        decision = self.analyser.decide(position)
        if decision.play is None:
            return _WORDS[decision.action]
        return spell_play(decision.play.play)

    def _judged(self, request: Request) -> str:
        """Return the six numbers of ``evaluation``: chances, then equity or, in a match, mwc."""
        settings = replace(self.analyser.settings, ply=request.plies)
        analyser = replace(self.analyser, settings=settings)
        evaluation = analyser.evaluate(replace(request.position, dice=None))
        worth = self._worth(evaluation, request.cubeful)
        return " ".join(f"{number:.6f}" for number in (*evaluation.outcome, worth))

    def _worth(self, evaluation: Evaluation, cubeful: bool) -> float:
        """Return equity in money play, match-winning chance in a match."""
        equity = evaluation.equity if cubeful else evaluation.cubeless_equity
        state = evaluation.state
        if state.is_money:
            return equity
        return float(utility_of(equity, stakes_of(state, self.analyser.met)))


def _own_decision(position: Position) -> bool:
    """Tell whether the player on roll is asked to roll or play: when he may resign."""
    return position.pending == Pending.NOTHING and not position.resignation
