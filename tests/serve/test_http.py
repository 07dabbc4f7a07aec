"""The HTTP routes: wildbg's and our own."""

import json

import pytest

from engine.formats.notation import read_play, write_position_id
from engine.rules.board import board_of, start
from engine.rules.plays import legal_plays
from tests.serve.http_queries import START, XGID, message, query_of

MATCH = """
 3 point match

 Game 1
 Anna : 0                       Bert : 0
  1) 31: 8/5 6/5                52: 13/11 13/8
  2)  Doubles => 2               Drops
      Wins 1 point
"""
PROBABILITIES = ["win", "winG", "winBg", "loseG", "loseBg"]


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
