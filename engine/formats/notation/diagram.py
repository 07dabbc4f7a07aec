"""The board for people: a text diagram, numbered for the player on roll, who plays X upwards.

``anticlockwise`` has the home board of the player on roll at the lower right, ``clockwise`` at the
lower left.  Everything is seen by the player on roll: bar, trays and pip counts turn with him.
"""

from __future__ import annotations

from engine.rules.board import BAR, OPPONENT_BAR, POINTS, Board, checkers_off, pips
from engine.rules.match import MatchState, Owner
from engine.rules.position import Pending, Position

HEIGHT = 5
_RESIGNS = ("", "a single game", "a gammon", "a backgammon")


def diagram(
    position: Position, *, clockwise: bool = False, names: tuple[str, str] = ("X", "O")
) -> str:
    """Return the board as lines of text; ``names`` are those of (player on roll, opponent)."""
    board = position.board
    top = list(range(13, POINTS + 1))
    if clockwise:
        top.reverse()
    bottom = [BAR - point for point in top]
    mine, his = _sides(position, names)
    lines = [
        _numbers(top),
        *(_row(board, top, row) for row in range(HEIGHT)),
        "|" + " " * 18 + "|BAR|" + " " * 18 + "|",
        *(_row(board, bottom, row) for row in reversed(range(HEIGHT))),
        _numbers(bottom),
    ]
    notes = {0: his[0], 1: his[1], 2: his[2], 6: _cube(position.match), 10: mine[2], 11: mine[1]}
    notes[12] = mine[0]
    for row, note in notes.items():
        lines[row] = f"{lines[row]}  {note}".rstrip()
    lines.append(to_decide(position, names))
    return "\n".join(lines)


def _numbers(points: list[int]) -> str:
    """Return the edge of the board with the points' numbers."""
    left, right = ("".join(f"{p:>3}" for p in half) for half in (points[:6], points[6:]))
    return f"+{left}+---+{right}+".replace(" ", "-")


def _row(board: Board, points: list[int], row: int) -> str:
    """Return one row of checkers; the row nearest to the edge is 0, the last one tells more."""
    cells = [_cell(int(board[p]), row) for p in points]
    upper = points[0] > 12
    bar = -int(board[OPPONENT_BAR]) if upper else int(board[BAR])
    # Checkers on the bar stand at the middle of the board.
    middle = _cell(-bar if upper else bar, HEIGHT - 1 - row)
    return f"|{''.join(cells[:6])}|{middle}|{''.join(cells[6:])}|"


def _cell(count: int, row: int) -> str:
    """Return one of three-character cells: a checker, a number at the end of a high stack."""
    if row == HEIGHT - 1 and abs(count) > HEIGHT:
        return f"{abs(count):>2} "
    if abs(count) <= row:
        return "   "
    return " X " if count > 0 else " O "


def _sides(position: Position, names: tuple[str, str]) -> tuple[list[str], list[str]]:
    """Return what is written beside the board: (name, pips, off and score) of both players."""
    own_pips, his_pips = pips(position.board)
    own_off, his_off = checkers_off(position.board)
    sides = []
    for letter, name, count, off, score in zip(
        "XO",
        names,
        (own_pips, his_pips),
        (own_off, his_off),
        position.match.score,
        strict=True,
    ):
        title = letter if name == letter else f"{letter}: {name}"
        points = f"{score} point{'' if score == 1 else 's'}"
        sides.append([title, f"{count} pips, {off} off", points])
    return sides[0], sides[1]


def _cube(match: MatchState) -> str:
    """Return who owns the cube at what value, and the match it is played in."""
    rules = match.rules
    owner = {Owner.CENTRED: "centred", Owner.MINE: "X's", Owner.OPPONENT: "O's"}[match.owner]
    if rules.length:
        play = f"{rules.length}-point match"
        if match.crawford:
            play += ", Crawford game"
        elif match.post_crawford and rules.length > 1:
            play += ", post-Crawford"
    else:
        play = ", ".join(
            ["money", *(n for n in ("jacoby", "beavers", "raccoons") if getattr(rules, n))]
        )
    return f"Cube {match.cube} ({owner}), {play}"


def to_decide(position: Position, names: tuple[str, str]) -> str:
    """Return what is to be decided."""
    mover, opponent = names
    if position.resignation:
        who = mover if position.resignation > 0 else opponent
        return f"{who} offers to resign {_RESIGNS[abs(position.resignation)]}"
    cube = position.match.cube
    if position.pending == Pending.DOUBLE:
        return f"{mover} doubles to {2 * cube}"
    if position.pending == Pending.BEAVER:
        return f"{opponent} beavers to {4 * cube}"
    if position.pending == Pending.RACCOON:
        return f"{mover} raccoons to {8 * cube}"
    if position.dice:
        return f"{mover} to play {position.dice[0]}{position.dice[1]}"
    return f"{mover} on roll"
