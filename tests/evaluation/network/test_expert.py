import numpy as np
import pytest

from engine.evaluation.network.expert import EXPERT, expert_inputs
from engine.rules.board import BAR, POINTS, board_of, mirror
from engine.rules.dice import ROLLS, THROWS

SIDE = EXPERT // 2


def _of(board):
    return expert_inputs(board[None])[0][:SIDE]


def _hits(board, dice):
    """The points with a blot that some order of the dice can hit, found by trying all moves."""
    hit = set()
    for place, die in enumerate(dice):
        rest = dice[:place] + dice[place + 1 :]
        origins = [BAR] if board[BAR] > 0 else range(die + 1, BAR)
        for origin in origins:
            target = origin - die
            if board[origin] > 0 and board[target] > -2:
                after = board.copy()
                after[origin] -= 1
                after[target] = max(after[target], 0) + 1
                hit |= {target} if board[target] == -1 else set()
                hit |= _hits(after, rest)
        if dice.count(die) == len(dice):
            break
    return hit


def test_shots_are_those_that_trying_every_move_finds(boards):
    some = boards[::19]
    assert (some[:, BAR] > 1).any() and (some[:, BAR] == 1).any()
    for board in some:
        inputs, share, double, pips = _of(board), np.zeros(POINTS), 0.0, 0.0
        for roll, (first, second) in enumerate(ROLLS.tolist()):
            dice = [first] * 4 if first == second else [first, second]
            points = _hits(board, dice)
            weight = (roll == THROWS).sum() / 36
            assert inputs[roll] == bool(points), (board, first, second)
            for point in points:
                share[point - 1] += weight
            double += weight * (len(points) > 1)
            pips += weight * max(points, default=0) / 10
        np.testing.assert_allclose(inputs[21:45], share, atol=1e-6)
        np.testing.assert_allclose(inputs[45:47], [double, pips], atol=1e-6)


def test_blocks_are_the_throws_that_a_checker_cannot_move_in_full(boards):
    for board in boards[::19]:
        inputs, shares = _of(board), np.zeros(SIDE)
        for point in range(13, BAR + 1):
            closed = board[point - np.arange(13)] < -1
            for a, b in ROLLS[THROWS]:
                shares[point] += (closed[a + b] or (closed[a] and closed[b])) / 36
        stands = board > 0
        behind = [p for p in range(13, BAR + 1) if stands[p]]
        np.testing.assert_allclose(inputs[47:54], shares[19:26], atol=1e-6)
        np.testing.assert_allclose(inputs[54:61], shares[19:26] * stands[19:26], atol=1e-6)
        summed = sum(shares[p] * board[p] for p in behind) / 4
        worst, last = max(shares[behind], default=0), shares[behind[-1]] if behind else 0
        np.testing.assert_allclose(inputs[61:64], [worst, summed, last], atol=1e-5)


def test_primes_bars_and_standing_of_a_known_position():
    # Five points in a row and a sixth apart; on the bar against a home of five points.
    board = board_of("bar:1 4:2 5:2 6:2 7:2 8:2 10:2 13:2", "1:2 2:2 3:2 4:2 5:2 13:5")
    longest, window, closed, entering, spare, spread, mobility, facing = _of(board)[64:72]
    assert (longest * 6, window * 6) == pytest.approx((5, 5))
    assert closed == entering == pytest.approx(1 - 1 / 36)
    assert spare == 0  # Two on each outer point: nothing can be played without breaking one.
    mean = (25 + 2 * (4 + 5 + 6 + 7 + 8 + 10 + 13)) / 15
    behind = [(25, 1), (10, 2), (13, 2)]
    assert spread == pytest.approx(sum(n * (p - mean) ** 2 for p, n in behind) / 400, rel=1e-5)
    moves = sum(
        board[p] > 0 and p - d >= 1 and board[p - d] > -2 for p in range(1, 25) for d in range(1, 7)
    )
    assert mobility * 20 == pytest.approx(moves)
    # The opponent's last checkers stand on our 12 point: two on our 13 point and one on the bar.
    assert facing * 15 == pytest.approx(3)


def test_the_opponents_inputs_are_ours_from_his_side(boards):
    here, there = expert_inputs(boards), expert_inputs(mirror(boards))
    np.testing.assert_array_equal(here[:, SIDE:], there[:, :SIDE])
    assert here.shape == (len(boards), EXPERT) and (here >= 0).all()


def test_a_race_has_no_shots():
    inputs = _of(board_of("1:5 2:5 6:5", "1:5 3:5 6:5"))
    assert not inputs[:47].any() and not inputs[61:64].any()
