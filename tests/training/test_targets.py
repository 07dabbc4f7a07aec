import numpy as np
import pytest

from engine.rules.board import mirror
from engine.rules.outcome import mirror_outcome
from training.targets import lambda_returns


def _mirror_difference(d):
    """What mirror_outcome does to a difference of outcomes."""
    return np.array([-d[0], d[3], d[4], d[1], d[2]], np.float32)


@pytest.fixture
def game():
    """Six plies of one game: boards [6, 26], values [7, 5] (the last is the final outcome)."""
    rng = np.random.default_rng(5)
    boards = rng.integers(-2, 3, (6, 26)).astype(np.int8)
    values = rng.random((7, 5)).astype(np.float32)
    values[6] = [0, 0, 0, 1, 0]
    return boards, values


def _rings(boards, values, backups, length):
    ring_boards = np.zeros((length, 1, 26), np.int8)
    ring_values, ring_backups = np.zeros((2, length, 1, 5), np.float32)
    for t, board in enumerate(boards):
        ring_boards[t % length, 0] = board
        ring_values[t % length, 0] = values[t]
        ring_backups[t % length, 0] = backups[t]
    return ring_boards, ring_values, ring_backups


def _targets(boards, values, backups, lambda_, length=8, began=0, strayed=()):
    strays = np.zeros((length, 1), np.bool_)
    strays[list(strayed)] = True
    rings = (*_rings(boards, values, backups, length), strays)
    arguments = (*rings, np.array([0]), np.array([began]))
    return lambda_returns(*arguments, len(boards), lambda_)


def test_sampled_backups_give_td_lambda(game):
    boards, values = game
    backups = np.array([mirror_outcome(v) for v in values[1:]])
    found_boards, found = _targets(boards, values, backups, 0.7)
    target = values[6]
    for t in range(5, -1, -1):
        blend = target if t == 5 else (1 - 0.7) * values[t + 1] + 0.7 * target
        target = mirror_outcome(blend)
        np.testing.assert_allclose(found[5 - t], target, atol=1e-6)
        np.testing.assert_array_equal(found_boards[5 - t], boards[t])


@pytest.mark.parametrize("lambda_", [0.0, 0.5, 1.0])
def test_expected_backups_take_the_luck_out(game, lambda_):
    boards, values = game
    backups = np.random.default_rng(6).uniform(0.4, 0.6, (6, 5)).astype(np.float32)
    values[:6] = backups + 0.01
    _, found = _targets(boards, values, backups, lambda_)
    target = backups[5]
    np.testing.assert_allclose(found[0], target, atol=1e-6)
    for t in range(4, -1, -1):
        target = backups[t] + lambda_ * _mirror_difference(target - values[t + 1])
        np.testing.assert_allclose(found[5 - t], np.clip(target, 0, 1), atol=1e-6)


def test_lambda_one_is_the_result(game):
    boards, values = game
    backups = np.array([mirror_outcome(v) for v in values[1:]])
    _, found = _targets(boards, values, backups, 1.0)
    # The player on roll at the last ply won a gammon; the ply before, his opponent was on roll.
    np.testing.assert_allclose(found[0], [1, 1, 0, 0, 0], atol=1e-6)
    np.testing.assert_allclose(found[1], [0, 0, 0, 1, 0], atol=1e-5)


def test_a_game_longer_than_the_ring_gives_its_last_positions(game):
    boards, values = game
    backups = np.array([mirror_outcome(v) for v in values[1:]])
    found_boards, found = _targets(boards, values, backups, 0.5, length=4)
    whole_boards, whole = _targets(boards, values, backups, 0.5)
    np.testing.assert_array_equal(found_boards, whole_boards[:4])
    np.testing.assert_allclose(found, whole[:4])


def test_positions_before_the_game_began_are_left_out(game):
    boards, values = game
    backups = np.array([mirror_outcome(v) for v in values[1:]])
    found_boards, _ = _targets(boards, values, backups, 0.5, began=4)
    np.testing.assert_array_equal(found_boards, mirror(mirror(boards[[5, 4]])))


def test_what_follows_a_stray_play_says_nothing_of_the_position(game):
    boards, values = game
    backups = np.random.default_rng(6).uniform(0.4, 0.6, (6, 5)).astype(np.float32)
    _, straight = _targets(boards, values, backups, 0.5)
    _, found = _targets(boards, values, backups, 0.5, strayed=[3])
    np.testing.assert_array_equal(found[:2], straight[:2])
    np.testing.assert_array_equal(found[2], backups[3])
    assert not np.allclose(found[3], straight[3])
