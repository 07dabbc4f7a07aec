import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.formats.matchfiles import MatchFileError, read_mat, write_mat
from engine.rules.match import Rules
from tests.formats.matchfiles.mat_text import HEAD, PLAIN, one, refused
from tests.formats.matchfiles.played import random_match

BROKEN = [
    ("", "'5 point match' was expected", None),
    ("hello\n", "'5 point match' was expected", 1),
    (" 5 point match\n", "'Game 1' was expected", 1),
    (" 5 point match\n Ann : 0   Bob : 0\n", "'Game 1' was expected", 2),
    (" 5 point match\n Game 1\n  1) 31: 8/5 6/5\n", "'Ann : 0 Bob : 0' was expected", 3),
    (HEAD.replace("Ann : 0", "Ann : 5"), "below 5 is accepted", 4),
    (HEAD + "  1) 31: 8/5 6/4\n", "both dice|6/4", 5),
    (HEAD + "  1) 31: 8/5\n", "both dice of 31", 5),
    (HEAD + "  1) 31: 9/5\n", "no checker to move on point 9", 5),
    (HEAD + "  1) 31: 5/8 6/5\n", "checkers move from 25", 5),
    (HEAD + "  1) 31: what\n", "play 'what'", 5),
    (HEAD + "  1) 33: 8/5(2) 6/3(2)\n", "equal dice are thrown again", 5),
    (HEAD + "  1)  Doubles => 2\n", "opening", 5),
    (HEAD + "  1) 31: 8/5 6/5    42:\n  2) 31: 8/5 6/5\n", "42 have not been played", 6),
    (HEAD + "  1) 31: Illegal play (8/5 6/4)\n", "illegal play", 5),
    (HEAD + "  1) 31: 8/5 6/5   Takes\n", "take", 5),
    (HEAD + "  1) 31: 8/5 6/5   Doubles => 4\n", "goes to 2, not to 4", 5),
    (
        HEAD + "  1) 31: 8/5 6/5   Doubles => 2\n  2) 65: 24/13\n",
        "a take or a drop was expected",
        6,
    ),
    (HEAD + "  1) 31: 8/5 6/5   Beavers => 2\n", "answers a double", 5),
    (HEAD + "  1) 31: 8/5 6/5\n      Wins 7 points\n", "a game is worth 1, 2, 3", 6),
    (HEAD + "  1) 31: 8/5 6/5\n      Wins\n", "'Wins N points' was expected", 6),
    (HEAD + "  1) 31: 8/5 6/5\n Wins 1 point\n Wins 1 point\n", "second result", 7),
    (
        HEAD + "  1) 31: 8/5 6/5\n      Wins 1 point\n  2) 31: 8/5 6/5\n",
        "after the game was over",
        7,
    ),
    (HEAD + "  1) 31: 8/5 6/5\n Game 2\n", "both names and scores|no result", 6),
    (HEAD + "  1) 31: 8/5 6/5\n Game 2\n A : 0  B : 0\n", "no result", 6),
    (
        HEAD + "  1) 31: 8/5 6/5\n Wins 1 point\n Game 2\n Ann : 2   Bob : 0\n",
        "1-0 was expected",
        8,
    ),
    (HEAD + "; [x]\n; Set Pos=4HPwATDgc/ABMA\n", "a position is set", 6),
    (HEAD + "rubbish\n", "in two columns were expected, got 'rubbish'", 5),
    (HEAD + "  1) 31: 8/5 6/5    42: 8/4 6/4    31: 8/5 6/5\n", "in two columns", 5),
    (HEAD + "x" * 3000, "3000 characters", 5),
    ('; [Variation "Nackgammon"]\n' + HEAD, "only backgammon", 2),
    ('; [CubeLimit "3"]\n' + HEAD, "cube limit 3", 2),
]


@pytest.mark.parametrize(("text", "reason", "line"), BROKEN)
def test_broken_files_name_the_line_and_what_was_expected(text, reason, line):
    with pytest.raises(MatchFileError, match=r"^[^\n]+$") as error:
        read_mat(text)
    assert any(part in str(error.value) for part in reason.split("|"))
    assert error.value.line == line
    assert line is None or str(error.value).startswith(f"line {line}: ")


def test_a_result_in_the_wrong_column_is_refused():
    match = random_match(1, Rules(length=1), resigns=0.0)
    lines = write_mat(match).splitlines()
    assert "Wins" in lines[-1]
    right = lines[-1].index("Wins") > 20
    lines[-1] = lines[-1].replace(" " * 28, "", 1) if right else " " * 28 + lines[-1]
    refused("\n".join(lines), "by the game side", len(lines))


def test_a_game_after_the_match_is_refused():
    # lila 1022: a match is over if and only if the score has reached its length
    text = PLAIN.replace("5 point", "2 point") + "      Wins 2 points\n"
    assert one(text).winner == 0
    refused(text + " Game 2\n Ann : 2        Bob : 0\n", "after the match was won", 9)


def test_names_that_would_break_the_file_are_refused():
    for name in ("", "a: b", "x" * 40):
        with pytest.raises(MatchFileError, match="name of 1 to 31"):
            write_mat(random_match(1, Rules(length=1), names=(name, "Bob")))


WHOLE = write_mat(random_match(2, Rules(length=3)))


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, len(WHOLE)), st.text(max_size=8), st.integers(0, 30))
def test_damaged_files_are_read_or_refused(at, inserted, cut):
    try:
        matches = read_mat(WHOLE[:at] + inserted + WHOLE[at + cut :])
    except MatchFileError as error:
        assert "\n" not in str(error)
    else:
        assert all(match.games for match in matches)


@settings(max_examples=60, deadline=None)
@given(
    st.text() | st.lists(st.sampled_from([*WHOLE.splitlines()[:12], "", "Game", "31:", "Wins 9"]))
)
def test_random_text_is_read_or_refused(text):
    text = text if isinstance(text, str) else "\n".join(text)
    try:
        read_mat(text)
    except MatchFileError as error:
        assert "\n" not in str(error)
