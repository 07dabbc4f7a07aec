"""The checkout that the code runs from, as far as git knows it."""

from __future__ import annotations

import subprocess
from pathlib import Path


def git(*arguments: str) -> str | None:
    """Return what git prints, or None outside a checkout."""
    try:
        found = subprocess.run(
            ["git", *arguments], capture_output=True, cwd=Path(__file__).parent, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return found.stdout.decode(errors="replace").strip()


def commit() -> str | None:
    """Return the commit that is checked out, or None outside a checkout."""
    return git("rev-parse", "HEAD")
