"""The reference generator: counts everybody agrees on, bug reports, and the rules as properties."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from engine.rules.board import board_of, checkers_off, mirror, start
from engine.rules.dice import ROLLS
from engine.rules.plays import IllegalPlay, apply_play, legal_plays, play_between
from tests.reached import any_boards, any_rolls

DATA = Path(__file__).parents[1] / "data"
PERFT = json.loads((DATA / "perft.json").read_text())
CASES = json.loads((DATA / "movegen_cases.json").read_text())["cases"]
POINTS = {"bar": 25, "off": 0}


def play_of(text):
    """Read ``bar/22 22/17``, the notation of the case file."""
    steps = (step.split("/") for step in text.split())
    return tuple(tuple(int(POINTS.get(point, point)) for point in step) for step in steps)


def afterstates_of(board, roll):
    return {after.tobytes() for _, after in legal_plays(board, roll)}


@pytest.mark.parametrize("roll", ROLLS.tolist(), ids=str)
def test_opening_plays_of_each_roll(roll):
    high, low = roll
    assert len(legal_plays(start(), (high, low))) == PERFT["by_roll"][f"{high}{low}"]
    assert afterstates_of(start(), (high, low)) == afterstates_of(start(), (low, high))


def test_opening_plays_in_all():
    counts = [len(legal_plays(start(), (high, low))) for high, low in ROLLS.tolist()]
    assert sum(counts) == PERFT["depth_1"]["distinct"]
    weights = np.where(ROLLS[:, 0] == ROLLS[:, 1], 1, 2)
    assert counts @ weights == PERFT["depth_1"]["weighted"]


@pytest.mark.slow
def test_perft_two_deep():
    """Every opening play and every reply to it: 202,782, in about ten seconds."""
    count = sum(
        len(legal_plays(mirror(after), (high, low)))
        for first in ROLLS.tolist()
        for _, after in legal_plays(start(), tuple(first))
        for high, low in ROLLS.tolist()
    )
    assert count == PERFT["depth_2"]["distinct"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['bug']}: {case['title']}")
def test_bug_reports(case):
    board, roll = np.array(case["board"], dtype=np.int8), tuple(case["roll"])
    plays = [play for play, _ in legal_plays(board, roll) if play]
    assert len(plays) == case["afterstates"]
    assert {len(play) for play in plays} <= {case["dice_used"]}
    if "plays" in case:
        reached = {apply_play(board, play_of(text)).tobytes() for text in case["plays"]}
        assert reached == (afterstates_of(board, roll) if plays else set())
    for text in case.get("must_be_legal", []):
        assert apply_play(board, play_of(text)).tobytes() in afterstates_of(board, roll)


def test_nobody_moving_is_one_empty_play():
    board = board_of("bar:1 6:2", "6:2 5:2 4:2 3:2 2:2 1:2")
    for high, low in ROLLS.tolist():
        ((play, after),) = legal_plays(board, (high, low))
        assert play == ()
        assert (after == board).all()


@pytest.mark.parametrize(
    ("own", "opponent", "roll", "plays"),
    [
        # Either die can be played but not both: the larger.
        ("13", "20:2", (6, 2), [((13, 7),)]),
        # Only the smaller can be played at all.
        ("13", "20:2 18:2", (6, 2), [((13, 11),)]),
        # Doubles as far as they go: three, two, one.
        ("20", "23:2", (6, 6), [((20, 14), (14, 8))]),
        ("bar:3", "", (6, 6), [((25, 19), (25, 19), (25, 19), (19, 13))]),
        # Enter both before anything else moves; one enters, the other does not.
        ("bar:2 6", "6:2", (6, 1), [((25, 24),)]),
        # Over-roll from the rearmost only; exact anywhere at home.
        ("4 2", "1:2", (5, 2), [((4, 0), (2, 0)), ((4, 2), (2, 0))]),
        ("6 2", "1:2", (5, 2), [((6, 1), (2, 0)), ((6, 4), (4, 0))]),
        # Bearing off becomes legal once the last checker is home.
        ("7 2", "", (6, 1), [((7, 1), (1, 0)), ((7, 1), (2, 1))]),
        # With a checker on the bar nobody bears off.
        ("bar 1", "6:2 5:2", (6, 5), [()]),
        # A hit on the way is another position than no hit.
        ("10", "19", (4, 2), [((10, 6), (6, 4)), ((10, 8), (8, 4))]),
        # The last checker uses both dice if it can, though one would do.
        ("2", "24", (5, 1), [((2, 1), (1, 0))]),
        ("1", "23:2", (5, 1), [((1, 0),)]),
    ],
)
def test_crafted_rules(own, opponent, roll, plays):
    board = board_of(own, opponent)
    assert sorted(play for play, _ in legal_plays(board, roll)) == sorted(plays)


def test_hits_send_checkers_to_the_bar():
    board = board_of("13:2", "20 18 11:3")
    after = apply_play(board, ((13, 7), (7, 5)))
    assert (after[0], after[7], after[5]) == (-2, 0, 1)
    board = board_of("13:2", "11:3 18")
    assert apply_play(board, ((13, 7),))[0] == -1


@pytest.mark.parametrize(
    ("play", "said"),
    [
        (((12, 7),), "no checker to move on point 12"),
        (((25, 20),), "no checker to move on the bar"),
        (((13, 12),), "point 12 is blocked"),
        (((13, 14),), "no step"),
        (((26, 20),), "no step"),
        (((6, -1),), "no step"),
    ],
)
def test_plays_that_cannot_be_made_are_refused(play, said):
    with pytest.raises(IllegalPlay, match=said):
        apply_play(start(), play)


def test_the_play_between_two_positions():
    after = apply_play(start(), ((8, 5), (6, 5)))
    assert play_between(start(), (3, 1), after) == ((8, 5), (6, 5))
    assert play_between(start(), (1, 3), after) == ((8, 5), (6, 5))
    with pytest.raises(IllegalPlay, match="no legal play of 41"):
        play_between(start(), (4, 1), after)


@given(any_boards(), any_rolls)
def test_plays_obey_what_every_play_obeys(board, roll):
    plays = legal_plays(board, roll)
    assert len({after.tobytes() for _, after in plays}) == len(plays)
    lengths = {len(play) for play, _ in plays}
    assert len(lengths) == 1
    assert lengths.pop() <= (4 if roll[0] == roll[1] else 2)
    own, opponent = checkers_off(board)
    for play, after in plays:
        assert (apply_play(board, play) == after).all()
        assert play == tuple(sorted(play, reverse=True))
        own_after, opponent_after = checkers_off(after)
        assert opponent_after == opponent
        assert own_after - own == sum(target == 0 for _, target in play)
        assert after[0] <= 0 <= after[25]
        assert play_between(board, roll, after) == play


@given(any_boards(), any_rolls)
def test_both_orders_of_the_dice_are_one_roll(board, roll):
    assert afterstates_of(board, roll) == afterstates_of(board, roll[::-1])
