"""The match around a game: rules, score and cube, seen by the player on roll.

Like a board, a :class:`MatchState` has a perspective, and :meth:`MatchState.mirror` changes it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property

from engine.rules.outcome import Win


class MatchError(ValueError):
    """A score, cube or rule that cannot be: the message says what is accepted."""


class Owner(IntEnum):
    """Who may turn the cube next, seen by the player on roll."""

    OPPONENT = -1
    CENTRED = 0
    MINE = 1


@dataclass(frozen=True, slots=True)
class Rules:
    """What the players have agreed on before the first roll."""

    length: int = 0
    """Points to win the match; 0 is a money session."""
    crawford: bool = True
    """Matches only: no doubling in the first game in which a player is one point away."""
    jacoby: bool = False
    """Money only: gammons count once the cube has been turned."""
    beavers: bool = False
    """Money only: the taker may redouble at once and keep the cube."""
    raccoons: bool = False
    """Money only: the doubler may redouble a beaver at once."""
    automatic_doubles: int = 0
    """Money only: how often equal opening dice turn the cube, at most."""
    holland: bool = False
    """After the Crawford game nobody doubles before each side has rolled twice.

    Games are played by this rule, and no analysis asks for a double that it forbids.  Equities do
    not know it: before a game's third roll of a side they hold the cube for free to turn at once.
    """
    cube_limit: int = 0
    """The highest value the cube may reach, a power of two; 0 is no limit, 1 no cube."""

    def __post_init__(self) -> None:
        """Refuse what cannot be agreed on."""
        if self.length < 0:
            raise MatchError(f"match length {self.length}: 0 (money) or more points are accepted")
        if self.cube_limit < 0 or self.cube_limit & (self.cube_limit - 1):
            raise MatchError(f"cube limit {self.cube_limit}: 0 or a power of two is accepted")
        if self.automatic_doubles < 0:
            raise MatchError(f"automatic doubles {self.automatic_doubles}: 0 or more are accepted")
        if self.raccoons and not self.beavers:
            raise MatchError("raccoons answer beavers: they need beavers to be allowed")
        if self.length:
            for name in ("jacoby", "beavers", "raccoons", "automatic_doubles"):
                if getattr(self, name):
                    raise MatchError(f"{name.replace('_', ' ')}: a rule of money play only")


@dataclass(frozen=True)
class MatchState:
    """Score and cube before a decision, seen by the player on roll."""

    rules: Rules = Rules()
    score: tuple[int, int] = (0, 0)
    """Points won so far: (player on roll, opponent)."""
    cube: int = 1
    owner: Owner = Owner.CENTRED
    crawford: bool = False
    """This is the Crawford game: the cube stays out of it."""

    def __post_init__(self) -> None:
        """Refuse what cannot be: the message names the field."""
        length, score = self.rules.length, self.score
        if min(score) < 0:
            raise MatchError(f"score {score[0]}-{score[1]}: points are 0 or more")
        if length and max(score) >= length:
            raise MatchError(
                f"score {score[0]}-{score[1]} in a {length}-point match: below {length} is accepted"
            )
        if self.cube < 1 or self.cube & (self.cube - 1):
            raise MatchError(f"cube {self.cube}: a power of two (1, 2, 4, ...) is accepted")
        if self.rules.cube_limit and self.cube > self.rules.cube_limit:
            raise MatchError(f"cube {self.cube} is above its limit {self.rules.cube_limit}")
        if self.crawford:
            if not length or not self.rules.crawford:
                raise MatchError("a Crawford game occurs in matches with the Crawford rule only")
            if max(score) != length - 1:
                raise MatchError(
                    f"Crawford game at {score[0]}-{score[1]} in a {length}-point match: "
                    f"one player must be exactly 1 point away"
                )
            if self.cube != 1 or self.owner != Owner.CENTRED:
                raise MatchError("in the Crawford game the cube is centred at 1")

    @cached_property
    def away(self) -> tuple[int, int]:
        """Points still needed by (player on roll, opponent); (0, 0) in money play."""
        length = self.rules.length
        return (length - self.score[0], length - self.score[1]) if length else (0, 0)

    @property
    def is_money(self) -> bool:
        """Whether this is a money session."""
        return self.rules.length == 0

    @property
    def post_crawford(self) -> bool:
        """Whether a player is one point away and the Crawford game has been played."""
        return self.rules.crawford and not self.crawford and 1 in self.away

    @property
    def gammons_count(self) -> bool:
        """Whether a gammon won now is worth more than a single game (the Jacoby rule)."""
        return not (self.rules.jacoby and self.owner == Owner.CENTRED)

    @property
    def no_double(self) -> str | None:
        """Why the rules forbid the player on roll to double; None where they do not.

        The Holland rule depends on the rolls played, which the game loop counts.
        """
        limit = self.rules.cube_limit
        if self.crawford:
            return "nobody doubles in the Crawford game"
        if self.owner == Owner.OPPONENT:
            return "the opponent owns the cube"
        if limit and 2 * self.cube > limit:
            return f"the cube goes no higher than {limit}"
        return None

    @property
    def may_double(self) -> bool:
        """Whether a double of the player on roll is legal and could gain anything.

        A cube that already decides the match for him is dead: doubling would win him nothing more
        and hand the opponent a cube.  The rules allow it; the engine never considers it.
        """
        return self.no_double is None and (self.is_money or self.cube < self.away[0])

    @property
    def may_beaver(self) -> bool:
        """Whether a double of the player on roll could be beavered."""
        limit = self.rules.cube_limit
        return self.is_money and self.rules.beavers and not (limit and 4 * self.cube > limit)

    def mirror(self) -> MatchState:
        """Return the same state seen by the other player."""
        return replace(self, score=self.score[::-1], owner=Owner(-self.owner))

    def taken(self) -> MatchState:
        """Return the state after the player on roll doubled and the opponent took."""
        return replace(self, cube=2 * self.cube, owner=Owner.OPPONENT)

    def points(self, win: Win) -> int:
        """Return the points that ``win`` is worth at this cube (with the Jacoby rule)."""
        return self.cube * (int(win) if self.gammons_count else 1)

    def after_game(self, points: int) -> MatchState | None:
        """Return the state before the next game, after the player on roll won ``points``.

        Negative points were won by the opponent.  None when the match is over (score >= length).
        The Crawford game is the first in which a player is exactly one point away.
        """
        score = (self.score[0] + max(points, 0), self.score[1] + max(-points, 0))
        length = self.rules.length
        if length and max(score) >= length:
            return None
        reached = max(score) == length - 1 and max(self.score) < length - 1
        crawford = self.rules.crawford and length > 1 and reached
        return MatchState(self.rules, score, crawford=crawford)

    @classmethod
    def first(cls, rules: Rules) -> MatchState:
        """Return the state before the first game; a 1-point match begins with its Crawford game."""
        return cls(rules, crawford=rules.crawford and rules.length == 1)
