"""``measure_speed``: generator, networks, search and rollouts beside other programs'."""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.cli.line import checked_seed, read_options, run
from engine.evaluation.protocol import Evaluator
from engine.players.evaluators import evaluator_of
from engine.players.names import player_of
from engine.players.player import Player
from engine.rules.board import mirror
from engine.rules.movegen import afterstates
from training.bench.arena.speed import (
    deciders,
    evaluators,
    generators,
    met_in_play,
    rollers,
    take_turns,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Measure speed on one core, on positions of strong self-play, beside the programs installed.

    Contestants take turns; speeds are per second of processor time, the median of the repetitions
    with their range, and ratios are formed within each repetition.
    """

    pairs: int = 10000
    """Boards and rolls for the move generators."""
    repetitions: int = 7
    """Turns of each contestant."""
    decisions: int = 1000
    """Decisions of each turn at 0-ply; a tenth as many for each further ply."""
    plies: int = 2
    """The most plies that decisions look ahead, 0 to 2; -1 leaves decisions out."""
    trials: int = 72
    """Trials of each rollout; 0 leaves rollouts out."""
    player: str = ""
    """Whose games the positions are from; default: the best player there is."""
    seed: int = 1
    """Of the games."""
    json: bool = False
    """Print the result as JSON."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    arguments = sys.argv[1:] if argv is None else argv
    options = read_options(Options, list(arguments), "measure-speed")
    return run(lambda: _measure(options))


def _measure(options: Options) -> int:
    if min(options.pairs, options.repetitions, options.decisions) < 1:
        raise ValueError("1 or more pairs, repetitions and decisions are accepted")
    if options.trials < 0 or options.trials == 1:
        raise ValueError("2 or more trials are accepted, or 0 for no rollouts")
    if not -1 <= options.plies <= 2:
        raise ValueError(f"{options.plies} plies: -1 to 2 are accepted")
    rng = np.random.default_rng(checked_seed(options.seed))
    player = _strong_player(options.player)
    boards, rolls = met_in_play(player, options.pairs, rng)
    data: dict[str, Any] = {
        "machine": platform.processor() or platform.machine(),
        "cores": 1,
        "pairs": options.pairs,
        "positions_from": player.name,
        "afterstates": take_turns(generators(boards, rolls), options.repetitions),
    }
    plays, _ = afterstates(boards, rolls)
    distinct = rng.permutation(np.unique(mirror(plays), axis=0))
    named = _evaluators()
    data["evaluations"] = take_turns(
        evaluators(named, distinct, options.repetitions), options.repetitions
    )
    for ply in range(options.plies + 1):
        count = max(options.decisions // 10**ply, 1) * (options.repetitions + 1)
        contestants = deciders(ply, *met_in_play(player, count, rng), options.repetitions)
        data[f"decisions at {ply}-ply"] = take_turns(contestants, options.repetitions)
    if options.trials:
        places, _ = met_in_play(player, options.repetitions + 1, rng)
        data["trials"] = take_turns(rollers(options.trials, places), options.repetitions)
    print(json.dumps(data, indent=2) if options.json else _in_words(data))
    return 0


def _strong_player(name: str) -> Player:
    """Return the player called ``name``, or the first of the usual ones that is there."""
    rng = np.random.default_rng(0)
    for choice in [name] if name else ["model:default", "gnubg:0"]:
        try:
            return player_of(choice, rng)
        except ValueError:
            if name:
                raise
    return player_of("pip", rng)


def _evaluators() -> list[Evaluator]:
    """Return the shipped networks and those of the other programs, as far as they are there."""
    there = []
    for name in ("model:default", "model:small", "gnubg:0", "bgsage:1"):
        try:
            there.append(evaluator_of(name))
        except ValueError:
            continue
    return there


def _in_words(data: dict[str, Any]) -> str:
    lines = [f"{data['pairs']} boards and rolls of {data['positions_from']}'s play, one core"]
    for work in (key for key, value in data.items() if isinstance(value, dict)):
        first = next(iter(data[work]))
        for name, measured in data[work].items():
            speed = measured["per_second"]
            line = (
                f"{name:<22} {speed['median']:>12,.0f} {work}/s "
                f"({speed['least']:,.0f} to {speed['most']:,.0f}, n {measured['repetitions']})"
            )
            if "ours_times" in measured:
                ratio = measured["ours_times"]
                line += (
                    f"   {first} / this: {ratio['median']:.2f} "
                    f"({ratio['least']:.2f} to {ratio['most']:.2f})"
                )
            lines.append(line)
    return "\n".join(lines)
