"""The GNU Backgammon program as a player, with its own search and its own cube."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from engine.formats.notation.play_text import read_play
from engine.players.player import Answers, Offsets, Ranks, Rolls
from engine.players.third_party.gnubg_program import CubeHint, GnubgProgram, find_program
from engine.rules.board import Board, mirror
from engine.rules.match import MatchState, Rules
from engine.rules.movegen import afterstates as afterstates_of
from engine.rules.outcome import is_over, win_of
from engine.rules.plays import apply_play
from engine.rules.position import Position

_NO_CUBE = MatchState(Rules(cube_limit=1))
"""Cubeless money play."""


class GnubgProgramPlayer:
    """Plays and cubes as Debian's ``gnubg`` does."""

    def __init__(self, ply: int) -> None:
        """Look ``ply`` plies ahead; raises :class:`PeerMissing` without it."""
        find_program()
        self.name = f"gnubg-program:{ply}"
        self._ply = ply

    @property
    def seconds(self) -> float:
        """The processor time that its program has used in cubeless play."""
        return self._cubeless.seconds

    def choose(
        self, boards: Board, rolls: Rolls, matches: Sequence[MatchState] | None = None
    ) -> Board:
        """Return its choices ``int8 [N, 26]``; what is forced is not asked for."""
        candidates, offsets = afterstates_of(boards, rolls)
        chosen = candidates[offsets[:-1]]
        asked = np.flatnonzero(np.diff(offsets) > 1).tolist()
        dice = [(int(first), int(second)) for first, second in rolls]
        positions = [Position(boards[row], _match(matches, row), dice[row]) for row in asked]
        texts = self._program(matches).plays(positions)
        for row, text in zip(asked, texts, strict=True):
            chosen[row] = apply_play(boards[row], read_play(text, boards[row], dice[row]))
        return chosen

    def rank(
        self,
        boards: Board,
        afterstates: Board,
        offsets: Offsets,
        matches: Sequence[MatchState] | None = None,
    ) -> Ranks:
        """Return the mover's equity of each of ``int8 [M, 26]``, all at full depth."""
        owners = np.repeat(np.arange(len(boards)), np.diff(offsets)).tolist()
        over = is_over(afterstates)
        ranks = np.empty(len(afterstates))
        ranks[over] = [float(win_of(after)[1]) for after in afterstates[over]]
        rows = np.flatnonzero(~over).tolist()
        theirs = [
            Position(board, _match(matches, owners[row]).mirror())
            for row, board in zip(rows, mirror(afterstates[rows]), strict=True)
        ]
        ranks[rows] = -np.array(self._program(matches).equities(theirs))
        return ranks

    def doubles(self, boards: Board, matches: Sequence[MatchState]) -> Answers:
        """Double where it says so; an optional double is not offered."""
        hints = self._hints(boards, matches)
        return np.array([hint.action.startswith(("Double", "Redouble")) for hint in hints])

    def takes(self, boards: Board, matches: Sequence[MatchState]) -> Answers:
        """Take, or beaver, what it would not pass."""
        return np.array(["pass" not in hint.action for hint in self._hints(boards, matches)])

    def beavers(self, boards: Board, matches: Sequence[MatchState]) -> Answers:
        """Beaver where it says so."""
        return np.array(["beaver" in hint.action for hint in self._hints(boards, matches)])

    def _hints(self, boards: Board, matches: Sequence[MatchState]) -> list[CubeHint]:
        positions = [Position(board, state) for board, state in zip(boards, matches, strict=True)]
        return self._program(matches).cube_hints(positions)

    def _program(self, matches: Sequence[MatchState] | None) -> GnubgProgram:
        return self._cubeless if matches is None else self._cubeful

    @cached_property
    def _cubeful(self) -> GnubgProgram:
        return GnubgProgram(self._ply)

    @cached_property
    def _cubeless(self) -> GnubgProgram:
        return GnubgProgram(self._ply, cubeful=False)


def _match(matches: Sequence[MatchState] | None, row: int) -> MatchState:
    return _NO_CUBE if matches is None else matches[row]
