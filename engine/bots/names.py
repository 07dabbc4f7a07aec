"""Players and evaluators by the names people type.

============== ==================================================================================
``random``     any play with equal chances
``pip``        the race only: fewest own pips minus the opponent's
``model:NAME`` a network: a shipped one (``default``) or a path; ``?ply=2`` searches
``pubeval``    Tesauro's yardstick, through gnubg-nn
``gnubg:0``    GNU Backgammon without search, through gnubg-nn
``bgsage:1``   Open Sage without search (it calls that 1-ply), through bgsage
``file:PATH``  the evaluator that a trusted Python file's ``load()`` returns
============== ==================================================================================
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np

from engine.bots.player import Player
from engine.evaluators import Evaluator

ACCEPTED = "random, pip, model:NAME, model:PATH[?ply=N], pubeval, gnubg:0, bgsage:1, file:PATH"

Factory = Callable[[np.random.Generator], Player]
"""Makes a player that draws from a generator; what is slow to load was loaded before."""


class UnknownPlayer(ValueError):
    """A name that no player has; the message lists the names that are accepted."""


def player_of(name: str, rng: np.random.Generator) -> Player:
    """Return the player called ``name``; only ``random`` draws from ``rng``.

    Raises:
        UnknownPlayer: nobody is called that.
        ValueError: the player's program, model or file is missing or damaged.
    """
    return factory_of(name)(rng)


def factory_of(name: str) -> Factory:
    """Return what makes the player called ``name``, with its network or program loaded."""
    from engine.bots.simple import PipPlayer, RandomPlayer

    if name == "random":
        return RandomPlayer
    if name == "pip":
        return lambda _: PipPlayer()
    if name == "pubeval":
        from engine.bots.pubeval import Pubeval

        pubeval = Pubeval()
        return lambda _: pubeval
    if name == "gnubg:0":
        from engine.bots.gnubg import GnubgPlayer

        gnubg = GnubgPlayer()
        return lambda _: gnubg
    if name == "bgsage:1":
        from engine.bots.bgsage import BgsagePlayer

        bgsage = BgsagePlayer()
        return lambda _: bgsage
    player = _evaluating(name)
    return lambda _: player


def evaluator_of(name: str) -> Evaluator:
    """Return the evaluator behind the player called ``name``; raises as :func:`player_of`."""
    if name == "gnubg:0":
        from engine.bots.gnubg import GnubgEvaluator

        return GnubgEvaluator()
    if name == "bgsage:1":
        from engine.bots.bgsage import BgsageEvaluator

        return BgsageEvaluator()
    if name in ("random", "pip", "pubeval"):
        raise UnknownPlayer(f"{name} ranks plays but estimates no outcomes")
    return _evaluator(name)


def _evaluating(name: str) -> Player:
    """Return a player that chooses by an evaluator, with or without search."""
    from engine.bots.greedy import GreedyPlayer

    plain, _, options = name.partition("?")
    evaluator = _evaluator(plain)
    ply = _ply_of(name, options)
    if ply == 0:
        return GreedyPlayer(evaluator, name)
    from engine.bots.searching import SearchPlayer

    return SearchPlayer(evaluator, ply, name)


def _ply_of(name: str, options: str) -> int:
    if not options:
        return 0
    match = re.fullmatch(r"ply=([0-3])", options)
    if match is None:
        raise UnknownPlayer(f"player {name!r}: the option ?ply=0 to ?ply=3 is accepted")
    return int(match[1])


def _evaluator(name: str) -> Evaluator:
    kind, _, rest = name.partition(":")
    if kind == "model" and rest:
        from engine.network.modelfile import load_network

        return load_network(rest)
    if kind == "file" and rest:
        from engine.bots.external import ExternalEvaluator

        return ExternalEvaluator(Path(rest))
    raise UnknownPlayer(f"player {name!r}: {ACCEPTED} are accepted")
