import dataclasses

import numpy as np
import pytest
import torch

from engine.evaluation.bearoff.tables import load_tables
from engine.evaluation.network.folded import FoldedNetwork
from engine.evaluation.network.network import Network, NetworkShape
from engine.rules.board import CHECKERS
from engine.rules.dice import ROLLS, THROWS
from training.policy import Policy
from training.selfplay import Course, SelfPlay

PLAIN = Course()


@pytest.fixture(scope="module")
def policy():
    network = Network(NetworkShape(16, (8,)), torch.Generator().manual_seed(1))
    return Policy(FoldedNetwork(network), None, 1)


def _play(policy, plies, course=PLAIN, seed=1, backup="sampled", games=32):
    selfplay = SelfPlay(games, 400, course, np.random.default_rng(seed))
    return selfplay, [selfplay.advance(policy, backup, 0.5) for _ in range(plies)]


def test_games_end_and_give_all_their_positions(policy):
    _, found = _play(policy, 260)
    assert sum(e.games for e in found) > 5
    assert sum(len(e.boards) for e in found) == sum(int(e.plies.sum()) for e in found)
    for experience in found:
        own = np.maximum(experience.boards, 0).sum(axis=1)
        assert ((own > 0) & (own <= CHECKERS)).all()
        assert ((experience.targets >= 0) & (experience.targets <= 1)).all()
        assert ((experience.points >= 1) & (experience.points <= 3)).all()


def test_the_first_roll_is_never_a_double(policy):
    selfplay = SelfPlay(3000, 4, PLAIN, np.random.default_rng(2))
    rolls = ROLLS[THROWS[selfplay._throw()]]
    assert (rolls[:, 0] != rolls[:, 1]).all()
    selfplay.advance(policy, "sampled", 0.5)
    rolls = ROLLS[THROWS[selfplay._throw()]]
    # The share of doubles is 1/6: six standard errors are 0.041.
    assert abs((rolls[:, 0] == rolls[:, 1]).mean() - 1 / 6) < 0.041


def test_the_same_seed_gives_the_same_games(policy):
    course = Course(0.5, 10)
    (_, one), (_, other), (_, different) = (_play(policy, 120, course, seed) for seed in (1, 1, 2))
    for a, b in zip(one, other, strict=True):
        np.testing.assert_array_equal(a.boards, b.boards)
        np.testing.assert_array_equal(a.targets, b.targets)
    assert [e.games for e in one] != [e.games for e in different]


def test_random_plies_are_not_learnt_from(policy):
    selfplay, found = _play(policy, 8, Course(1.0, 200), games=300)
    wandering = selfplay._random_until > selfplay.step
    assert wandering.mean() > 0.9
    assert (selfplay._began[wandering] == selfplay.step).all()
    assert sum(len(e.plies) for e in found) == 0


def test_games_from_unusual_positions_are_learnt_from_their_first_ply(policy):
    selfplay = SelfPlay(300, 400, Course(start_share=1.0), np.random.default_rng(1))
    assert not selfplay._opening.any()
    first = selfplay._boards.copy()
    found = [selfplay.advance(policy, "sampled", 0.5) for _ in range(120)]
    boards = {b.tobytes() for e in found for b in e.boards}
    assert sum(b.tobytes() in boards for b in first) > 50
    # Their lengths and gammons say nothing about play from the start.
    assert sum(len(e.plies) for e in found) == 0


def test_stray_plays_are_made_as_often_as_asked(policy):
    selfplay = SelfPlay(400, 8, Course(stray_share=0.25), np.random.default_rng(1))
    straight = SelfPlay(400, 8, PLAIN, np.random.default_rng(1))
    for one in (selfplay, straight):
        one.advance(policy, "sampled", 0.5)
    # Five standard errors are 0.11.
    assert abs(selfplay._ring_strayed[0].mean() - 0.25) < 0.11
    assert not straight._ring_strayed.any()
    differ = (selfplay._boards != straight._boards).any(axis=1)
    assert differ.any()
    assert not (differ & ~selfplay._ring_strayed[0]).any()


def test_state_goes_on_exactly(policy):
    course = Course(0.3, 10, start_share=0.1, stray_share=0.1)
    selfplay, _ = _play(policy, 50, course)
    state = selfplay.state()
    state = {**state, "arrays": {k: v.copy() for k, v in state["arrays"].items()}}
    other = SelfPlay(32, 400, course, np.random.default_rng(99))
    other.restore(state)
    for _ in range(60):
        one, same = (s.advance(policy, "sampled", 0.5) for s in (selfplay, other))
        np.testing.assert_array_equal(one.boards, same.boards)
        np.testing.assert_array_equal(one.targets, same.targets)


def test_expected_backups_play_the_same_games(policy):
    # The same dice and the same choices: only the targets differ.
    (_, sampled), (_, expected) = (_play(policy, 90, backup=b) for b in ("sampled", "expected"))
    for a, b in zip(sampled, expected, strict=True):
        np.testing.assert_array_equal(a.boards, b.boards)
    assert any(
        len(a.targets) and not np.allclose(a.targets, b.targets)
        for a, b in zip(sampled, expected, strict=True)
    )


def test_games_end_where_the_tables_know_the_outcome(policy):
    exact = dataclasses.replace(policy, tables=load_tables())
    rng = np.random.default_rng
    selfplay = SelfPlay(64, 400, Course(play_out_share=0.0), rng(1))
    found = [selfplay.advance(exact, "sampled", 0.5) for _ in range(260)]
    boards = np.concatenate([e.boards for e in found])
    assert sum(e.games for e in found) > 10
    assert not exact.tables.lookup(boards)[1].any()
    # Games that are cut short say nothing of how long games are.
    assert sum(len(e.plies) for e in found) == 0


def test_what_the_tables_know_is_what_the_targets_say(policy):
    exact = dataclasses.replace(policy, tables=load_tables())
    selfplay = SelfPlay(64, 400, PLAIN, np.random.default_rng(1))
    found = [selfplay.advance(exact, "expected", 0.0) for _ in range(260)]
    boards = np.concatenate([e.boards for e in found])
    targets = np.concatenate([e.targets for e in found])
    outcomes, known = exact.tables.lookup(boards)
    assert known.sum() > 50
    # The expectation over all rolls is the table's own entry, up to its one-sided assumption.
    assert np.abs(targets[known, 0] - outcomes[known, 0]).max() < 0.02
