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
from typing import TYPE_CHECKING

import numpy as np

from engine.players.evaluators import ACCEPTED, WITHOUT_ESTIMATE, UnknownPlayer
from engine.players.player import CubePlayer, RankingPlayer, Ranks
from engine.players.search_options import NONE, OWN, BadOption, SearchOptions, read_options
from engine.rules.board import Board

if TYPE_CHECKING:
    from engine.players.build import EngineSpec

_PROGRAMS = tuple(f"gnubg-program:{ply}" for ply in range(4))

Factory = Callable[[np.random.Generator], RankingPlayer]
"""Makes a player that draws from a generator; what is slow to load was loaded before."""


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


def estimator_of(name: str) -> Callable[[Board], Ranks]:
    """Return the estimate of the player called ``name``; raises as :func:`player_of`.

    It takes afterstates ``int8 [M, 26]``, seen by the mover, and returns the mover's cubeless
    equities in points, ``float [M]``.
    """
    if name in WITHOUT_ESTIMATE:
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
    plain, options = _read(name)
    if not plain.startswith(("model:", "file:")):
        raise UnknownPlayer(f"player {name!r}: {ACCEPTED} are accepted")
    player = _searching(plain, options, name)
    if options.cube == OWN:
        return player
    from engine.players.borrowed_cube import BorrowedCube

    cube = _deterministic(options.cube)
    if not isinstance(cube, CubePlayer):
        raise UnknownPlayer(f"player {name!r}: {options.cube} plays without a cube only")
    return BorrowedCube(player, cube, name)


def spec_of(name: str) -> EngineSpec:
    """Return the specification behind the name ``model:NAME?ply=N...``, cube options aside.

    Raises:
        UnknownPlayer: an option is not accepted.
    """
    plain, options = _read(name)
    return _spec(plain, options)


def _read(name: str) -> tuple[str, SearchOptions]:
    """Return the evaluator's name and the options of ``name``."""
    plain, _, text = name.partition("?")
    try:
        return plain, read_options(text)
    except BadOption as error:
        raise UnknownPlayer(f"player {name!r}: {error}") from error


def _spec(plain: str, options: SearchOptions) -> EngineSpec:
    """Return what the player of the evaluator ``plain`` is made of."""
    from engine.players.build import EngineSpec

    # Our networks leave the endgames to the tables; who searches meets them in the tree.
    bearoff = options.searches or plain.startswith("model:")
    scout = options.scout if options.searches else NONE
    return EngineSpec(plain, options.ply, options.filter, scout, bearoff=bearoff)


def _searching(plain: str, options: SearchOptions, name: str) -> RankingPlayer:
    """Return the player of the evaluator ``plain`` at the level of ``options``."""
    from engine.players.build import build
    from engine.players.greedy import GreedyPlayer
    from engine.players.searching import SearchPlayer

    search = build(_spec(plain, options)).search
    if options.searches:
        return SearchPlayer(search, name)
    return GreedyPlayer(search.evaluator, name, search.valuation)
