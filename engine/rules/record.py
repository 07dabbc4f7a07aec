"""What was played: a match as games, a game as the choices of its two players.

Sides are absolute: side 0 is the first player (the left column of a match file, gnubg's player 0)
and side 1 the second, as in :attr:`engine.rules.position.Position.on_roll`.  Points of a play are
numbered for the player who made it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from engine.rules.dice import Roll
from engine.rules.match import MatchError, Rules
from engine.rules.outcome import Win
from engine.rules.plays import Play

Side = int
"""0 or 1."""


class Word(Enum):
    """What a player can say when he does not move checkers."""

    ROLL = "roll"
    """The dice are asked for.  Never recorded: the dice that fell are."""
    DOUBLE = "double"
    TAKE = "take"
    """A double, or a beaver, or a raccoon, is accepted."""
    DROP = "drop"
    """A double, or a beaver, or a raccoon, is refused: the game ends at the cube before it."""
    BEAVER = "beaver"
    """A double is accepted and redoubled at once; the cube stays with the one who says this."""
    RACCOON = "raccoon"
    """A beaver is accepted and redoubled at once; the cube stays with the one who beavered."""
    ACCEPT = "accept"
    """A resignation is accepted."""
    REFUSE = "refuse"
    """A resignation is refused and play goes on."""


@dataclass(frozen=True, slots=True)
class Resign:
    """An offer to lose a game of this kind at the present cube."""

    win: Win


Choice = Word | Resign | Play
"""One choice of one player; a dance is the empty play."""


@dataclass(frozen=True, slots=True)
class Action:
    """A choice, by whom, and the dice on the table when it was made."""

    side: Side
    choice: Choice
    roll: Roll | None = None
    """The dice in the order they fell; None before the roll.  In the opening roll the first die is
    side 0's and the second side 1's."""

    def __post_init__(self) -> None:
        """Refuse a play without dice."""
        if isinstance(self.choice, tuple) and self.roll is None:
            raise ValueError("a play needs the dice it was played with")


@dataclass(frozen=True, slots=True)
class Game:
    """One game from its first action on; score and result are points of (side 0, side 1)."""

    score: tuple[int, int] = (0, 0)
    """The score before the game."""
    crawford: bool = False
    cube: int = 1
    """The cube when play began: above 1 after automatic doubles."""
    actions: tuple[Action, ...] = ()
    winner: Side | None = None
    """None while the game is unfinished."""
    points: int = 0
    """What the winner got; a match counts no more of them than it needs."""

    def __post_init__(self) -> None:
        """Refuse a result that is half there."""
        if (self.winner is None) != (self.points == 0):
            raise ValueError("a finished game has a winner and points, an unfinished one neither")

    @property
    def score_after(self) -> tuple[int, int]:
        """The score after the game, not cut at the length of the match."""
        first, second = self.score
        won = (self.points if self.winner == 0 else 0, self.points if self.winner == 1 else 0)
        return first + won[0], second + won[1]


@dataclass(frozen=True, slots=True)
class Match:
    """A match, or a money session, between two named players."""

    rules: Rules = field(default_factory=Rules)
    players: tuple[str, str] = ("Player 1", "Player 2")
    games: tuple[Game, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()
    """Whatever else is known (event, place, date), as (name, text), in the order of the file."""

    def __post_init__(self) -> None:
        """Refuse games that do not follow one another."""
        score = self.games[0].score if self.games else (0, 0)
        for number, game in enumerate(self.games, 1):
            if game.score != score:
                raise MatchError(
                    f"game {number} begins at {game.score[0]}-{game.score[1]}, "
                    f"but the score before it is {score[0]}-{score[1]}"
                )
            score = game.score_after

    @property
    def score(self) -> tuple[int, int]:
        """The score after the last game, of (side 0, side 1)."""
        return self.games[-1].score_after if self.games else (0, 0)

    @property
    def winner(self) -> Side | None:
        """Who has won the match: None in a money session or while it goes on."""
        length = self.rules.length
        reached = [side for side in (0, 1) if length and self.score[side] >= length]
        return reached[0] if reached else None
