"""``signature``: print one number for each part of the engine, to compare two commits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import tyro

from engine.cli.line import read_options, run
from training.bench.signatures import SIGNATURES


@dataclass(frozen=True, slots=True)
class Options:
    """Print one number for each part of the engine.

    A change that changes no result leaves every number as it was (on the same machine).
    """

    parts: Annotated[tuple[str, ...], tyro.conf.Positional] = ()
    """Beginnings of the names of the parts to sign; all of them if none is given."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    options = read_options(Options, argv, "signature")
    return run(lambda: _print(options))


def _print(options: Options) -> int:
    names = [n for n in SIGNATURES if not options.parts or n.startswith(options.parts)]
    if not names:
        raise ValueError(f"parts must be among: {', '.join(SIGNATURES)}")
    for name in names:
        print(f"{name:<22}{SIGNATURES[name]()}", flush=True)
    return 0
