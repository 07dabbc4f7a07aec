"""Pictures of positions: self-contained SVG, and PNG where the ``pictures`` extra is installed."""

from engine.formats.pictures.layout import Layout
from engine.formats.pictures.png import PicturesMissing, png_of
from engine.formats.pictures.svg import Labels, picture

__all__ = ["Labels", "Layout", "PicturesMissing", "picture", "png_of"]
