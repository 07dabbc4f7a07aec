"""Memory does not grow with what clients ask, whether it is sound, broken or left half-said.

The external player's session has its own test in test_external.py.
"""

import gc
import io
import socket
import time
import tracemalloc
from contextlib import suppress

import pytest

from engine.serve.gnubg.external import ExternalSession
from engine.serve.gnubg.session import TextSession
from engine.serve.line_server import LineServer
from engine.serve.ubgi.console import converse
from tests.serve.http_queries import START, XGID
from tests.serve.line_client import LineClient

ROUNDS = 40
KEPT = 250_000
"""Bytes that all rounds together may leave behind; a leak of a request each would be more."""


def grown(ask, patience=0):
    """Return what ``ROUNDS`` calls of ``ask`` leave behind, after some that fill the caches.

    What is still at work on the last of them has ``patience`` seconds to end and let go.
    """
    for _ in range(5):
        ask()
    tracemalloc.start()
    try:
        for _ in range(5):
            ask()
        gc.collect()
        before, _ = tracemalloc.get_traced_memory()
        for _ in range(ROUNDS):
            ask()
        deadline = time.monotonic() + patience
        while True:
            gc.collect()
            after, _ = tracemalloc.get_traced_memory()
            if after - before < KEPT or time.monotonic() > deadline:
                break
            time.sleep(0.1)
    finally:
        tracemalloc.stop()
    return after - before


def test_the_line_server_forgets_its_clients(analyser):
    with LineServer("127.0.0.1:0", lambda: ExternalSession(analyser)) as server:

        def ask():
            with LineClient(server.address) as client:
                client.ask("version")
                client.send(b"\xff\0" * 5000 + b"\n")
                client.read()
                client.send("half a line")

        assert grown(ask) < KEPT


def test_ubgi_forgets_its_commands(analyser):
    script = "\n".join(
        [
            *("ubgi", "position gnubgid 4HPwATDgc/ABMA", "dice 6 1", "go role chequer", "stop"),
            *("go role cube", "go role king", "x" * 3000, "position xgid XGID=no", "isready"),
        ]
    )
    assert grown(lambda: converse(analyser, io.BytesIO(script.encode()), io.BytesIO())) < KEPT


def test_the_text_of_gnubg_forgets_its_positions(analyser):
    session = TextSession(lambda: analyser, lambda _: None)

    def ask():
        for line in (
            f"set xgid {XGID}",
            "set evaluation chequerplay evaluation plies 0",
            "hint 2",
            "set xgid XGID=" + "-" * 900,
            "import mat /nowhere",
            "?" * 5000,
        ):
            session.handle(line)

    assert grown(ask) < KEPT


@pytest.mark.slow
def test_http_forgets_its_requests(serve, analyser):
    httpx = pytest.importorskip("httpx", reason="needs httpx")
    with serve(analyser) as server, httpx.Client(base_url=server.url, timeout=30) as client:
        host, port = server.url.removeprefix("http://").rsplit(":", 1)

        def ask():
            client.get("/eval", params=START)
            client.post("/v1/plays", json={"position": XGID, "count": 1})
            client.post("/v1/plays", content=b"[" * 5000)
            client.get("/move?die1=9")
            client.post("/v1/match", json={"match": "no match" * 200})
            with socket.create_connection((host, int(port)), 10) as half:
                half.sendall(b"POST /v1/plays HTTP/1.1\r\nContent-Length: 500\r\n\r\n{")
            question = {"position": XGID, "trials": 5000, "count": 1}
            with (
                suppress(StopIteration),
                client.stream("POST", "/v1/rollout", json=question) as answer,
            ):
                next(answer.iter_lines())  # And hang up.

        assert grown(ask, patience=60) < KEPT
