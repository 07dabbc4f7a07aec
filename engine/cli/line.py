"""What all command lines share: reading options, one-line errors, exit codes."""

from __future__ import annotations

import gc
import io
import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr
from pathlib import Path
from typing import Any, TypeVar

USAGE_ERROR = 2
INTERRUPTED = 130
READER_GONE = 141

EXTRAS = {
    "torch": "train",
    "tensorboard": "train",
    "fastapi": "serve",
    "pydantic": "serve",
    "uvicorn": "serve",
}
"""The extra that brings each package that only some commands need."""

T = TypeVar("T")


def read_options(kind: type[T], argv: Sequence[str] | None, verb: str, **settings: Any) -> T:
    """Return the options ``kind`` (a dataclass, or a union of them) that ``argv`` says to ``verb``.

    ``--help`` prints and exits with 0; what is not accepted becomes one line and exit code 2.
    ``settings`` go to ``tyro.cli`` as they are.
    """
    # Imported here: a program that never reads a command line need not have it loaded.
    import tyro

    prog = called(verb)
    printed = io.StringIO()
    try:
        with redirect_stderr(printed):
            options: T = tyro.cli(kind, prog=prog, args=argv, **settings)
    except SystemExit as exit_:
        if exit_.code:
            said = _first_paragraph(printed.getvalue())
            print(f"error: {said} ({prog} --help lists what is accepted)", file=sys.stderr)
        raise
    return options


def called(verb: str) -> str:
    """Return ``verb`` as it is typed here: ``python scripts/VERB.py`` or ``chaquete VERB``."""
    script = Path(sys.argv[0]).with_name(f"{verb.replace('-', '_')}.py")
    if Path(sys.argv[0]).suffix == ".py" and script.is_file():
        return f"python {script}"
    return f"chaquete {verb}"


def checked_seed(seed: int) -> int:
    """Return ``seed``, which generators accept; raises ValueError when it is negative."""
    if seed < 0:
        raise ValueError(f"seed {seed}: 0 or more is accepted")
    return seed


def run(body: Callable[[], int]) -> int:
    """Return ``body()``'s exit code; bad input or files become one line and code 2.

    Ctrl-C and a reader that has left (``... | head``) are no errors of the program: they return
    130 and 141, the shell's convention.
    """
    # The libraries are some 100,000 objects that live as long as the program: looking
    # through them for garbage at the usual pace takes a tenth of a short command's time.
    gc.set_threshold(50_000, 20, 50)
    try:
        code = naming_extras(body)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # What is still buffered has nowhere to go, and the interpreter would complain at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return READER_GONE
    except (ValueError, OSError) as error:
        print(f"error: {_one_line(error)}", file=sys.stderr)
        return USAGE_ERROR
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED


def naming_extras(body: Callable[[], int]) -> int:
    """Return ``body()``'s exit code; a missing package of an extra becomes one line and code 2."""
    try:
        return body()
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in EXTRAS:
            raise
        needed = f"pip install 'chaquete[{EXTRAS[package]}]'"
        print(f"error: this needs {package}, which is not installed: {needed}", file=sys.stderr)
        return USAGE_ERROR


def _one_line(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return " ".join(str(error).split()) or type(error).__name__


def _first_paragraph(boxed: str) -> str:
    """Return the first paragraph inside the box that tyro draws around an error, as one line."""
    lines = [line.strip("│ ") for line in boxed.splitlines()]
    said: list[str] = []
    for line in lines:
        if re.match(r"[╭╰─]", line):
            if said:
                break
        elif line:
            said.append(line)
    return " ".join(said) or "the command line was not understood"
