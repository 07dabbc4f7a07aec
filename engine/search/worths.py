"""The two valuations: with the cube at rest, and with the cube alive."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.cube.janowski import cubeful
from engine.cube.life import cube_lives
from engine.cube.met import MatchEquityTable
from engine.cube.stakes import Stakes, stakes_of
from engine.rules.board import Board
from engine.rules.match import MatchState
from engine.rules.outcome import Outcome
from engine.search.valuation import Scale, Worths, linear_worths

_POINTS = np.array([2.0, 1.0, 1.0, -1.0, -1.0, -1.0])


@dataclass(frozen=True, slots=True)
class Cubeless:
    """The cube stays where it is: points in money play (gammons count), the score in a match."""

    met: MatchEquityTable | None = None
    """The match equity table; Kazaross-XG2 when None."""
    name: str = "cubeless"
    cubeful: bool = False

    def linear(self, state: MatchState) -> Worths:
        """Return the weights of the outcomes and the constant, ``float64 [6]``."""
        if state.is_money:
            return state.cube * _POINTS
        return _weights(stakes_of(state, self.met))

    def held(self, outcomes: Outcome, boards: Board, state: MatchState) -> Worths:
        """Return the worths ``[N]``."""
        return linear_worths(outcomes, self.linear(state))

    def passed(self, state: MatchState) -> float:
        """Return what a pass would bring."""
        return _worth(stakes_of(state, self.met).cash, state)

    def scale(self, state: MatchState) -> Scale:
        """Return points per cube, normalised in a match."""
        return _scale(stakes_of(state, self.met))


@dataclass(frozen=True, slots=True)
class Cubeful:
    """The cube is alive: Janowski's values at the leaves, with the Jacoby rule and the score."""

    met: MatchEquityTable | None = None
    """The match equity table; Kazaross-XG2 when None."""
    name: str = "cubeful"
    cubeful: bool = True

    def linear(self, state: MatchState) -> Worths:
        """Return the weights of the outcomes and the constant, ``float64 [6]``.

        Under the Jacoby rule gammons weigh nothing while the cube is in the middle.
        """
        return _weights(stakes_of(state, self.met))

    def held(self, outcomes: Outcome, boards: Board, state: MatchState) -> Worths:
        """Return the worths ``[N]`` of rolling now, with the right to double later."""
        values = cubeful(outcomes, state, cube_lives(boards), self.met)
        return values if state.is_money else 2 * values - 1

    def passed(self, state: MatchState) -> float:
        """Return what a pass brings."""
        return _worth(stakes_of(state, self.met).cash, state)

    def scale(self, state: MatchState) -> Scale:
        """Return points per cube, normalised in a match."""
        return _scale(stakes_of(state, self.met))


CUBELESS = Cubeless()
"""The valuation of whoever asks for nothing else."""

CUBEFUL = Cubeful()
"""The cube alive, and the built-in match equity table."""


def utility(worths: Worths, state: MatchState) -> Worths:
    """Return worths ``[N]`` in the unit of :mod:`engine.cube`: points, or mwc in a match."""
    return worths if state.is_money else (worths + 1) / 2


def _worth(value: float, state: MatchState) -> float:
    """Return points as they are, and mwc as ``2 * mwc - 1``."""
    return value if state.is_money else 2 * value - 1


def _weights(stakes: Stakes) -> Worths:
    """Return the weights ``[6]`` of the five outcomes and the constant, cube at rest."""
    win, lose = stakes.win[0], stakes.lose[0]
    gains = [win[0] - lose[0], win[1] - win[0], win[2] - win[1], lose[1] - lose[0]]
    weights = np.array([*gains, lose[2] - lose[1], lose[0]])
    if stakes.state.is_money:
        return weights
    return np.asarray(2 * weights - np.eye(6)[5])


def _scale(stakes: Stakes) -> Scale:
    centre, unit = _worth(stakes.centre, stakes.state), stakes.half
    # Where no game can change the match measurably, every worth is equity 0.
    unit = unit if stakes.state.is_money else 2 * unit
    return Scale(centre, unit if unit > 1e-15 else np.inf)
