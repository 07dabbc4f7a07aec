"""The HTTP routes: wildbg's, our own, and what clients of every kind may not do."""

import json
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

httpx = pytest.importorskip("httpx", reason="needs the extra `serve` and httpx")
pytest.importorskip("fastapi", reason="needs the extra `serve`")

from engine.board import board_of, mirror, start  # noqa: E402
from engine.notation import read_play, read_position_id, write_position_id  # noqa: E402
from engine.plays import apply_play, legal_plays  # noqa: E402
from engine.protocols.http.limits import HttpLimits  # noqa: E402
from engine.protocols.http.server import HttpServer  # noqa: E402
from engine.search.search import Settings  # noqa: E402

XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
START = {"p24": 2, "p19": -5, "p17": -3, "p13": 5, "p12": -5, "p8": 3, "p6": 5, "p1": -2}
MATCH = """
 3 point match

 Game 1
 Anna : 0                       Bert : 0
  1) 31: 8/5 6/5                52: 13/11 13/8
  2)  Doubles => 2               Drops
      Wins 1 point
"""
PROBABILITIES = ["win", "winG", "winBg", "loseG", "loseBg"]


@pytest.fixture(scope="module")
def server(analyser):
    limits = HttpLimits(threads=2, body_bytes=100_000, transfer_seconds=1.0)
    with HttpServer(analyser, limits=limits) as server:
        yield server


@pytest.fixture(scope="module")
def client(server):
    with httpx.Client(base_url=server.url, timeout=30) as client:
        yield client


def message(answer, status=400):
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    assert list(answer.json()) == ["message"]
    return answer.json()["message"]


# wildbg


def query_of(board):
    return {f"p{slot}": int(count) for slot, count in enumerate(board) if count}


def test_move_has_the_shape_of_wildbg(client):
    answer = client.get("/move", params={"die1": 3, "die2": 1, **START})
    assert answer.status_code == 200
    assert list(answer.json()) == ["moves"]
    moves = answer.json()["moves"]
    assert len(moves) == len(legal_plays(start(), (3, 1)))
    for move in moves:
        assert list(move) == ["play", "probabilities"]
        assert all(list(detail) == ["from", "to"] for detail in move["play"])
        assert list(move["probabilities"]) == PROBABILITIES
    play = tuple((detail["from"], detail["to"]) for detail in moves[0]["play"])
    assert play in [legal for legal, _ in legal_plays(start(), (3, 1))]


def test_moves_come_best_first(client):
    def equity(p):
        return 2 * p["win"] - 1 + p["winG"] + p["winBg"] - p["loseG"] - p["loseBg"]

    moves = client.get("/move", params={"die1": 6, "die2": 5, **START}).json()["moves"]
    equities = [equity(move["probabilities"]) for move in moves]
    assert equities == sorted(equities, reverse=True)


def test_the_bar_is_25_and_off_is_0(client):
    board = board_of("bar:1 6:2", "24:1")
    moves = client.get("/move", params={"die1": 3, "die2": 1, **query_of(board)}).json()["moves"]
    assert all(move["play"][0]["from"] == 25 for move in moves)
    board = board_of("3:1 1:1", "1:1")
    moves = client.get("/move", params={"die1": 3, "die2": 1, **query_of(board)}).json()["moves"]
    assert {"from": 3, "to": 0} in moves[0]["play"]


def test_no_play_is_one_empty_play(client):
    board = board_of("bar:1 6:14", "1:2 2:2 3:2 4:2 5:2 6:5")
    moves = client.get("/move", params={"die1": 6, "die2": 6, **query_of(board)}).json()["moves"]
    assert [move["play"] for move in moves] == [[]]


def test_eval_has_the_shape_of_wildbg(client):
    data = client.get("/eval", params=START).json()
    assert list(data) == ["cube", "probabilities"]
    assert list(data["cube"]) == ["double", "accept"]
    assert list(data["probabilities"]) == PROBABILITIES


@pytest.mark.parametrize("away", [(1, 1), (5, 5), (1, 4), (3, 2)])
def test_scores(client, away):
    params = {"x_away": away[0], "o_away": away[1], **START}
    assert client.get("/move", params={"die1": 3, "die2": 1, **params}).status_code == 200
    cube = client.get("/eval", params=params).json()["cube"]
    if 1 in away:
        assert not cube["double"]


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/move", "die1"),
        ("/move?die1=2&die2=0&p4=4&p5=-5", "die2"),
        ("/move?die1=3&p4=4&p5=-5", "die2"),
        ("/move?die1=3&die2=99999999999999999999&p4=4", "die2"),
        ("/eval?p0=1&p4=4&p5=-5", "opponent's bar"),
        ("/move?die1=2&die2=1&p4=4&p5=-5&p25=-2", "slot 25"),
        ("/eval?p3=16", "p3"),
        ("/eval?p3=9&p4=9&p5=-1", "18 checkers"),
        ("/eval?p3=x", "p3"),
        ("/eval", "no checkers"),
        ("/eval?p3=1", "the game is over"),
        ("/eval?p3=1&p5=-1&x_away=3", "both or neither"),
        ("/eval?p3=1&p5=-1&x_away=0&o_away=1", "x_away"),
    ],
)
def test_wildbg_refuses_with_a_message(client, path, says):
    assert says in message(client.get(path))


# our own


def test_plays(client):
    data = client.post("/v1/plays", json={"position": XGID, "count": 4, "ply": 1}).json()
    assert data["dice"] == [3, 1] and data["level"] == "1-ply"
    assert [play["rank"] for play in data["plays"]] == [1, 2, 3, 4]
    assert len(read_play(data["plays"][0]["play"], start(), (3, 1))) == 2


