import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.formats.notation import NotationError
from engine.formats.notation.play_text import read_moves, read_play, spell_play, write_play
from engine.rules.board import board_of, start, validate
from engine.rules.plays import IllegalPlay, apply_play, legal_plays
from tests.reached import any_boards, reached_by_play

ROLLS = st.tuples(st.integers(1, 6), st.integers(1, 6))

SPELLINGS = [
    # board, roll, canonical text, other spellings of it
    (
        ("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5"),
        (6, 5),
        "24/13",
        ["24/18/13", "24/18 18/13", "18/13 24/18", "24-13", "24/13*"],
    ),
    (
        ("bar 13:5 8:3 6:6", "5 13:4 6:6"),
        (5, 1),
        "bar/20* 6/5",
        ["bar/20* 6/5", "25/20 6/5", "Bar/20 6/5", "6/5 BAR/20*", "b/20*, 6/5*", "25/20*;6/5"],
    ),
    (
        ("6:3 5:2", "6:5"),
        (6, 6),
        "6/off(3) 5/off",
        ["6/off(3) 5/off", "6/0(3) 5/0", "6/0 6/0 6/0 5/0", "5/off 6/off (3)", "6/Off(3) 5/O"],
    ),
    (
        ("13:2 8:2 6:2", "18 6:2"),
        (6, 1),
        "13/7* 8/7",
        ["13/7* 8/7", "8/7* 13/7", "8/7 13/7", "13/7*,8/7*"],
    ),
    (
        ("13:3 6:2", "14:2 18 6:2"),
        (3, 3),
        "13/7*(2)",
        ["13/7*(2)", "13/10(2) 10/7*(2)", "13/10/7(2)", "13/7(2)*", "13/7 13/7"],
    ),
]


@pytest.mark.parametrize(
    ("literal", "roll", "canonical", "text"),
    [(b, r, c, t) for b, r, c, texts in SPELLINGS for t in [c, *texts]],
)
def test_many_spellings_one_text(literal, roll, canonical, text):
    board = board_of(*literal)
    assert write_play(board, read_play(text, board, roll)) == canonical
    assert write_play(board, read_play(text, board, roll[::-1])) == canonical


# wanted of readers after 97 % of Kaggle's games were lost to strict ones (kaggle 1190)
KAGGLE = [
    (("24:2 13:5", "13:5 6:5"), (6, 5), "24/18/13", "24/18 18/13"),
    (("bar 13:5", "5 6:4"), (5, 1), "bar/20* 13/12", "25/20 13/12"),
    (("6:4", "6:5"), (6, 6), "6/off(4)", "6/0 6/0 6/0 6/0"),
    (("13:2 8:2", "18 6:2"), (6, 1), "13/7* 8/7", "8/7 13/7"),
]


@pytest.mark.parametrize(("literal", "roll", "text", "same"), KAGGLE)
def test_kaggle_samples(literal, roll, text, same):
    board = board_of(*literal)
    assert read_play(text, board, roll) == read_play(same, board, roll)


@pytest.mark.parametrize("text", ["8/13", "6/6", "0/4", "26/20", "7/-2", "8/5/8", "bar", "25/25"])
def test_moves_that_are_none_are_refused(text):
    with pytest.raises(NotationError, match=r"accepted|checkers move"):
        read_play(text, start(), (6, 5))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("24/18", "both dice of 61"),
        ("13/8 8/7", "13/8 moves 5 pips"),
        ("24/17", "point 17|point 18|blocked"),
        ("", "both dice"),
        ("20/14 8/7", "no checker to move on point 20"),
        ("8/7 7/6 6/5", "3 steps"),
        ("6/off 8/7", "no bearing off"),
    ],
)
def test_refusals_name_the_rule(text, reason):
    with pytest.raises(IllegalPlay, match=reason):
        read_play(text, start(), (6, 1))


def test_the_star_tells_two_ways_apart():
    board = board_of("13 6:2", "16 1:5")  # a blot on point 9
    assert write_play(board, read_play("13/7", board, (4, 2))) == "13/7"
    assert write_play(board, read_play("13/9*/7", board, (4, 2))) == "13/9*/7"
    # without a star only the way past the blot is meant, when there is one
    assert not (apply_play(board, read_play("13/11/7", board, (4, 2)))[0])


@pytest.mark.parametrize("text", ["", "dance", "no play", "(no move)", "Cannot move", " pass "])
def test_a_dance(text):
    board = board_of("bar 6:5", "6:2 5:2 4:2 3:2 2:2 1:2")
    assert read_play(text, board, (6, 1)) == ()
    assert write_play(board, ()) == ""
    with pytest.raises(IllegalPlay):
        read_play("bar/24", board, (6, 1))


def test_every_legal_play_of_many_boards_round_trips():
    for board, dice in zip(*reached_by_play(100, seed=5), strict=True):
        roll = (int(dice[0]), int(dice[1]))
        plays = legal_plays(board, roll)
        texts = [write_play(board, play) for play, _ in plays]
        assert len(set(texts)) == len(texts)
        for text, (play, _) in list(zip(texts, plays, strict=True))[::7]:
            assert read_play(text, board, roll) == play
            assert read_play(spell_play(play), board, roll) == play
            assert read_play(spell_play(play, bar="25", off="0"), board, roll) == play


@settings(max_examples=40, deadline=None)
@given(any_boards(), ROLLS, st.randoms(use_true_random=False))
def test_stars_and_order_do_not_matter(board, roll, random):
    play, after = random.choice(legal_plays(board, roll))
    words = spell_play(play).split()
    random.shuffle(words)
    text = " ".join(word + random.choice(["", "*"]) for word in words)
    assert (apply_play(board, read_play(text, board, roll)) == after).all()


@settings(deadline=None)
@given(any_boards(), ROLLS, st.text() | st.text("0123456789/*() barof-", max_size=30))
def test_any_text_is_read_or_refused(board, roll, text):
    try:
        play = read_play(text, board, roll)
    except (NotationError, IllegalPlay) as error:
        assert "\n" not in str(error)
    else:
        assert play in [legal for legal, _ in legal_plays(board, roll)]


def test_moves_without_a_board():
    assert [tuple(move) for move in read_moves("bar/22*(2)")] == [(25, 22, True)] * 2


def test_plays_of_the_bug_reports_are_read():
    cases = json.loads(Path("tests/data/movegen_cases.json").read_text())
    for case in cases["cases"] if isinstance(cases, dict) else cases:
        board, roll = validate(case["board"]), tuple(case["roll"])
        legal = {play for play, _ in legal_plays(board, roll)}
        for text in case.get("plays", []):
            assert read_play(text, board, roll) in legal
        for text in case.get("must_be_illegal", []):
            with pytest.raises(IllegalPlay):
                read_play(text, board, roll)
