"""Chaquete: a backgammon engine that teaches itself by self-play."""

__version__ = "0.1.0"