def test_dice_of_the_question_count(client):
    data = client.post("/v1/plays", json={"position": "4HPwATDgc/ABMA", "dice": "66"}).json()
    assert data["dice"] == [6, 6]


@pytest.mark.parametrize("route", ["cube", "evaluation", "decision"])
def test_questions_about_one_position(client, route):
    data = client.post(f"/v1/{route}", json={"position": XGID}).json()
    assert data["position_id"] == "4HPwATDgc/ABMA" and route in data


def test_the_engine_says_who_it_is(client):
    data = client.get("/v1/engine").json()
    assert data["name"] == "Chaquete" and data["level"] == "0-ply"


def streamed(client, path, question):
    with client.stream("POST", path, json=question) as answer:
        assert answer.status_code == 200, answer.read()
        assert answer.headers["content-type"].startswith("application/x-ndjson")
        lines = [json.loads(line) for line in answer.iter_lines()]
    assert all(list(line) == ["progress"] for line in lines[:-1])
    return lines


@pytest.mark.parametrize("about", ["plays", "cube"])
def test_a_rollout_tells_its_progress(client, about):
    board = write_position_id(board_of("2:1 1:1", "3:2"))  # Short games.
    question = {"position": board, "trials": 72, "about": about, "count": 1}
    if about == "plays":
        question["dice"] = "11"
    lines = streamed(client, "/v1/rollout", question)
    assert {"done": 72, "of": 72} in [line.get("progress") for line in lines]
    assert about in lines[-1]["result"]


def test_a_match_is_analysed(client):
    lines = streamed(client, "/v1/match", {"match": MATCH})
    assert lines[-1]["result"]["players"] == ["Anna", "Bert"]
    assert len(lines[-1]["result"]["games"]) == 1


@pytest.mark.parametrize(
    ("path", "question", "says"),
    [
        ("/v1/plays", {}, "position: Field required"),
        ("/v1/plays", {"position": "nonsense"}, "is no position"),
        ("/v1/plays", {"position": "4HPwATDgc/ABMA"}, "no dice"),
        ("/v1/plays", {"position": XGID, "dice": "77"}, "dice '77'"),
        ("/v1/plays", {"position": XGID, "ply": 9}, "ply"),
        ("/v1/plays", {"position": XGID, "count": 0}, "count"),
        ("/v1/plays", {"position": XGID, "colour": "red"}, "colour"),
        ("/v1/plays", {"position": "x" * 5000}, "position"),
        ("/v1/plays", {"position": 7}, "position"),
        ("/v1/cube", {"position": "AAAA7gEAAAAAAA"}, "the game is over"),
        ("/v1/rollout", {"position": XGID, "trials": 10**9}, "trials"),
        ("/v1/rollout", {"position": XGID, "about": "weather"}, "about"),
        ("/v1/match", {"match": "hello"}, "line 1"),
        ("/v1/match", {"match": MATCH, "number": 2}, "number 2"),
    ],
)
def test_our_own_routes_refuse_with_a_message(client, path, question, says):
    assert says in message(client.post(path, json=question))


def test_what_is_no_json_is_refused(client):
    message(client.post("/v1/plays", content=b"{"))
    message(client.post("/v1/plays", content=b"\xff\xfe\x00"))
    message(client.post("/v1/plays", content=b"[" * 50_000))
    message(client.get("/nothing/here"), 404)
    message(client.get("/v1/plays"), 405)


def test_all_routes_are_described(client):
    schema = client.get("/openapi.json").json()
    assert client.get("/api-docs/openapi.json").json() == schema
    assert {"/move", "/eval", "/v1/plays", "/v1/rollout", "/v1/match"} <= set(schema["paths"])
    page = client.get("/docs").text
    assert all(path in page for path in schema["paths"])
    assert "http://" not in page.replace("http://127.0.0.1", "") and "https://" not in page


# clients of every kind


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
def test_overload_is_said_at_once(analyser, blocked, limit, status):
    limits = replace(HttpLimits(threads=1), **{limit: 2})
    with (
        HttpServer(replace(analyser, evaluator=blocked), limits=limits) as server,
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
        served = [f.result() for f in pending if f.result().status_code == 200]
        assert len(served) + len(refused) == 12
        assert ask(server).status_code == 200


def test_an_answer_that_takes_too_long_is_given_up(analyser, blocked):
    limits = HttpLimits(threads=1, seconds=0.3)
    slow = replace(analyser, evaluator=blocked, settings=Settings(1))
    with HttpServer(slow, limits=limits) as server:
        began = time.monotonic()
        assert "0.3 seconds" in message(ask(server), 503)
        assert time.monotonic() - began < 3
        blocked.gate.set()
        time.sleep(0.1)
        assert ask(server, ply=0).status_code == 200


def test_a_client_who_hangs_up_stops_his_rollout(analyser, blocked):
    blocked.gate.set()
    with HttpServer(replace(analyser, evaluator=blocked)) as server:
        question = {"position": XGID, "trials": 10_000, "count": 1}
        with httpx.stream("POST", f"{server.url}/v1/rollout", json=question, timeout=30) as answer:
            next(answer.iter_lines())
        time.sleep(1.0)
        calls = blocked.calls
        time.sleep(0.5)
        assert blocked.calls == calls
        assert ask(server).status_code == 200


def test_closing_ends_everything(analyser):
    before = threading.active_count()
    server = HttpServer(analyser)
    assert ask(server).status_code == 200
    server.close()
    with pytest.raises(httpx.ConnectError):
        ask(server)
    assert threading.active_count() <= before


def test_a_used_port_is_an_error(server, analyser):
    with pytest.raises(OSError):
        HttpServer(analyser, port=int(server.url.rsplit(":", 1)[1]))
