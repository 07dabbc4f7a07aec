"""A person at one side of the table."""

from __future__ import annotations

import time
from dataclasses import replace

from engine.cli.terminal.console import Console, Left
from engine.cli.terminal.entry import Entry
from engine.cli.terminal.scene import board_text
from engine.cli.terminal.teacher import Teacher
from engine.rules.game import Phase, Turn
from engine.rules.outcome import Win
from engine.rules.record import Choice, Resign, Side, Word

YES, NO = {"yes", "y"}, {"no", "n"}
_KINDS = {"single": Win.SINGLE, "gammon": Win.GAMMON, "backgammon": Win.BACKGAMMON}
_GAMES = {"single": "single game", "gammon": "gammon", "backgammon": "backgammon"}
_HELP = """\
  8/5 6/5    a play, at once or checker by checker; bar/22, 6/off, 13/7*(2), 24/18/13
  undo       take the last line of the play back, before it is confirmed
  roll       throw the dice (or just Enter)      double    offer the cube
  yes, no    answer a double or a resignation    beaver    take and redouble at once
  raccoon    take a beaver and redouble at once  hint      what the engine would do
  resign single | gammon | backgammon            offer to lose the game
  board      show the board again
  quit       leave; the match is kept, and the same command continues it"""
_PROMPTS = {
    Phase.BEFORE_ROLL: "roll or double? ",
    Phase.ANSWERING_RESIGNATION: "accept the resignation? (yes or no) ",
}


class Person:
    """Asks somebody for every choice; nothing is done before it is confirmed."""

    def __init__(
        self,
        name: str,
        opponent: str,
        console: Console,
        teacher: Teacher,
        *,
        tutor: float | None = None,
        seconds: float | None = None,
        clockwise: bool = False,
    ) -> None:
        """Ask at ``console``.

        Args:
            name: how the person is called.
            opponent: who sits at the other side.
            console: where to ask.
            teacher: who gives hints.
            tutor: warn before a choice that throws away at least so much, points per cube.
            seconds: time for each decision.
            clockwise: which way the board is shown.
        """
        self.name = name
        self._opponent = opponent
        self._console = console
        self._teacher = teacher
        self._tutor = tutor
        self._seconds = seconds
        self._clockwise = clockwise
        self._until: float | None = None

    def decide(self, turn: Turn) -> Choice:
        """Return the person's choice.

        Raises :class:`engine.cli.terminal.console.Left` when he leaves, and
        :class:`engine.cli.terminal.console.TimeUp` when his time runs out.
        """
        self._until = None if self._seconds is None else time.monotonic() + self._seconds
        self._show(turn)
        while True:
            choice = self._play(turn) if turn.phase is Phase.PLAYING else self._word(turn)
            if choice is not None and self._stands(turn, choice):
                return choice

    def _word(self, turn: Turn) -> Choice | None:
        """Return what was said, or None after anything else."""
        line = self._asked(self._prompt(turn))
        if turn.phase is Phase.BEFORE_ROLL:
            said = {"": Word.ROLL, "roll": Word.ROLL, "r": Word.ROLL}
            said |= {"double": Word.DOUBLE, "d": Word.DOUBLE, "redouble": Word.DOUBLE}
        elif turn.phase is Phase.ANSWERING_CUBE:
            said = dict.fromkeys((*YES, "take", "accept"), Word.TAKE)
            said |= dict.fromkeys((*NO, "drop", "pass", "reject"), Word.DROP)
            said |= {"beaver": Word.BEAVER, "raccoon": Word.RACCOON}
        else:
            said = dict.fromkeys((*YES, "accept"), Word.ACCEPT)
            said |= dict.fromkeys((*NO, "refuse", "reject"), Word.REFUSE)
        word = said.get(line)
        if word is None:
            return self._command(turn, line)
        try:
            turn.after(word)
        except ValueError as error:
            self._console.say(str(error))
            return None
        return word

    def _prompt(self, turn: Turn) -> str:
        if turn.phase is Phase.ANSWERING_CUBE:
            higher = [word.value for word in turn.words if word in (Word.BEAVER, Word.RACCOON)]
            choices = ", ".join(["yes", *higher]) if higher else "yes"
            return f"{self.name}, take? ({choices} or no) "
        return f"{self.name}, {_PROMPTS[turn.phase]}"

    def _play(self, turn: Turn) -> Choice | None:
        """Return a confirmed play, or a resignation; None after a refused one."""
        dice = turn.position.dice
        assert dice is not None, "a play is asked for when there are dice"
        entry = Entry(turn.position.board, dice)
        while True:
            done = entry.play is not None
            ask = "Enter confirms, undo takes back: " if done else f"{max(dice)}{min(dice)} play? "
            line = self._asked(f"{self.name}, {ask}")
            if done and line in {"", "ok", *YES}:
                return entry.play
            try:
                if line in ("undo", "u"):
                    entry = entry.undone()
                elif line and line[0] in "0123456789b" and "/" in line.replace("-", "/"):
                    entry = entry.typed(line)
                else:
                    choice = self._command(turn, line)
                    if choice is not None:
                        return choice
                    continue
            except ValueError as error:
                self._console.say(str(error))
                continue
            self._show(turn, entry)

    def _command(self, turn: Turn, line: str) -> Resign | None:
        """Do what can be asked for at any time; only a resignation is a choice."""
        word, _, rest = line.partition(" ")
        if word in ("quit", "exit", "q"):
            raise Left
        if word in ("hint", "h"):
            self._console.say(self._teacher.hint(turn))
        elif word in ("board", "b"):
            self._show(turn)
        elif word == "resign":
            return self._resignation(turn, rest.strip())
        elif word in ("help", "?"):
            self._console.say(_HELP)
        else:
            self._console.say(f"{line[:40]!r} is not understood here; help lists what is")
        return None

    def _resignation(self, turn: Turn, kind: str) -> Resign | None:
        if kind not in _KINDS:
            self._console.say("resign single, resign gammon or resign backgammon is accepted")
            return None
        choice = Resign(_KINDS[kind])
        try:
            turn.after(choice)
        except ValueError as error:
            self._console.say(str(error))
            return None
        return choice if self._confirmed(f"resign a {_GAMES[kind]}") else None

    def _stands(self, turn: Turn, choice: Choice) -> bool:
        """Whether the choice is no blunder, or is meant all the same."""
        if self._tutor is None:
            return True
        loss = self._teacher.loss(turn, choice)
        if loss < self._tutor:
            return True
        self._console.say(f"That throws away {loss:.3f} points per cube.")
        return self._confirmed("do it all the same")

    def _confirmed(self, what: str) -> bool:
        while True:
            line = self._asked(f"{self.name}, {what}? (yes or no) ")
            if line in YES | NO:
                return line in YES
            self._console.say("please answer yes or no")

    def _asked(self, prompt: str) -> str:
        return self._console.ask(prompt, self._until).strip().lower()

    def _show(self, turn: Turn, entry: Entry | None = None) -> None:
        """Show the board from the person's side, with what was typed of a play."""
        decider = turn.decider
        assert decider is not None, "the board is shown to somebody who decides"
        if entry is not None and entry.board is not None:
            turn = replace(turn, position=replace(turn.position, board=entry.board))
        names = self._names(decider)
        self._console.say("\n" + board_text(turn, decider, names, self._clockwise))

    def _names(self, side: Side) -> tuple[str, str]:
        return (self.name, self._opponent) if side == 0 else (self._opponent, self.name)
