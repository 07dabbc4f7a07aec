"""Players for match analyses: one who plays what the engine says, one who does not."""

import numpy as np

from engine.analysis.analyser import Analyser
from engine.analysis.results import Action
from engine.evaluation.final import clamp
from engine.rules.board import pips
from engine.rules.dice import RandomDice, ScriptedDice
from engine.rules.game import Phase, Turn
from engine.rules.match import MatchState, Rules
from engine.rules.record import Match, Word
from engine.rules.session import play_match


class CarefulEvaluator:
    """Pips, and the blots that the player who has just moved left: his games come to an end."""

    name = "careful"

    def evaluate(self, boards):
        own, opponent = pips(boards)
        blots = (boards[:, 1:25] == -1).sum(axis=1)
        win = 1 / (1 + np.exp(-0.04 * (opponent - own + 4.0) - 0.25 * blots))
        outcomes = np.stack([win, 0.2 * win, 0.01 * win, 0.2 * (1 - win), 0.01 * (1 - win)], axis=1)
        outcomes = outcomes.astype(np.float32)
        clamp(outcomes, boards)
        return outcomes


ANALYSER = Analyser(CarefulEvaluator())
WORDS = {
    Action.ROLL: Word.ROLL,
    Action.DOUBLE: Word.DOUBLE,
    Action.TAKE: Word.TAKE,
    Action.PASS: Word.DROP,
    Action.BEAVER: Word.BEAVER,
}


class Faithful:
    """Does what the analyser says."""

    def __init__(self, name="Ana", analyser=ANALYSER):
        self.name = name
        self._analyser = analyser

    def decide(self, turn):
        if turn.phase is Phase.PLAYING:
            return self._analyser.choose_play(turn.position).play
        return WORDS[self._analyser.decide(turn.position).action]


class Contrary:
    """Never plays the best, yet gets home; doubles and drops at odds with the analyser."""

    def __init__(self, name="Ben", analyser=ANALYSER):
        self.name = name
        self._analyser = analyser

    def decide(self, turn):
        if turn.phase is Phase.PLAYING:
            return self._analyser.plays(turn.position)[:3][-1].play
        right = WORDS[self._analyser.decide(turn.position).action]
        others = [word for word in turn.words if word not in (right, Word.BEAVER)]
        return others[0] if others else right


def played(first, second, rules, seed, games=None):
    return play_match((first, second), rules, RandomDice(np.random.default_rng(seed)), games)


def written(choices, dice, rules=None):
    """A match of one game that goes as written: rolls come from ``dice`` when they are awaited."""
    turn, scripted = Turn.opening(MatchState.first(rules or Rules())), ScriptedDice(dice)
    for choice in choices:
        while turn.awaits_dice:
            turn = turn.rolled(scripted.roll())
        turn = turn.after(choice)
    return Match(rules or Rules(), ("Ana", "Ben"), (turn.record,))
