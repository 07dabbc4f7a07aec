"""The one error of this layer."""

from __future__ import annotations


class NotationError(ValueError):
    """A text that says no position or play: the message names the field and what is accepted."""


def whole_number(text: str, field: str, low: int, high: int) -> int:
    """Return ``text`` as a number from ``low`` to ``high``, or name ``field`` in the error.

    Nothing but a plain decimal number is read: no spaces, underscores or foreign digits, and no
    text of thousands of digits.
    """
    digits = text.removeprefix("-") if len(text) <= 12 else ""
    if not (digits.isascii() and digits.isdigit()) or not low <= int(text) <= high:
        shown = text if len(text) <= 40 else text[:40] + "..."
        raise NotationError(f"{field} {shown!r}: a number from {low} to {high} is accepted")
    return int(text)
