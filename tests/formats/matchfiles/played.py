"""Whole matches by players who choose at random, for round trips."""

import numpy as np

from engine.rules.dice import RandomDice
from engine.rules.game import Phase
from engine.rules.match import Rules
from engine.rules.outcome import Win
from engine.rules.record import Resign, Word
from engine.rules.session import play_match


class RandomDecider:
    """Doubles, takes, beavers, resigns and moves without a plan, seldom enough to get far."""

    def __init__(self, seed, name, resigns=0.002, refuses=0.0):
        self.name = name
        self.rng = np.random.default_rng(seed)
        self.resigns, self.refuses = resigns, refuses

    def decide(self, turn):
        if self.rng.random() < self.resigns and turn.resignations:
            return Resign(turn.resignations[self.rng.integers(len(turn.resignations))])
        if turn.phase is Phase.PLAYING:
            plays = turn.plays
            return plays[self.rng.integers(len(plays))][0]
        if turn.phase is Phase.ANSWERING_RESIGNATION:
            return Word.REFUSE if self.rng.random() < self.refuses else Word.ACCEPT
        weights = {Word.ROLL: 20, Word.DOUBLE: 1, Word.TAKE: 6, Word.DROP: 1}
        odds = np.array([weights.get(word, 4) for word in turn.words], dtype=float)
        return turn.words[self.rng.choice(len(odds), p=odds / odds.sum())]


def random_match(seed, rules=None, games=None, names=("Ann", "Bob Smith"), **habits):
    """A match, or ``games`` money games, that the seed repeats."""
    rules = rules or Rules(length=5)
    players = (RandomDecider(seed, names[0], **habits), RandomDecider(seed + 1, names[1], **habits))
    return play_match(players, rules, RandomDice(np.random.default_rng(seed)), games)


MONEY = Rules(jacoby=True, beavers=True, raccoons=True)
GAMMON = Win.GAMMON
