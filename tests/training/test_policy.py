import numpy as np
import pytest

from engine.rules.board import mirror, start
from engine.rules.dice import ROLLS, THROWS, WEIGHTS
from engine.rules.movegen import afterstates
from engine.rules.outcome import equity, mirror_outcome
from training.policy import Policy, at_random


class HashEvaluator:
    """Outcomes that depend on the board in no sensible way, but always the same."""

    name = "hash"

    def __init__(self, seed):
        self._weights = np.random.default_rng(seed).normal(size=(26, 5))

    def evaluate(self, boards):
        return (0.5 + 0.3 * np.sin(boards @ self._weights)).astype(np.float32)


@pytest.fixture
def boards():
    rng = np.random.default_rng(3)
    found = np.repeat(start()[None], 40, axis=0)
    for _ in range(10):
        found = at_random(found, rng.integers(1, 7, (40, 2)).astype(np.int8), rng)
    return found


def test_reply_is_the_best_of_all_afterstates(boards):
    judge = HashEvaluator(1)
    rolls = np.random.default_rng(4).integers(1, 7, (40, 2)).astype(np.int8)
    after, values = Policy(judge, None, 4).reply(boards, rolls)
    for board, roll, chosen, value in zip(boards, rolls, after, values, strict=True):
        legal = mirror(afterstates(board[None], roll[None])[0])
        outcomes = judge.evaluate(legal)
        assert chosen.tolist() == legal[(-equity(outcomes)).argmax()].tolist()
        np.testing.assert_allclose(value, judge.evaluate(chosen[None])[0])


def test_the_judge_sees_the_shortlist_only(boards):
    judge, scout = HashEvaluator(1), HashEvaluator(2)
    rolls = np.random.default_rng(4).integers(1, 7, (40, 2)).astype(np.int8)
    after, _ = Policy(judge, scout, 2).reply(boards, rolls)
    for board, roll, chosen in zip(boards, rolls, after, strict=True):
        legal = mirror(afterstates(board[None], roll[None])[0])
        listed = legal[np.argsort(equity(scout.evaluate(legal)), kind="stable")[:2]]
        best = listed[equity(judge.evaluate(listed)).argmin()]
        assert chosen.tolist() == best.tolist()


def test_a_long_shortlist_changes_nothing(boards):
    rolls = np.random.default_rng(4).integers(1, 7, (40, 2)).astype(np.int8)
    plain = Policy(HashEvaluator(1), None, 1).reply(boards, rolls)
    listed = Policy(HashEvaluator(1), HashEvaluator(2), 5000).reply(boards, rolls)
    for one, other in zip(plain, listed, strict=True):
        np.testing.assert_allclose(one, other)


def test_replies_expect_over_21_rolls(boards):
    policy = Policy(HashEvaluator(1), None, 1)
    after, values, expected = policy.replies(boards)
    mean = np.zeros((40, 5))
    for number, (roll, weight) in enumerate(zip(ROLLS, WEIGHTS, strict=True)):
        one_after, one_values = policy.reply(boards, np.tile(roll, (40, 1)))
        np.testing.assert_array_equal(after[:, number], one_after)
        np.testing.assert_array_equal(values[:, number], one_values)
        mean += weight * mirror_outcome(one_values)
    np.testing.assert_allclose(expected, mean, atol=1e-6)


@pytest.mark.parametrize("judged", [1, 4, 36])
def test_adjusted_backups_are_right_on_average(boards, judged):
    policy = Policy(HashEvaluator(1), HashEvaluator(2), 2)
    replies, replied, expected = policy.replies(boards)
    backups = np.zeros((36, len(boards), 5))
    for throw in range(36):
        after, values, backups[throw] = policy.adjusted(boards, np.full(40, throw), judged)
        np.testing.assert_array_equal(after, replies[:, THROWS[throw]])
        np.testing.assert_array_equal(values, replied[:, THROWS[throw]])
    np.testing.assert_allclose(backups.mean(axis=0), expected, atol=1e-6)
    off = backups.std(axis=0).max()
    # What the judge has looked at everywhere, or thinks as the scout does, is known exactly.
    assert off < 1e-6 if judged == 36 else off > 0.01
    agreed = Policy(HashEvaluator(1), HashEvaluator(1), 2)
    backup = agreed.adjusted(boards, np.arange(40) % 36, judged)[2]
    np.testing.assert_allclose(backup, agreed.replies(boards)[2], atol=1e-6)


def test_adjusted_backups_without_a_scout_are_the_expectation(boards):
    policy = Policy(HashEvaluator(1), None, 1)
    throws = np.arange(40) % 36
    after, values, backup = policy.adjusted(boards, throws, 1)
    replies, replied, expected = policy.replies(boards)
    np.testing.assert_array_equal(after, replies[np.arange(40), THROWS[throws]])
    np.testing.assert_array_equal(values, replied[np.arange(40), THROWS[throws]])
    np.testing.assert_array_equal(backup, expected)


def test_a_stray_play_is_any_of_the_shortlist(boards):
    judge, scout = HashEvaluator(1), HashEvaluator(2)
    policy, rng = Policy(judge, scout, 3), np.random.default_rng(4)
    board, roll = boards[:1], np.array([[3, 1]], np.int8)
    legal = mirror(afterstates(board, roll)[0])
    listed = legal[np.argsort(equity(scout.evaluate(legal)), kind="stable")[:3]]
    found = set()
    for _ in range(60):
        after, values = policy.stray(board, roll, rng)
        np.testing.assert_allclose(values, judge.evaluate(after))
        found.add(after.tobytes())
    assert found == {board.tobytes() for board in listed}
