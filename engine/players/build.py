"""The one place where an engine is put together: network, scout, exact endgames, search and cube.

Whoever plays, analyses, rolls out or measures says what is wanted as an :class:`EngineSpec` and
has :func:`build` make it; so what is measured is what is shipped.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.cube.met import MatchEquityTable
from engine.evaluation.bearoff.evaluator import BearoffEvaluator
from engine.evaluation.bearoff.tables import BearoffTables, load_tables
from engine.evaluation.protocol import Evaluator
from engine.players.evaluators import evaluator_of
from engine.players.search_options import BESIDE, SearchOptions
from engine.search.cache import Cache
from engine.search.replies import Shortlist
from engine.search.search import Search, Settings
from engine.search.worths import Cubeful, Cubeless


@dataclass(frozen=True, slots=True)
class EngineSpec:
    """Which engine: everything that its answers depend on but the position."""

    evaluator: str = "model:default"
    """The name of the evaluator at the leaves (:mod:`engine.players.evaluators`)."""
    ply: int = 0
    """Plies to look ahead, 0 to 3."""
    filter: str = "normal"
    """The move filter: none, tiny, normal or large."""
    scout: str = BESIDE
    """The small network that shortlists replies, as in :mod:`engine.players.search_options`."""
    cubeful: bool = True
    """Value the cube as alive; else as if it stayed where it is."""
    bearoff: bool = True
    """Know the bear-offs of the tables exactly, and the worth of the cube in them."""
    met: MatchEquityTable | None = None
    """The match equity table; Kazaross-XG2 when None."""


@dataclass(frozen=True, slots=True)
class Engine:
    """An engine that has been put together."""

    search: Search
    """Its evaluator, scout, level, valuation and cache."""
    tables: BearoffTables | None
    """Its exact endgames, which the search's evaluator and scout know, too."""


def build(
    spec: EngineSpec, tables: BearoffTables | None = None, cache: Cache | None = None
) -> Engine:
    """Return the engine that ``spec`` describes.

    Args:
        spec: what is wanted.
        tables: the exact endgames, when they have been loaded already; ignored if ``spec`` wants
            none.
        cache: where searched positions are kept; None keeps none.

    Raises:
        UnknownPlayer: no evaluator has the name.
        ValueError: the model or a table is missing or damaged, or a setting is not accepted.
    """
    settings = Settings(spec.ply, spec.filter)
    known = (tables or load_tables()) if spec.bearoff else None

    def loaded(name: str) -> Evaluator:
        evaluator = evaluator_of(name)
        return evaluator if known is None else BearoffEvaluator(known, evaluator)

    evaluator = loaded(spec.evaluator)
    scout = SearchOptions(scout=spec.scout).scout_of(spec.evaluator)
    shortlist = None if scout is None else Shortlist(loaded(scout))
    valuation = Cubeful.knowing(known, spec.met) if spec.cubeful else Cubeless(spec.met)
    return Engine(Search(evaluator, settings, valuation, shortlist, cache), known)
