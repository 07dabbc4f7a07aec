"""PNG from SVG, by the resvg library."""

from __future__ import annotations

WIDEST = 8000


class PicturesMissing(ValueError):
    """PNG was asked for, and the library that draws it is not installed."""


def png_of(svg: str, width: int = 1200) -> bytes:
    """Return ``svg`` drawn ``width`` pixels wide, as a PNG file's content.

    Raises:
        PicturesMissing: the ``pictures`` extra is not installed.
        ValueError: the width is not 1 to 8000, or the text is no SVG.
    """
    if not 1 <= width <= WIDEST:
        raise ValueError(f"width {width}: 1 to {WIDEST} pixels are accepted")
    try:
        import resvg_py
    except ImportError as error:
        raise PicturesMissing(
            "PNG needs resvg-py: install it with `pip install chaquete[pictures]`, or save SVG"
        ) from error
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))
