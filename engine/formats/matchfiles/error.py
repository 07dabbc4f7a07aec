"""The one error of match files."""

from __future__ import annotations


class MatchFileError(ValueError):
    """A file that cannot be read, or a match that cannot be written, whole.

    The message begins with the line, when there is one, and says what was expected.
    """

    def __init__(self, message: str, line: int | None = None) -> None:
        """Say in one line what is wrong on ``line``, counted from 1."""
        message = " ".join(message.split())
        super().__init__(message if line is None else f"line {line}: {message}")
        self.line = line


class ResultError(ValueError):
    """A result that the game, as it was played, cannot have under the rules assumed so far."""
