"""Where the market opens and closes: doubling, cash and too-good points, and gammon values.

All points are winning chances of the player on roll, with the chances of a gammon given a win and
given a loss held as they are in the position.  The taker's take point is what is left: 1 - cash.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.cube.janowski import Life, cubeful_at, doubling_points, prizes_of
from engine.cube.met import MatchEquityTable
from engine.cube.stakes import Stakes, Values, stakes_of
from engine.rules.match import MatchState
from engine.rules.outcome import (
    LOSE_BACKGAMMON,
    LOSE_GAMMON,
    OUTCOMES,
    WIN,
    WIN_BACKGAMMON,
    WIN_GAMMON,
    Outcome,
)

_STEPS = 2001
_TIE = 1e-9


@dataclass(frozen=True, slots=True)
class Points:
    """Winning chances at which the right action changes; None where it never does."""

    double: float | None
    """From here doubling is at least as good as waiting."""
    cash: float | None
    """From here the opponent passes; his take point is ``1 - cash``."""
    too_good: float | None
    """From here playing on for the gammon is better than cashing."""

    beaver: float | None = None
    """Below here the opponent beavers; None where he may not."""

    @property
    def take(self) -> float | None:
        """The winning chance the opponent needs to take."""
        return None if self.cash is None else 1 - self.cash


@dataclass(frozen=True, slots=True)
class MarketWindow:
    """The points of one position for cubes of different life."""

    dead: Points
    live: Points
    actual: Points
    """At the cube life of the position."""


@dataclass(frozen=True, slots=True)
class GammonValues:
    """What gammons are worth more than a single win, relative to winning instead of losing it.

    In money play a gammon is worth .5 and a backgammon 1.
    """

    gammon: float
    backgammon: float


def gammon_values(
    state: MatchState, met: MatchEquityTable | None = None
) -> tuple[GammonValues, GammonValues]:
    """Return the gammon values of (the player on roll, the opponent) at the present cube."""
    stakes = stakes_of(state, met)
    unit = 2 * stakes.half

    def values(prizes: Values) -> GammonValues:
        if unit < 1e-15:  # The match is decided; no game changes it.
            return GammonValues(0.0, 0.0)
        gammon, backgammon = (abs(float(prizes[0, k] - prizes[0, 0])) / unit for k in (1, 2))
        return GammonValues(gammon, backgammon)

    return values(stakes.win), values(stakes.lose)


def market_window(
    outcome: Outcome, state: MatchState, life: Life, met: MatchEquityTable | None = None
) -> MarketWindow | None:
    """Return the window of one ``outcome [5]``; None where the player on roll may not double."""
    if not state.may_double:
        return None
    line = _line_of(np.asarray(outcome, dtype=np.float64))
    now, taken = stakes_of(state, met), stakes_of(state.taken(), met)
    cash, _ = doubling_points(prizes_of(line[_STEPS // 2 :][:1], now))
    live = float(cash[0, 0])
    alive = _points(line, now, taken, 1.0)
    too_good = None if alive.too_good is None else max(live, alive.too_good)
    return MarketWindow(
        dead=_points(line, now, taken, 0.0),
        live=Points(live, live, too_good, alive.beaver),
        actual=_points(line, now, taken, life),
    )


def _line_of(outcome: Values) -> Values:
    """Vary the winning chance from 0 to 1 with the gammon rates of ``outcome [5]``: ``[n, 5]``."""
    win = outcome[WIN]
    chance = np.linspace(0, 1, _STEPS)
    line = np.zeros((_STEPS, OUTCOMES))
    line[:, WIN] = chance
    for column in (WIN_GAMMON, WIN_BACKGAMMON):
        line[:, column] = chance * (outcome[column] / win if win > 0 else 0)
    for column in (LOSE_GAMMON, LOSE_BACKGAMMON):
        line[:, column] = (1 - chance) * (outcome[column] / (1 - win) if win < 1 else 0)
    return line


def _points(line: Values, now: Stakes, taken: Stakes, life: Life) -> Points:
    chance = line[:, WIN]
    held = cubeful_at(prizes_of(line, now), life)
    doubled = cubeful_at(prizes_of(line, taken), life)
    tie = _TIE * max(now.half, 1e-15)
    double = _first(chance, np.minimum(doubled, now.cash) - held + tie)
    cash = _first(chance, doubled - now.cash + tie)
    from_cash = chance >= (1.0 if cash is None else cash)
    too_good = _first(chance, np.where(from_cash, held - now.cash - tie, -1.0))
    beaver = _first(chance, doubled + tie) if now.state.may_beaver else None
    return Points(double, cash, too_good, beaver)


def _first(chance: Values, advantage: Values) -> float | None:
    """The smallest chance at which ``advantage`` is no longer negative, interpolated."""
    reached = np.flatnonzero(advantage >= 0)
    if len(reached) == 0:
        return None
    i = int(reached[0])
    if i == 0:
        return float(chance[0])
    before, after = advantage[i - 1], advantage[i]
    return float(chance[i - 1] + (chance[i] - chance[i - 1]) * before / (before - after))
