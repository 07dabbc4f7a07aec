import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.formats.matchfiles import MatchFileError, parse_matches, read_sgf, write_sgf
from engine.formats.matchfiles.sgf_tree import main_lines
from engine.rules.match import Rules
from engine.rules.outcome import Win
from engine.rules.record import Resign, Word
from tests.formats.matchfiles.played import MONEY, random_match

ROOT = "FF[4]GM[6]MI[length:5][game:0][ws:0][bs:0]PW[Ann]PB[Bob]RU[Crawford]"
GAME = f"(;{ROOT}\n;W[31hefe]\n;B[42qusu]\n;W[double]\n;B[take]\n;W[65xrrm])"


def one(text):
    (match,) = read_sgf(text)
    return match


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(
    ("rules", "games"),
    [(Rules(length=5), None), (MONEY, 3), (Rules(automatic_doubles=3), 2)],
    ids=["5 points", "money with beavers", "money with automatic doubles"],
)
def test_written_matches_are_read_back(seed, rules, games):
    match = random_match(seed, rules, games)
    again = one(write_sgf(match))
    assert again.games == match.games
    assert again.players == match.players


def test_a_game_is_read():
    match = one(GAME)
    assert match.rules == Rules(length=5)
    assert match.players == ("Ann", "Bob")
    actions = match.games[0].actions
    assert [a.choice for a in actions] == [
        ((8, 5), (6, 5)),
        ((8, 4), (6, 4)),
        Word.DOUBLE,
        Word.TAKE,
        ((24, 18), (18, 13)),
    ]
    assert [a.side for a in actions] == [0, 1, 0, 1, 0]


def test_analyses_and_statistics_are_left_alone():
    # GNU Backgammon's private properties hold anything: brackets, -inf, nan
    noisy = GAME.replace("[31hefe]", "[31hefe]A[0][hefe E ver 3 nan -inf \\] 0C]C[(;)]LU[nan +1]")
    noisy = noisy.replace("RU", "GS[M:1 2][C:0 -inf]RU").replace(";B[take]", ";B[take]DA[E ver]")
    assert one(noisy).games == one(GAME).games


def test_variations_are_skipped():
    varied = GAME.replace(";W[double]", "(;W[double]").replace(";W[65", "(;W[65")[:-1]
    varied += ")(;W[66])(;B[]))(;W[11](;B[x])))"
    assert one(varied).games == one(GAME).games
    assert [n.text("A") for n in main_lines("(;A[1](;A[2](;A[3])(;A[4]))(;A[5](;A[6])))")[0]] == [
        "1",
        "2",
        "3",
    ]


def test_dice_set_before_a_resignation():
    text = GAME.replace(RULES := "RU[Crawford]", RULES + "RE[W+4R]")[:-1] + "\n;PL[B]DI[54])"
    actions = one(text).games[0].actions
    assert (actions[-2].choice, actions[-2].roll) == (Resign(Win.GAMMON), (5, 4))


def test_texts_are_escaped():
    players = (r"A]nn \ :x", "Bob [the] one")
    match = random_match(3, Rules(length=1), names=players)
    assert one(write_sgf(match)).players == players


def test_tags_are_kept():
    text = GAME.replace("PW", "EV[Open]RO[3]PC[Rome]DT[2024-05-06]AN[me]PW")
    match = one(text)
    assert match.tags == (
        ("Event", "Open"),
        ("Round", "3"),
        ("Place", "Rome"),
        ("EventDate", "2024.05.06"),
        ("Annotator", "me"),
    )
    assert one(write_sgf(match)) == match


def test_crawford_is_derived_whatever_the_file_says():
    # GNU Backgammon 1.07 marks games after the Crawford game, too, when games are ended by command
    games = [
        f"(;FF[4]GM[6]MI[length:3][game:{n}][ws:{w}][bs:{b}]PW[Ann]PB[Bob]"
        f"RU[Crawford:CrawfordGame]RE[{result}R];W[31hefe])"
        for n, (w, b, result) in enumerate([(0, 0, "W+2"), (2, 0, "B+1"), (2, 1, "B+1")])
    ]
    assert [game.crawford for game in one("\n".join(games)).games] == [False, True, False]


BROKEN = [
    ("(", "';', '(' or ')' was expected, but the file ends", 1),
    ("(;\n", "the file ends", 2),
    ("(;GM[6", "']' after the value of GM", 1),
    ("(;GM)", "'[' after GM", 1),
    ("(;GM[1]PW[a])", "GM[6] (backgammon) was expected, got GM[1]", 1),
    ("(;GM[6]MI[length:x])", "a number was expected", 1),
    (GAME.replace("hefe", "hefd"), "", 2),
    (GAME.replace("qusu", "qusv"), "3 pips", 3),
    (GAME.replace(";B[take]", ";W[take]"), "side 2 was expected", 5),
    (GAME.replace("[65xrrm]", "[65xrrm!]"), "dice and points such as 31hefe", 6),
    (GAME.replace("[65xrrm]", "[75]"), "dice and points such as 31hefe", 6),
    (GAME.replace("RU", "RE[W+9]RU"), "a game is worth 2, 4, 6", 1),
    (GAME.replace("RU", "RE[white]RU"), "such as W+2", 1),
    (GAME.replace("RU", "CV[3]RU"), "CV[3]: a power of two", 1),
    (GAME.replace("RU[", "RU[Nackgammon:"), "only backgammon", 1),
    (GAME.replace("31hefe", "33hefe"), "equal dice", 2),
    (GAME.replace(";W[31hefe]", ";AW[a][b]"), "a position is set up", 2),
    (GAME + "\n" + GAME, "no result RE", 7),
    (GAME + "\n" + GAME.replace("Bob", "Cid"), "one match has two players", 7),
    (GAME.replace("RU", "RE[W+2R]RU") + "\n" + GAME, "2-0 was expected", 7),
    (GAME + "x", "'(' before a game", 6),
    ("x", "", 1),
]


@pytest.mark.parametrize(("text", "reason", "line"), BROKEN)
def test_broken_files_name_the_line_and_what_was_expected(text, reason, line):
    with pytest.raises(MatchFileError, match=r"^[^\n]+$") as error:
        read_sgf(text)
    assert reason in str(error.value)
    assert error.value.line == line


WHOLE = write_sgf(random_match(2, Rules(length=3)))


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, len(WHOLE)), st.text(max_size=8) | st.text("()[];\\", max_size=9))
def test_damaged_files_are_read_or_refused(at, inserted):
    for text in (WHOLE[:at] + inserted + WHOLE[at + 1 :], WHOLE[:at]):
        try:
            parse_matches(text.encode("utf-8", "surrogatepass"))
        except MatchFileError as error:
            assert "\n" not in str(error)


def test_deep_nesting_is_no_recursion():
    with pytest.raises(MatchFileError):
        read_sgf("(;A[1]" * 100_000)
