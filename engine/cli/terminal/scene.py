"""What is shown at the table: boards from a player's own side, and what happens."""

from __future__ import annotations

from dataclasses import replace

from engine.cli.terminal.table import Table
from engine.formats.notation.diagram import diagram, to_decide
from engine.formats.notation.play_text import write_play
from engine.rules.board import mirror
from engine.rules.game import Turn
from engine.rules.position import Pending, Position
from engine.rules.record import Choice, Resign, Side, Word

_SAID = {
    Word.DOUBLE: "doubles to",
    Word.BEAVER: "beavers to",
    Word.RACCOON: "raccoons to",
    Word.TAKE: "takes",
    Word.DROP: "passes",
    Word.ACCEPT: "accepts the resignation",
    Word.REFUSE: "refuses the resignation",
}
_OFFERS = {Word.DOUBLE: 2, Word.BEAVER: 4, Word.RACCOON: 8}
_GAMES = {1: "a single game", 2: "a gammon", 3: "a backgammon"}


def board_text(turn: Turn, side: Side, names: tuple[str, str], clockwise: bool = False) -> str:
    """Return the board numbered for ``side``, who plays X upwards, and what is to be decided."""
    position = turn.position
    seen = position if position.on_roll == side else _turned(position)
    own = (names[side], names[1 - side])
    *lines, _ = diagram(seen, clockwise=clockwise, names=own).split("\n")
    mover = position.on_roll
    return "\n".join([*lines, to_decide(position, (names[mover], names[1 - mover]))])


def _turned(position: Position) -> Position:
    """Return the board and match as the opponent of the player on roll sees them."""
    return replace(
        position,
        board=mirror(position.board),
        match=position.match.mirror(),
        dice=None,
        on_roll=1 - position.on_roll,
        pending=Pending.NOTHING,
        resignation=0,
    )


def told(turn: Turn, choice: Choice, names: tuple[str, str]) -> str:
    """Return the line that says what the decider did at ``turn``; a roll is told with its dice."""
    decider, position = turn.decider, turn.position
    name = names[decider or 0]
    if isinstance(choice, Resign):
        return f"{name} offers to resign {_GAMES[int(choice.win)]}"
    if isinstance(choice, Word):
        offered = f" {_OFFERS[choice] * position.match.cube}" if choice in _OFFERS else ""
        return "" if choice is Word.ROLL else f"{name} {_SAID[choice]}{offered}"
    dice = position.dice
    roll = f"{max(dice)}{min(dice)}" if dice else ""
    return f"{name} {roll}: {write_play(position.board, choice) or 'cannot move'}"


def opening_told(before: Turn, after: Turn, roll: tuple[int, int], names: tuple[str, str]) -> str:
    """Return what the opening dice decided."""
    first, second = roll
    thrown = f"Opening throw: {names[0]} {first}, {names[1]} {second}"
    if first != second:
        return f"{thrown}: {names[after.position.on_roll]} begins"
    cube = after.position.match.cube
    turned = f", the cube goes to {cube}" if cube != before.position.match.cube else ""
    return f"{thrown}: thrown again{turned}"


def result_told(table: Table) -> str:
    """Return how the game just finished has ended, and the score."""
    game = table.turn.record
    winner = table.names[game.winner or 0]
    points = f"{game.points} point{'' if game.points == 1 else 's'}"
    most = table.rules.length or max(table.score)  # A match counts no more than it needs.
    first, second = (min(points, most) for points in table.score)
    lines = [f"{winner} wins {points}.", f"{table.names[0]} {first} – {second} {table.names[1]}"]
    if table.is_over and table.rules.length:
        lines.append(f"{winner} wins the match.")
    return "\n".join(lines)
