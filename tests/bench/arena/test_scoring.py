"""Decision and position files: what is read, what is refused, and what is counted."""

import base64
import json

import numpy as np
import pytest

from engine.formats.notation.position_id import write_position_id
from engine.players.simple import PipPlayer, RandomPlayer
from engine.rules.board import board_of, mirror, start
from engine.rules.movegen import afterstates
from training.bench.arena.scoring import score_decisions, score_positions
from training.bench.arena.suites import SuiteError, read_decisions, read_positions


def decision(losses=(0.0, 0.1, 0.3), **more):
    plays, _ = afterstates(start()[None], np.array([[3, 1]], dtype=np.int8))
    candidates = [
        {"afterstate": play.tolist(), "equity": 0.2 - loss}
        for play, loss in zip(plays, losses, strict=False)
    ]
    return {"board": start().tolist(), "roll": [3, 1], "candidates": candidates} | more


def written(path, *lines):
    path.write_text("\n".join(json.dumps(line) for line in lines) + "\n")
    return path


class Fixed:
    """Ranks candidates by numbers given in advance."""

    name = "fixed"

    def __init__(self, *values):
        self.values = values

    def rank(self, boards, afterstates, offsets, matches=None):
        return np.concatenate([self.values[:n] for n in np.diff(offsets)]).astype(float)


def test_errors_are_what_the_pick_loses(tmp_path):
    read = read_decisions(written(tmp_path / "d.jsonl", decision(), decision((0.2, 0.0, 0.4))))
    score = score_decisions(Fixed(1, 2, 0), read)
    assert score["player"] == "fixed" and score["decisions"] == 2
    assert score["mean_error_meq"] == pytest.approx(1000 * (0.1 + 0.0) / 2)
    assert score["standard_error_meq"] == pytest.approx(1000 * 0.05)
    assert score["best_found"] == 0.5


def test_those_who_cannot_tell_plays_apart_are_not_helped_by_their_order(tmp_path):
    read = read_decisions(written(tmp_path / "d.jsonl", decision()))
    assert score_decisions(Fixed(1, 1, 1), read)["mean_error_meq"] == pytest.approx(400 / 3)
    assert score_decisions(Fixed(1, 0, 1), read)["mean_error_meq"] == pytest.approx(150)


def test_classes_are_scored_apart(tmp_path):
    lines = [decision(), {**decision((0.2, 0.0, 0.4)), "class": "race"}]
    score = score_decisions(Fixed(0, 1, 0), read_decisions(written(tmp_path / "d.jsonl", *lines)))
    assert list(score["classes"]) == ["race"]
    assert score["classes"]["race"] == {
        "decisions": 1,
        "mean_error_meq": 0.0,
        "standard_error_meq": None,
    }


def test_positions_are_the_movers(tmp_path):
    line = {"afterstate": start().tolist(), "equity": 0.1}
    read = read_positions(written(tmp_path / "p.jsonl", line, {**line, "equity": -0.3}))
    score = score_positions("mine", lambda boards: np.full(len(boards), 0.2), read)
    assert score["positions"] == 2
    assert score["mean_absolute_error"] == pytest.approx(0.3)
    assert score["rmse"] == pytest.approx(np.sqrt((0.1**2 + 0.5**2) / 2))
    assert score["bias"] == pytest.approx(0.3)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", "no JSON"),
        ("[1]", "one JSON object"),
        (json.dumps({"roll": [3, 1]}), "candidates"),
        (json.dumps(decision(roll=[7, 1])), "dice of 1 to 6"),
        (json.dumps(decision(board=[16] + 25 * [0])), "at most"),
        (json.dumps(decision(losses=(0.0,))), "two candidates"),
        (json.dumps(decision(losses=(0.0, float("nan")))), "no number"),
        ("", "no decision"),
    ],
)
def test_bad_lines_say_where_and_why(line, told, tmp_path):
    path = tmp_path / "d.jsonl"
    path.write_text(("" if not line else json.dumps(decision()) + "\n") + line + "\n")
    with pytest.raises(SuiteError, match=told) as refused:
        read_decisions(path)
    assert "d.jsonl" in str(refused.value)
    assert not line or "line 2" in str(refused.value)


def key_of(board):
    """gnubg's position key: the position ID's bytes, two letters A to P each."""
    code = base64.b64decode(write_position_id(board) + "==").hex()
    return "".join("ABCDEFGHIJKLMNOP"[int(digit, 16)] for digit in code)


def test_gnubgs_benchmark_format(tmp_path):
    assert key_of(start()) == "OAHDPAABDAOAHDPAABDA"
    plays, _ = afterstates(start()[None], np.array([[3, 1]], dtype=np.int8))
    best, second, third = plays[2], plays[0], plays[5]
    path = tmp_path / "contact.bm"
    path.write_text(
        "s 1 2 3\n"
        f"o {key_of(start())} .5 .1 0 .1 0\n"
        f"m {key_of(start())} 3 1 {key_of(mirror(best))} "
        f"{key_of(mirror(second))} 0.02 {key_of(mirror(third))} 0.05\n"
    )
    (read,) = read_decisions(path)
    assert read.roll == (3, 1)
    np.testing.assert_array_equal(read.board, start())
    expected = np.full(len(plays), 0.05)
    expected[[2, 0]] = 0.0, 0.02
    for play, loss in zip(read.afterstates, read.losses, strict=True):
        where = np.flatnonzero((plays == play).all(axis=1))
        assert loss == expected[where]


@pytest.mark.parametrize(
    "line", ["m AB 3 1 AB", "m OAHDPAABDAOAHDPAABDA 3 1 OAHDPAABDAOAHDPAABDA", "m", "m x"]
)
def test_bad_benchmark_lines(line, tmp_path):
    path = tmp_path / "bad.bm"
    path.write_text(line + "\n")
    with pytest.raises(SuiteError, match="line 1"):
        read_decisions(path)


def test_players_by_name_score_between_best_and_worst(tmp_path):
    read = read_decisions(written(tmp_path / "d.jsonl", *[decision()] * 50))
    for player in (PipPlayer(), RandomPlayer(np.random.default_rng(1))):
        assert 0 <= score_decisions(player, read)["mean_error_meq"] <= 300


def test_a_finished_game_may_be_an_afterstate(tmp_path):
    line = {"afterstate": board_of("", "6:15").tolist(), "equity": 2.0}
    (read,) = read_positions(written(tmp_path / "p.jsonl", line))
    assert read.equity == 2.0
