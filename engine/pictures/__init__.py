"""Pictures of positions: self-contained SVG, and PNG where the ``pictures`` extra is installed."""

from engine.pictures.layout import Layout
from engine.pictures.png import PicturesMissing, png_of
from engine.pictures.svg import Labels, picture

__all__ = ["Labels", "Layout", "PicturesMissing", "picture", "png_of"]
