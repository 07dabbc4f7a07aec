"""GNU Backgammon itself, Debian's program, where it is installed."""

import subprocess

import pytest

from engine.players.third_party.gnubg_program import find_program
from engine.players.third_party.peers import PeerMissing


def _program():
    try:
        return find_program()
    except PeerMissing:
        return None


PROGRAM = _program()

needs_gnubg = pytest.mark.skipif(PROGRAM is None, reason="GNU Backgammon is not installed")


def run(commands, seconds=120, **options):
    """Return what it prints at ``commands``; ``options`` are those of subprocess.run."""
    done = subprocess.run(
        [PROGRAM, "-t", "-q"],
        input="\n".join([*commands, "quit", "y", ""]),
        capture_output=True,
        text=True,
        timeout=seconds,
        **options,
    )
    return done.stdout
