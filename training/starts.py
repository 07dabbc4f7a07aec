"""Positions to begin games from that good play seldom reaches.

A side is written as ``int64 [26]`` counts in its own frame: 0 holds its checkers off, 1..24 its
points and 25 its bar.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.rules.board import BAR, CHECKERS, POINTS, SLOTS, Board, mirror

Side = npt.NDArray[np.int64]
_HOME = 6


def drawn(count: int, rng: np.random.Generator) -> Board:
    """Return ``count`` positions of all :data:`KINDS` alike, either side on roll: ``int8 [N, 26]``.

    Contact positions have contact unless the draw happened to part the sides.
    """
    kinds = list(KINDS.values())
    boards = np.zeros((count, SLOTS), np.int8)
    for board, kind, swap in zip(
        boards, rng.integers(0, len(kinds), count), rng.random(count) < 0.5, strict=True
    ):
        one = one_of(kinds[kind], rng)
        board[:] = mirror(one) if swap else one
    return boards


def one_of(kind: Callable[[np.random.Generator], tuple[Side, Side]], rng: Any) -> Board:
    """Return a position of one kind, seen by the side that has the plan: ``int8 [26]``.

    Draws in which both sides stand on a point are thrown away.
    """
    while True:
        own, other = kind(rng)
        theirs = other[::-1]
        if not (own[1:BAR] * theirs[1:BAR]).any():
            board = own - theirs
            # Checkers off are implied.
            board[0], board[BAR] = -theirs[0], own[BAR]
            return board.astype(np.int8)


def _backgame(rng: np.random.Generator) -> tuple[Side, Side]:
    """Two points held in the other's home; he brings his checkers around."""
    own, other = _nobody(), _nobody()
    anchors = rng.choice(np.arange(POINTS - _HOME + 1, POINTS + 1), 2, replace=False)
    own[anchors] = 2 + (rng.random(2) < 0.25)
    _spread(own, range(2, 15), rng)
    free = [p for p in range(1, 15) if BAR - p not in anchors]
    _spread(other, rng.choice(free, 8, replace=False), rng)
    return own, other


def _primes(rng: np.random.Generator) -> tuple[Side, Side]:
    """Prime against prime: each has four or five points made and checkers behind the other's."""
    own, other = _nobody(), _nobody()
    for side in (own, other):
        length, first = rng.integers(4, 6), rng.integers(2, 6)
        side[first : first + length] = 2
        side[rng.integers(POINTS - 2, POINTS + 1)] += rng.integers(1, 4)
        _spread(side, range(1, 16), rng)
    return own, other


def _containment(rng: np.random.Generator) -> tuple[Side, Side]:
    """A prime against a checker or two, hit late: the other has borne off some."""
    own, other = _nobody(), _nobody()
    first = rng.integers(2, 7)
    own[first : first + rng.integers(4, 7)] = 2
    _spread(own, range(1, 19), rng)
    caught = rng.integers(1, 3)
    other[rng.integers(POINTS - 2, BAR + 1)] += caught
    other[0] = rng.integers(4, 13 - caught)
    _spread(other, range(1, _HOME + 1), rng)
    return own, other


def _long_race(rng: np.random.Generator) -> tuple[Side, Side]:
    """Both sides past each other, with most of the way home to go."""
    own, other = _nobody(), _nobody()
    for side in (own, other):
        _spread(side, range(1, 13), rng)
    return own, other


def _bar(rng: np.random.Generator) -> tuple[Side, Side]:
    """Two to four checkers on the bar against some points made at home."""
    own, other = _nobody(), _nobody()
    own[BAR] = rng.integers(2, 5)
    _spread(own, rng.choice(np.arange(1, POINTS + 1), 6, replace=False), rng)
    made = rng.choice(np.arange(1, _HOME + 1), rng.integers(2, 5), replace=False)
    other[made] = 2
    _spread(other, range(4, 19), rng)
    return own, other


def _bearoff_against_contact(rng: np.random.Generator) -> tuple[Side, Side]:
    """All home, some off, while the other holds a point or waits on the bar."""
    own, other = _nobody(), _nobody()
    own[0] = rng.integers(0, 10)
    _spread(own, range(1, _HOME + 1), rng)
    other[rng.integers(POINTS - _HOME + 2, BAR + 1)] += rng.integers(1, 5)
    _spread(other, range(1, 10), rng)
    return own, other


KINDS: dict[str, Callable[[np.random.Generator], tuple[Side, Side]]] = {
    "backgame": _backgame,
    "prime against prime": _primes,
    "containment": _containment,
    "long race": _long_race,
    "bar": _bar,
    "bear-off against contact": _bearoff_against_contact,
}


def _nobody() -> Side:
    return np.zeros(SLOTS, np.int64)


def _spread(side: Side, points: Any, rng: np.random.Generator) -> None:
    """Put the checkers that are left on some of the points, unevenly."""
    places = np.asarray(points)
    shares = rng.dirichlet(np.full(len(places), 1.5))
    np.add.at(side, places, rng.multinomial(CHECKERS - side.sum(), shares))
