"""Luck: what a roll brings against the average of all rolls, each played as well as possible."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from engine.analysis.match.moments import Moment
from engine.analysis.match.results import Luck
from engine.cube.met import MatchEquityTable
from engine.cube.stakes import stakes_of
from engine.rules.board import Board, mirror
from engine.rules.dice import ROLLS, WEIGHTS, Roll
from engine.rules.match import MatchState
from engine.search.search import Search, Settings

_SINGLE = ROLLS[:, 0] != ROLLS[:, 1]


def lucks(
    search: Search, moments: list[Moment], ply: int, met: MatchEquityTable | None
) -> list[Luck]:
    """Return the luck of the dice of each moment, judged at ``ply`` plies.

    An opening roll is never a double and says who begins: its average is taken over the rolls of
    both players.
    """
    judge = replace(search, settings=Settings(ply, search.settings.filter))
    boards = np.array([m.position.board for m in moments], dtype=np.int8).reshape(-1, 26)
    states = [m.position.match for m in moments]
    mine = _best_equities(judge, boards, states)
    openings = [i for i, moment in enumerate(moments) if moment.opening]
    others = _best_equities(judge, boards[openings], [states[i].mirror() for i in openings])
    means = mine @ WEIGHTS
    for row, i in enumerate(openings):
        means[i] = (mine[i, _SINGLE].mean() - others[row, _SINGLE].mean()) / 2
    return [
        _luck(mine[i, _index(_dice(moment))] - means[i], states[i], met)
        for i, moment in enumerate(moments)
    ]


def _best_equities(
    search: Search, boards: Board, states: list[MatchState]
) -> npt.NDArray[np.float64]:
    """Return the mover's equity after the best play of each roll, ``float64 [N, R]``."""
    count = len(boards) * len(ROLLS)
    if not count:
        return np.empty((0, len(ROLLS)))
    rolled = np.repeat(boards, len(ROLLS), axis=0)
    rolls = np.tile(ROLLS, (len(boards), 1))
    after = search.choose(rolled, rolls, [state for state in states for _ in range(len(ROLLS))])
    others = [turned for turned in (s.mirror() for s in states) for _ in range(len(ROLLS))]
    _, equities = search.equities(mirror(after), others)
    return np.asarray(-equities.reshape(len(boards), len(ROLLS)), dtype=np.float64)


def _luck(equity: float, state: MatchState, met: MatchEquityTable | None) -> Luck:
    half = stakes_of(state, met).half
    return Luck(float(equity), None if state.is_money else float(equity * half))


def _dice(moment: Moment) -> Roll:
    dice = moment.position.dice
    assert dice is not None, "luck is asked for moments with dice"
    return dice


def _index(roll: Roll) -> int:
    """Return the place of a roll in :data:`engine.rules.dice.ROLLS`."""
    high, low = max(roll), min(roll)
    return high * (high - 1) // 2 + low - 1
