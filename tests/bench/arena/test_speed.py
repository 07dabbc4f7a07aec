"""Speed measurements at toy size: the counts agree, the turns are taken, the numbers add up."""

import numpy as np
import pytest

from engine.players.simple import PipPlayer
from engine.rules.outcome import is_over
from tests.search.fake import HashEvaluator
from training.bench.arena import speed
from training.bench.arena.speed import Contestant, evaluators, generators, met_in_play, take_turns


def met(count=600):
    return met_in_play(PipPlayer(), count, np.random.default_rng(1))


def test_positions_are_unfinished_and_from_all_stages():
    boards, rolls = met()
    assert boards.shape == (600, 26) and rolls.shape == (600, 2)
    assert not is_over(boards).any()
    assert rolls.min() == 1 and rolls.max() == 6
    assert len(np.unique(boards, axis=0)) > 300


def test_contestants_take_turns():
    order = []

    def work(name, amount):
        def done(repetition):
            order.append((name, repetition))
            return sum(range(20_000)) and amount

        return Contestant(name, done)

    data = take_turns([work("a", 10), work("b", 5)], 3)
    assert order[2:] == [(name, i) for i in range(3) for name in "ab"]
    assert data["a"]["done"] == 30 and data["b"]["repetitions"] == 3
    assert "ours_times" not in data["a"]
    ratio, pace = data["b"]["ours_times"], data["a"]["per_second"]
    assert 0 < ratio["least"] <= ratio["median"] <= ratio["most"]
    assert 0 < pace["least"] <= pace["median"] <= pace["most"]


def test_without_other_programs_ours_runs_alone(monkeypatch):
    monkeypatch.setattr(speed, "_installed", lambda *_: None)
    (ours,) = generators(*met(50))
    assert ours.name == "chaquete" and ours.work(0) > 50


def test_generators_that_disagree_are_not_compared(monkeypatch):
    class Program:
        @staticmethod
        def moves(board, first, second):
            return ()

    monkeypatch.setattr(
        speed, "_installed", lambda module, _: Program if module == "gnubg_nn" else None
    )
    with pytest.raises(ValueError, match="gnubg-nn moves finds 0"):
        generators(*met(50))


@pytest.mark.peers
def test_all_generators_find_as_many():
    pytest.importorskip("gnubg_nn")
    pytest.importorskip("bgsage")
    data = take_turns(generators(*met(500)), 2)
    assert list(data) == ["chaquete", "gnubg-nn moves", "bgsage possible_moves"]


def test_no_board_is_evaluated_twice():
    seen = []

    class Keeping(HashEvaluator):
        def evaluate(self, boards):
            seen.append(boards)
            return super().evaluate(boards)

    boards = np.unique(met(200)[0], axis=0)
    data = take_turns(evaluators([Keeping()], boards, 3), 3)
    assert data["hash0"]["repetitions"] == 3
    together = np.concatenate(seen)
    assert len(np.unique(together, axis=0)) == len(together) == len(boards)
