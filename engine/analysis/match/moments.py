"""The decisions of a recorded match, with the positions they were made at."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.rules.game import GameError, Phase, Turn
from engine.rules.plays import IllegalPlay
from engine.rules.position import Pending, Position
from engine.rules.record import Action, Game, Match, Word
from engine.rules.session import replay

ANSWERS = (Word.TAKE, Word.DROP, Word.BEAVER, Word.RACCOON)


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """One action of a game, and the state it was made at."""

    number: int
    """The turn of the game it belongs to, 1 for the opening; offers and answers count with the
    turn of the one who may roll."""
    action: Action
    turn: Turn
    """Before the action."""
    fresh: bool
    """The first action since these dice fell: the roll's luck belongs to it."""

    @property
    def position(self) -> Position:
        """The position decided on, seen by the player on roll."""
        return self.turn.position

    @property
    def is_play(self) -> bool:
        """Whether checkers were moved, or a roll danced."""
        return isinstance(self.action.choice, tuple)

    @property
    def opening(self) -> bool:
        """Whether the dice on the table are those the game began with."""
        return self.turn.rolls == (0, 0)

    @property
    def before_roll(self) -> Position | None:
        """The position in which the player chose to double or to roll; None if he could not."""
        if self.action.choice is Word.DOUBLE:
            return self.position
        if not self.fresh or self.opening:
            return None
        position = replace(self.position, dice=None)
        return position if _may_double(self.turn, position) else None

    @property
    def offered(self) -> Position | None:
        """The position in which an offered cube was answered, still seen by the player on roll."""
        return self.position if self.action.choice in ANSWERS else None


@dataclass(frozen=True, slots=True, eq=False)
class PlayedGame:
    """A game as its moments, and the state after the last one."""

    game: Game
    moments: tuple[Moment, ...]
    end: Turn


def played_games(match: Match) -> tuple[PlayedGame, ...]:
    """Return the games of ``match``.

    Raises :class:`engine.rules.game.GameError` naming the game and the action that the rules
    forbid.
    """
    games = []
    for number, game in enumerate(match.games, 1):
        turns: list[Turn] = []
        try:
            turns.extend(replay(game, match.rules))
        except (GameError, IllegalPlay) as error:
            raise GameError(f"game {number}, action {len(turns) + 1}: {error}") from error
        games.append(PlayedGame(game, _moments(game, turns), turns[-1]))
    return tuple(games)


def _moments(game: Game, turns: list[Turn]) -> tuple[Moment, ...]:
    moments = []
    last: tuple[int, int] | None = None
    for action, turn in zip(game.actions, turns, strict=False):
        fresh = action.roll is not None and turn.rolls != last
        if fresh:
            last = turn.rolls
        moments.append(Moment(sum(turn.rolls) + 1, action, turn, fresh))
    return tuple(moments)


def _may_double(turn: Turn, position: Position) -> bool:
    """Whether there was something to decide: nobody ponders over a dead cube."""
    before = replace(turn, phase=Phase.BEFORE_ROLL, position=position)
    asked = position.pending is Pending.NOTHING and position.match.may_double
    return asked and before.no_double is None
