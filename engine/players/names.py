"""Players and evaluators by the names people type.

=================== =============================================================================
``random``          any play with equal chances
``pip``             the race only: fewest own pips minus the opponent's
``model:NAME``      a network: a shipped one (``default``) or a path; ``?ply=2`` searches, see
                    :mod:`engine.players.search_options`
``pubeval``         Tesauro's yardstick, through gnubg-nn
``gnubg:0``         GNU Backgammon without search, through gnubg-nn; the cube by our formula
``gnubg-program:N`` GNU Backgammon itself, Debian's program, N plies (0 to 3) and its own cube
``bgsage:N``        Open Sage through bgsage, at what it calls 1-ply (no search) to 3-ply
``file:PATH``       the evaluator that a trusted Python file's ``load()`` returns
=================== =============================================================================
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from engine.evaluation.protocol import Evaluator
from engine.players.player import CubePlayer, RankingPlayer, Ranks
from engine.players.search_options import OWN, BadOption, SearchOptions, read_options
from engine.rules.board import Board

ACCEPTED = (
    "random, pip, model:NAME, model:PATH[?ply=N], pubeval, gnubg:0, gnubg-program:0 to :3, "
    "bgsage:1 to :3, file:PATH"
)

_PROGRAMS = tuple(f"gnubg-program:{ply}" for ply in range(4))
_WITHOUT_ESTIMATE = ("random", "pip", "pubeval")

Factory = Callable[[np.random.Generator], RankingPlayer]
"""Makes a player that draws from a generator; what is slow to load was loaded before."""


class UnknownPlayer(ValueError):
    """A name that no player has; the message lists the names that are accepted."""


def player_of(name: str, rng: np.random.Generator) -> RankingPlayer:
    """Return the player called ``name``; only ``random`` draws from ``rng``.

    Raises:
        UnknownPlayer: nobody is called that.
        ValueError: the player's program, model or file is missing or damaged.
    """
    return factory_of(name)(rng)


def factory_of(name: str) -> Factory:
    """Return what makes the player called ``name``, with its network or program loaded."""
    if name == "random":
        from engine.players.simple import RandomPlayer

        return RandomPlayer
    player = _deterministic(name)
    return lambda _: player


def evaluator_of(name: str) -> Evaluator:
    """Return the evaluator behind the player called ``name``; raises as :func:`player_of`."""
    if name in _WITHOUT_ESTIMATE:
        raise UnknownPlayer(f"{name} ranks plays but estimates no outcomes")
    if name == "gnubg:0":
        from engine.players.third_party.gnubg import GnubgEvaluator

        return GnubgEvaluator()
    if name == "bgsage:1":
        from engine.players.third_party.bgsage import BgsageEvaluator

        return BgsageEvaluator()
    return _evaluator(name)


def estimator_of(name: str) -> Callable[[Board], Ranks]:
    """Return the estimate of the player called ``name``; raises as :func:`player_of`.

    It takes afterstates ``int8 [M, 26]``, seen by the mover, and returns the mover's cubeless
    equities in points, ``float [M]``.
    """
    if name in _WITHOUT_ESTIMATE:
        raise UnknownPlayer(f"{name} ranks plays but estimates no equities")
    player = _deterministic(name)
    # The position before the play is not known; Open Sage, which asks for it, gets the one after.
    return lambda after: player.rank(after, after, np.arange(len(after) + 1, dtype=np.int64))


def _deterministic(name: str) -> RankingPlayer:
    """Return a player that needs no generator.  Programs and networks are imported when named."""
    if name == "pip":
        from engine.players.simple import PipPlayer

        return PipPlayer()
    if name == "pubeval":
        from engine.players.third_party.pubeval import Pubeval

        return Pubeval()
    if name == "gnubg:0":
        from engine.players.third_party.gnubg import GnubgPlayer

        return GnubgPlayer()
    if name in _PROGRAMS:
        from engine.players.third_party.gnubg_program_player import GnubgProgramPlayer

        return GnubgProgramPlayer(_PROGRAMS.index(name))
    if name == "bgsage:1":
        from engine.players.third_party.bgsage import BgsagePlayer

        return BgsagePlayer()
    if name in ("bgsage:2", "bgsage:3"):
        from engine.players.third_party.bgsage_search import BgsageSearchPlayer

        return BgsageSearchPlayer(int(name[-1]))
    return _evaluating(name)


def _evaluating(name: str) -> RankingPlayer:
    """Return a player that chooses by an evaluator, with or without search."""
    plain, _, text = name.partition("?")
    try:
        options = read_options(text)
    except BadOption as error:
        raise UnknownPlayer(f"player {name!r}: {error}") from error
    player = _searching(plain, options, name)
    if options.cube == OWN:
        return player
    from engine.players.borrowed_cube import BorrowedCube

    cube = _deterministic(options.cube)
    if not isinstance(cube, CubePlayer):
        raise UnknownPlayer(f"player {name!r}: {options.cube} plays without a cube only")
    return BorrowedCube(player, cube, name)


def _searching(plain: str, options: SearchOptions, name: str) -> RankingPlayer:
    """Return the player of the evaluator ``plain`` at the level of ``options``."""
    from engine.players.greedy import GreedyPlayer
    from engine.players.searching import SearchPlayer

    evaluator = _evaluator(plain)
    if not options.searches and not plain.startswith("model:"):
        return GreedyPlayer(evaluator, name)
    from engine.evaluation.bearoff.evaluator import BearoffEvaluator
    from engine.evaluation.bearoff.tables import load_tables

    # Our networks leave the endgames to the tables; who searches meets them in the tree.
    tables = load_tables()
    exact = BearoffEvaluator(tables, evaluator)
    if not options.searches:
        return GreedyPlayer(exact, name)
    scout = options.scout_of(plain)
    shortlisting = None if scout is None else BearoffEvaluator(tables, _evaluator(scout))
    return SearchPlayer(exact, options.ply, name, shortlisting, options.filter)


def _evaluator(name: str) -> Evaluator:
    kind, _, rest = name.partition(":")
    if kind == "model" and rest:
        from engine.evaluation.network.modelfile import load_network

        return load_network(rest)
    if kind == "file" and rest:
        from engine.players.external import ExternalEvaluator

        return ExternalEvaluator(Path(rest))
    raise UnknownPlayer(f"player {name!r}: {ACCEPTED} are accepted")
