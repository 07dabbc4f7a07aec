"""What all command lines share: one-line errors and exit codes."""

from __future__ import annotations

import sys
from collections.abc import Callable

USAGE_ERROR = 2
INTERRUPTED = 130


def run(body: Callable[[], int]) -> int:
    """Return ``body()``'s exit code; bad input or files become one line and code 2.

    Ctrl-C is no error of the program: it returns 130, the shell's convention.
    """
    try:
        return body()
    except (ValueError, OSError) as error:
        print(f"error: {_one_line(error)}", file=sys.stderr)
        return USAGE_ERROR
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
