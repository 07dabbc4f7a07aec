"""SVG elements as text."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape, quoteattr

FONTS = "'DejaVu Sans', 'Helvetica Neue', Helvetica, Arial, sans-serif"
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def element(name: str, content: str = "", /, **attributes: str | float) -> str:
    """Return one element; ``stroke_width`` becomes ``stroke-width`` and numbers lose tails."""
    words = [f" {key.replace('_', '-')}={quoteattr(_value(v))}" for key, v in attributes.items()]
    start = f"<{name}{''.join(words)}"
    return f"{start}>{content}</{name}>" if content else f"{start}/>"


def circle(x: float, y: float, radius: float, fill: str, **attributes: str | float) -> str:
    """Return a disc."""
    return element("circle", cx=x, cy=y, r=radius, fill=fill, **attributes)


def rectangle(
    x: float, y: float, width: float, height: float, fill: str, **attributes: str | float
) -> str:
    """Return a rectangle with its upper left corner at (x, y)."""
    return element("rect", x=x, y=y, width=width, height=height, fill=fill, **attributes)


def triangle(points: list[tuple[float, float]], fill: str, **attributes: str | float) -> str:
    """Return a filled polygon."""
    text = " ".join(f"{_value(x)},{_value(y)}" for x, y in points)
    return element("polygon", points=text, fill=fill, **attributes)


def label(
    x: float,
    y: float,
    text: str,
    size: float,
    fill: str,
    anchor: str = "middle",
    bold: bool = False,
) -> str:
    """Return text whose baseline begins, has its middle or ends at (x, y)."""
    return element(
        "text",
        plain(text),
        x=x,
        y=y,
        font_size=size,
        fill=fill,
        text_anchor=anchor,
        font_weight="bold" if bold else "normal",
    )


def plain(text: str) -> str:
    """Return ``text`` as XML content: characters XML has no way to write are left out."""
    return escape(_FORBIDDEN.sub("", text))


def _value(value: str | float) -> str:
    """Return an attribute's text; coordinates need no more than tenths of a unit."""
    if isinstance(value, str):
        return _FORBIDDEN.sub("", value)
    return f"{value:.1f}".rstrip("0").rstrip(".")
