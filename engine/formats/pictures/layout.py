"""Where everything lies in a picture of the board, in picture units.

The player on roll sits below.  Anticlockwise his home is at the lower right, clockwise at the
lower left; then points, bear-off trays and the cube's tray change sides together.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.rules.board import BAR, OPPONENT_BAR

FRAME = 12.0
POINT = 46.0
"""Width of a point; a checker nearly fills it."""
RADIUS = 21.0
BAR_WIDTH = 52.0
TRAY = 58.0
HALF = 5 * 2 * RADIUS
"""Height of a point: five checkers."""
GAP = 84.0
"""Between the tips of opposite points' highest checkers: where dice lie."""
PANEL = 46.0
"""Height of a player's strip above or below the board."""
CAPTION = 34.0

FIELD_WIDTH = 12 * POINT + BAR_WIDTH
FIELD_HEIGHT = 2 * HALF + GAP
WIDTH = FIELD_WIDTH + 2 * TRAY + 4 * FRAME
TOP = PANEL + FRAME
"""The upper edge of the playing field."""
BOTTOM = TOP + FIELD_HEIGHT
MIDDLE = (TOP + BOTTOM) / 2
HEIGHT = BOTTOM + FRAME + PANEL + CAPTION
SHOWN = 5
"""Checkers of a stack that are drawn; a number tells of more."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Places for a direction of play."""

    clockwise: bool = False

    def across(self, x: float) -> float:
        """Return the place of ``x`` as measured when playing anticlockwise."""
        return WIDTH - x if self.clockwise else x

    @property
    def field_left(self) -> float:
        """The left edge of the playing field, the same in both directions."""
        return TRAY + 2 * FRAME

    @property
    def bar(self) -> float:
        """The middle of the bar."""
        return WIDTH / 2

    @property
    def off(self) -> float:
        """The middle of the bear-off trays."""
        return self.across(WIDTH - FRAME - TRAY / 2)

    @property
    def cube(self) -> float:
        """The middle of the tray in which the cube lies."""
        return self.across(FRAME + TRAY / 2)

    def half(self, near_home: bool) -> float:
        """Return the middle of the half with the home boards, or of the other one."""
        offset = (BAR_WIDTH + 6 * POINT) / 2
        return self.across(self.bar + offset if near_home else self.bar - offset)

    def point(self, point: int) -> float:
        """Return the middle of a point, 1..24 in the numbering of the player on roll."""
        column = 12 - point if point <= 12 else point - 13
        gap = BAR_WIDTH if column >= 6 else 0
        return self.across(self.field_left + (column + 0.5) * POINT + gap)

    def checker(self, slot: int, index: int) -> tuple[float, float]:
        """Return the middle of the ``index``-th checker of a slot, 0 nearest the edge.

        Slot 25 is the bar of the player on roll, 0 the opponent's bar; both fill up from the
        middle of the board.
        """
        step = 2 * RADIUS * min(index, SHOWN - 1)
        if slot == BAR:
            return self.bar, MIDDLE + GAP / 4 + RADIUS + step * 0.9
        if slot == OPPONENT_BAR:
            return self.bar, MIDDLE - GAP / 4 - RADIUS - step * 0.9
        if slot <= 12:
            return self.point(slot), BOTTOM - RADIUS - step
        return self.point(slot), TOP + RADIUS + step
