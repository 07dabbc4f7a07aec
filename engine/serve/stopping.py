"""Serving until somebody says stop."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM)
_LOOK = 0.1
"""Seconds between two looks whether it has been said."""


class Told:
    """Whether somebody has said stop.

    A flag, and not an event: the thread that waits for an event may hold its lock at the moment
    the signal comes, and the handler, which runs in that thread, would wait for it for ever.
    """

    def __init__(self) -> None:
        """Begin with nothing said."""
        self._said = False

    def say(self, *_: int | FrameType | None) -> None:
        """Say it (this is a signal handler)."""
        self._said = True

    def wait(self) -> None:
        """Return when it is said."""
        while not self._said:
            time.sleep(_LOOK)


@contextmanager
def told_to_stop() -> Iterator[Told]:
    """Listen to Ctrl-C and SIGTERM in the ``with`` block (in the main thread)."""
    told = Told()
    before = {number: signal.signal(number, told.say) for number in SIGNALS}
    try:
        yield told
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
