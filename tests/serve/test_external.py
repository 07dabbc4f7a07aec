"""GNU Backgammon's external interface, line by line (whole games: test_external_gnubg.py)."""

import re
import tracemalloc
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.formats.notation import read_fibs_line, read_play, write_fibs_line
from engine.rules.board import board_of
from engine.rules.position import Pending, Position
from engine.search.search import Settings
from engine.serve.gnubg.external import VERSION, ExternalSession, Habits

# What GNU Backgammon 1.07.001 sends.
START = (
    "board:gnubg:root:{match}:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:{dice}"
    ":1:1:1:{doubled}:1:-1:0:25:0:0:0:0:0:0:0:1"
)
MONEY = "0:0:0"
RACCOON = (
    "board:root:gnubg:0:0:16:0:-1:1:1:1:0:4:-1:1:0:0:0:-4:5:-1:0:0:-2:0:-4:-2:0:0:1:1:0:-1:0:0:0:0"
    ":4:1:0:1:1:-1:0:25:0:0:0:0:0:0:0:1"
)
BEAVER = (
    "board:gnubg:root:0:12:0:0:-1:0:0:-1:0:5:0:3:0:0:0:-4:5:-1:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:0:0"
    ":2:0:1:1:1:-1:0:25:0:0:0:0:0:0:0:1"
)


def board(dice="0:0:0:0", doubled=0, match=MONEY):
    return START.format(dice=dice, doubled=doubled, match=match)


def at_ply(analyser, ply):
    return replace(analyser, settings=Settings(ply))


@pytest.fixture
def session(analyser):
    return ExternalSession(analyser, Habits(resigns=False))


def test_dice_are_answered_with_a_legal_play_spelled_out(session):
    answer = session.answer(board("3:1:3:1"))
    assert re.fullmatch(r"\d+/\d+ \d+/\d+", answer)
    position = read_fibs_line(board("3:1:3:1"))
    assert len(read_play(answer, position.board, (3, 1))) == 2


def test_a_dance_is_an_empty_line(session):
    closed_out = board_of("bar:1 6:14", "1:2 2:2 3:2 4:2 5:2 6:5")
    assert session.answer(write_fibs_line(Position(closed_out, dice=(6, 6)))) == ""


def test_without_dice_to_roll_or_to_double(session):
    assert session.answer(board()) in ("roll", "double")


def test_a_double_is_answered(session):
    assert session.answer(board(doubled=1)) in ("take", "drop", "beaver")
    assert session.answer(board(doubled=1, match="5:0:0")) in ("take", "drop")


def test_a_double_before_the_last_roll_is_dropped(analyser):
    session = ExternalSession(at_ply(analyser, 1))
    last = Position(board_of("1:2", "1:1"), pending=Pending.DOUBLE)
    assert session.answer(write_fibs_line(last)) == "drop"


def test_beavers_only_where_they_are_agreed_on(analyser):
    session = ExternalSession(analyser, Habits(beavers=False))
    assert session.answer(board(doubled=1)) in ("take", "drop")
    assert session.answer(board(doubled=1) + " beavers off") in ("take", "drop")


def test_a_beaver_and_a_raccoon_are_answered_by_the_one_who_is_asked(session):
    assert session.answer(BEAVER) in ("take", "drop", "redouble")
    assert session.answer(RACCOON) in ("take", "drop")


@pytest.mark.parametrize("kind", [1, 2, 3])
def test_a_resignation_is_answered(session, kind):
    assert session.answer(f"{board('3:1:3:1')} resignation {kind}") in ("accept", "reject")


def test_no_resignation_is_a_plain_question(session):
    assert session.answer(f"{board('3:1:3:1')} resignation 0") == session.answer(board("3:1:3:1"))


def test_a_lost_game_is_resigned_once(analyser):
    session = ExternalSession(at_ply(analyser, 2))
    hopeless = write_fibs_line(Position(board_of("23:2", "1:1")))
    assert session.answer(hopeless) == "resign normal"
    assert session.answer(hopeless) in ("roll", "double")  # It was refused.
    stubborn = ExternalSession(at_ply(analyser, 2), Habits(resigns=False))
    assert stubborn.answer(hopeless) in ("roll", "double")


