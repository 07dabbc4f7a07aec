"""``serve``: let other programs use the engine."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, cast

import tyro

from engine.analysis.analyser import Analyser
from engine.cli.line import read_options, run
from engine.cores import cores
from engine.rules.board import start
from engine.rules.position import Position
from engine.serve.gnubg.external import ExternalSession, Habits
from engine.serve.line_server import Limits, LineServer
from engine.serve.stopping import told_to_stop
from engine.serve.ubgi.console import converse

GNUBG_TEXT = "gnubg-text"
DESCRIPTION = """Let other programs use the engine.

A fifth route, `gnubg-text -t -q -c FILE`, stands in for GNU Backgammon's command line; it takes
GNU Backgammon's own arguments, which `gnubg-text --help` lists.
"""


@dataclass(frozen=True, slots=True)
class Engine:
    """Who answers."""

    model: str = "default"
    """A shipped model's name, a file's path, or another evaluator such as gnubg:0."""
    ply: int = 2
    """Plies to look ahead, 0 (the network alone) to 3, as GNU Backgammon counts them."""
    filter: str = "normal"
    """Move filter: none, tiny, normal or large."""

    def load(self) -> Analyser:
        """Return the analyser, ready to answer at once."""
        # Clients come many at a time: each answer takes one thread, and none waits for others.
        os.environ.setdefault("OMP_NUM_THREADS", "1")
        analyser = Analyser.load(self.model, self.ply, self.filter)
        position = Position(start(), dice=(3, 1))
        analyser.plays(position)
        analyser.cube(position)
        return analyser


@dataclass(frozen=True, slots=True)
class External:
    """Play as GNU Backgammon's external player.

    In GNU Backgammon: ``set player 1 external 127.0.0.1:1234``, then ``new match 5``.
    """

    address: str = "127.0.0.1:1234"
    """Where to listen: host:port, or the path of a Unix socket."""
    jacoby: bool = True
    """Money sessions are played with the Jacoby rule (the other program does not say)."""
    beavers: bool = True
    """Money sessions are played with beavers."""
    resign: bool = True
    """Give up a game that is certainly lost."""
    clients: int = 64
    """Connections at once."""
    engine: Annotated[Engine, tyro.conf.arg(name="")] = field(default_factory=Engine)


@dataclass(frozen=True, slots=True)
class Ubgi:
    """Speak the Universal Backgammon Interface (version 0.1) over standard input and output."""

    engine: Annotated[Engine, tyro.conf.arg(name="")] = field(default_factory=Engine)


@dataclass(frozen=True, slots=True)
class Http:
    """Serve HTTP: wildbg's /move and /eval, and the engine's own /v1; the page / lists all routes.

    Needs the extra ``serve``: ``pip install 'chaquete[serve]'``.
    """

    host: str = "127.0.0.1"
    """The address to listen at; any but a loopback address lets the network in."""
    port: int = 8080
    """0 finds a free one."""
    threads: int = field(default_factory=cores)
    """Answers worked on at once."""
    waiting: int = 256
    """Requests waiting for a thread; one more gets status 503."""
    waiting_each: int = 128
    """The same for each client address; one more gets status 429."""
    seconds: float = 30.0
    """For an answer; then it is given up, with status 503."""
    most_plies: int = 3
    """The most plies a request may ask for."""
    engine: Annotated[Engine, tyro.conf.arg(name="")] = field(default_factory=Engine)


Route = (
    Annotated[External, tyro.conf.subcommand("external")]
    | Annotated[Ubgi, tyro.conf.subcommand("ubgi")]
    | Annotated[Http, tyro.conf.subcommand("http")]
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    logging.basicConfig(stream=sys.stderr, format="%(levelname)s: %(message)s")
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments[:1] == [GNUBG_TEXT]:
        return _serve_gnubg_text(arguments[1:])
    union = cast("type[External | Ubgi | Http]", Route)
    route = read_options(union, arguments, "serve", description=DESCRIPTION)
    return run(lambda: _serve(route))


def gnubg_text() -> int:
    """Run ``gnubg-text`` with the program's own arguments, for tools that want one executable."""
    return _serve_gnubg_text(sys.argv[1:])


def _serve_gnubg_text(arguments: Sequence[str]) -> int:
    from engine.serve.gnubg.program import run as run_commands

    os.environ.setdefault("OMP_NUM_THREADS", "1")
    return run(lambda: run_commands(arguments))


def _serve(route: External | Ubgi | Http) -> int:
    match route:
        case External():
            return _serve_external(route)
        case Ubgi():
            return _serve_ubgi(route)
        case Http():
            return _serve_http(route)


def _serve_external(route: External) -> int:
    if route.clients < 1:
        raise ValueError(f"clients {route.clients}: 1 or more are accepted")
    analyser = route.engine.load()
    habits = Habits(route.jacoby, route.beavers, route.resign)
    with (
        told_to_stop() as told,
        LineServer(
            route.address,
            lambda: ExternalSession(analyser, habits),
            Limits(clients=route.clients),
        ) as server,
    ):
        print(f"listening at {server.address}", flush=True)
        told.wait()
    return 0


def _serve_ubgi(route: Ubgi) -> int:
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with contextlib.suppress(KeyboardInterrupt):
        converse(route.engine.load(), sys.stdin.buffer, sys.stdout.buffer)
    return 0


def _serve_http(route: Http) -> int:
    from engine.serve.http.limits import HttpLimits
    from engine.serve.http.server import HttpServer

    if not 0 <= route.port <= 65535:
        raise ValueError(f"port {route.port}: 0 to 65535 are accepted")
    limits = HttpLimits(
        threads=route.threads,
        waiting=route.waiting,
        waiting_each=route.waiting_each,
        seconds=route.seconds,
        plies=route.most_plies,
    )
    analyser = route.engine.load()
    with told_to_stop() as told, HttpServer(analyser, route.host, route.port, limits) as server:
        print(f"listening at {server.url}", flush=True)
        told.wait()
    return 0
