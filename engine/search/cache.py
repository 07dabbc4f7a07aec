"""A cache of position values, whose key holds everything a value depends on."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any


class Same:
    """Stands for one object in a key: equal only to itself, and kept alive."""

    __slots__ = ("_thing",)

    def __init__(self, thing: object) -> None:
        """Stand for ``thing``."""
        self._thing = thing

    def __eq__(self, other: object) -> bool:
        """Whether both stand for the very same object."""
        return isinstance(other, Same) and self._thing is other._thing

    def __hash__(self) -> int:
        """Return the object's identity."""
        return id(self._thing)


Key = tuple[Any, ...]
"""((networks, valuation, ply), match state with rules, score and cube, board)."""

Entry = tuple[Any, ...]
"""The arrays of one board's values."""


@dataclass(slots=True)
class Cache:
    """The most recently used values, at most :attr:`size`; safe to share between threads.

    A value depends on the board, the whole match state (rules, score, cube, Crawford), the depth,
    the networks and the settings of the search: all of them are in the key, so one cache may serve
    several searches.  Networks are told apart as objects, and kept alive by the cache's keys; one
    that is trained further in place must not be cached, or :meth:`clear` called.
    """

    size: int = 100_000
    hits: int = 0
    misses: int = 0
    _entries: OrderedDict[Key, Entry] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def get(self, keys: list[Key]) -> list[Entry | None]:
        """Return the entry of each key, or None."""
        with self._lock:
            found = [self._entries.get(key) for key in keys]
            for key, entry in zip(keys, found, strict=True):
                if entry is not None:
                    self._entries.move_to_end(key)
            missed = sum(entry is None for entry in found)
            self.misses += missed
            self.hits += len(keys) - missed
        return found

    def put(self, keys: list[Key], entries: list[Entry]) -> None:
        """Remember ``entries``; the ones used longest ago make room."""
        with self._lock:
            for key, entry in zip(keys, entries, strict=True):
                self._entries[key] = entry
                self._entries.move_to_end(key)
            while len(self._entries) > self.size:
                self._entries.popitem(last=False)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._entries.clear()

    def __len__(self) -> int:
        """Return the number of entries."""
        return len(self._entries)