def test_the_server_side_commands(session):
    assert session.answer("version") == session.answer("VERSION") == VERSION
    assert "evaluation fibsboard" in session.answer("help")
    assert session.answer("set debug on") == "Debug output ON"
    assert session.answer("set interface old") == "New interface OFF"
    assert session.answer("exit") is None


def six(answer):
    assert re.fullmatch(r"(-?\d\.\d{6} ?){6}", answer), answer
    return [float(number) for number in answer.split()]


def test_evaluation_gives_six_numbers(session):
    *chances, equity = six(session.answer(f"evaluation fibsboard {board('3:1:3:1')}"))
    win, gammon, backgammon, lost_gammon, lost_backgammon = chances
    cubeless = 2 * win - 1 + gammon + backgammon - lost_gammon - lost_backgammon
    off = f"evaluation fibsboard {board()} jacobyrule off"
    assert six(session.answer(off))[5] == pytest.approx(cubeless, abs=2e-6)
    assert 0 <= backgammon <= gammon <= win <= 1
    assert equity == pytest.approx(2 * win - 1, abs=2e-6)  # Jacoby: the cube is centred.


def test_evaluation_in_a_match_gives_match_winning_chances(session):
    for options in ("cube on cubeful", "cube off", "plies 1 CUBEFUL"):
        line = f"evaluation fibsboard {board(match='5:1:3')} {options}"
        assert 0 < six(session.answer(line))[5] < 1


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "no command"),
        ("foo", "no command"),
        ("board:a:b:1:2", "50 to 53 numbers"),
        ("board:", "no command"),
        (board("3:0:3:0"), "dice"),
        (board("3:7:3:7"), "die 2"),
        (board() + " foo on", "jacobyrule"),
        (board() + " resignation 4", "0 to 3"),
        (board() + " resignation", "number is expected"),
        (board() + " beavers maybe", "on or off"),
        (f"evaluation fibsboard {board()} plies 9", "plies '9'"),
        (f"evaluation fibsboard {board()} plies x", "plies"),
        (f"evaluation fibsboard {board()} noise 0.1", "only 0"),
        ("evaluation fibsboard", "evaluation fibsboard board"),
        ("set prompt", "set debug"),
        (board().replace(":5:0:3", ":9:0:9"), "checkers"),
        (board(match="5:5:0"), "below 5"),
        (board().replace(":2:0:1:0", ":2:0:0:0"), "the game is over"),
        ("board:" + "9" * 3000, "no command"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(session, line, says):
    answer = session.answer(line)
    assert answer.startswith("Error: ")
    assert says in answer
    assert "\n" not in answer


def test_names_may_hold_spaces(session):
    line = board("3:1:3:1").replace("gnubg:root", "Mr. GNU on:the road")
    assert not session.answer(f"evaluation fibsboard {line} plies 0").startswith("Error")
    assert not session.answer(line).startswith("Error")


NUMBERS = st.one_of(st.integers(-16, 26), st.integers(), st.just(""), st.text(max_size=3))


@example([MONEY])
@given(st.lists(st.tuples(st.integers(0, 51), NUMBERS), max_size=4))
def test_a_board_with_wrong_fields_is_answered_or_refused(session_of_module, changes):
    words = board("3:1:3:1").split(":")
    for change in changes:
        if isinstance(change, tuple):
            words[change[0]] = str(change[1])
    answer = session_of_module.answer(":".join(words))
    assert answer is None or "\n" not in answer


@given(st.text(max_size=200))
def test_any_text_is_answered_or_refused(session_of_module, text):
    answer = session_of_module.answer(text)
    assert answer is None or isinstance(answer, str)


@pytest.fixture(scope="module")
def session_of_module(analyser):
    return ExternalSession(analyser)


def test_memory_does_not_grow_with_what_is_asked(session_of_module):
    lines = [
        board("3:1:3:1"),
        board(doubled=1),
        f"evaluation fibsboard {board()}",
        "x" * 4000,
        board().replace("-5", "-15"),
    ]
    for line in lines * 5:
        session_of_module.answer(line)
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for number in range(30):
        for line in lines:
            session_of_module.answer(line.replace("gnubg", f"gnubg{number}"))
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert after - before < 500_000
