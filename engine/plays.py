"""Plays of one roll, by the rules and nothing else: the reference generator.

A step moves one checker with one die, ``(from, to)`` in the mover's own numbering: from 25 is the
bar, to 0 is off.  A play is all the steps of a turn.  This generator tries every order of the dice
and keeps what the rules ask for, so it is slow and easy to believe; :mod:`engine.movegen` is fast
and is tested against it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from engine.board import BAR, OPPONENT_BAR, Board
from engine.dice import Roll

Step = tuple[int, int]
"""One checker moved by one die: (from, to)."""

Play = tuple[Step, ...]
"""All the steps of a turn, 0 to 4, the rearmost checker first."""

OFF = 0
HOME = 6

Counts = tuple[int, ...]
"""A board as a tuple, which can be a key."""


class IllegalPlay(ValueError):
    """A play against the rules: the message says which rule."""


def legal_plays(board: Board, roll: Roll) -> list[tuple[Play, Board]]:
    """Return each legal (play, afterstate) of ``board int8 [26]``, one for every afterstate.

    The afterstates ``int8 [26]`` are still seen by the mover.  Someone who cannot move has one
    play, the empty one, which leaves the board as it is.  Two plays reach one afterstate only
    when one checker moves both dice, in either order; the larger die is then played first.
    """
    counts = tuple(int(n) for n in board)
    return [(play, np.array(after, dtype=np.int8)) for play, after in _distinct(counts, roll)]


def apply_play(board: Board, play: Play) -> Board:
    """Return the afterstate ``int8 [26]`` of ``play``, hits included; the dice are not checked.

    Raises :class:`IllegalPlay` when a step leaves an empty point or enters one the opponent holds.
    """
    counts = tuple(int(n) for n in board)
    for origin, target in play:
        if not (1 <= origin <= BAR and OFF <= target < origin):
            raise IllegalPlay(
                f"{origin}/{target} is no step: checkers move from 25 (bar) to 0 (off)"
            )
        if counts[origin] <= 0:
            raise IllegalPlay(f"there is no checker to move on {point_name(origin)}")
        if target != OFF and counts[target] < -1:
            raise IllegalPlay(f"{point_name(target)} is blocked: the opponent holds that point")
        counts = moved(counts, (origin, target))
    return np.array(counts, dtype=np.int8)


def play_between(board: Board, roll: Roll, afterstate: Board) -> Play:
    """Return the play of ``roll`` that turns ``board`` into ``afterstate``.

    Raises :class:`IllegalPlay` when no legal play does.
    """
    for play, reached in legal_plays(board, roll):
        if np.array_equal(reached, afterstate):
            return play
    raise IllegalPlay(f"no legal play of {roll[0]}{roll[1]} leads to that position")


def point_name(point: int) -> str:
    """Return how people call a point as the origin of a step: ``the bar`` or ``point 13``."""
    return "the bar" if point == BAR else f"point {point}"


@lru_cache(maxsize=1024)  # A turn asks several times about one board and roll.
def _distinct(counts: Counts, roll: Roll) -> tuple[tuple[Play, Counts], ...]:
    """Return one of the longest plays for every afterstate."""
    found: dict[Counts, Play] = {}
    for play, after in _longest(counts, roll):
        found.setdefault(after, tuple(sorted(play, reverse=True)))
    return tuple((play, after) for after, play in found.items())


def _longest(counts: Counts, roll: Roll) -> list[tuple[Play, Counts]]:
    """Return every play that uses as many dice as possible, and of two single dice the larger."""
    high, low = max(roll), min(roll)
    orders = [(high,) * 4] if high == low else [(high, low), (low, high)]
    lines = [(order[0], play, after) for order in orders for play, after in _lines(counts, order)]
    most = max(len(play) for _, play, _ in lines)
    lines = [line for line in lines if len(line[1]) == most]
    if most == 1:  # Only one of the dice can be played: the larger one, if there is a choice.
        first = max(die for die, _, _ in lines)
        lines = [line for line in lines if line[0] == first]
    return [(play, after) for _, play, after in lines]


def _lines(counts: Counts, dice: tuple[int, ...]) -> Iterator[tuple[Play, Counts]]:
    """Yield every way to play ``dice`` in this order, stopping where the next one cannot move."""
    steps = list(steps_of(counts, dice[0])) if dice else []
    if not steps:
        yield (), counts
    for step in steps:
        for rest, after in _lines(moved(counts, step), dice[1:]):
            yield (step, *rest), after


def steps_of(counts: Counts, die: int) -> Iterator[Step]:
    """Yield every step that ``die`` alone allows, from the rear."""
    rearmost = max((point for point in range(1, BAR + 1) if counts[point] > 0), default=0)
    for origin in range(rearmost, 0, -1):
        if counts[origin] <= 0 or (rearmost == BAR and origin != BAR):
            continue  # Nothing else moves while a checker is on the bar.
        target = origin - die
        if target > 0:
            if counts[target] >= -1:
                yield origin, target
        elif rearmost <= HOME and (target == 0 or origin == rearmost):
            yield origin, OFF  # Exactly, or with a larger die from the rearmost point.


def moved(counts: Counts, step: Step) -> Counts:
    """Return the board after one step that :func:`steps_of` allows, hitting a blot it lands on."""
    origin, target = step
    after = list(counts)
    after[origin] -= 1
    if target != OFF:
        if after[target] == -1:
            after[target] = 0
            after[OPPONENT_BAR] -= 1
        after[target] += 1
    return tuple(after)
