"""The HTTP server against clients of every kind, and against many at once."""

import json
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.formats.matchfiles import MatchFileError
from engine.formats.notation import read_play, read_position_id, write_position_id
from engine.rules.board import mirror, start
from engine.rules.plays import apply_play, legal_plays
from engine.search.search import Settings
from engine.serve.http.limits import HttpLimits
from tests.serve.http_queries import START, XGID, message, query_of

httpx = pytest.importorskip("httpx", reason="needs httpx")
streams = pytest.importorskip("engine.serve.http.streams", reason="needs the extra `serve`")


def test_a_large_body_is_refused(client):
    assert "100000 bytes" in message(client.post("/v1/plays", content=b"x" * 500_000), 413)

    def pieces():
        for _ in range(50):
            yield b"x" * 10_000

    message(client.post("/v1/plays", content=pieces()), 413)


def raw(server):
    host, port = server.url.removeprefix("http://").rsplit(":", 1)
    return socket.create_connection((host, int(port)), 10)


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET /eval HT",
        b"GET /eval HTTP/1.1\r\nHost: x\r\nX-Slow: ",
        b"POST /v1/plays HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{",
    ],
)
def test_a_request_that_never_ends_is_dropped(server, client, begun):
    with raw(server) as connection:
        connection.sendall(begun)
        began = time.monotonic()
        while connection.recv(1000):
            pass
        assert time.monotonic() - began < 5
    assert client.get("/eval", params=START).status_code == 200


ASKED = b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"


