"""``compare_cube``: our cube decisions beside GNU Backgammon's."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from tqdm import tqdm

from engine.analysis.analyser import Analyser
from engine.analysis.rolled import RolloutSettings
from engine.cli.line import checked_seed, read_options, run
from training.bench.arena.cube_agreement import Comparison, compare, sample_positions, settle


@dataclass(frozen=True, slots=True)
class Options:
    """Compare cube decisions from self-play at mixed scores with those of Debian's gnubg.

    Prints the share of equal decisions and lists the others with the equities of both.
    """

    model: str = "default"
    """A shipped model's name, a file's path, or another evaluator such as gnubg:0."""
    ply: int = 2
    """Plies that we look ahead."""
    gnubg_ply: int = 2
    """Plies that GNU Backgammon looks ahead."""
    positions: int = 500
    """Cube decisions compared."""
    rollout: int = 0
    """Settle the differences by rollouts of so many trials; 0 leaves them open."""
    seed: int = 1
    """Of the self-play that the decisions come from, and of the rollouts."""
    json: bool = False
    """Print data instead of text."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    options = read_options(Options, argv, "compare-cube")
    return run(lambda: _compare(options))


def _compare(options: Options) -> int:
    if options.positions < 1:
        raise ValueError(f"positions {options.positions}: 1 or more are accepted")
    analyser = Analyser.load(options.model, options.ply)
    rng = np.random.default_rng(checked_seed(options.seed))
    positions = sample_positions(analyser, options.positions, rng)
    found = compare(analyser, positions, options.gnubg_ply)
    different = [c for c in found if not c.same]
    share = 1 - len(different) / len(found)
    if options.rollout:
        settings = RolloutSettings(options.rollout, seed=options.seed)
        different = [settle(analyser, c, settings) for c in tqdm(different, disable=None)]
    if options.json:
        told = {
            "positions": len(found),
            "agreement": share,
            "ply": options.ply,
            "gnubg_ply": options.gnubg_ply,
            "different": [c.as_json() for c in different],
        }
        print(json.dumps(told, allow_nan=False))
        return 0
    for comparison in different:
        print(_line(comparison))
    print(f"{len(found)} cube decisions, the same in {100 * share:.1f} %")
    if options.rollout and different:
        print(_settled(different))
    return 0


def _settled(different: list[Comparison]) -> str:
    """Return who is right how often, by the rollouts."""
    costs = np.array([(c.our_cost or 0.0, c.their_cost or 0.0) for c in different])
    more = costs[:, 0] - costs[:, 1]
    error = more.std(ddof=1) / np.sqrt(len(more)) if len(more) > 1 else 0.0
    ours, theirs = costs.mean(axis=0)
    return (
        f"By rollouts ours is right {(more < 0).sum()} times, gnubg's {(more > 0).sum()} times; "
        f"mean cost {ours:.4f} and {theirs:.4f}, difference {more.mean():+.4f} +- {error:.4f} "
        f"(standard error)"
    )


def _line(comparison: Comparison) -> str:
    ours, theirs = comparison.our_equities, comparison.their_equities
    return (
        f"{comparison.xgid}\n"
        f"  ours  {comparison.ours:<26} no double {ours[0]:+.3f}  double, take {ours[1]:+.3f}\n"
        f"  gnubg {comparison.theirs:<26} no double {theirs[0]:+.3f}  double, take {theirs[1]:+.3f}"
        + (
            ""
            if comparison.our_cost is None
            else f"\n  by rollout ours costs {comparison.our_cost:.3f}, "
            f"gnubg's {comparison.their_cost:.3f}"
        )
    )
