"""A real GNU Backgammon that plays against us."""

from tests.gnubg import run

AGAINST_US = """\
set confirm new off
set confirm save off
set automatic roll on
set automatic game {automatic}
set automatic move off
set rng mersenne
set seed {seed}
set player 0 gnubg
set player 0 chequerplay evaluation plies 0
set player 0 cubedecision evaluation plies 0
set player 1 external {address}
"""


def play(address, path, length=0, games=1, seed=1, session=()):
    """Let it play a match, or so many money games, against ``address``; return what it printed."""
    automatic = "on" if length else "off"
    commands = AGAINST_US.format(address=address, seed=seed, automatic=automatic).splitlines()
    # A "play" may stop early, after a beaver for instance; one too many only says "no game".
    if length:
        commands += [f"new match {length}", *["play"] * 20]
    else:
        commands += [*session, "new session", *([*["play"] * 5, "new game"] * games)[:-1]]
    return run([*commands, f"export match mat {path}"])
