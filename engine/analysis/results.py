"""What an analysis answers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.rules.board import Board
from engine.rules.match import MatchState
from engine.rules.plays import Play

Chances = tuple[float, ...]
"""The five outcome probabilities, in the order of :mod:`engine.rules.outcome`."""


class NothingToDecide(ValueError):
    """A question that the position does not pose: the message says which ones it does."""


@dataclass(frozen=True, slots=True, eq=False)
class PlayAnalysis:
    """One play of a roll; ranked lists are best first."""

    text: str
    """The play as people write it; empty when there is no legal play."""
    play: Play
    afterstate: Board
    """``int8 [26]``, seen by the mover."""
    equity: float
    """Points per cube for the mover, by which plays are ranked; normalised (EMG) in a match."""
    cubeless_equity: float
    """The same if the cube stayed where it is."""
    difference: float | None
    """``equity`` less that of the best play, 0 or below; None when that was evaluated at another
    level, because then the two cannot be compared."""
    mwc: float | None
    """Match-winning chance; None in money play."""
    outcome: Chances
    """Of the mover, with the cube left aside."""
    level: str
    """How it was evaluated, such as ``2-ply``."""
    standard_error: float | None = None
    """Of ``equity``, by rollout; None for evaluations."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A position before the roll, for the player on roll."""

    state: MatchState
    outcome: Chances
    equity: float
    """Points per cube with right cube actions; normalised (EMG) in a match."""
    cubeless_equity: float
    mwc: float | None
    level: str


class Action(Enum):
    """What a player does when it is his turn to decide."""

    ROLL = "roll"
    DOUBLE = "double"
    TAKE = "take"
    PASS = "pass"
    BEAVER = "beaver"
    RACCOON = "raccoon"
    ACCEPT = "accept"
    REFUSE = "refuse"
    PLAY = "play"


@dataclass(frozen=True, slots=True)
class Decision:
    """The right action of whoever is to decide."""

    action: Action
    equity: float
    """What it is worth to the one who decides, points per cube (EMG in a match)."""
    costs: dict[Action, float]
    """What each possible action throws away, points per cube; 0 for a right one."""
    play: PlayAnalysis | None = None
    """With :attr:`Action.PLAY`: which one."""
