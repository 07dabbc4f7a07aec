"""``chaquete VERB ...``, and ``scripts/VERB.py ...``, which does the same in a checkout."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path

from engine import __version__
from engine.cli.line import USAGE_ERROR, naming_extras
from engine.cli.verbs import GROUPS, VERBS, Verb


def main(argv: Sequence[str] | None = None) -> int:
    """Run the verb that ``argv`` begins with; return its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if not arguments or arguments[0] in ("-h", "--help"):
        print(_help())
        return 0 if arguments else USAGE_ERROR
    name, *rest = arguments
    if name == "--version":
        print(f"chaquete {__version__}")
        return 0
    if name not in VERBS:
        print(f"error: {_unknown(name)}", file=sys.stderr)
        return USAGE_ERROR
    return _run(VERBS[name], rest)


def run_script(path: str) -> int:
    """Run the verb that the script at ``path`` is named after, with the process's arguments."""
    return _run(VERBS[Path(path).stem.replace("_", "-")], sys.argv[1:])


def _run(verb: Verb, arguments: Sequence[str]) -> int:
    # Imported only now: a verb pays for its own imports, and --help for none.
    return naming_extras(lambda: import_module(verb.module).main(arguments))


def _unknown(name: str) -> str:
    close = get_close_matches(name, VERBS, n=1)
    meant = f"did you mean {close[0]!r}? " if close else ""
    return f"there is no verb {name!r}: {meant}The verb must be one of {', '.join(VERBS)}"


def _help() -> str:
    lines = ["usage: chaquete VERB ...", "", "A backgammon engine that teaches itself."]
    for group in GROUPS:
        lines += ["", f"{group}:"]
        lines += [f"  {v.name:<16} {v.summary}" for v in VERBS.values() if v.group == group]
    lines += [
        "",
        "chaquete VERB --help lists the options of a verb, chaquete --version prints the version,",
        "and chaquete VERB --tyro-print-completion SHELL a completion for bash, zsh or tcsh.",
    ]
    return "\n".join(lines)
