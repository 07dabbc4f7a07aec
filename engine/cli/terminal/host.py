"""Who runs the table: throws the dice, asks the players, tells what happens, keeps the match."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.cli.terminal.console import TimeUp
from engine.cli.terminal.scene import opening_told, result_told, told
from engine.cli.terminal.table import MOST_LATE, Table
from engine.rules.dice import Dice
from engine.rules.game import Phase, Turn
from engine.rules.record import Choice, Word
from engine.rules.session import Decider

_WHEN_LATE = {
    Phase.BEFORE_ROLL: Word.ROLL,
    Phase.ANSWERING_CUBE: Word.DROP,
    Phase.ANSWERING_RESIGNATION: Word.REFUSE,
}
"""What is done for somebody whose time has run out, plays apart."""


class Host:
    """Leads a match from wherever it stands to its end."""

    def __init__(
        self,
        players: tuple[Decider, Decider],
        dice: Dice,
        say: Callable[[str], None],
        keep: Callable[[Table], None],
        rng: np.random.Generator,
    ) -> None:
        """Lead ``players``.

        Args:
            players: side 0 and side 1.
            dice: what is thrown.
            say: shows a line.
            keep: saves the table; called after every throw and every choice.
            rng: picks plays for those whose time has run out.
        """
        self._players = players
        self._dice = dice
        self._say = say
        self._keep = keep
        self._rng = rng

    def lead(self, table: Table) -> Table:
        """Return the table when all is over; exceptions of the players end it before."""
        while not table.is_over:
            if table.turn.is_over:
                table = table.next_game()
            elif table.turn.awaits_dice:
                table = self._thrown(table)
            else:
                table = self._decided(table)
            self._keep(table)
            if table.turn.is_over:
                self._say(result_told(table))
        return table

    def _thrown(self, table: Table) -> Table:
        before, roll = table.turn, self._dice.roll()
        after = before.rolled(roll)
        if before.phase is Phase.OPENING:
            self._say(opening_told(before, after, roll, table.names))
        return table.with_turn(after)

    def _decided(self, table: Table) -> Table:
        turn, side = table.turn, table.turn.decider
        assert side is not None, "somebody is to decide"
        late = False
        choice = _only_choice(turn)
        if choice is None:
            try:
                choice = self._players[side].decide(turn)
            except TimeUp:
                late, choice = True, self._instead(turn)
                self._say(f"{table.names[side]}'s time is up.")
        line = told(turn, choice, table.names)
        if line:
            self._say(line)
        table = table.after(choice, late=late)
        if late and table.late[side] >= MOST_LATE:
            self._say(f"{table.names[side]} loses: {MOST_LATE} turns in a row out of time.")
        if choice is Word.ROLL:
            table = self._thrown(table)  # Kept together: nobody throws twice by leaving.
        return table

    def _instead(self, turn: Turn) -> Choice:
        """Return what is done for somebody whose time has run out."""
        if turn.phase is not Phase.PLAYING:
            return _WHEN_LATE[turn.phase]
        plays = turn.plays
        return plays[int(self._rng.integers(len(plays)))][0]


def _only_choice(turn: Turn) -> Choice | None:
    """Return what nobody needs to be asked for: a throw without a cube to turn, or a dance.

    A dead cube could be turned by the rules, but asking would only tempt.
    """
    if turn.phase is Phase.BEFORE_ROLL:
        useful = Word.DOUBLE in turn.words and turn.position.match.may_double
        return None if useful else Word.ROLL
    if turn.phase is Phase.PLAYING and not turn.plays[0][0]:
        return ()
    return None
