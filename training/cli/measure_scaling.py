"""``measure_scaling``: training speed on 1 and more ranks, and what follows for many."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from engine.cli.line import read_options, run
from engine.cores import cores
from training.bench.scaling import Speed, bytes_of, measure, projected, ring_seconds
from training.config import TrainConfig, preset

_RANKS = (2, 8, 64, 1000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Measure how training speeds up with ranks under torchrun, one machine, on a preset.

    The batch and the games side by side are the same in all, or grow with the ranks with --weak.
    Let nothing else run meanwhile.
    """

    preset: Literal["quick", "standard"] = "standard"
    """Settings to train with."""
    ranks: tuple[int, ...] = (1, 2)
    """Numbers of ranks; the first is what the others are compared with."""
    seconds: float = 60.0
    """How long each is measured."""
    weak: bool = False
    """Batch, pool and games side by side grow with the ranks."""
    bandwidth: float = 10.0
    """Of the network that is projected to, Gbit/s between two ranks."""
    latency: float = 50.0
    """Of a message there, microseconds."""
    json: bool = False
    """Print data instead of text."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    return run(lambda: _measure(read_options(Options, argv, "measure-scaling")))


def _measure(options: Options) -> int:
    if not options.ranks or min(options.ranks) < 1 or not options.seconds > 0:
        raise ValueError("1 or more ranks and more than 0 seconds are accepted")
    if not (options.bandwidth > 0 and options.latency >= 0):
        raise ValueError("a bandwidth of more than 0 and a latency of 0 or more are accepted")
    config = preset(options.preset)
    speeds = []
    with tempfile.TemporaryDirectory() as folder:
        for ranks in options.ranks:
            arguments = ["--preset", options.preset, *_sizes(config, ranks if options.weak else 1)]
            speeds.append(measure(ranks, options.seconds, arguments, Path(folder) / str(ranks)))
    data = _told(options, config, speeds)
    print(json.dumps(data, indent=2) if options.json else _in_words(data))
    return 0


def _sizes(config: TrainConfig, times: int) -> list[str]:
    sizes = {"batch": config.batch, "pool": config.pool, "parallel-games": config.parallel_games}
    return [word for key, n in sizes.items() for word in (f"--{key}", str(n * times))]


def _told(options: Options, config: TrainConfig, speeds: Sequence[Speed]) -> dict[str, Any]:
    base = speeds[0]
    size = bytes_of(config)
    measured = [
        {
            **asdict(speed),
            "games_per_second": speed.games_per_second,
            "plies_per_second": speed.plies_per_second,
            "updates_per_second": speed.updates_per_second,
            "efficiency": (speed.plies_per_second / speed.ranks)
            / (base.plies_per_second / base.ranks),
        }
        for speed in speeds
    ]
    data: dict[str, Any] = {
        "preset": options.preset,
        "cores": cores(),
        "scaling": "weak" if options.weak else "strong",
        "batch": config.batch,
        "gradient_bytes": size,
        "measured": measured,
    }
    if base.ranks == 1 and len(speeds) > 1 and not options.weak:
        data["projected"] = _projected(options, base, speeds[1], size)
    return data


def _projected(
    options: Options, alone: Speed, several: Speed, size: int
) -> list[dict[str, float | int]]:
    work = 1 / alone.updates_per_second
    wait = max(1 / several.updates_per_second - work / several.ranks, 0.0)
    rows: list[dict[str, float | int]] = []
    for ranks in _RANKS:
        ring = ring_seconds(ranks, size, options.bandwidth * 1e9 / 8, options.latency * 1e-6)
        efficiency = projected(work, wait, ranks, ring)
        rows.append(
            {
                "ranks": ranks,
                "bytes_per_rank_and_update": round(2 * (ranks - 1) / ranks * size),
                "updates_per_second": efficiency * ranks / work,
                "efficiency": efficiency,
                # The batch at which a rank works half the time and waits half the time.
                "batch_for_half": round(ranks * (wait + ring) / work * _batch(options)),
            }
        )
    return rows


def _batch(options: Options) -> int:
    return preset(options.preset).batch


def _in_words(data: dict[str, Any]) -> str:
    lines = [
        f"preset {data['preset']}, {data['cores']} cores, {data['scaling']} scaling, batch "
        f"{data['batch']}, {data['gradient_bytes'] / 1e6:.2f} MB of gradients an update",
        "",
        "| ranks | games/s | plies/s | updates/s | efficiency |",
        "|---|---|---|---|---|",
    ]
    lines += [
        f"| {m['ranks']} | {m['games_per_second']:.0f} | {m['plies_per_second']:,.0f} "
        f"| {m['updates_per_second']:.1f} | {m['efficiency']:.2f} |"
        for m in data["measured"]
    ]
    if "projected" in data:
        lines += [
            "",
            "| ranks, projected | MB a rank and update | updates/s | efficiency | batch for 0.5 |",
            "|---|---|---|---|---|",
        ]
        lines += [
            f"| {p['ranks']} | {p['bytes_per_rank_and_update'] / 1e6:.2f} "
            f"| {p['updates_per_second']:.1f} | {p['efficiency']:.3f} | {p['batch_for_half']:,} |"
            for p in data["projected"]
        ]
    return "\n".join(lines)
