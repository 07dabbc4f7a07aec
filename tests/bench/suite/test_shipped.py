"""The suite that is shipped: sound, and what the file beside it says."""

import json
from pathlib import Path

import numpy as np

from engine.players.simple import PipPlayer, RandomPlayer
from engine.rules.movegen import afterstates
from training.bench.arena.scoring import score_decisions
from training.bench.arena.suites import read_decisions
from training.bench.suite.classes import CLASSES, classes_of
from training.bench.suite.summary import classes_in

SUITE = Path(__file__).parents[3] / "models" / "suite.jsonl"


def test_every_play_is_legal_and_every_class_is_what_it_says():
    decisions = read_decisions(SUITE)
    boards = np.stack([d.board for d in decisions])
    rolls = np.array([d.roll for d in decisions], dtype=np.int8)
    plays, offsets = afterstates(boards, rolls)
    assert [CLASSES[kind] for kind in classes_of(boards)] == [d.kind for d in decisions]
    for i, decision in enumerate(decisions):
        legal = {play.tobytes() for play in plays[offsets[i] : offsets[i + 1]]}
        assert {play.tobytes() for play in decision.afterstates} <= legal
        assert len(np.unique(decision.afterstates, axis=0)) == len(decision.afterstates)


def test_the_file_beside_it_tells_the_truth():
    lines = [json.loads(line) for line in SUITE.read_text().splitlines()]
    about = json.loads(SUITE.with_suffix(".json").read_text())
    assert about["decisions"] == len(lines)
    assert about["classes"] == classes_in(lines)


def test_the_pip_count_beats_chance():
    decisions = read_decisions(SUITE)
    pip, chance = (
        score_decisions(player, decisions)["mean_error_meq"]
        for player in (PipPlayer(), RandomPlayer(np.random.default_rng(1)))
    )
    assert 5 < pip < chance < 60
