"""The vectorised generator against the reference one, and against what both must obey."""

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.board import board_of, checkers_off, mirror, start
from engine.rules.dice import ROLLS
from engine.rules.movegen import afterstates
from engine.rules.plays import legal_plays
from tests.reached import any_boards, any_rolls, reached_by_play

DATA = Path(__file__).parents[1] / "data"
PERFT = json.loads((DATA / "perft.json").read_text())
CASES = json.loads((DATA / "movegen_cases.json").read_text())["cases"]
ROLL_WEIGHTS = np.where(ROLLS[:, 0] == ROLLS[:, 1], 1, 2)


def sets_of(boards, rolls, **options):
    """Return the list of afterstates of every pair, as bytes, sorted."""
    after, offsets = afterstates(np.array(boards), np.array(rolls, dtype=np.int8), **options)
    return [sorted(row.tobytes() for row in after[a:b]) for a, b in pairwise(offsets)]


def reference(board, roll):
    return sorted(after.tobytes() for _, after in legal_plays(board, (int(roll[0]), int(roll[1]))))


def test_equal_to_the_reference_on_boards_reached_by_play():
    boards, rolls = reached_by_play(3_000, seed=1)
    for board, roll, found in zip(boards, rolls, sets_of(boards, rolls), strict=True):
        assert found == reference(board, roll), (board.tolist(), roll.tolist())


@pytest.mark.slow
def test_equal_to_the_reference_on_30000_boards_reached_by_play():
    """In about fifteen seconds on an idle core."""
    boards, rolls = reached_by_play(30_000, seed=2)
    for board, roll, found in zip(boards, rolls, sets_of(boards, rolls), strict=True):
        assert found == reference(board, roll), (board.tolist(), roll.tolist())


@given(st.lists(st.tuples(any_boards(), any_rolls), min_size=1, max_size=8))
def test_equal_to_the_reference_on_any_boards(pairs):
    boards, rolls = zip(*pairs, strict=True)
    for board, roll, found in zip(boards, rolls, sets_of(boards, rolls), strict=True):
        assert found == reference(board, roll)
        assert len(set(found)) == len(found)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['bug']}: {case['title']}")
def test_bug_reports(case):
    board = np.array(case["board"], dtype=np.int8)
    (found,) = sets_of([board], [case["roll"]])
    if case["afterstates"]:
        assert len(found) == case["afterstates"]
    else:
        assert found == [board.tobytes()]
    assert found == reference(board, case["roll"])


def test_perft_two_deep():
    first, offsets = afterstates(np.tile(start(), (21, 1)), ROLLS)
    counts = np.diff(offsets)
    names = [f"{high}{low}" for high, low in ROLLS]
    assert dict(zip(names, counts.tolist(), strict=True)) == PERFT["by_roll"]
    assert counts.sum() == PERFT["depth_1"]["distinct"]
    assert counts @ ROLL_WEIGHTS == PERFT["depth_1"]["weighted"]
    _, offsets = afterstates(np.repeat(mirror(first), 21, axis=0), np.tile(ROLLS, (len(first), 1)))
    replies = np.diff(offsets).reshape(-1, 21)
    assert replies.sum() == PERFT["depth_2"]["distinct"]
    assert np.repeat(ROLL_WEIGHTS, counts) @ replies @ ROLL_WEIGHTS == PERFT["depth_2"]["weighted"]


def test_every_afterstate_keeps_the_checkers():
    boards, rolls = reached_by_play(5_000, seed=3)
    after, offsets = afterstates(boards, rolls)
    counts = np.diff(offsets)
    own, opponent = (np.repeat(off, counts) for off in checkers_off(boards))
    own_after, opponent_after = checkers_off(after)
    assert (opponent_after == opponent).all()
    assert (own_after >= own).all()
    assert (own_after <= own + 4).all()
    assert (after[:, 0] <= np.repeat(boards[:, 0], counts)).all()
    assert (after[:, 25] <= np.repeat(boards[:, 25], counts)).all()


def test_the_order_of_the_dice_does_not_matter():
    boards, rolls = reached_by_play(2_000, seed=4)
    assert sets_of(boards, rolls) == sets_of(boards, rolls[:, ::-1])


@pytest.mark.parametrize("threads", [2, 3, 50])
def test_threads_change_nothing(threads):
    boards, rolls = reached_by_play(500, seed=5)
    one, offsets = afterstates(boards, rolls)
    shared, shared_offsets = afterstates(boards, rolls, threads=threads)
    assert (one == shared).all()
    assert (offsets == shared_offsets).all()


def test_the_arguments_are_left_alone():
    boards, rolls = reached_by_play(200, seed=6)
    kept = boards.copy(), rolls.copy()
    afterstates(boards, rolls)
    assert (boards == kept[0]).all()
    assert (rolls == kept[1]).all()


def test_no_boards_have_no_afterstates():
    after, offsets = afterstates(np.empty((0, 26), np.int8), np.empty((0, 2), np.int8))
    assert after.shape == (0, 26)
    assert offsets.tolist() == [0]


def test_the_most_afterstates_fit():
    """Four steps each from checkers spread as widely as they can be."""
    board = board_of(" ".join(str(point) for point in range(24, 9, -1)))
    (found,) = sets_of([board], [(1, 1)])
    assert found == reference(board, (1, 1))
    many = sets_of([board] * 40, [(1, 1)] * 40)
    assert many == [found] * 40


@pytest.mark.parametrize(
    ("boards", "rolls", "said"),
    [
        (np.zeros((2, 25), np.int8), np.ones((2, 2), np.int8), "boards"),
        (np.zeros(26, np.int8), np.ones((1, 2), np.int8), "boards"),
        (np.zeros((2, 26), np.int8), np.ones((1, 2), np.int8), "rolls"),
        (np.zeros((1, 26), np.int8), np.array([[0, 3]], np.int8), "1 to 6"),
        (np.zeros((1, 26), np.int8), np.array([[7, 3]], np.int8), "1 to 6"),
    ],
)
def test_what_is_no_batch_is_refused(boards, rolls, said):
    with pytest.raises(ValueError, match=said):
        afterstates(boards, rolls)
