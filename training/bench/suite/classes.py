"""The five classes of decisions: what kind of play a board asks for."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.rules.board import BAR, POINTS, Board, is_race, mirror, pips

CLASSES = ("opening", "middle", "backgame", "race", "bearoff")
"""Opening; middle contact; backgames and containment; race; bear-off against contact."""

OPENING, MIDDLE, BACKGAME, RACE, BEAROFF = range(len(CLASSES))

_EARLY_PIPS = 140
_BEHIND_PIPS = 30
_HOME = 6
_WALL = 5


def classes_of(boards: Board) -> npt.NDArray[np.int64]:
    """Return the place in :data:`CLASSES`, ``int64 [N]``, of each board ``int8 [N, 26]``.

    The first that fits, for either side:

    * race: the sides have passed each other;
    * bearoff: somebody has every checker home or off, and there is contact;
    * backgame: somebody holds two points or more of the other's home and is 30 pips behind or
      more, or has a checker on the bar or in that home with five of the six points before it
      blocked (containment);
    * opening: both have at least 140 pips to go;
    * middle: the rest.
    """
    own, opponent = pips(boards)
    other = mirror(boards)
    backgame = (_holds_two(boards) & (own >= opponent + _BEHIND_PIPS)) | (
        _holds_two(other) & (opponent >= own + _BEHIND_PIPS)
    )
    tests = (
        (RACE, is_race(boards)),
        (BEAROFF, _is_home(boards) | _is_home(other)),
        (BACKGAME, backgame | _is_contained(boards) | _is_contained(other)),
        (OPENING, (own >= _EARLY_PIPS) & (opponent >= _EARLY_PIPS)),
    )
    return np.select([fits for _, fits in tests], [kind for kind, _ in tests], MIDDLE)


def _is_home(boards: Board) -> npt.NDArray[np.bool_]:
    return np.asarray((boards[:, _HOME + 1 :] <= 0).all(axis=1))


def _holds_two(boards: Board) -> npt.NDArray[np.bool_]:
    held = boards[:, POINTS - _HOME + 1 : BAR] >= 2
    return np.asarray(held.sum(axis=1) >= 2)


def _is_contained(boards: Board) -> npt.NDArray[np.bool_]:
    """Tell who has a checker on the bar or in the other's home behind five blocked points."""
    contained = np.zeros(len(boards), dtype=np.bool_)
    blocked = boards <= -2
    for point in range(POINTS - _HOME + 1, BAR + 1):
        wall = blocked[:, point - _HOME : point].sum(axis=1) >= _WALL
        contained |= (boards[:, point] > 0) & wall
    return contained
