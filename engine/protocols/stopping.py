"""Serving until somebody says stop."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def told_to_stop() -> Iterator[threading.Event]:
    """Give an event that Ctrl-C and SIGTERM set, in the ``with`` block (in the main thread)."""
    told = threading.Event()

    def stop(_: int, __: FrameType | None) -> None:
        told.set()

    before = {number: signal.signal(number, stop) for number in SIGNALS}
    try:
        yield told
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
