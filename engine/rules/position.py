"""A position as identifiers and files state it: board, match, dice and what is to be decided."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from engine.rules.board import Board
from engine.rules.dice import Roll
from engine.rules.match import MatchState


class Pending(Enum):
    """An offer that waits for an answer."""

    NOTHING = "nothing"
    DOUBLE = "double"
    BEAVER = "beaver"
    RACCOON = "raccoon"


@dataclass(frozen=True, slots=True)
class Position:
    """A board and all that is known around it, seen by the player on roll.

    While a double is pending the player on roll is still the doubler, ``match`` still holds the
    cube before the offer, and the one to decide is his opponent (after a beaver: the doubler).
    """

    board: Board
    match: MatchState = field(default_factory=MatchState)
    dice: Roll | None = None
    """The dice in the order given, or None before the roll."""
    on_roll: int = 1
    """Absolute side of the player on roll: 1 is XGID's bottom (gnubg's player 1), 0 its top."""
    pending: Pending = Pending.NOTHING
    resignation: int = 0
    """Offered by the player on roll: 0 nothing, 1 single, 2 gammon, 3 backgammon; negative: by his
    opponent.  The one to decide is then the other player."""
