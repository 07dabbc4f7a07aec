"""A play as it is typed: all at once or checker by checker, and taken back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from engine.formats.notation.play_text import Move, read_moves, read_play
from engine.rules.board import Board
from engine.rules.dice import Roll
from engine.rules.plays import OFF, Counts, IllegalPlay, Play, legal_plays, moved, steps_of

State = tuple[Counts, tuple[int, ...]]
"""A board on the way, and the dice still to play."""


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """What has been typed of a play so far."""

    start: Board
    """``int8 [26]`` before the play."""
    roll: Roll
    words: tuple[str, ...] = ()
    """What was typed, line by line."""
    play: Play | None = None
    """The whole play, once it is one."""
    board: Board | None = None
    """``int8 [26]``: the board with what was typed; None before anything was."""

    def typed(self, text: str) -> Entry:
        """Return the entry with one more line.

        Raises ValueError when the line is no play, or no legal play begins so; the message names
        the rule.
        """
        words = (*self.words, text)
        whole = " ".join(words)
        legal = {after.tobytes(): after for _, after in legal_plays(self.start, self.roll)}
        try:
            play = read_play(whole, self.start, self.roll)
        except IllegalPlay:
            for counts, dice in _reached(self._state, tuple(read_moves(whole))):
                if any(_bytes(after) in legal for after in _ends(counts, dice)):
                    board = np.array(counts, dtype=np.int8)
                    return replace(self, words=words, play=None, board=board)
            raise
        after = next(after for p, after in legal_plays(self.start, self.roll) if p == play)
        return replace(self, words=words, play=play, board=after)

    def undone(self) -> Entry:
        """Return the entry without its last line; raises ValueError when there is none."""
        if not self.words:
            raise ValueError("there is nothing to take back")
        entry = Entry(self.start, self.roll)
        for line in self.words[:-1]:
            entry = entry.typed(line)
        return entry

    @property
    def _state(self) -> State:
        dice = (self.roll[0],) * 4 if self.roll[0] == self.roll[1] else tuple(self.roll)
        return tuple(int(n) for n in self.start), dice


def _reached(state: State, moves: tuple[Move, ...]) -> Iterator[State]:
    """Yield the ways to make ``moves``, each of one die or more, in any order."""
    counts, dice = state
    if not moves:
        yield state
    for index, move in enumerate(moves):
        for die in set(dice):
            target = max(move.origin - die, OFF)
            if target < move.target or (move.origin, target) not in steps_of(counts, die):
                continue
            rest = moves[:index] + moves[index + 1 :]
            if target > move.target:
                rest = (Move(target, move.target), *rest)
            yield from _reached((moved(counts, (move.origin, target)), _without(dice, die)), rest)


def _ends(counts: Counts, dice: tuple[int, ...]) -> Iterator[Counts]:
    """Yield the boards after playing all the dice that can be, in any order."""
    stuck = True
    for die in set(dice):
        for step in steps_of(counts, die):
            stuck = False
            yield from _ends(moved(counts, step), _without(dice, die))
    if stuck:
        yield counts


def _without(dice: tuple[int, ...], die: int) -> tuple[int, ...]:
    place = dice.index(die)
    return dice[:place] + dice[place + 1 :]


def _bytes(counts: Counts) -> bytes:
    return np.array(counts, dtype=np.int8).tobytes()
