"""A game between two players as a chain of immutable states, one for every decision.

A :class:`Turn` knows what is awaited: dice, or a choice of one player.  :meth:`Turn.rolled` and
:meth:`Turn.after` return the state that follows and leave the old one as it was, so a front end
can show, undo or save any of them.  :mod:`engine.rules.session` drives whole games and matches.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from engine.rules.board import Board, mirror, start
from engine.rules.dice import Roll
from engine.rules.legality import check_play
from engine.rules.match import MatchState, Owner
from engine.rules.outcome import Win, is_over, win_of
from engine.rules.plays import Play, legal_plays
from engine.rules.position import Pending, Position
from engine.rules.record import Action, Choice, Game, Resign, Side, Word


class GameError(ValueError):
    """A choice that is not open now: the message says why, or what is accepted."""


class Phase(Enum):
    """What a game waits for."""

    OPENING = "opening"
    """Dice, one for each side: the higher begins with them, equal ones are thrown again."""
    BEFORE_ROLL = "before roll"
    """The player on roll: to roll, double or resign."""
    ROLLING = "rolling"
    """Dice of the player on roll."""
    PLAYING = "playing"
    """The player on roll: to play the dice or resign."""
    ANSWERING_CUBE = "answering cube"
    """The player who was doubled, beavered or raccooned."""
    ANSWERING_RESIGNATION = "answering resignation"
    """The opponent of the player on roll, who has offered to resign."""
    OVER = "over"


_CUBE_TURNS = {Pending.DOUBLE: 2, Pending.BEAVER: 4, Pending.RACCOON: 8}
"""What a pending offer multiplies the cube by when it is taken."""

_HOLLAND_ROLLS = 2


@dataclass(frozen=True, slots=True, eq=False)
class Turn:
    """A game at one of its decisions, or between two of them while dice are thrown."""

    phase: Phase
    position: Position
    """Seen by the player on roll, who while a double is pending is still the doubler."""
    record: Game
    """What has been played so far; winner and points once the game is over."""
    rolls: tuple[int, int] = (0, 0)
    """Rolls played by (side 0, side 1), which the Holland rule counts."""
    refused: int = 0
    """The highest resignation refused since the last play; only a higher one may follow."""

    @classmethod
    def opening(cls, match: MatchState) -> Turn:
        """Return a new game, before the opening roll; ``match`` is seen by side 0."""
        record = Game(match.score, match.crawford, match.cube)
        return cls(Phase.OPENING, Position(start(), match, on_roll=0), record)

    @classmethod
    def at(cls, position: Position, rolls: tuple[int, int] = (2, 2)) -> Turn:
        """Return a game that goes on from ``position``; ``rolls`` were played by (side 0, side 1).

        Its record begins here.  Raises :class:`GameError` when the game is already over.
        """
        if bool(is_over(position.board)):
            raise GameError("the game is over: both sides need checkers to go on")
        if position.resignation:
            phase = Phase.ANSWERING_RESIGNATION
        elif position.pending is not Pending.NOTHING:
            phase = Phase.ANSWERING_CUBE
        else:
            phase = Phase.BEFORE_ROLL if position.dice is None else Phase.PLAYING
        match = position.match
        score = match.score if position.on_roll == 0 else match.score[::-1]
        return cls(phase, position, Game(score, match.crawford, match.cube), rolls)

    @property
    def is_over(self) -> bool:
        """Whether the game has a winner."""
        return self.phase is Phase.OVER

    @property
    def awaits_dice(self) -> bool:
        """Whether :meth:`rolled` comes next, rather than :meth:`after`."""
        return self.phase in (Phase.OPENING, Phase.ROLLING)

    @property
    def decider(self) -> Side | None:
        """The side whose choice is awaited; None while dice are, and after the game."""
        on_roll = self.position.on_roll
        if self.phase in (Phase.BEFORE_ROLL, Phase.PLAYING):
            return on_roll
        if self.phase is Phase.ANSWERING_CUBE:
            return on_roll if self.position.pending is Pending.BEAVER else 1 - on_roll
        return 1 - on_roll if self.phase is Phase.ANSWERING_RESIGNATION else None

    @property
    def words(self) -> tuple[Word, ...]:
        """What the decider may say now, plays and resignations apart."""
        match self.phase:
            case Phase.BEFORE_ROLL:
                return (Word.ROLL, Word.DOUBLE) if self.no_double is None else (Word.ROLL,)
            case Phase.ANSWERING_CUBE:
                answers = (Word.TAKE, Word.DROP)
                higher = self._next_animal()
                return (*answers, higher) if higher else answers
            case Phase.ANSWERING_RESIGNATION:
                return Word.ACCEPT, Word.REFUSE
        return ()

    @property
    def resignations(self) -> tuple[Win, ...]:
        """What the decider may offer to lose now."""
        if self.phase not in (Phase.BEFORE_ROLL, Phase.PLAYING):
            return ()
        return tuple(win for win in Win if win > self.refused)

    @property
    def plays(self) -> list[tuple[Play, Board]]:
        """The legal plays and their afterstates, seen by the mover; none but while playing."""
        dice = self.position.dice
        if self.phase is not Phase.PLAYING or dice is None:
            return []
        return legal_plays(self.position.board, dice)

    @property
    def no_double(self) -> str | None:
        """Why the player on roll may not double before this roll; None when he may."""
        match = self.position.match
        if match.no_double is not None:
            return match.no_double
        if match.rules.holland and match.post_crawford and min(self.rolls) < _HOLLAND_ROLLS:
            return "by the Holland rule both sides play two rolls before a double"
        return None

    def match_seen_by(self, side: Side) -> MatchState:
        """Return score and cube as ``side`` sees them."""
        match = self.position.match
        return match if self.position.on_roll == side else match.mirror()

    def next_match(self) -> MatchState | None:
        """Return what the next game begins with, seen by side 0; None when the match is over.

        Raises :class:`GameError` while this game goes on.
        """
        if self.record.winner is None:
            raise GameError("the game goes on: there is no next one yet")
        points = self.record.points if self.record.winner == 0 else -self.record.points
        return self.match_seen_by(0).after_game(points)

    def rolled(self, roll: Roll) -> Turn:
        """Return the state after the dice fell; in the opening side 0's die is the first."""
        if not self.awaits_dice:
            raise GameError(f"dice: not possible now, {self._accepted_now()}")
        if not all(1 <= die <= 6 for die in roll):
            raise GameError(f"dice {roll}: each shows 1 to 6")
        if self.phase is Phase.ROLLING:
            return replace(self, phase=Phase.PLAYING, position=replace(self.position, dice=roll))
        if roll[0] == roll[1]:
            return self._opening_tie()
        position = replace(self.position, dice=roll)
        if roll[1] > roll[0]:
            position = replace(
                position, board=mirror(position.board), match=position.match.mirror(), on_roll=1
            )
        return replace(self, phase=Phase.PLAYING, position=position)

    def after(self, choice: Choice) -> Turn:
        """Return the state after the decider's ``choice``.

        Raises :class:`GameError` when the choice is not open now, and
        :class:`engine.rules.plays.IllegalPlay` when it is a play against the rules.
        """
        if isinstance(choice, Resign):
            return self._resigned(choice)
        if isinstance(choice, tuple):
            return self._played(choice)
        if choice not in self.words:
            raise GameError(self._why_not(choice))
        match choice:
            case Word.ROLL:
                return replace(self, phase=Phase.ROLLING)
            case Word.DOUBLE:
                return self._offered(Pending.DOUBLE, choice)
            case Word.BEAVER:
                return self._offered(Pending.BEAVER, choice)
            case Word.RACCOON:
                return self._offered(Pending.RACCOON, choice)
            case Word.TAKE:
                return self._taken()
            case Word.DROP:
                return self._dropped()
            case Word.ACCEPT:
                return self._accepted()
        return self._refused()

    def _opening_tie(self) -> Turn:
        """Return the opening again, with the cube turned if automatic doubles are left."""
        match = self.position.match
        rules = match.rules
        turned = match.cube.bit_length() - 1
        limited = rules.cube_limit and 2 * match.cube > rules.cube_limit
        if turned >= rules.automatic_doubles or limited:
            return self
        match = replace(match, cube=2 * match.cube)
        position = replace(self.position, match=match)
        return replace(self, position=position, record=replace(self.record, cube=match.cube))

    def _next_animal(self) -> Word | None:
        """Return the redouble that may answer the pending offer, if any may."""
        match, pending = self.position.match, self.position.pending
        rules = match.rules
        turned = match.cube * _CUBE_TURNS.get(pending, 1)
        if rules.cube_limit and 2 * turned > rules.cube_limit:
            return None
        if pending is Pending.DOUBLE and rules.beavers:
            return Word.BEAVER
        return Word.RACCOON if pending is Pending.BEAVER and rules.raccoons else None

    def _why_not(self, word: Word) -> str:
        """Return why ``word`` is not open, or what is."""
        if word is Word.DOUBLE and self.phase is Phase.BEFORE_ROLL and self.no_double:
            return f"no double: {self.no_double}"
        return f"{word.value}: not possible now, {self._accepted_now()}"

    def _accepted_now(self) -> str:
        """Return what is accepted, as the end of a refusal."""
        if self.is_over:
            return "the game is over"
        if self.awaits_dice:
            return "dice are awaited"
        if self.phase is Phase.PLAYING:
            return f"a play{' or a resignation' if self.resignations else ''} is accepted"
        return f"{', '.join(word.value for word in self.words)} is accepted"

    def _recorded(self, choice: Choice) -> Game:
        """Return the record with ``choice`` added."""
        decider = self.decider
        if decider is None:
            raise GameError(f"no choice is possible now, {self._accepted_now()}")
        action = Action(decider, choice, self.position.dice)
        return replace(self.record, actions=(*self.record.actions, action))

    def _offered(self, pending: Pending, word: Word) -> Turn:
        """Return the state in which a double, beaver or raccoon waits for its answer."""
        return replace(
            self,
            phase=Phase.ANSWERING_CUBE,
            position=replace(self.position, pending=pending),
            record=self._recorded(word),
        )

    def _taken(self) -> Turn:
        """Return the state after the pending offer was taken: the one first doubled owns it."""
        match = self.position.match
        cube = match.cube * _CUBE_TURNS[self.position.pending]
        position = replace(
            self.position,
            match=replace(match, cube=cube, owner=Owner.OPPONENT),
            pending=Pending.NOTHING,
        )
        record = self._recorded(Word.TAKE)
        return replace(self, phase=Phase.BEFORE_ROLL, position=position, record=record)

    def _dropped(self) -> Turn:
        """Return the game lost by the decider at the cube before the pending offer."""
        pending, on_roll = self.position.pending, self.position.on_roll
        points = self.position.match.cube * _CUBE_TURNS[pending] // 2
        winner = 1 - on_roll if pending is Pending.BEAVER else on_roll
        return self._over(self._recorded(Word.DROP), winner, points)

    def _resigned(self, choice: Resign) -> Turn:
        """Return the state in which the resignation waits for its answer."""
        if choice.win not in self.resignations:
            higher = ", ".join(win.name.lower() for win in self.resignations)
            accepted = f"{higher} is accepted" if higher else self._accepted_now()
            raise GameError(f"resigning a {choice.win.name.lower()}: not possible now, {accepted}")
        return replace(
            self,
            phase=Phase.ANSWERING_RESIGNATION,
            position=replace(self.position, resignation=int(choice.win)),
            record=self._recorded(choice),
        )

    def _accepted(self) -> Turn:
        """Return the game lost by the player on roll for what he offered."""
        points = self.position.match.points(Win(self.position.resignation))
        return self._over(self._recorded(Word.ACCEPT), 1 - self.position.on_roll, points)

    def _refused(self) -> Turn:
        """Return the decision the refused resignation was made at."""
        return replace(
            self,
            phase=Phase.BEFORE_ROLL if self.position.dice is None else Phase.PLAYING,
            position=replace(self.position, resignation=0),
            record=self._recorded(Word.REFUSE),
            refused=self.position.resignation,
        )

    def _played(self, play: Play) -> Turn:
        """Return the opponent's turn, or the end of the game, after ``play``."""
        dice, on_roll = self.position.dice, self.position.on_roll
        if self.phase is not Phase.PLAYING or dice is None:
            raise GameError(f"a play: not possible now, {self._accepted_now()}")
        play, after = check_play(self.position.board, dice, play)
        record = self._recorded(play)
        if bool(is_over(after)):
            _, win = win_of(after)
            return self._over(record, on_roll, self.position.match.points(win), after)
        match = self.position.match.mirror()
        first, second = self.rolls
        return replace(
            self,
            phase=Phase.BEFORE_ROLL,
            position=Position(mirror(after), match, on_roll=1 - on_roll),
            record=record,
            rolls=(first + (on_roll == 0), second + (on_roll == 1)),
            refused=0,
        )

    def _over(self, record: Game, winner: Side, points: int, board: Board | None = None) -> Turn:
        """Return the finished game; ``board`` is the last afterstate when checkers ended it."""
        position = self.position if board is None else replace(self.position, board=board)
        record = replace(record, winner=winner, points=points)
        return replace(self, phase=Phase.OVER, position=position, record=record)
