"""The program, with GNU Backgammon's arguments."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from engine.analysis.analyser import Analyser
from engine.serve.gnubg.session import TextSession

_LONGEST = 100_000


def parser() -> argparse.ArgumentParser:
    """Return the parser of the arguments."""
    parser = argparse.ArgumentParser(
        prog="gnubg-text",
        description=(
            "Stand in for GNU Backgammon's command line: for tools that run gnubg -t -q -c FILE "
            "and read what it prints, such as AnkiGammon."
        ),
    )
    parser.add_argument("-c", "--commands", type=Path, help="a file of commands; else stdin")
    parser.add_argument("-t", "--tty", action="store_true", help="accepted: there is no window")
    parser.add_argument("-q", "--quiet", action="store_true", help="accepted: there is no sound")
    parser.add_argument("-r", "--no-rc", action="store_true", help="accepted: none is read")
    parser.add_argument("--model", default="default", help="who answers")
    return parser


def run(arguments: Sequence[str]) -> int:
    """Carry out the commands; raises OSError when their file cannot be read."""
    options = parser().parse_args(arguments)
    session = TextSession(
        lambda: Analyser.load(options.model), lambda line: print(line, flush=True)
    )
    if options.commands is not None:
        text = options.commands.read_text("utf-8", "replace")
        lines: Iterable[str] = text.splitlines()
    else:
        lines = sys.stdin
    for line in lines:
        if len(line) > _LONGEST:
            print(f"A line of {len(line)} characters is no command.", flush=True)
        elif not session.handle(line):
            break
    return 0
