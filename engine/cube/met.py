"""Match equity tables: the chance to win the match from a score before a game begins.

Within its size a table is taken as published.  Larger matches continue it as a lottery in which
each game is even and is worth 1, 2 or 4 points with fixed chances (:data:`GAME_POINTS`): started
from 15 x 15 points it reproduces the published 25 x 25 of Kazaross-XG2 within .005.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from engine.rules.match import MatchState

Table: TypeAlias = npt.NDArray[np.float64]

GAME_POINTS = {1: 0.2, 2: 0.2, 4: 0.6}
"""Chances of what a game is worth beyond the end of a table, fitted to Kazaross-XG2."""

LONGEST = 1024
"""Points of the longest match there is a table for; every doubling takes four times the memory."""

TRAILER_GAMMONS = 0.31
"""Part of his post-Crawford wins that the trailer gammons, fitted to Kazaross-XG2."""


@dataclass(frozen=True, eq=False)
class MatchEquityTable:
    """Chances, mwc, to win the match; compared and hashed by identity."""

    name: str
    pre: Table
    """``float64 [L, L]``: mwc of a player ``row + 1`` points away from winning against one
    ``column + 1`` points away, before the game in which either is first 1 point away (the
    Crawford game) has been played."""
    post: Table
    """``float64 [L]``: mwc of the trailer, ``index + 1`` away, after the Crawford game."""
    notice: str = ""
    """The copyright lines that go with the numbers."""

    def __post_init__(self) -> None:
        """Refuse numbers that are no table."""
        size = len(self.post)
        if self.pre.shape != (size, size) or size < 1:
            raise ValueError(
                f"match equity table {self.name!r}: {self.pre.shape} pre-Crawford and {size} "
                f"post-Crawford values do not fit together"
            )
        for values in (self.pre, self.post):
            if not (np.isfinite(values).all() and (values >= 0).all() and (values <= 1).all()):
                raise ValueError(f"match equity table {self.name!r}: chances are 0 to 1")

    @property
    def size(self) -> int:
        """Points of the longest match the table was published for."""
        return len(self.post)

    def before(self, state: MatchState) -> float:
        """Return the mwc of the player on roll before a game starts at the score of ``state``.

        Raises ValueError in money play, and beyond :data:`LONGEST` points.
        """
        own, opponent = state.away
        if state.is_money:
            raise ValueError("a money session has no match equity")
        table = self._reaching(max(own, opponent))
        if 1 in (own, opponent) and not state.crawford:
            return float(1 - table.post[opponent - 1] if own == 1 else table.post[own - 1])
        return float(table.pre[own - 1, opponent - 1])

    def after(self, state: MatchState, points: int) -> float:
        """Return the mwc after the player on roll won ``points`` (lost them when negative)."""
        following = state.after_game(points)
        if following is None:
            return 1.0 if points > 0 else 0.0
        return self.before(following)

    def _reaching(self, away: int) -> MatchEquityTable:
        if away <= self.size:
            return self
        if away > LONGEST:
            raise ValueError(f"{away} points to go: match equities reach to {LONGEST}")
        # Powers of two, so that a long match extends the table a few times at most.
        return _extended(self, 1 << (away - 1).bit_length())

    @cached_property
    def _padded(self) -> Table:
        """``pre`` with 4 rows and columns more in front: index ``away + 3``, won and lost."""
        reach = max(GAME_POINTS)
        padded = np.zeros((self.size + reach, self.size + reach))
        padded[:reach, :] = 1
        padded[reach:, reach:] = self.pre
        return padded


@lru_cache(maxsize=32)
def _extended(table: MatchEquityTable, size: int) -> MatchEquityTable:
    reach = max(GAME_POINTS)
    grown = np.zeros((size + reach, size + reach))
    grown[:reach, :] = 1
    grown[: table.size + reach, : table.size + reach] = table._padded
    for total in range(table.size, 2 * size - 1):
        # All scores of one antidiagonal depend on earlier ones only.
        own = np.arange(max(0, total - size + 1), min(total, size - 1) + 1)
        opponent = total - own
        new = (own >= table.size) | (opponent >= table.size)
        own, opponent = own[new] + reach, opponent[new] + reach
        grown[own, opponent] = sum(
            chance * (grown[own - points, opponent] + grown[own, opponent - points]) / 2
            for points, chance in GAME_POINTS.items()
        )
    post = np.concatenate([table.post, np.zeros(size - table.size)])
    for away in range(table.size, size):
        # The trailer doubles at once: a win is worth two points, a gammon four.
        single, gammon = (post[away - n] if away >= n else 1.0 for n in (2, 4))
        post[away] = ((1 - TRAILER_GAMMONS) * single + TRAILER_GAMMONS * gammon) / 2
    return MatchEquityTable(table.name, grown[reach:, reach:], post, table.notice)
