"""What a match analysis finds.

Errors are equity thrown away, points per cube (in a match normalised, EMG), 0 or above; with them
goes the same as match-winning chance, None in money play.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.analysis.match.moments import Moment, PlayedGame
from engine.cube.decision import CubeDecision
from engine.formats.notation.play_text import write_play
from engine.rules.board import Board
from engine.rules.plays import Play
from engine.rules.record import Match, Side, Word

ERROR = 0.02
"""Smaller losses are taken for the engine's own."""
BLUNDER = 0.08
LUCKY = 0.3
"""A roll this much better than the average is a joker."""


class Grade(Enum):
    """How bad a decision was."""

    FINE = "fine"
    ERROR = "error"
    BLUNDER = "blunder"

    @classmethod
    def of(cls, error: float) -> Grade:
        """Return the grade of an equity loss."""
        return cls.BLUNDER if error >= BLUNDER else cls.ERROR if error >= ERROR else cls.FINE


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """One play of a roll, judged."""

    before: Board
    """``int8 [26]`` before the play."""
    play: Play
    equity: float
    """Of the mover, cubeful."""
    mwc: float | None
    outcome: tuple[float, ...]
    """The mover's five probabilities."""
    level: str

    @property
    def text(self) -> str:
        """The play as people write it; empty for a dance."""
        return write_play(self.before, self.play)


@dataclass(frozen=True, slots=True)
class PlayReview:
    """A checker play against the best one."""

    candidates: tuple[Candidate, ...]
    """The best few, best first; the play made is always among them, judged as deeply."""
    made: Candidate
    error: float
    mwc_error: float | None
    legal: int
    """How many plays there were."""

    @property
    def best(self) -> Candidate:
        """The play to make."""
        return self.candidates[0]

    @property
    def forced(self) -> bool:
        """Whether there was nothing to decide."""
        return self.legal == 1

    @property
    def grade(self) -> Grade:
        """How bad the play was."""
        return Grade.of(self.error)


@dataclass(frozen=True, slots=True)
class CubeReview:
    """A cube action, or a roll instead of a double, against the best one."""

    decision: CubeDecision
    """The verdict, seen by the player on roll."""
    made: Word
    """ROLL where he could have doubled and did not."""
    best: Word
    error: float
    mwc_error: float | None
    counted: bool
    """Whether it counts as a decision: a cube turned or answered, or a double that was close."""

    @property
    def grade(self) -> Grade:
        """How bad the action was."""
        return Grade.of(self.error)


@dataclass(frozen=True, slots=True)
class Luck:
    """How much better a roll was than the average of all, for the one who threw it."""

    equity: float
    mwc: float | None


@dataclass(frozen=True, slots=True, eq=False)
class MoveReview:
    """One action of a game with what there is to say about it."""

    moment: Moment
    play: PlayReview | None = None
    cube: CubeReview | None = None
    luck: Luck | None = None
    equity: float | None = None
    """What the game is worth to side 0 after it, per cube; None where it was not judged."""
    mwc: float | None = None
    """The same as match-winning chance of side 0."""

    @property
    def error(self) -> float:
        """The worst loss of this turn."""
        return max((r.error for r in (self.play, self.cube) if r is not None), default=0.0)


@dataclass(frozen=True, slots=True, eq=False)
class GameReview:
    """A game judged."""

    played: PlayedGame
    moves: tuple[MoveReview, ...]
    mwc_before: float | None
    """Match-winning chance of side 0 when it began; None in money play."""
    mwc_after: float | None
    """When it ended; None in money play and while it goes on."""


@dataclass(frozen=True, slots=True, eq=False)
class MatchReview:
    """A match judged."""

    match: Match
    games: tuple[GameReview, ...]
    level: str
    """The level of the search, such as ``2-ply``."""
    luck_level: str
    evaluator: str
    seconds: float
    """What it took."""

    def moves(self, side: Side) -> list[MoveReview]:
        """Return the actions of one player."""
        return [m for game in self.games for m in game.moves if m.moment.action.side == side]
