"""The table: who sits there, what has been played, and what is awaited now."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.rules.game import Phase, Turn
from engine.rules.match import MatchState, Rules
from engine.rules.record import Choice, Game, Match, Side

MOST_LATE = 3
"""So many turns in a row out of time lose the match."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A match, or ``games`` money games, at one moment."""

    rules: Rules
    names: tuple[str, str]
    seats: tuple[str, str]
    """Who plays each side: ``person``, a level, or a player's name."""
    turn: Turn
    games: int = 1
    """How many games a money session has; a match takes what its length asks for."""
    finished: tuple[Game, ...] = ()
    """The games before the present one."""
    late: tuple[int, int] = (0, 0)
    """Turns in a row that each side let run out of time."""
    file: str = "match.mat"
    """The name of the file that the record is written to."""

    @classmethod
    def new(
        cls,
        rules: Rules,
        names: tuple[str, str],
        seats: tuple[str, str],
        games: int = 1,
        file: str = "match.mat",
    ) -> Table:
        """Return the table before the first roll."""
        if games < 1:
            raise ValueError(f"games {games}: 1 or more are accepted")
        if rules.length and games > 1:
            raise ValueError("games: a match takes as many as its length asks for, give no number")
        turn = Turn.opening(MatchState.first(rules))
        return cls(rules, names, seats, turn, games, file=file)

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be played."""
        return self.turn.is_over and self._next_match() is None

    @property
    def record(self) -> Match:
        """What has been played: the last game may be unfinished."""
        game = self.turn.record
        begun = game.actions or game.winner is not None
        return Match(self.rules, self.names, (*self.finished, game) if begun else self.finished)

    @property
    def score(self) -> tuple[int, int]:
        """Points of side 0 and side 1, those of a game just finished included."""
        return self.turn.record.score_after

    def after(self, choice: Choice, *, late: bool = False) -> Table:
        """Return the table after the decider's choice, made in time or (``late``) for him.

        Raises what :meth:`engine.rules.game.Turn.after` does.
        """
        side, turn = self.turn.decider, self.turn.after(choice)
        if side is None or self.turn.phase is Phase.BEFORE_ROLL:
            return replace(self, turn=turn)  # A turn counts once, when its dice are played.
        counts = list(self.late)
        counts[side] = counts[side] + 1 if late else 0
        table = replace(self, turn=turn, late=(counts[0], counts[1]))
        return table._forfeited(side) if counts[side] >= MOST_LATE else table

    def with_turn(self, turn: Turn) -> Table:
        """Return the table at ``turn``, which dice have led to."""
        return replace(self, turn=turn)

    def next_game(self) -> Table:
        """Return the table at the start of the next game."""
        match = self._next_match()
        if match is None:
            raise ValueError("the match is over")
        finished = (*self.finished, self.turn.record)
        return replace(self, turn=Turn.opening(match), finished=finished)

    def _next_match(self) -> MatchState | None:
        if max(self.late) >= MOST_LATE:
            return None
        if not self.rules.length and len(self.finished) + 1 >= self.games:
            return None
        return self.turn.next_match()

    def _forfeited(self, side: Side) -> Table:
        """Return the match lost by ``side``; in money play the game, at the present cube."""
        winner = 1 - side
        match = self.turn.match_seen_by(winner)
        points = match.away[0] if self.rules.length else match.cube
        record = replace(self.turn.record, winner=winner, points=points)
        return replace(self, turn=replace(self.turn, phase=Phase.OVER, record=record))
