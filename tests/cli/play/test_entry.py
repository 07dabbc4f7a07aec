"""Plays can be typed in parts, taken back, and are refused with the rule."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cli.terminal.entry import Entry
from engine.formats.notation.play_text import point_text
from engine.rules.board import board_of, start
from engine.rules.plays import apply_play, legal_plays
from tests.reached import any_boards, any_rolls


def test_a_whole_play_at_once():
    entry = Entry(start(), (3, 1)).typed("8/5 6/5")
    assert entry.play == ((8, 5), (6, 5))
    assert entry.board[5] == 2


def test_checker_by_checker_and_back():
    first = Entry(start(), (3, 1)).typed("8/5")
    assert first.play is None and first.board[5] == 1
    both = first.typed("6/5")
    assert both.play == ((8, 5), (6, 5))
    assert both.undone().play is None
    assert both.undone().undone().board is None
    with pytest.raises(ValueError, match="nothing to take back"):
        Entry(start(), (3, 1)).undone()


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("8/3", "no die of 31 shows that"),
        ("24/23 8/5 6/5", "3 steps, but the roll 31 has 2 dice"),
        ("13/12", "point 12 is blocked"),
        ("5/4", "no checker to move on point 5"),
        ("6/off", "no bearing off before all checkers are home"),
        ("4/8", "checkers move from 25"),
        ("hello", "are accepted"),
    ],
)
def test_refusals_name_the_rule(line, rule):
    with pytest.raises(ValueError, match=rule):
        Entry(start(), (3, 1)).typed(line)


def test_a_part_that_leaves_a_die_unplayed_is_refused():
    # The 6 from 12 leaves no 5: both 15 and 1 are blocked.
    board = board_of("20 12", "24:2 16:2 10:2")
    assert [play for play, _ in legal_plays(board, (6, 5))] == [((20, 14), (12, 7))]
    assert Entry(board, (6, 5)).typed("12/7").typed("20/14").play == ((20, 14), (12, 7))
    with pytest.raises(ValueError, match="must be"):
        Entry(board, (6, 5)).typed("12/6")


@given(any_boards(), any_rolls, st.randoms(use_true_random=False))
def test_every_legal_play_can_be_typed_step_by_step_in_any_order(board, roll, random):
    play, after = random.choice(legal_plays(board, roll))
    entry, steps, now = Entry(board, roll), list(play), board
    while steps:
        open_ = [s for s in steps if now[s[0]] > 0]
        for step in random.sample(open_, len(open_)):
            try:
                entry = entry.typed(f"{point_text(step[0])}/{point_text(step[1])}")
            except ValueError:
                continue
            steps.remove(step)
            now = apply_play(now, (step,))
            break
        else:
            pytest.fail(f"no step of {play} is accepted after {entry.words}")
    if play:
        assert entry.play is not None
        assert np.array_equal(entry.board, after)


@given(any_boards(), any_rolls, st.text(alphabet="0123456789/*() baroff-,", max_size=30))
def test_nonsense_is_refused_or_legal(board, roll, text):
    try:
        entry = Entry(board, roll).typed(text)
    except ValueError:
        return
    if entry.play is not None:
        assert any(np.array_equal(entry.board, after) for _, after in legal_plays(board, roll))
