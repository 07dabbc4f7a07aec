"""How games end: the five outcome probabilities, equities, and the result of a finished game.

An ``outcome`` is ``float [..., 5]`` for the player on roll, in GNU Backgammon's order: win, win a
gammon or better, win a backgammon, lose a gammon or worse, lose a backgammon.  ``win`` includes
the gammons and a gammon the backgammons, so the equity of the game in points is
``2 * win - 1 + gammon + backgammon - lost gammon - lost backgammon``.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.rules.board import CHECKERS, Board

Outcome = npt.NDArray[np.floating[Any]]
"""Outcome probabilities ``float [..., 5]``."""

WIN, WIN_GAMMON, WIN_BACKGAMMON, LOSE_GAMMON, LOSE_BACKGAMMON = range(5)
OUTCOMES = 5
NAMES = ("win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon")

_MIRRORED = [WIN, LOSE_GAMMON, LOSE_BACKGAMMON, WIN_GAMMON, WIN_BACKGAMMON]


class Win(IntEnum):
    """The kind of a win: its value is the number of cubes it is worth."""

    SINGLE = 1
    GAMMON = 2
    BACKGAMMON = 3


def mirror_outcome(outcomes: Outcome) -> Outcome:
    """Return the same outcomes seen by the other player, ``float [..., 5]``."""
    mirrored = outcomes[..., _MIRRORED].copy()
    mirrored[..., WIN] = 1 - mirrored[..., WIN]
    return mirrored


def equity(outcomes: Outcome) -> npt.NDArray[np.floating[Any]]:
    """Return the cubeless money equity in points (-3..3), ``float [...]``."""
    won = 2 * outcomes[..., WIN] - 1 + outcomes[..., WIN_GAMMON] + outcomes[..., WIN_BACKGAMMON]
    return np.asarray(won - outcomes[..., LOSE_GAMMON] - outcomes[..., LOSE_BACKGAMMON])


def is_over(boards: Board) -> npt.NDArray[np.bool_]:
    """Tell, ``bool [...]``, which of ``int8 [..., 26]`` are finished: one side has all off."""
    return np.asarray(~((boards > 0).any(axis=-1) & (boards < 0).any(axis=-1)))


def win_of(board: Board) -> tuple[bool, Win]:
    """Return (the player on roll has won, the kind of win) of one finished board.

    A gammon: the loser has borne nothing off; a backgammon: he moreover has a checker on the bar
    or in the winner's home.  Raises ValueError when the game is not over.
    """
    if not bool(is_over(board)):
        raise ValueError("the game is not over: both sides still have checkers on the board")
    won = not (board > 0).any()
    loser = np.negative(board) if won else board[::-1]
    # ``loser`` now counts the loser's checkers by the winner's numbering: home is 1..6, bar 0.
    if loser.sum(dtype=int) < CHECKERS:
        return won, Win.SINGLE
    return won, Win.BACKGAMMON if loser[:7].any() else Win.GAMMON


def final_outcome(board: Board) -> npt.NDArray[np.float32]:
    """Return the certain outcome, ``float32 [5]``, of one finished board."""
    won, kind = win_of(board)
    outcome = np.zeros(OUTCOMES, dtype=np.float32)
    if won:
        outcome[WIN] = 1
        outcome[WIN_GAMMON : WIN_GAMMON + kind - 1] = 1
    else:
        outcome[LOSE_GAMMON : LOSE_GAMMON + kind - 1] = 1
    return outcome
