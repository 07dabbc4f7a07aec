"""Lines from a person, within a time limit if there is one."""

from __future__ import annotations

import os
import select
import sys
import time
from typing import Protocol


class Left(Exception):
    """The person has left the table."""


class TimeUp(Exception):
    """The time to decide has run out."""


class Console(Protocol):
    """Where a person reads and types."""

    def say(self, text: str) -> None:
        """Show ``text``."""
        ...

    def ask(self, prompt: str, until: float | None) -> str:
        """Return the line typed; raises :class:`Left` at the end of input, or :class:`TimeUp`.

        ``until`` is a moment of ``time.monotonic``, in seconds; None waits for ever.
        """
        ...


class Terminal:
    """Standard input and output.

    Lines are read from the file descriptor itself: what Python has buffered would not wake up the
    wait for a time limit.
    """

    def __init__(self, descriptor: int = 0) -> None:
        """Read from ``descriptor``."""
        self._descriptor = descriptor
        self._pending = b""
        self._ended = False

    def say(self, text: str) -> None:
        """Print ``text``."""
        print(text, flush=True)

    def ask(self, prompt: str, until: float | None) -> str:
        """Prompt and return the line."""
        print(prompt, end="", flush=True)
        while b"\n" not in self._pending and not self._ended:
            self._wait(until)
            part = os.read(self._descriptor, 4096)
            self._ended = not part
            self._pending += part
        if not self._pending:
            print()
            raise Left
        line, _, self._pending = self._pending.partition(b"\n")
        return line.decode(sys.stdin.encoding or "utf-8", "replace").strip()

    def _wait(self, until: float | None) -> None:
        if until is None:
            return
        if os.name == "nt":
            raise ValueError("a time to move cannot be kept in this system's terminal")
        left = until - time.monotonic()
        ready, _, _ = select.select([self._descriptor], [], [], max(0.0, left))
        if not ready:
            print()
            raise TimeUp
