"""A small suite made from beginning to end, broken off and gone on with."""

import json

import numpy as np
import pytest

from engine.evaluation.protocol import afterstate_equity
from engine.players.greedy import GreedyPlayer
from engine.rules.movegen import afterstates
from training.bench.arena.scoring import score_decisions
from training.bench.arena.suites import read_decisions
from training.bench.suite import making
from training.bench.suite.classes import CLASSES
from training.bench.suite.making import Parts, search_of
from training.bench.suite.picking import Wanted, pick
from training.cli import make_suite

SIMPLE = """
import numpy as np

def load():
    slots = np.arange(26)

    def evaluate(boards):
        race = np.maximum(-boards, 0) @ (25 - slots) - np.maximum(boards, 0) @ slots
        # Who only raced would leave blots, be hit, and never finish.
        blots = (boards[:, 1:25] == -1).sum(axis=1) - (boards[:, 1:25] == 1).sum(axis=1)
        points = (boards[:, 3:8] >= 2).sum(axis=1) - (boards[:, 18:23] <= -2).sum(axis=1)
        win = 1 / (1 + np.exp(-(race + 4) / 15 - 0.3 * blots - 0.3 * points))
        gammon = np.zeros_like(win)
        return np.stack([win, gammon, gammon, gammon, gammon], axis=1)

    return evaluate
"""
SMALL = ("--each", "1", "--trials", "12", "--batch", "12", "--turns", "2", "--close", "0.5")


@pytest.fixture(scope="module")
def player(tmp_path_factory):
    path = tmp_path_factory.mktemp("player") / "simple.py"
    path.write_text(SIMPLE)
    return f"file:{path}"


def made(path, player, *more):
    arguments = [str(path), "--player", player, *SMALL, "--within", "0.6", *more]
    return make_suite.main(arguments)


@pytest.fixture(scope="module")
def suite(tmp_path_factory, player):
    path = tmp_path_factory.mktemp("suite") / "suite.jsonl"
    assert made(path, player) == 0
    return path


def test_every_class_and_only_legal_plays(suite):
    lines = [json.loads(line) for line in suite.read_text().splitlines()]
    assert [line["class"] for line in lines] == list(CLASSES)
    for line in lines:
        board = np.array(line["board"], dtype=np.int8)
        plays, _ = afterstates(board[None], np.array([line["roll"]], dtype=np.int8))
        assert line["n_legal"] == len(plays)
        legal = {play.tobytes() for play in plays}
        candidates = line["candidates"]
        assert 2 <= len(candidates) <= 5
        assert all(np.array(c["afterstate"], np.int8).tobytes() in legal for c in candidates)
        equities = [c["equity"] for c in candidates]
        assert equities == sorted(equities, reverse=True)
        assert all(c["se"] >= 0 and len(c["outcome"]) == 5 for c in candidates)
    about = json.loads(suite.with_suffix(".json").read_text())
    assert about["decisions"] == 5 and set(about["classes"]) == set(CLASSES)
    assert not suite.with_name("suite.jsonl.parts").exists()


def test_players_are_scored_on_it_by_class(suite, player):
    decisions = read_decisions(suite)
    search = search_of(player)
    score = score_decisions(GreedyPlayer(search.evaluator), decisions)
    assert set(score["classes"]) == set(CLASSES)
    # The equities are the mover's: who rolled out agrees with them about who is ahead.
    for decision, line in zip(decisions, suite.read_text().splitlines(), strict=True):
        estimates = afterstate_equity(search.evaluator, decision.afterstates)
        equities = [c["equity"] for c in json.loads(line)["candidates"]]
        assert np.abs(estimates - equities).max() < 0.7


def test_the_seed_decides_the_suite(suite, tmp_path, player):
    again = tmp_path / "again.jsonl"
    assert made(again, player, "--workers", "2") == 0
    assert again.read_text() == suite.read_text()


def test_broken_off_it_goes_on(suite, tmp_path, player, monkeypatch, capsys):
    path = tmp_path / "suite.jsonl"
    real, calls = making.line_of, []

    def interrupted(case, *rest):
        calls.append(case.number)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return real(case, *rest)

    monkeypatch.setattr(making, "line_of", interrupted)
    assert made(path, player) == 130
    assert "the same command goes on" in capsys.readouterr().out
    assert not path.exists()
    parts = Parts.beside(path)
    # A kill in the middle of a line loses that line only.
    (file,) = parts.folder.glob("*.jsonl")
    file.write_text(file.read_text() + '\n{"number": 4, "boa')
    assert sorted(parts.read()) == [0, 1]
    assert made(path, player, "--seed", "2") == 2
    assert "holds parts of another suite (seed differ)" in capsys.readouterr().err
    assert made(path, player) == 0
    assert sorted(calls) == [0, 1, 2, 2, 3, 4]
    assert path.read_text() == suite.read_text()


def test_decisions_are_close_and_differ(player):
    wanted = Wanted(each=3, close=0.2, within=0.3)
    cases = pick(search_of(player), wanted, np.random.default_rng(4))
    assert [case.number for case in cases] == list(range(15))
    assert [case.kind for case in cases] == 3 * list(range(5))
    assert len({case.board.tobytes() + bytes(case.roll) for case in cases}) == 15


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--player", "pip"], "pip ranks plays but estimates no outcomes"),
        (["--each", "0"], "1 decision or more"),
        (["--close", "0"], "close 0"),
        (["--workers", "0"], "0 workers"),
        (["--minutes", "-1"], "minutes -1"),
        (["--turns", "-1"], "turns -1"),
        (["--seed", "-1"], "seed -1"),
    ],
)
def test_bad_settings_are_one_line_and_code_2(tmp_path, player, arguments, told, capsys):
    try:
        code = made(tmp_path / "s.jsonl", player, *arguments)
    except SystemExit as refused:
        code = refused.code
    assert code == 2
    captured = capsys.readouterr()
    assert told in captured.err + captured.out


def test_a_folder_that_is_not_there(tmp_path, player, capsys):
    assert made(tmp_path / "none" / "s.jsonl", player) == 2
    assert "there is no folder" in capsys.readouterr().err
