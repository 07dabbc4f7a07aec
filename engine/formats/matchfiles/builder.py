"""Turn what files say, one thing after another, into a game played by the rules.

Files differ in how they spell dice, plays and results; all readers hand them to a
:class:`GameBuilder`, which plays them on a :class:`engine.rules.game.Turn` and so refuses whatever
the rules forbid: illegal plays, answers to nothing, doubles in the Crawford game, false results.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.formats.matchfiles.error import ResultError
from engine.formats.notation.play_text import read_moves, read_play
from engine.rules.dice import Roll
from engine.rules.game import GameError, Phase, Turn
from engine.rules.match import MatchState
from engine.rules.outcome import Win, is_over, win_of
from engine.rules.plays import IllegalPlay, Play, Step, apply_play, play_between
from engine.rules.position import Pending
from engine.rules.record import Game, Resign, Side, Word

_TURNED = {Pending.NOTHING: 1, Pending.DOUBLE: 2, Pending.BEAVER: 4, Pending.RACCOON: 8}
_ANIMALS = {Pending.DOUBLE: Word.BEAVER, Pending.BEAVER: Word.RACCOON}


class GameBuilder:
    """One game being read.  Every method raises a ValueError for what the rules forbid."""

    def __init__(self, match: MatchState) -> None:
        """Begin a game at ``match``, seen by side 0."""
        self._turn = Turn.opening(match)
        self._open_end: tuple[Side, int] | None = None

    @property
    def is_over(self) -> bool:
        """Whether the game has a winner."""
        return self._turn.is_over or self._open_end is not None

    @property
    def awaits_play(self) -> bool:
        """Whether dice have been thrown and not yet been played."""
        return self._turn.phase is Phase.PLAYING

    @property
    def awaits_answer(self) -> bool:
        """Whether a double, beaver or raccoon waits to be taken, dropped or redoubled."""
        return self._turn.phase is Phase.ANSWERING_CUBE

    def rolled(self, side: Side, roll: Roll) -> None:
        """Throw the dice of ``side``; the first of a game decide who begins."""
        self._refuse_if_over("dice")
        if self._turn.phase is Phase.OPENING:
            high, low = max(roll), min(roll)
            if high == low:
                raise GameError(f"opening roll {high}{low}: equal dice are thrown again")
            self._turn = self._turn.rolled((high, low) if side == 0 else (low, high))
            return
        if self._turn.position.pending in (Pending.BEAVER, Pending.RACCOON):
            # Some programs leave out that a beaver was accepted: the doubler just rolls.
            self._turn = self._turn.after(Word.TAKE)
        if self.awaits_answer:
            raise GameError("dice, but a take or a drop was expected")
        self._expect(side, "dice")
        self._turn = self._turn.after(Word.ROLL).rolled(roll)

    def played(self, play: str | Play) -> None:
        """Play the dice on the table, as text or as steps in any order."""
        dice = self._turn.position.dice
        if self._turn.phase is not Phase.PLAYING or dice is None:
            raise GameError("a play without dice")
        if isinstance(play, str):
            steps = tuple((move.origin, move.target) for move in read_moves(play))
            try:
                self._turn = self._turn.after(steps)
                return
            except IllegalPlay:  # Perhaps only shortened: 24/13 with 65.
                play = read_play(play, self._turn.position.board, dice)
        self._turn = self._turn.after(play)

    def moved(self, moves: Sequence[Step]) -> None:
        """Play the dice so that ``moves`` come true, whichever die each checker took."""
        position = self._turn.position
        if self._turn.phase is not Phase.PLAYING or position.dice is None:
            raise GameError("a play without dice")
        after = apply_play(position.board, tuple(sorted(moves, reverse=True)))
        self._turn = self._turn.after(play_between(position.board, position.dice, after))

    def dance_is_forced(self) -> bool:
        """Whether the dice on the table cannot be played."""
        return [play for play, _ in self._turn.plays] == [()]

    def doubled(self, side: Side, value: int | None = None) -> None:
        """Offer the cube, or answer an offer by a beaver or raccoon, to ``value`` if it is told."""
        self._refuse_if_over("a double")
        match, pending = self._turn.position.match, self._turn.position.pending
        word = _ANIMALS.get(pending, Word.DOUBLE)
        self._expect(side, f"a {word.value}")
        offered = 2 * match.cube * _TURNED[pending]
        self._turn = self._turn.after(word)
        if value is not None and value != offered:
            raise GameError(f"the cube goes to {offered}, not to {value}")

    def answered(self, side: Side, word: Word) -> None:
        """Take or drop what was offered."""
        self._refuse_if_over(f"a {word.value}")
        self._expect(side, f"a {word.value}")
        self._turn = self._turn.after(word)

    def won(self, side: Side, points: int, *, by_any_score: bool = False) -> None:
        """End the game, or check how it ended: ``side`` has won ``points``.

        A game that goes on is resigned.  ``by_any_score``: the match was given up or lost on
        time, so the points need not be those of a game.
        """
        if not self.is_over:
            self._given_up(side, points, by_any_score)
            return
        game = self.game()
        if game.winner != side:
            raise ResultError(
                f"side {side + 1} is said to win, but by the game side {2 - side} has won"
            )
        if points not in (*self._without_jacoby(), min(game.points, self._needed(side))):
            raise ResultError(
                f"{points} points are said to be won, but the game gave {game.points}"
            )

    def game(self) -> Game:
        """Return the game as far as it has been told."""
        if self._open_end is None:
            return self._turn.record
        winner, points = self._open_end
        return replace(self._turn.record, winner=winner, points=points)

    def _given_up(self, winner: Side, points: int, by_any_score: bool) -> None:
        """Let the loser resign by the rules, or just end where they know no such resignation."""
        turn = self._turn
        match, pending = turn.position.match, turn.position.pending
        if pending is not Pending.NOTHING:
            dropped = turn.after(Word.DROP)
            if (dropped.record.winner, dropped.record.points) == (winner, points):
                self._turn = dropped
                return
        offered = replace(match, cube=match.cube * _TURNED[pending])
        worth = {win: offered.points(win) for win in Win}
        wins = [w for w in Win if points in (worth[w], min(worth[w], self._needed(winner)))]
        if wins and turn.decider == 1 - winner and wins[0] in turn.resignations:
            self._turn = turn.after(Resign(wins[0])).after(Word.ACCEPT)
        elif wins or (by_any_score and 1 <= points <= self._needed(winner)):
            self._open_end = (winner, points)
        else:
            values = ", ".join(str(value) for value in sorted(set(worth.values())))
            raise ResultError(
                f"{points} points are said to be won, but at this cube a game is worth {values}"
            )

    def _without_jacoby(self) -> tuple[int, ...]:
        """Return the points of the finished game, and what they would be without Jacoby.

        GNU Backgammon exports the latter, although its next score has the former.
        """
        points, match = self.game().points, self._turn.position.match
        if match.gammons_count or not bool(is_over(self._turn.position.board)):
            return (points,)
        return points, points * win_of(self._turn.position.board)[1]

    def _needed(self, side: Side) -> int:
        """Return the points that ``side`` still needs; no limit in money play."""
        match = self._turn.match_seen_by(side)
        return match.away[0] if match.rules.length else 1 << 30

    def _expect(self, side: Side, what: str) -> None:
        """Refuse a choice of the side that is not to decide."""
        decider = self._turn.decider
        if self._turn.phase is Phase.PLAYING:
            raise GameError(f"{what}, but the dice {_text(self._turn)} have not been played")
        if decider != side:
            expected = "the opening roll" if decider is None else f"side {decider + 1}"
            raise GameError(f"{what} of side {side + 1}, but {expected} was expected")

    def _refuse_if_over(self, what: str) -> None:
        """Refuse to go on after the end."""
        if self.is_over:
            raise GameError(f"{what} after the game was over")


def _text(turn: Turn) -> str:
    """Return the dice on the table as files write them."""
    return "".join(map(str, turn.position.dice or ()))
