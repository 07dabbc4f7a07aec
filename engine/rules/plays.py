"""Plays of one roll, by the rules and nothing else: the reference generator.

A step moves one checker with one die, ``(from, to)`` in the mover's own numbering: from 25 is the
bar, to 0 is off.  A play is all the steps of a turn.  This generator tries every order of the dice
and keeps what the rules ask for, so it is slow and easy to believe; :mod:`engine.rules.movegen` is
fast and is tested against it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

import numpy as np

from engine.rules.board import BAR, OPPONENT_BAR, Board
from engine.rules.dice import Roll

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
    plays = plays_to(board, roll)
    afterstates = np.array(list(plays), dtype=np.int8)
    return list(zip(plays.values(), afterstates, strict=True))


def apply_play(board: Board, play: Play) -> Board:
    """Return the afterstate ``int8 [26]`` of ``play``, hits included; the dice are not checked.

    Raises :class:`IllegalPlay` when a step leaves an empty point or enters one the opponent holds.
    """
    counts = tuple(board.tolist())
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


def plays_to(board: Board, roll: Roll) -> Mapping[Counts, Play]:
    """Return the plays of :func:`legal_plays` by their afterstates, tuples of 26 counts."""
    return _by_afterstate(tuple(board.tolist()), roll)


@lru_cache(maxsize=1024)  # A turn asks several times about one board and roll.
def _by_afterstate(counts: Counts, roll: Roll) -> Mapping[Counts, Play]:
    """Return one play for every afterstate that uses as many dice as possible."""
    high, low = max(roll), min(roll)
    orders = [(high,) * 4] if high == low else [(high, low), (low, high)]
    found = [_in_order(counts, order) for order in orders]
    most = max(played for played, _ in found)
    longest = [plays for played, plays in found if played == most]
    if most == 1:  # Only one of the dice can be played: the larger one, if there is a choice.
        longest = longest[:1]
    together: dict[Counts, Play] = {}
    for plays in longest:
        for after, play in plays.items():
            together.setdefault(after, tuple(sorted(play, reverse=True)))
    return MappingProxyType(together)


def _in_order(counts: Counts, dice: tuple[int, ...]) -> tuple[int, dict[Counts, Play]]:
    """Return how many of ``dice`` can be played in this order, and a play to each board so."""
    reached: dict[Counts, Play] = {counts: ()}
    for played, die in enumerate(dice):
        further: dict[Counts, Play] = {}
        for board, play in reached.items():
            for step in steps_of(board, die):
                further.setdefault(moved(board, step), (*play, step))
        if not further:
            return played, reached
        reached = further
    return len(dice), reached


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
