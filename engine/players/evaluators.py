"""Evaluators by the names people type; :mod:`engine.players.names` lists them."""

from __future__ import annotations

from pathlib import Path

from engine.evaluation.protocol import Evaluator

ACCEPTED = (
    "random, pip, model:NAME, model:PATH[?ply=N], pubeval, gnubg:0, gnubg-program:0 to :3, "
    "bgsage:1 to :3, file:PATH"
)

WITHOUT_ESTIMATE = ("random", "pip", "pubeval")
"""Players that rank plays without an estimate of the outcomes."""


class UnknownPlayer(ValueError):
    """A name that no player has; the message lists the names that are accepted."""


def evaluator_of(name: str) -> Evaluator:
    """Return the evaluator behind the player called ``name``.

    Raises:
        UnknownPlayer: no evaluator is called that.
        ValueError: the program, model or file is missing or damaged.
    """
    if name in WITHOUT_ESTIMATE:
        raise UnknownPlayer(f"{name} ranks plays but estimates no outcomes")
    if name == "gnubg:0":
        from engine.players.third_party.gnubg import GnubgEvaluator

        return GnubgEvaluator()
    if name == "bgsage:1":
        from engine.players.third_party.bgsage import BgsageEvaluator

        return BgsageEvaluator()
    kind, _, rest = name.partition(":")
    if kind == "model" and rest:
        from engine.evaluation.network.modelfile import load_network

        return load_network(rest)
    if kind == "file" and rest:
        from engine.players.external import ExternalEvaluator

        return ExternalEvaluator(Path(rest))
    raise UnknownPlayer(f"player {name!r}: {ACCEPTED} are accepted")
