"""Refusals name the rule."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.board import board_of, start
from engine.rules.legality import check_play, explain_illegal
from engine.rules.plays import IllegalPlay, apply_play, legal_plays
from tests.reached import any_boards, any_rolls

START = ("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5")


@pytest.mark.parametrize(
    ("own", "opponent", "roll", "play", "said"),
    [
        (*START, (3, 1), (), "both dice of 31 can be played and must be"),
        (*START, (3, 1), ((8, 5),), "both dice of 31 can be played and must be"),
        (*START, (6, 5), ((24, 18),), "both dice of 65"),  # bgsage commit 46403f1: half plays.
        (*START, (1, 1), ((8, 7), (8, 7), (6, 5)), "3 steps, but 4 can be made with 11"),
        (*START, (1, 1), ((6, 5),) * 5, "5 steps, but the roll 11 has 4 dice"),
        (*START, (3, 1), ((8, 5), (6, 5), (6, 5)), "3 steps, but the roll 31 has 2 dice"),
        (*START, (3, 1), ((13, 9),), "13/9 moves 4 pips, and no die of 31 shows that"),
        (*START, (3, 1), ((8, 5), (13, 10)), "13/10: the 3 has been played already"),
        (*START, (3, 1), ((9, 8), (6, 5)), "9/8: there is no checker to move on point 9"),
        (*START, (5, 1), ((13, 12), (13, 8)), "13/12: point 12 is blocked"),
        (*START, (6, 5), ((6, 0), (13, 8)), "6/off: no bearing off .* one is on point 24"),
        (*START, (3, 1), ((8, 11), (6, 5)), "8/11 is no step"),
        (*START, (3, 1), ((30, 27), (6, 5)), "30/27 is no step"),
        ("bar 13", "6:2", (3, 1), ((13, 10), (10, 9)), "13/10: a checker on the bar must enter"),
        ("bar 13", "6:2", (6, 1), ((25, 19), (19, 18)), "bar/19: point 19 is blocked"),
        ("bar 6", "6:2", (5, 4), ((6, 1), (25, 21)), None),
        ("bar:2 6", "3:2", (5, 4), ((25, 20), (6, 2)), "6/2: a checker on the bar must enter"),
        ("13", "20:2", (6, 2), ((13, 11),), "must be the larger one, the 6"),
        ("13", "20:2", (6, 2), ((13, 7),), None),
        ("13", "20:2", (6, 2), (), "a die of 62 can be played and must be"),
        ("6 3", "1:2", (5, 4), ((3, 0), (6, 1)), None),
        ("6 3:2", "1:2", (5, 4), ((3, 0), (3, 0)), "3/off: a larger die .* which is point 6"),
        ("4", "1:2", (3, 2), ((4, 0),), "point 4 needs an unplayed die of 4 or more"),
        ("4:2 2", "1:2", (6, 5), ((4, 0), (2, 0)), "2/off: a larger die .* which is point 4"),
        ("7 6", "1:2", (6, 1), ((6, 0), (7, 6)), None),
        ("7 6 5", "1:2", (6, 1), ((5, 0), (7, 6)), "5/off: a larger die .* which is point 6"),
        ("bar 1", "6:2 5:2", (6, 5), ((1, 0),), "1/off: a checker on the bar must enter"),
        ("2", "24", (5, 1), ((2, 0),), "both dice of 51"),
    ],
)
def test_refusals(own, opponent, roll, play, said):
    board = board_of(own, opponent)
    if said is None:
        assert explain_illegal(board, roll, play) is None
        check_play(board, roll, play)
    else:
        with pytest.raises(IllegalPlay, match=said):
            check_play(board, roll, play)


def test_the_order_of_the_steps_and_of_the_dice_is_free():
    legal = ((8, 5), (6, 5))
    for roll in ((3, 1), (1, 3)):
        play, after = check_play(start(), roll, legal[::-1])
        assert play == legal
        assert (after == apply_play(start(), legal)).all()


@given(any_boards(), any_rolls)
def test_every_legal_play_is_accepted_backwards_too(board, roll):
    for play, after in legal_plays(board, roll)[:10]:
        accepted, reached = check_play(board, roll, play[::-1])
        assert accepted == play
        assert (reached == after).all()


@given(any_boards(), any_rolls.filter(lambda roll: roll[0] != roll[1]))
def test_no_other_play_is_accepted(board, roll):
    """All plays of up to two steps that the dice could make anywhere."""
    origins = {int(point) for point in np.flatnonzero(board[1:] > 0) + 1}
    origins |= {point - die for point in origins for die in roll if point > die}
    steps = [(point, max(point - die, 0)) for point in origins for die in roll]
    legal = {after.tobytes() for _, after in legal_plays(board, roll)}
    for play in [(), *product(steps, repeat=1), *product(steps, repeat=2)]:
        if explain_illegal(board, roll, play) is None:
            reached = apply_play(board, tuple(sorted(play, reverse=True)))
            assert reached.tobytes() in legal


@given(any_boards(), any_rolls, st.lists(st.tuples(st.integers(0, 26), st.integers(-1, 25))))
def test_nonsense_is_refused_and_never_fails(board, roll, steps):
    if explain_illegal(board, roll, tuple(steps)) is None:
        reached = apply_play(board, tuple(sorted(steps, reverse=True)))
        assert any((reached == after).all() for _, after in legal_plays(board, roll))
