"""``chaquete``: the installed command; ``chaquete VERB ...`` does what ``scripts/VERB.py`` does."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec

from engine.cli.line import USAGE_ERROR

VERBS = {
    "analyse": ("engine", "analyse a position or a match file"),
    "rollout": ("engine", "play a position out many times"),
    "play": ("engine", "play against the engine in the terminal"),
    "serve": ("engine", "answer other programs over their protocols"),
    "build-bearoff": ("engine", "build the exact bear-off tables"),
    "train": ("training", "train a network by self-play"),
    "evaluate": ("training", "measure players by games and benchmarks"),
    "compare-cube": ("training", "compare cube actions with gnubg's"),
    "compare-match": ("training", "compare the analysis of a match with gnubg's"),
    "make-suite": ("training", "make a suite of decisions by rollouts"),
    "measure-speed": ("training", "measure speed beside other programs"),
    "measure-http": ("training", "measure the HTTP server with many clients at once"),
    "measure-scaling": ("training", "measure how training scales with processes"),
    "ladder": ("training", "measure how networks grew in training"),
    "signature": ("training", "print one number for each part of the engine's results"),
}
"""The package that a verb's module is in, and what it does in a few words."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the verb that ``argv`` begins with; return its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    offered = _offered()
    if not arguments or arguments[0] in ("-h", "--help"):
        print(_help(offered))
        return 0 if arguments else USAGE_ERROR
    verb, *rest = arguments
    if verb not in offered:
        print(f"error: {verb!r}: {', '.join(offered)} are accepted", file=sys.stderr)
        return USAGE_ERROR
    # Imported only now: a verb pays for its own imports, and --help for none.
    code: int = import_module(offered[verb]).main(rest)
    return code


def _offered() -> dict[str, str]:
    """Return the modules of the verbs that this installation has."""
    modules = {
        verb: f"{package}.cli.{verb.replace('-', '_')}" for verb, (package, _) in VERBS.items()
    }
    return {verb: module for verb, module in modules.items() if find_spec(module) is not None}


def _help(offered: dict[str, str]) -> str:
    lines = ["usage: chaquete VERB ...", "", "A backgammon engine that teaches itself.", ""]
    lines += [f"  {verb:<16} {VERBS[verb][1]}" for verb in offered]
    return "\n".join([*lines, "", "chaquete VERB --help lists the options of a verb."])
