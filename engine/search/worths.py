"""The two valuations: with the cube at rest, and with the cube alive."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.cube.met import MatchEquityTable
from engine.cube.model import JANOWSKI, CubeModel, ExactFirst
from engine.cube.stakes import Stakes, stakes_of
from engine.evaluation.bearoff.tables import BearoffTables
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
    cube: str = "at rest"

    def exact(self, boards: Board, state: MatchState) -> npt.NDArray[np.bool_]:
        """Return that no cube is turned, so that none is known."""
        return np.zeros(len(boards), dtype=np.bool_)

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
    """The cube is alive: a model's values at the leaves, with the Jacoby rule and the score."""

    met: MatchEquityTable | None = None
    """The match equity table; Kazaross-XG2 when None."""
    name: str = "cubeful"
    cubeful: bool = True
    model: CubeModel = JANOWSKI
    """What a live cube is worth."""

    @classmethod
    def knowing(cls, tables: BearoffTables | None, met: MatchEquityTable | None = None) -> Cubeful:
        """Return the valuation that takes from ``tables`` what they know about the cube."""
        return cls(met) if tables is None else cls(met, model=ExactFirst(tables))

    @property
    def cube(self) -> str:
        """The name of the model."""
        return self.model.name

    def exact(self, boards: Board, state: MatchState) -> npt.NDArray[np.bool_]:
        """Return where the model knows the cube exactly, ``bool [N]``."""
        return self.model.exact(boards, state)

    def linear(self, state: MatchState) -> Worths:
        """Return the weights of the outcomes and the constant, ``float64 [6]``.

        Under the Jacoby rule gammons weigh nothing while the cube is in the middle.
        """
        return _weights(stakes_of(state, self.met))

    def held(self, outcomes: Outcome, boards: Board, state: MatchState) -> Worths:
        """Return the worths ``[N]`` of rolling now, with the right to double later."""
        values = self.model.values(outcomes, boards, state, self.met)
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
