"""``measure-http``: how the HTTP server does with many clients at once."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from tqdm import tqdm

from engine.cli.line import checked_seed, read_options, run
from engine.players.names import player_of
from training.bench.arena.http_load import Load, load, requests_of
from training.bench.arena.speed import met_in_play

_SERVER = "import sys; from engine.cli.serve import main; sys.exit(main(sys.argv[1:]))"


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Ask an HTTP server about positions of play, with many clients at once and with one alone."""

    url: str = ""
    """The server; default: one of our own, at 0-ply, on this machine and its cores."""
    model: str = "default"
    """Who answers, if the server is our own."""
    clients: int = 64
    """Clients at once."""
    requests: int = 960
    """Requests of each kind, all clients together."""
    alone: int = 100
    """Requests of each kind of one client with nobody else there."""
    seed: int = 1
    """Of the positions."""
    json: bool = False
    """Print the result as JSON."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    arguments = sys.argv[1:] if argv is None else argv
    options = read_options(Options, list(arguments), "measure-http")
    return run(lambda: _measure(options))


def _measure(options: Options) -> int:
    for name in ("clients", "requests", "alone"):
        if getattr(options, name) < 1:
            raise ValueError(f"{name} {getattr(options, name)}: 1 or more is accepted")
    rng = np.random.default_rng(checked_seed(options.seed))
    boards, rolls = met_in_play(player_of("pip", rng), options.requests, rng)
    asked = [
        requests_of(board, (int(roll[0]), int(roll[1])))
        for board, roll in zip(boards, rolls, strict=True)
    ]
    kinds = list(asked[0])
    data: dict[str, Any] = {"clients": options.clients, "kinds": {}}
    with _server(options) as url:
        for kind in tqdm(kinds, unit=" kinds", disable=None):
            all_of_kind = [requests[kind] for requests in asked]
            alone = load(url, all_of_kind[: options.alone], 1)
            crowd = load(url, all_of_kind, options.clients)
            data["kinds"][kind] = {"crowd": _data(crowd), "alone": _data(alone)}
    print(json.dumps(data, indent=2) if options.json else _in_words(data))
    return 0


@contextmanager
def _server(options: Options) -> Iterator[str]:
    """Yield the server's address; one of our own runs until the end of the ``with`` block."""
    if options.url:
        yield options.url
        return
    arguments = ["http", "--port", "0", "--ply", "0", "--model", options.model]
    process = subprocess.Popen(
        [sys.executable, "-c", _SERVER, *arguments], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        told = process.stdout.readline().split()
        if not told:
            raise ValueError("the server did not start: it says why above")
        yield told[-1]
    finally:
        process.terminate()
        process.wait()


def _data(found: Load) -> dict[str, float]:
    return {
        "requests": found.requests,
        "lost": found.lost,
        "mixed_up": found.mixed_up,
        "per_second": found.per_second,
        "median": found.latency(0.5),
        "95%": found.latency(0.95),
        "slowest": found.latency(1.0),
    }


def _in_words(data: dict[str, Any]) -> str:
    lines = [f"{data['clients']} clients at once", ""]
    lines.append(
        f"{'':<24}{'requests':>9}{'lost':>6}{'mixed up':>10}{'per s':>8}{'median':>9}{'95 %':>9}"
        f"{'slowest':>9}{'alone':>9}"
    )
    for kind, found in data["kinds"].items():
        crowd, alone = found["crowd"], found["alone"]
        lines.append(
            f"{kind:<24}{crowd['requests']:>9}{crowd['lost']:>6}{crowd['mixed_up']:>10}"
            f"{crowd['per_second']:>8.0f}"
            + "".join(f"{1000 * crowd[name]:>6.0f} ms" for name in ("median", "95%", "slowest"))
            + f"{1000 * alone['median']:>6.1f} ms"
        )
    return "\n".join([*lines, "", "alone: the median of one client with nobody else there"])
