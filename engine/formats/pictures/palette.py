"""The colours of pictures."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stone:
    """The colours of one side's checkers, dice and name."""

    fill: str
    edge: str
    ring: str
    ink: str
    """What is written on a checker, and the pips of a die."""


PAPER = "#f6f1e7"
INK = "#2b2622"
FAINT = "#7b6f63"
WOOD = "#4b3327"
WOOD_EDGE = "#36241b"
FELT = "#e9dcc3"
TRAY = "#3a271d"
DARK_POINT = "#a8553f"
LIGHT_POINT = "#cbb48d"
NUMBER = "#e8d9c1"
ARROW = "#1f6f8b"
CUBE = "#fbf7ee"

DARK = Stone(fill="#2f2d35", edge="#131217", ring="#55525f", ink="#f4f0e8")
LIGHT = Stone(fill="#f8f2e4", edge="#8d7f6b", ring="#d9ccb3", ink="#2b2622")

STONES = (DARK, LIGHT)
"""Of side 0 and side 1."""
NAMES = ("Black", "White")
