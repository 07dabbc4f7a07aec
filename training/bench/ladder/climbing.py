"""Measuring networks for the ladder, and only what has not been measured yet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from engine.players.names import factory_of, player_of
from training.bench.arena.duel import Contest, run
from training.bench.arena.scoring import score_decisions
from training.bench.arena.suites import read_decisions
from training.bench.ladder.checkpoint import Checkpoint
from training.bench.ladder.rows import (
    add_row,
    decisions_row,
    duel_row,
    has_decisions,
    has_duel,
    read_rows,
)
from training.distributed import joined, leads

Ancestors = Literal["none", "last", "all"]


@dataclass(frozen=True, slots=True)
class Opponent:
    """Whom networks are measured against."""

    label: str
    player: str
    """What he is made by; of an opponent given by path the label alone is written down."""
    kind: str = "fixed"


@dataclass(frozen=True, slots=True)
class Climb:
    """What is to be measured."""

    networks: Sequence[Checkpoint]
    opponents: Sequence[Opponent]
    suites: Sequence[Path]
    ancestors: Ancestors
    games: int
    seed: int
    workers: int


def opponent_of(text: str) -> Opponent:
    """Return the opponent written ``NAME=PLAYER`` or just ``PLAYER``.

    Of a path that has no name its last part is reported: where it lies says nothing to others.
    """
    label, found, player = text.partition("=")
    # A player's own options have equal signs behind their question mark.
    if found and "?" not in label:
        return Opponent(label, player)
    kind, colon, rest = text.partition(":")
    return Opponent(kind + colon + re.split(r"[/\\]", rest)[-1], text)


@joined()
def climb(todo: Climb, rows_file: Path) -> bool:
    """Measure and append rows; return False when Ctrl-C ended it.

    Raises:
        ValueError: a network, opponent or suite is not there: told before the first game.
    """
    for opponent in todo.opponents if todo.networks else ():
        factory_of(opponent.player)
    networks = sorted(todo.networks, key=lambda network: (network.games, network.hours))
    if leads():
        for path in todo.suites:
            _answer(networks, path, rows_file)
    for place, network in enumerate(networks):
        against = [*todo.opponents, *_ancestors(networks[:place], todo.ancestors)]
        for opponent in against:
            if has_duel(read_rows(rows_file), network, opponent.label, todo.games):
                continue
            contest = Contest((network.player, opponent.player), todo.games, todo.seed)
            result = run(contest, todo.workers)
            if result.stopped:
                return False
            if leads():
                add_row(rows_file, duel_row(network, opponent.label, opponent.kind, result))
    return True


def _ancestors(earlier: Sequence[Checkpoint], which: Ancestors) -> list[Opponent]:
    chosen = {"none": [], "last": earlier[-1:], "all": earlier}[which]
    return [Opponent(network.name, network.player, "ancestor") for network in chosen]


def _answer(networks: Sequence[Checkpoint], path: Path, rows_file: Path) -> None:
    """Score the networks on the decisions in ``path``."""
    decisions = read_decisions(path)
    for network in networks:
        if not has_decisions(read_rows(rows_file), network, path.name):
            player = player_of(network.player, np.random.default_rng(0))
            add_row(
                rows_file,
                decisions_row(network, path.name, score_decisions(player, decisions)),
            )