def deaf(server):
    """A connection with little room for what it does not read."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    host, port = server.url.removeprefix("http://").rsplit(":", 1)
    connection.connect((host, int(port)))
    connection.settimeout(10)
    return connection


def test_a_client_who_does_not_read_is_dropped(server, client):
    """With his answers: closing would wait for him, and hold on to all that he has not read."""
    asked, before = 1000, server.connections
    with deaf(server) as connection:
        connection.sendall(ASKED * asked)
        time.sleep(3.0)  # He has one second.
        assert server.connections <= before
        received = bytearray()
        with suppress(ConnectionError):
            while part := connection.recv(1 << 16):
                received += part
        assert 0 < received.count(b"HTTP/1.1 200") < asked
    assert client.get("/eval", params=START).status_code == 200


def test_a_client_who_sends_far_ahead_is_dropped(server, client):
    """What has been read of him would pile up: 256 KiB for every answer."""
    with deaf(server) as connection, pytest.raises(ConnectionError):
        for _ in range(1000):
            connection.sendall(ASKED * 1000)
    assert client.get("/eval", params=START).status_code == 200


def test_a_kept_connection_may_ask_again_and_again(server):
    with httpx.Client(base_url=server.url) as client:
        for _ in range(3):
            assert client.get("/eval", params=START).status_code == 200
            time.sleep(0.5)
        time.sleep(1.2)  # Longer than a request may take, but between requests.
        assert client.get("/eval", params=START).status_code == 200


@settings(max_examples=40)
@given(st.binary(max_size=400))
def test_any_bytes_leave_it_serving(server, sent):
    with raw(server) as connection:
        connection.sendall(sent + b"\r\n\r\n")
        connection.shutdown(socket.SHUT_WR)
        try:
            while connection.recv(4096):
                pass
        except ConnectionError:
            pass
    assert httpx.get(f"{server.url}/v1/engine", timeout=30).status_code == 200


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)


@settings(max_examples=60)
@given(
    st.sampled_from(["plays", "cube", "evaluation", "decision", "match"]),
    st.dictionaries(st.sampled_from(["position", "dice", "ply", "count", "match"]), JSON),
)
def test_any_json_is_answered_or_refused(client, route, question):
    answer = client.post(
        f"/v1/{route}",
        content=json.dumps(question),
        headers={"content-type": "application/json"},
    )
    assert answer.status_code in (200, 400)
    assert answer.status_code == 200 or message(answer)


NUMBERS = st.one_of(st.integers(-16, 16), st.integers(), st.just("9" * 3000), st.text(max_size=4))
NAMES = st.sampled_from([*START, "p0", "p25", "die1", "die2", "x_away", "o_away", "p26", "p-1"])


@settings(max_examples=60)
@given(st.sampled_from(["/move", "/eval"]), st.dictionaries(NAMES, NUMBERS, max_size=5))
def test_any_query_is_answered_or_refused(client, path, changes):
    query = {"die1": 3, "die2": 1, **START, **changes}
    answer = client.get(path, params={name: str(value) for name, value in query.items()})
    assert answer.status_code in (200, 400)
    assert answer.status_code == 200 or message(answer)


# many clients


def positions(count):
    """Different boards with their own dice."""
    board = start()
    for number in range(count):
        dice = (1 + number % 6, 1 + (number * 7 + number // 6) % 6)
        plays = legal_plays(board, dice)
        yield board, dice
        board = mirror(plays[number % len(plays)][1])


def test_64_clients_get_their_own_answers(server):
    asked = list(positions(64))

    def talk(pair):
        board, dice = pair
        question = {"position": write_position_id(board), "dice": f"{dice[0]}{dice[1]}"}
        with httpx.Client(base_url=server.url, timeout=60) as client:
            for _ in range(3):
                data = client.post("/v1/plays", json=question).json()
                assert data["position_id"] == question["position"], data
                read = read_position_id(data["position_id"])
                best = read_play(data["plays"][0]["play"], read, dice)
                apply_play(board, best)
                moves = client.get(
                    "/move", params={"die1": dice[0], "die2": dice[1], **query_of(board)}
                ).json()["moves"]
                legal = {tuple(sorted(play)) for play, _ in legal_plays(board, dice)}
                found = {tuple(sorted((d["from"], d["to"]) for d in m["play"])) for m in moves}
                assert found == legal
        return True

    with ThreadPoolExecutor(64) as pool:
        assert list(pool.map(talk, asked)) == [True] * 64


class Blocked:
    """An evaluator that waits until it may go on."""

    name = "blocked"

    def __init__(self, evaluator):
        self.evaluator, self.gate = evaluator, threading.Event()
        self.calls = 0

    def evaluate(self, boards):
        self.calls += 1
        self.gate.wait(20)
        return self.evaluator.evaluate(boards)


@pytest.fixture
def blocked(analyser):
    return Blocked(analyser.evaluator)


def ask(server, **keywords):
    return httpx.post(f"{server.url}/v1/cube", json={"position": XGID, **keywords}, timeout=30)


@pytest.mark.parametrize(("limit", "status"), [("waiting", 503), ("waiting_each", 429)])
def test_overload_is_said_at_once(serve, analyser, blocked, limit, status):
    limits = replace(HttpLimits(threads=1), **{limit: 2})
    with (
        serve(replace(analyser, evaluator=blocked), limits=limits) as server,
        ThreadPoolExecutor(12) as pool,
    ):
        pending = [pool.submit(ask, server) for _ in range(12)]
        deadline = time.monotonic() + 15
        while sum(future.done() for future in pending) < 9 and time.monotonic() < deadline:
            time.sleep(0.05)
        refused = [future.result() for future in pending if future.done()]
        blocked.gate.set()
        assert len(refused) >= 9
        for answer in refused:
            message(answer, status)
            assert answer.headers["retry-after"] == "1"
        assert {future.result().status_code for future in pending} == {200, status}
        assert ask(server).status_code == 200


def test_an_answer_that_takes_too_long_is_given_up(serve, analyser, blocked):
    limits = HttpLimits(threads=1, seconds=0.3)
    slow = replace(analyser, evaluator=blocked, settings=Settings(1))
    with serve(slow, limits=limits) as server:
        began = time.monotonic()
        assert "0.3 seconds" in message(ask(server), 503)
        assert time.monotonic() - began < 3
        blocked.gate.set()
        time.sleep(0.1)
        assert ask(server, ply=0).status_code == 200


def test_nobody_waits_while_a_long_match_file_is_read(server, client, monkeypatch):
    reading, go_on = threading.Event(), threading.Event()

    def slow(content):
        reading.set()
        go_on.wait(20)
        raise MatchFileError("it was long")

    monkeypatch.setattr(streams, "parse_matches", slow)
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(
            httpx.post, f"{server.url}/v1/match", json={"match": "long"}, timeout=30
        )
        assert reading.wait(20)
        assert client.get("/v1/engine").status_code == 200
        assert not asked.done()
        go_on.set()
        assert "it was long" in message(asked.result())


def test_a_client_who_hangs_up_stops_his_rollout(serve, analyser, blocked):
    blocked.gate.set()
    with serve(replace(analyser, evaluator=blocked)) as server:
        question = {"position": XGID, "trials": 10_000, "count": 1}
        with httpx.stream("POST", f"{server.url}/v1/rollout", json=question, timeout=30) as answer:
            next(answer.iter_lines())
        time.sleep(1.0)
        calls = blocked.calls
        time.sleep(0.5)
        assert blocked.calls == calls
        assert ask(server).status_code == 200


def test_closing_ends_everything(serve, analyser):
    before = threading.active_count()
    server = serve(analyser)
    assert ask(server).status_code == 200
    server.close()
    with pytest.raises(httpx.ConnectError):
        ask(server)
    assert threading.active_count() <= before


def test_a_used_port_is_an_error(serve, server, analyser):
    with pytest.raises(OSError):
        serve(analyser, port=int(server.url.rsplit(":", 1)[1]))
