"""Arrows that show a play: one for every checker moved by one die."""

from __future__ import annotations

import math

from engine.formats.pictures import palette
from engine.formats.pictures.elements import circle, element, triangle
from engine.formats.pictures.layout import RADIUS, SHOWN, Layout
from engine.formats.pictures.parts import off_checker
from engine.rules.board import BAR, CHECKERS, Board
from engine.rules.plays import OFF, Play, apply_play

HEAD = 13.0
LINE = 5.0
BEND = 0.12
"""How far an arrow bows out, as a part of its length."""


def arrows(layout: Layout, board: Board, play: Play) -> str:
    """Return the arrows of ``play`` from ``board int8 [26]``, seen by the mover."""
    parts = []
    for origin, target in play:
        start = layout.checker(origin, min(int(board[origin]), SHOWN) - 1)
        end = _landing(layout, board, target)
        board = apply_play(board, ((origin, target),))
        parts.append(_ring(start) + _arrow(start, end))
    return element("g", "".join(parts), opacity=0.9)


def _landing(layout: Layout, board: Board, target: int) -> tuple[float, float]:
    """Return where a checker comes to lie: on top of its own, in place of a blot."""
    if target == OFF:
        borne_off = CHECKERS - int(board[1 : BAR + 1].clip(min=0).sum())
        return off_checker(layout, borne_off, upper=False)
    return layout.checker(target, min(max(int(board[target]), 0), SHOWN - 1))


def _ring(place: tuple[float, float]) -> str:
    return circle(
        *place, RADIUS - 3, "none", stroke=palette.ARROW, stroke_width=3, stroke_dasharray="6 4"
    )


def _arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    """Return a slightly bent line with a head."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = math.hypot(across, down)
    bend = BEND * length * (1 if across >= 0 else -1)
    control = (
        (start[0] + end[0]) / 2 + down / length * bend,
        (start[1] + end[1]) / 2 - across / length * bend,
    )
    # The head points the way the curve arrives.
    angle = math.atan2(end[1] - control[1], end[0] - control[0])
    neck = (end[0] - HEAD * math.cos(angle), end[1] - HEAD * math.sin(angle))
    side = (HEAD * 0.62 * math.sin(angle), -HEAD * 0.62 * math.cos(angle))
    path = (
        f"M{start[0]:.1f} {start[1]:.1f}Q{control[0]:.1f} {control[1]:.1f} "
        f"{neck[0]:.1f} {neck[1]:.1f}"
    )
    head = [
        end,
        (neck[0] + side[0], neck[1] + side[1]),
        (neck[0] - side[0], neck[1] - side[1]),
    ]
    line = element(
        "path",
        d=path,
        fill="none",
        stroke=palette.ARROW,
        stroke_width=LINE,
        stroke_linecap="round",
    )
    return line + triangle(head, palette.ARROW)
