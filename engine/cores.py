"""How much of the machine this process may use."""

from __future__ import annotations

import os


def cores() -> int:
    """Return how many processor cores this process may use: its affinity, where there is one."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
