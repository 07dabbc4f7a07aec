"""A position as an SVG picture that needs nothing else: no fonts, files or scripts."""

from __future__ import annotations

from dataclasses import dataclass

from engine.formats.notation.diagram import to_decide
from engine.formats.pictures import palette
from engine.formats.pictures.arrows import arrows
from engine.formats.pictures.elements import FONTS, element, label, plain, rectangle
from engine.formats.pictures.layout import (
    BOTTOM,
    CAPTION,
    FRAME,
    HALF,
    HEIGHT,
    MIDDLE,
    PANEL,
    TOP,
    WIDTH,
    Layout,
)
from engine.formats.pictures.palette import NAMES, STONES
from engine.formats.pictures.parts import checker, checkers, cube, die_pair, empty_board
from engine.rules.board import checkers_off, pips
from engine.rules.match import Owner
from engine.rules.plays import Play
from engine.rules.position import Pending, Position

LONGEST_NAME = 28


@dataclass(frozen=True, slots=True)
class Labels:
    """The words of a picture, for other languages."""

    off: str = "off"
    score: str = "{score} of {length}"
    money_score: str = "{score} points"
    match: str = "{length}-point match"
    crawford: str = "Crawford game"
    post_crawford: str = "post-Crawford"
    money: str = "money"


ENGLISH = Labels()


def picture(
    position: Position,
    *,
    clockwise: bool = False,
    names: tuple[str, str] | None = None,
    play: Play = (),
    caption: str | None = None,
    labels: Labels = ENGLISH,
) -> str:
    """Return the picture of ``position``, the player on roll below, as SVG text.

    Args:
        position: what is shown, cube, dice, score and pip counts included.
        clockwise: the home board of the player on roll is at the lower left, not right.
        names: those of (player on roll, opponent); White (side 1) and Black when None.
        play: drawn as arrows, if any; it has not been made on the board.
        caption: the line at the foot; what is to be decided when None.
        labels: the other words.
    """
    layout = Layout(clockwise)
    side = position.on_roll
    mover, opponent = STONES[side], STONES[1 - side]
    shown = names or (NAMES[side], NAMES[1 - side])
    shown = (_shortened(shown[0]), _shortened(shown[1]))
    footer = to_decide(position, shown) if caption is None else caption
    parts = [
        element("title", plain(footer) or "Backgammon position"),
        rectangle(0, 0, WIDTH, HEIGHT, palette.PAPER),
        empty_board(layout),
        _panels(position, shown, labels),
        checkers(layout, position.board, mover, opponent),
        _cube(layout, position),
    ]
    if position.dice:
        parts.append(die_pair(layout, position.dice, mover))
    if play:
        parts.append(arrows(layout, position.board, play))
    parts.append(_caption(position, footer, labels))
    return element(
        "svg",
        "".join(parts),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH:g} {HEIGHT:g}",
        width=WIDTH,
        height=HEIGHT,
        role="img",
        font_family=FONTS,
    )


def _panels(position: Position, names: tuple[str, str], labels: Labels) -> str:
    """Return name, checkers off, pip count and score of both players, his own side of the board."""
    counts, off = pips(position.board), checkers_off(position.board)
    side, length = position.on_roll, position.match.rules.length
    parts = []
    for row, y in ((0, BOTTOM + FRAME + PANEL / 2), (1, PANEL / 2)):
        stone = STONES[side if row == 0 else 1 - side]
        score = position.match.score[row]
        pip_count = f"{int(counts[row])} pips"
        if int(off[row]):
            pip_count += f", {int(off[row])} {labels.off}"
        parts += [
            checker(FRAME + 12, y, stone, 11),
            label(FRAME + 32, y + 6, names[row], 17, palette.INK, "start", bold=True),
            label(WIDTH / 2 + 40, y + 6, pip_count, 16, palette.INK),
            label(
                WIDTH - FRAME,
                y + 6,
                (labels.score if length else labels.money_score).format(score=score, length=length),
                16,
                palette.INK,
                "end",
            ),
        ]
    return "".join(parts)


def _cube(layout: Layout, position: Position) -> str:
    """Return the cube where it lies: in its tray, or offered on the board."""
    match = position.match
    if match.crawford or match.rules.cube_limit == 1:
        return ""
    offered = {Pending.DOUBLE: 2, Pending.BEAVER: 4, Pending.RACCOON: 8}.get(position.pending)
    if offered:
        return cube(layout.half(near_home=False), MIDDLE, offered * match.cube)
    edge = HALF / 2 - 60
    y = {
        Owner.CENTRED: MIDDLE,
        Owner.MINE: BOTTOM - edge,
        Owner.OPPONENT: TOP + edge,
    }[match.owner]
    return cube(layout.cube, y, match.cube)


def _caption(position: Position, footer: str, labels: Labels) -> str:
    """Return the last line: what is to be decided, and in which kind of play."""
    y = HEIGHT - CAPTION / 2 + 2
    left = label(FRAME, y, footer, 16, palette.INK, "start")
    return left + label(WIDTH - FRAME, y, _stage(position, labels), 14, palette.FAINT, "end")


def _stage(position: Position, labels: Labels) -> str:
    match, rules = position.match, position.match.rules
    if not rules.length:
        agreed = (name for name in ("jacoby", "beavers") if getattr(rules, name))
        return ", ".join([labels.money, *agreed])
    stage = labels.match.format(length=rules.length)
    if match.crawford:
        return f"{stage}, {labels.crawford}"
    return f"{stage}, {labels.post_crawford}" if match.post_crawford and rules.length > 1 else stage


def _shortened(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
