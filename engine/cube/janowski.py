"""Cubeful values from outcomes: Janowski's interpolation between a dead and a live cube.

Source: Rick Janowski, "Take-Points in Money Games" (1993).  With the chances of a gammon *given* a
win (and given a loss) held fixed, a game is worth a straight line in the winning chance ``p`` when
nobody can double any more (dead cube).  A perfectly live cube is doubled exactly at the point
where the other side is indifferent between taking and passing; between these points the value is
a straight line again.  The truth is taken to lie between the two, at the cube life ``x``.

The same construction in mwc serves matches: the points of indifference follow from one another,
from the last cube of the match downwards, each with its own gammon prices.  Two things come for
free with it: cubes that are dead at the score, and the free drop after the Crawford game.  A third
needs one more line: an opponent for whom losing this game loses the match doubles as soon as
he may, whatever the position (:func:`_dead`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from engine.cube.life import CubeLife
from engine.cube.met import MatchEquityTable
from engine.cube.stakes import Stakes, Values, stakes_of
from engine.rules.match import MatchState, Owner
from engine.rules.outcome import (
    LOSE_BACKGAMMON,
    LOSE_GAMMON,
    WIN,
    WIN_BACKGAMMON,
    WIN_GAMMON,
    Outcome,
)

Life: TypeAlias = float | npt.NDArray[np.float64] | CubeLife
"""Cube life: one number for the batch, ``float64 [N]``, or lives by owner and winning chance."""


SWING = 0.1
"""How far a roll in contact moves the winning chance, on average: about .2 points of equity."""


@dataclass(frozen=True, slots=True, eq=False)
class Prizes:
    """Average values of games won and lost at each height of the cube, gammons included."""

    stakes: Stakes
    chance: Values
    """``float64 [N]``: the winning chance."""
    won: Values
    """``float64 [K, N]``: value at a winning chance of 1."""
    lost: Values
    """``float64 [K, N]``: value at a winning chance of 0."""


def cubeful(
    outcomes: Outcome, state: MatchState, life: Life, met: MatchEquityTable | None = None
) -> Values:
    """Return the cubeful value of ``float [N, 5]`` to the player on roll if he rolls now.

    He may double later, and so may the opponent, as the cube allows.

    ``state`` holds for the whole batch.  The result, ``float64 [N]``, is in points (the cube
    included) in money play and mwc in a match.  Raises ValueError on outcomes that are no number.
    """
    return cubeful_at(prizes_of(outcomes, stakes_of(state, met)), life)


def cubeful_each(
    outcomes: Outcome,
    states: Sequence[MatchState],
    life: Life,
    met: MatchEquityTable | None = None,
) -> Values:
    """Return the same for one state per row of ``float [N, 5]``; equal states share the work."""
    if len(states) != len(outcomes):
        raise ValueError(f"{len(outcomes)} outcomes and {len(states)} match states")
    rows: dict[MatchState, list[int]] = {}
    for row, state in enumerate(states):
        rows.setdefault(state, []).append(row)
    lives: CubeLife | Values
    if isinstance(life, CubeLife):
        lives = life
    else:
        lives = np.broadcast_to(np.asarray(life, dtype=np.float64), len(outcomes))
    values = np.empty(len(outcomes))
    for state, members in rows.items():
        values[members] = cubeful(outcomes[members], state, lives[members], met)
    return values


def cubeless(outcomes: Outcome, state: MatchState, met: MatchEquityTable | None = None) -> Values:
    """Return the value, ``float64 [N]``, if the cube stays where it is until the game ends."""
    prizes = prizes_of(outcomes, stakes_of(state, met))
    return _line(prizes, 0)


def prizes_of(outcomes: Outcome, stakes: Stakes) -> Prizes:
    """Return the average prizes of ``float [N, 5]``; raises ValueError when one is no number."""
    exact = np.asarray(outcomes, dtype=np.float64)
    if not np.isfinite(exact).all():
        raise ValueError("an outcome is no number: the evaluator gave nan or infinity")
    win = np.clip(exact[:, WIN], 0, 1)
    won = _averages(stakes.win, win, exact[:, WIN_GAMMON], exact[:, WIN_BACKGAMMON])
    lost = _averages(stakes.lose, 1 - win, exact[:, LOSE_GAMMON], exact[:, LOSE_BACKGAMMON])
    return Prizes(stakes, win, won, lost)


def _averages(prizes: Values, chance: Values, gammon: Values, backgammon: Values) -> Values:
    """Average ``[K, 3]`` prizes over the kinds of ``[N]`` games of that ``chance``: ``[K, N]``."""
    possible = np.maximum(chance, 1e-12)
    gammons = np.clip(gammon / possible, 0, 1)
    backgammons = np.clip(backgammon / possible, 0, gammons)
    steps = np.diff(prizes, axis=1)
    return prizes[:, :1] + steps[:, :1] * gammons + steps[:, 1:] * backgammons


def cubeful_at(prizes: Prizes, life: Life) -> Values:
    """Return cubeful values ``float64 [N]`` of prizes already averaged."""
    owner = prizes.stakes.state.owner
    mine = prizes.stakes.mine[0] and owner != Owner.OPPONENT
    theirs = prizes.stakes.theirs[0] and owner != Owner.MINE
    dead = _dead(prizes, theirs)
    if not (mine or theirs):
        return dead
    cash, drop = doubling_points(prizes)
    live = _live(prizes, cash[0] if mine else None, drop[0] if theirs else None)
    if isinstance(life, CubeLife):
        life = _at(life, prizes, cash[0], drop[0])
    return np.asarray(dead + life * (live - dead))


def _at(life: CubeLife, prizes: Prizes, cash: Values, drop: Values) -> Values:
    """The life of the cube where it is, by the part of the market that has been covered."""
    owner, chance = prizes.stakes.state.owner, prizes.chance
    if owner == Owner.MINE:
        part = chance / _positive(cash)
    elif owner == Owner.OPPONENT:
        part = (1 - chance) / _positive(1 - drop)
    else:
        part = (chance - drop) / _positive(cash - drop)
    return life.at(owner, np.clip(part, 0, 1))


def _line(prizes: Prizes, height: int, chance: Values | None = None) -> Values:
    """The value when the cube stays at ``height`` until the end of the game."""
    lost = prizes.lost[height]
    at = prizes.chance if chance is None else chance
    return np.asarray(lost + at * (prizes.won[height] - lost))


def _dead(prizes: Prizes, theirs: bool) -> Values:
    """The value if nobody doubles, but for a double of the opponent that costs him nothing.

    When he loses the match by losing at the present cube, doubling is free for him, and the
    player on roll, for whom the doubled cube is dead, can only take or pass.  He knows which after
    his roll, which moves his chance by :data:`SWING` up or down.  A free double of the player on
    roll himself is for him to decide now (:func:`engine.cube.decision.choose`).
    """
    stakes = prizes.stakes
    value = _line(prizes, 0)
    if not (theirs and _is_free(stakes.win)):
        return value
    low, high = (np.clip(prizes.chance + swing, 0, 1) for swing in (-SWING, SWING))
    answered = [np.maximum(_line(prizes, 1, at), stakes.drop) for at in (low, high)]
    return np.minimum(value, (answered[0] + answered[1]) / 2)


def _is_free(prizes: Values) -> bool:
    return bool((prizes[0] == prizes[1]).all())


def _live(prizes: Prizes, cash: Values | None, drop: Values | None) -> Values:
    """The value with a perfectly live cube, cashed at these chances; None: by nobody."""
    stakes, chance = prizes.stakes, prizes.chance
    zero, one = np.zeros_like(chance), np.ones_like(chance)
    low, low_value = (zero, prizes.lost[0]) if drop is None else (drop, stakes.drop + zero)
    high, high_value = (one, prizes.won[0]) if cash is None else (cash, stakes.cash + zero)
    # Nobody has to double: where never doubling is better (gammons win the match), he will not.
    never = _between(high, low, low_value, one, prizes.won[0]) > high_value
    high, high_value = np.where(never, one, high), np.where(never, prizes.won[0], high_value)
    never = _between(low, zero, prizes.lost[0], high, high_value) < low_value
    low, low_value = np.where(never, zero, low), np.where(never, prizes.lost[0], low_value)
    # Where both would cash at once (windows that cross) the middle piece has no length.
    high = np.maximum(high, low)
    below = _between(chance, zero, prizes.lost[0], low, low_value)
    middle = _between(chance, low, low_value, high, high_value)
    above = _between(chance, high, high_value, one, prizes.won[0])
    return np.where(chance < low, below, np.where(chance > high, above, middle))


def _between(
    at: Values, start: Values, start_value: Values, end: Values, end_value: Values
) -> Values:
    """The straight line through two points, at ``at``; any finite number if they coincide."""
    length = np.maximum(end - start, 1e-12)
    part = np.clip((at - start) / length, 0, 1)
    return np.asarray(start_value + part * (end_value - start_value))


def doubling_points(prizes: Prizes) -> tuple[Values, Values]:
    """Return the live points of indifference, winning chances ``float64 [K, N]`` each.

    First: where the player on roll, owning the cube at that height, cashes; second: where the
    opponent, owning it, does.  A side that cannot double there has 1 and 0.
    """
    stakes, won, lost = prizes.stakes, prizes.won, prizes.lost
    cash, drop = np.ones_like(won), np.zeros_like(won)
    top = len(won) - 1
    if stakes.endless:
        # Janowski's general take points: they repeat at every height, so the ladder may stop.
        unit = stakes.win[top, 0]
        span = won[top] - lost[top] + unit / 2
        cash[top] = np.clip((unit - lost[top]) / span, 0, 1)
        drop[top] = np.clip((-lost[top] - unit / 2) / span, 0, 1)
    for height in range(top - 1, -1, -1):
        above = height + 1
        if stakes.mine[height]:
            # The opponent takes and owns the cube above: he is worse off than passing from here.
            low_value = stakes.lose[above, 0] if stakes.theirs[above] else lost[above]
            part = (stakes.win[height, 0] - low_value) / _positive(won[above] - low_value)
            cash[height] = drop[above] + (1 - drop[above]) * np.clip(part, 0, 1)
        if stakes.theirs[height]:
            high_value = stakes.win[above, 0] if stakes.mine[above] else won[above]
            part = (stakes.lose[height, 0] - lost[above]) / _positive(high_value - lost[above])
            drop[height] = cash[above] * np.clip(part, 0, 1)
    return cash, drop


def _positive(lengths: Values) -> Values:
    return np.maximum(lengths, 1e-12)
