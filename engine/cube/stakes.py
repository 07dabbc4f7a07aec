"""What the results of a game are worth at every height the cube can reach.

Values are utilities of the player on roll: in money play points (the cube included), in a match
mwc.  Either way more is better and the two sides' utilities are tied by :func:`flip`, so that the
rest of the cube theory needs no second version for matches.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from engine.cube.met import MatchEquityTable
from engine.cube.met_xml import default_table
from engine.rules.match import MatchState

Values: TypeAlias = npt.NDArray[np.float64]
"""Utilities ``float64 [N]``: points in money play, mwc in a match."""

KINDS = (1, 2, 3)

FAR = 256
"""A cube limit so many times the present cube is none."""


@dataclass(frozen=True, slots=True, eq=False)
class Stakes:
    """The ladder of cube values from the present one (height 0) up to the last that matters.

    Shapes: ``K`` heights, each twice the one below.
    """

    state: MatchState
    win: Values
    """``float64 [K, 3]``: after the player on roll wins a single game, gammon, backgammon."""
    lose: Values
    """``float64 [K, 3]``: after he loses them."""
    mine: tuple[bool, ...]
    """``[K]``: the player on roll could double at this height, if he has access to the cube."""
    theirs: tuple[bool, ...]
    """``[K]``: the opponent could."""
    endless: bool
    """Money play without a cube limit near by: the ladder goes on for ever, each step alike."""

    @property
    def cash(self) -> float:
        """The value when the player on roll doubles now and is passed."""
        return float(self.win[0, 0])

    @property
    def drop(self) -> float:
        """The value when the opponent doubles and the player on roll passes."""
        return float(self.lose[0, 0])

    @property
    def centre(self) -> float:
        """The value half-way between winning and losing a single game at this cube."""
        return (self.cash + self.drop) / 2

    @property
    def half(self) -> float:
        """Half the distance between winning and losing a single game, the unit of equities."""
        return (self.cash - self.drop) / 2


@lru_cache(maxsize=1 << 14)
def _ladder(state: MatchState, met: MatchEquityTable | None) -> Stakes:
    worth: Callable[[int], float] = float if met is None else partial(met.after, state)
    cube, limit = state.cube, state.rules.cube_limit
    # A limit eight turns away (programs write 1024 for none) moves no equity by .001.
    endless = state.is_money and (not limit or limit >= FAR * cube)
    win: list[list[float]] = []
    lose: list[list[float]] = []
    mine: list[bool] = []
    theirs: list[bool] = []
    while True:
        full = state.gammons_count or bool(win)
        points = [cube * (kind if full else 1) for kind in KINDS]
        win.append([worth(n) for n in points])
        lose.append([worth(-n) for n in points])
        free = not state.crawford and not (limit and 2 * cube > limit)
        mine.append(free and (state.is_money or cube < state.away[0]))
        theirs.append(free and (state.is_money or cube < state.away[1]))
        if not (mine[-1] or theirs[-1]) or (endless and len(win) == 2):
            break
        cube *= 2
    return Stakes(state, np.array(win), np.array(lose), tuple(mine), tuple(theirs), endless)


def stakes_of(state: MatchState, met: MatchEquityTable | None = None) -> Stakes:
    """Return the stakes at ``state``; matches are valued by ``met`` (Kazaross-XG2 when None)."""
    return _ladder(state, None if state.is_money else met or default_table())


def flip(values: npt.NDArray[Any], is_money: bool) -> Values:
    """Return the other side's utilities: points change sign, mwc becomes 1 - mwc."""
    return np.asarray(-values if is_money else 1 - values, dtype=np.float64)


def equity_of(values: npt.ArrayLike, stakes: Stakes) -> Values:
    """Return utilities as equities per cube: +1 and -1 are a single game won and lost.

    In a match this is the normalised equity (EMG).  Scores at which a game cannot change the
    match measurably (a lead that no float can tell from certain victory) have equity 0.
    """
    unit = stakes.half
    distance = np.asarray(values, dtype=np.float64) - stakes.centre
    return distance / unit if unit > 1e-15 else np.zeros_like(distance)


def utility_of(equities: npt.ArrayLike, stakes: Stakes) -> Values:
    """Return the utilities of equities per cube: the inverse of :func:`equity_of`."""
    return np.asarray(equities, dtype=np.float64) * stakes.half + stakes.centre
