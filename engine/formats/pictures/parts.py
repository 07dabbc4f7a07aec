"""The parts of a picture: the empty board, checkers, cube and dice."""

from __future__ import annotations

from engine.formats.pictures import palette
from engine.formats.pictures.elements import circle, label, rectangle, triangle
from engine.formats.pictures.layout import (
    BAR_WIDTH,
    BOTTOM,
    FIELD_HEIGHT,
    FIELD_WIDTH,
    FRAME,
    HALF,
    MIDDLE,
    PANEL,
    POINT,
    RADIUS,
    SHOWN,
    TOP,
    TRAY,
    WIDTH,
    Layout,
)
from engine.formats.pictures.palette import Stone
from engine.rules.board import BAR, OPPONENT_BAR, POINTS, Board, checkers_off
from engine.rules.dice import Roll

DIE = 40.0
CUBE = 42.0
OFF_HEIGHT = 9.5
"""A checker in its bear-off tray, seen from the side."""

_PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


def empty_board(layout: Layout) -> str:
    """Return frame, field, points with their numbers, bar and trays."""
    height = FIELD_HEIGHT + 2 * FRAME
    parts = [
        rectangle(
            0.5, PANEL + 0.5, WIDTH - 1, height - 1, palette.WOOD, rx=10, stroke=palette.WOOD_EDGE
        ),
        rectangle(layout.field_left, TOP, FIELD_WIDTH, FIELD_HEIGHT, palette.FELT),
    ]
    parts += [_point(layout, point) for point in range(1, POINTS + 1)]
    parts.append(
        rectangle(layout.bar - BAR_WIDTH / 2, TOP - 1, BAR_WIDTH, FIELD_HEIGHT + 2, palette.WOOD)
    )
    tray_height = HALF + 10
    for middle in (layout.off, layout.cube):
        for top in (TOP, BOTTOM - tray_height):
            parts.append(rectangle(middle - TRAY / 2, top, TRAY, tray_height, palette.TRAY, rx=5))
    return "".join(parts)


def _point(layout: Layout, point: int) -> str:
    x, upper = layout.point(point), point > 12
    edge, tip = (TOP, TOP + HALF - 8) if upper else (BOTTOM, BOTTOM - HALF + 8)
    fill = palette.DARK_POINT if point % 2 == 0 else palette.LIGHT_POINT
    shape = triangle([(x - POINT / 2, edge), (x + POINT / 2, edge), (x, tip)], fill)
    return shape + label(x, TOP - 2 if upper else BOTTOM + 10, str(point), 10, palette.NUMBER)


def checkers(layout: Layout, board: Board, mover: Stone, opponent: Stone) -> str:
    """Return all checkers of ``board int8 [26]``, those on the bar and borne off too."""
    parts = []
    for slot in range(OPPONENT_BAR, BAR + 1):
        count = int(board[slot])
        stone = mover if count > 0 else opponent
        for index in range(min(abs(count), SHOWN)):
            parts.append(checker(*layout.checker(slot, index), stone))
        if abs(count) > SHOWN:
            x, y = layout.checker(slot, SHOWN - 1)
            parts.append(label(x, y + 6, str(abs(count)), 17, stone.ink, bold=True))
    own, others = (int(n) for n in checkers_off(board))
    for stone, off, upper in ((mover, own, False), (opponent, others, True)):
        for index in range(off):
            x, y = off_checker(layout, index, upper)
            parts.append(_side_view(x, y, stone))
    return "".join(parts)


def checker(x: float, y: float, stone: Stone, radius: float = RADIUS) -> str:
    """Return one checker seen from above."""
    edge = radius / 14
    body = circle(x, y, radius - edge, stone.fill, stroke=stone.edge, stroke_width=edge)
    return body + circle(x, y, radius * 0.66, "none", stroke=stone.ring, stroke_width=edge)


def off_checker(layout: Layout, index: int, upper: bool) -> tuple[float, float]:
    """Return the middle of the ``index``-th checker borne off, the first nearest the edge."""
    from_edge = 6 + (index + 0.5) * (OFF_HEIGHT + 4.2)
    return layout.off, TOP + from_edge if upper else BOTTOM - from_edge


def _side_view(x: float, y: float, stone: Stone) -> str:
    return rectangle(
        x - TRAY / 2 + 6,
        y - OFF_HEIGHT / 2,
        TRAY - 12,
        OFF_HEIGHT,
        stone.fill,
        rx=3,
        stroke=stone.edge,
        stroke_width=1,
    )


def die_pair(layout: Layout, roll: Roll, stone: Stone) -> str:
    """Return the dice of the player on roll, on his right-hand side of the board."""
    x = layout.bar + (BAR_WIDTH + 6 * POINT) / 2
    return "".join(
        _die(x + shift, MIDDLE, die, stone) for shift, die in zip((-27, 27), roll, strict=True)
    )


def _die(x: float, y: float, die: int, stone: Stone) -> str:
    body = rectangle(
        x - DIE / 2, y - DIE / 2, DIE, DIE, stone.fill, rx=7, stroke=stone.edge, stroke_width=1.5
    )
    return body + "".join(
        circle(x + 11 * across, y + 11 * down, 4.1, stone.ink) for across, down in _PIPS[die]
    )


def cube(x: float, y: float, value: int) -> str:
    """Return the cube; one that was never turned shows 64, as on a real board."""
    text = str(value if value > 1 else 64)
    size = 22 if len(text) < 3 else 17 if len(text) == 3 else 52 / len(text)
    body = rectangle(
        x - CUBE / 2,
        y - CUBE / 2,
        CUBE,
        CUBE,
        palette.CUBE,
        rx=6,
        stroke=palette.FAINT,
        stroke_width=1.5,
    )
    return body + label(x, y + size * 0.36, text, size, palette.INK, bold=True)
