"""Charts of a match as SVG: how the chances went, every point a link to its move."""

from __future__ import annotations

from dataclasses import dataclass
from xml.sax.saxutils import quoteattr

from engine.analysis.match.results import Grade, MatchReview, MoveReview
from engine.analysis.match.wording import Wording
from engine.formats.pictures.elements import circle, element, label, plain

WIDTH, HEIGHT = 960.0, 250.0
LEFT, RIGHT, TOP, BOTTOM = 52.0, 12.0, 14.0, 26.0
MOST_EQUITY = 3.0
COLOURS = {Grade.FINE: "#1f6f8b", Grade.ERROR: "#d98a29", Grade.BLUNDER: "#b3261e"}
GRID, INK = "#cdc3b4", "#6b6157"


@dataclass(frozen=True, slots=True)
class Point:
    """A value after a turn."""

    x: float
    value: float
    link: str
    told: str
    grade: Grade


@dataclass(frozen=True, slots=True)
class Line:
    """The points of one game; it begins at ``start``."""

    start: int
    points: tuple[Point, ...]


def anchor(game: int, index: int) -> str:
    """Return the id of a move on the page; both count from 0."""
    return f"g{game + 1}m{index + 1}"


def mwc_chart(review: MatchReview, say: Wording) -> str:
    """Return the match-winning chance of side 0 after each turn; empty in money play."""
    if not review.match.rules.length:
        return ""
    return _chart(review, _lines(review, say, mwc=True), (0.0, 1.0), say, percent=True)


def equity_chart(review: MatchReview, say: Wording) -> str:
    """Return the equity per cube of side 0 after each turn, game by game."""
    return _chart(review, _lines(review, say), (-MOST_EQUITY, MOST_EQUITY), say, percent=False)


def grade_of(move: MoveReview) -> Grade:
    """Return the worse grade of a move's play and cube action."""
    return Grade.of(move.error)


def _lines(review: MatchReview, say: Wording, mwc: bool = False) -> list[Line]:
    lines, x = [], 0
    for number, game in enumerate(review.games):
        start, points = x, []
        if mwc and game.mwc_before is not None:
            points.append(Point(x, game.mwc_before, anchor(number, 0), "", Grade.FINE))
        for index, move in enumerate(game.moves):
            value = move.mwc if mwc else move.equity
            if value is None:
                continue
            x += 1
            value = value if mwc else max(-MOST_EQUITY, min(MOST_EQUITY, value))
            told = f"{say('Game')} {number + 1}, {say('Turn')} {move.moment.number}: "
            told += say.percent(value) if mwc else say.number(value, sign=True)
            points.append(Point(x, value, anchor(number, index), told, grade_of(move)))
        if mwc and game.mwc_after is not None:
            x += 1
            link = anchor(number, max(0, len(game.moves) - 1))
            points.append(Point(x, game.mwc_after, link, say.percent(game.mwc_after), Grade.FINE))
        lines.append(Line(start, tuple(points)))
    return lines


def _chart(
    review: MatchReview,
    lines: list[Line],
    bounds: tuple[float, float],
    say: Wording,
    percent: bool,
) -> str:
    low, high = bounds
    last = max([point.x for line in lines for point in line.points], default=1.0) or 1.0

    def across(x: float) -> float:
        return LEFT + x / last * (WIDTH - LEFT - RIGHT)

    def down(value: float) -> float:
        return TOP + (high - value) / (high - low) * (HEIGHT - TOP - BOTTOM)

    parts = []
    steps = 4 if percent else 6
    for step in range(steps + 1):
        value = low + (high - low) * step / steps
        y = down(value)
        middle = step * 2 == steps
        parts.append(_stroke(LEFT, y, WIDTH - RIGHT, y, 1.4 if middle else 0.6))
        text = f"{100 * value:.0f} %" if percent else say.number(value, 0, sign=True)
        parts.append(label(LEFT - 8, y + 4, text, 12, INK, "end"))
    for number, line in enumerate(lines):
        x = across(line.start)
        parts.append(_stroke(x, TOP, x, HEIGHT - BOTTOM, 0.8))
        parts.append(_linked(anchor(number, 0), _game_number(x, number), ""))
        path = " ".join(f"{across(p.x):.1f},{down(p.value):.1f}" for p in line.points)
        parts.append(
            element("polyline", points=path, fill="none", stroke="#1f6f8b", stroke_width=1.8)
        )
    for point in (point for line in lines for point in line.points):
        radius = 2.2 if point.grade is Grade.FINE else 4.0
        dot = circle(across(point.x), down(point.value), radius, COLOURS[point.grade])
        parts.append(_linked(point.link, dot, point.told))
    name = say("Match-winning chance") if percent else say("Equity")
    about = f"{name} {say('after each turn, seen by')} {review.match.players[0]}"
    return element(
        "svg",
        element("title", plain(about)) + "".join(parts),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH:g} {HEIGHT:g}",
        role="img",
        font_family="inherit",
    )


def _game_number(x: float, number: int) -> str:
    return label(x + 4, HEIGHT - 8, str(number + 1), 12, INK, "start", bold=True)


def _stroke(x: float, y: float, x2: float, y2: float, width: float) -> str:
    return element("line", x1=x, y1=y, x2=x2, y2=y2, stroke=GRID, stroke_width=width)


def _linked(target: str, content: str, told: str) -> str:
    title = element("title", plain(told)) if told else ""
    return f"<a href={quoteattr('#' + target)}>{title}{content}</a>"
