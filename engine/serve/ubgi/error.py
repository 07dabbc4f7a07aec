"""The protocol's errors."""

from __future__ import annotations

_NEWER = {
    "unknown_command": "bad_command",
    "bad_argument": "bad_value",
    "missing_context": "bad_state",
    "search_in_progress": "bad_state",
    "unsupported_feature": "unsupported",
}


class UbgiError(ValueError):
    """A command that cannot be carried out: ``error CODE MESSAGE``."""

    def __init__(self, code: str, message: str) -> None:
        """Carry one of version 0.1's codes, and what is wrong and accepted."""
        super().__init__(message)
        self.code = code

    def line(self, newer: bool = False) -> str:
        """Return the error line; ``newer`` writes it with version 0.2's code."""
        code = _NEWER[self.code] if newer else self.code
        return f"error {code} {' '.join(str(self).split())}"


def bad_argument(message: str) -> UbgiError:
    """Return the error of an argument out of range or of the wrong kind."""
    return UbgiError("bad_argument", message)
