import pytest

from engine.formats.matchfiles import read_mat, write_mat
from engine.rules.match import Rules
from engine.rules.outcome import Win
from engine.rules.record import Resign, Word
from tests.formats.matchfiles.mat_text import HEAD, PLAIN, one, refused
from tests.formats.matchfiles.played import MONEY, random_match


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(
    ("rules", "games"),
    [(Rules(length=5), None), (Rules(length=1), None), (MONEY, 3), (Rules(), 2)],
    ids=["5 points", "1 point", "money with beavers", "money"],
)
def test_written_matches_are_read_back(seed, rules, games):
    match = random_match(seed, rules, games)
    assert one(write_mat(match)) == match


def test_a_match_is_read():
    match = one(PLAIN)
    assert match.rules == Rules(length=5)
    assert match.players == ("Ann", "Bob")
    (game,) = match.games
    assert game.winner is None
    assert [a.side for a in game.actions] == [0, 1, 0, 1, 0, 1]
    assert game.actions[2].choice is Word.DOUBLE
    assert game.actions[4].choice == ((24, 18), (18, 13))


DIALECTS = {
    "gnubg": PLAIN,
    "upper case": PLAIN.replace("Takes", "takes").replace("Game", "GAME").replace("point", "Point"),
    "tags first": '; [Site "XG"]\n; [Match ID "7"]\n; [Player 1 Elo "1600/5"]\n' * 20 + PLAIN,
    "tags after the match line": PLAIN.replace("match\n", 'match\n; [EventDate "2024.01.01"]\n', 1),
    "comments": PLAIN.replace("\n", "\n; a comment\n"),
    "Windows": PLAIN.replace("\n", "\r\n"),
    "no trailing spaces, no blank lines": PLAIN.replace("\n\n", "\n"),
    "tabs": PLAIN.replace("                 42:", "\t\t\t42:"),
    "each die by itself": PLAIN.replace("24/18(2) 13/7(2)", "13/7 24/18 13/7 24/18"),
    "stars that are none": PLAIN.replace("24/13", "24/18*/13*"),
    "no colons": PLAIN.replace("31:", "31").replace("42:", "42").replace("66:", "66"),
    "dice with a dash": PLAIN.replace("31:", "3-1:").replace("42:", "4-2:"),
    "other words": PLAIN.replace("Takes", "Accepts"),
    "arrows": PLAIN.replace("Doubles => 2", "Doubles =>2").replace("=>2", "=> 2"),
    "hyphens": PLAIN.replace("8/5 6/5", "8-5 6-5"),
}


@pytest.mark.parametrize("text", DIALECTS.values(), ids=DIALECTS)
def test_dialects(text):
    assert one(text).games == one(PLAIN).games


SITES = {
    "Backgammon Galaxy": """; [Site "Backgammon Galaxy"]
; [Player 1 "Ann"]
; [Player 2 "Bob"]
; [Player 1 Elo "1512,25/0"]
; [EventDate "2026.01.04"]
; [Crawford "On"]
; [CubeLimit "1024"]

5 point match

 Game 1
 Ann : 0                          Bob : 0
  1) 13: 8/5 6/5                  24: 8/4 6/4
  2) Doubles => 2                 Takes
  3) 56: 24/18 18/13              66: 24/18 24/18 13/7 13/7
""",
    "colons at the names, numbers that push the columns": """; [Site "Server"]

5 point match

 Game 1
 Ann: 0                                   Bob: 0
  1) 13: 6/5 8/5                              24: 6/4 8/4
  10) Doubles => 2                             Takes
  11) 56: 24/18 18/13                          66: 13/7 13/7 24/18 24/18
""",
}


@pytest.mark.parametrize("text", SITES.values(), ids=SITES)
def test_the_exports_of_sites(text):
    def unordered(game):
        return [(a.side, a.choice, a.roll and sorted(a.roll)) for a in game.actions]

    assert unordered(one(text).games[0]) == unordered(one(PLAIN).games[0])


def test_a_result_may_follow_an_empty_line_number_and_say_points_for_one():
    text = PLAIN.replace("=> 2                Takes", "=> 2                Drops")
    text = text[: text.index("  3)")]
    for left in ("  3)                  \n   Wins 1 points    \n", "  3) Wins 1 point\n"):
        (game,) = one(text + left).games
        assert (game.winner, game.points) == (0, 1)
    resigned = f"{PLAIN}  4) Resigns                     Wins 2 points\n"
    assert one(resigned).games[0].winner == 1


def test_the_loser_may_say_what_he_loses():
    """Backgammon Galaxy's way to end a game, also one given up before the first roll."""
    loses = f"{'  4)  Losses 2 points':<35}Wins 2 points\n"
    wins = f"{'  4)  Wins 2 points':<35}Losses 2 points\n"
    assert (one(PLAIN + loses).games[0].winner, one(PLAIN + wins).games[0].winner) == (1, 0)
    assert one(PLAIN + loses) == one(PLAIN + loses.replace("Wins 2 points", ""))
    stub = f"{HEAD}{'  1)':<35}Losses 1 point\n      Wins 1 point\n"
    (game,) = one(stub).games
    assert (game.winner, game.points, game.actions) == (0, 1, ())
    refused(PLAIN + loses.replace("Wins 2", "Wins 4"), "than the other loses", 8)
    refused(PLAIN + loses + loses, "second result", 9)
    assert one(f"{PLAIN}  4)  Loses on time\n{' ' * 34}Wins 2 points\n").games[0].winner == 1


def test_a_dead_cube_can_have_been_turned():
    """At 2-2 away on a cube of 2 the redouble is useless, and legal; real programs record it."""
    doubled = " Doubles => 4\n  4)  Takes                      66: 24/18(2) 13/7(2)"
    text = PLAIN.replace("5 point", "2 point").replace("66: 24/18(2) 13/7(2)", doubled)
    match = one(text)
    doubles = [a.side for a in match.games[0].actions if a.choice is Word.DOUBLE]
    assert doubles == [0, 1]
    assert one(write_mat(match)) == match
    dropped = text[: text.index("  4)")] + "  4)  Drops                     Wins 2 points\n"
    (game,) = one(dropped).games
    assert (game.winner, game.points) == (1, 2)


def test_other_ways_to_say_the_length():
    for words in (" Match of 5 points", "5 Point Match", "Match to 5 points"):
        assert one(PLAIN.replace(" 5 point match", words)).games == one(PLAIN).games
    for words in (" 0 point match", "Money session", "Unlimited match"):
        assert one(PLAIN.replace(" 5 point match", words)).rules.length == 0


def test_tags_become_rules_or_stay():
    tags = '; [Event "Open"]\n; [Crawford "Off"]\n; [CubeLimit "64"]\n; [Player 1 "Ann"]\n'
    match = one(tags + PLAIN)
    assert match.tags == (("Event", "Open"),)
    assert match.rules == Rules(length=5, crawford=False, cube_limit=64)
    money = tags.replace("Crawford", "Jacoby").replace('"Off"', '"On"') + '; [Beaver "On"]\n'
    rules = one(money + PLAIN.replace("5 point", "0 point")).rules
    assert rules == Rules(jacoby=True, beavers=True, cube_limit=64)


def test_bar_and_off_in_words_and_numbers():
    play = HEAD + (
        "  1) 31: 8/5 6/5                 51: 13/8 6/5\n"
        "  2) 64: 24/14                   62: 24/18 13/11*\n"
    )
    for entering in ("25/22 24/20", "bar/22 24/20", "Bar/22, 24/20"):
        (game,) = one(play + f"  3) 43: {entering}".replace("24/20", "13/9")).games
        assert game.actions[-1].choice == ((25, 22), (13, 9))


def test_the_second_player_may_begin():
    blank = HEAD + "  1)                             31: 8/5 6/5\n  2) 42: 8/4 6/4\n"
    actions = one(blank).games[0].actions
    assert [a.side for a in actions] == [1, 0]
    swapped = HEAD + "  1)             31: 8/5 6/5\n"
    assert one(swapped).games[0].actions[0].side == 1


def test_a_dance_is_dice_without_a_play():
    closed = random_match(3, Rules(length=5))
    text = write_mat(closed)
    dances = [a for game in closed.games for a in game.actions if a.choice == ()]
    assert dances
    for words in ("Cannot Move", "(no move)", "-----"):
        lines = []
        for line in text.splitlines():
            if line.rstrip().endswith(":") and line.strip()[-3:-1].isdigit():
                line = line.rstrip() + " " + words
            lines.append(line)
        assert one("\n".join(lines)).games == closed.games


class TestEndings:
    END = PLAIN + "{}\n"

    def test_the_column_of_the_wins_line_names_the_winner(self):
        # gnubg once set the wrong winner (ChangeLog 2014-08-21)
        left = one(PLAIN + "      Wins 2 points\n").games[0]
        right = one(PLAIN + " " * 34 + "Wins 4 points\n").games[0]
        assert (left.winner, left.points) == (0, 2)
        assert (right.winner, right.points) == (1, 4)
        assert right.actions[-2].choice == Resign(Win.GAMMON)
        assert right.actions[-1].choice is Word.ACCEPT

    def test_a_drop_may_have_no_wins_line(self):
        game = one(HEAD + "  1) 31: 8/5 6/5   Doubles => 2\n  2)  Drops\n").games[0]
        assert (game.winner, game.points) == (1, 1)

    def test_resigned_with_dice_on_the_table(self):
        for dice in ("54:", "54: ???"):
            text = f"{PLAIN}  4) {dice:<27} Wins 2 points\n"
            assert one(text).games[0].actions[-2].choice == Resign(Win.SINGLE)
            assert one(text).games[0].actions[-2].roll == (5, 4)

    @pytest.mark.parametrize(
        "words", ["Lost on time", "Forfeits", "Resigned Match", "Resigned Game"]
    )
    def test_other_endings_are_kept_as_a_tag(self, words):
        match = one(f"{PLAIN}  4)  {words}\n{' ' * 34}Wins 2 points\n")
        assert match.games[0].winner == 1
        assert match.tags == (("End of game 1", words),)
        assert one(write_mat(match)) == match

    def test_a_match_given_up_is_won_by_any_score(self):
        match = one(f"{PLAIN}  4)  Resigned Match\n{' ' * 34}Wins 5 points and the match\n")
        assert match.winner == 1

    def test_the_next_score_tells_a_missing_result(self):
        following = " Game 2\n Ann : 0                        Bob : 2\n  1) 31: 8/5 6/5\n"
        match = one(PLAIN + following)
        assert (match.games[0].winner, match.games[0].points) == (1, 2)
        assert match.games[1].score == (0, 2)

    def test_points_may_be_cut_at_the_length(self):
        text = PLAIN.replace("Ann : 0", "Ann : 4").replace("Bob : 0", "Bob : 0")
        text = text.replace("  2)  Doubles => 2                Takes\n", "")
        assert one(text + "      Wins 1 point and the match\n").winner == 0


def test_crawford_is_the_first_game_one_point_away():
    # gnubg 35179: derived, whatever programs say; TMG 2007-06-28: only once
    games = [" 3 point match\n"]
    for number, (score, winner) in enumerate([((0, 0), 0), ((2, 0), 1), ((2, 1), 1)], 1):
        points = 2 if number == 1 else 1
        games.append(
            f" Game {number}\n Ann : {score[0]}                        Bob : {score[1]}\n"
            f"  1) 31: 8/5 6/5\n{' ' * (34 if winner else 6)}Wins {points} points\n"
        )
    match = one("\n".join(games))
    assert [game.crawford for game in match.games] == [False, True, False]
    doubled = "".join(games).replace(
        "8/5 6/5\n" + " " * 34, "8/5 6/5   Doubles => 2\n" + " " * 34, 1
    )
    refused(doubled, "Crawford", 8)
    assert [g.crawford for g in one('; [Crawford "Off"]\n' + doubled).games] == [False] * 3


def test_a_file_may_begin_in_the_middle_of_a_match():
    late = PLAIN.replace("Bob : 0", "Bob : 4")
    assert one(late).games[0].score == (0, 4)
    assert not one(late).games[0].crawford  # there is a double: it is after the Crawford game
    undoubled = late.replace("  2)  Doubles => 2                Takes\n", "")
    assert one(undoubled).games[0].crawford


def test_players_who_change_columns_keep_their_sides():
    swapped = (
        PLAIN + "      Wins 2 points\n" + " Game 2\n Bob : 0           Ann : 2\n  1) 31: 8/5 6/5\n"
    )
    match = one(swapped)
    assert match.players == ("Ann", "Bob")
    assert match.games[1].score == (2, 0)
    assert match.games[1].actions[0].side == 1


@pytest.mark.parametrize("length", [99, 127, 128, 255])
def test_long_matches(length):
    # int8 overflow once (bgammon 58f62bf)
    text = PLAIN.replace("5 point", f"{length} point").replace("Ann : 0", f"Ann : {length - 3}")
    assert one(text).games[0].score == (length - 3, 0)
    match = one(text + "      Wins 2 points\n")
    assert match.winner is None
    assert match.score == (length - 1, 0)
    assert one(write_mat(match)) == match


def test_several_matches_in_one_file():
    matches = read_mat(PLAIN + "\n" + PLAIN.replace("Ann", "Cid"))
    assert [match.players for match in matches] == [("Ann", "Bob"), ("Cid", "Bob")]


def test_automatic_doubles_show_in_the_first_double():
    text = PLAIN.replace("5 point", "0 point").replace("=> 2", "=> 8")
    match = one(text)
    assert match.games[0].cube == 4
    assert match.rules.automatic_doubles == 2


def test_beavers():
    head = HEAD.replace("5 point", "0 point") + "  1) 31: 8/5 6/5    Doubles => 2\n"
    beavered = one(head + "  2)  Beavers => 4                61: 13/7 8/7\n")
    assert [a.choice for a in beavered.games[0].actions[1:4]] == [
        Word.DOUBLE,
        Word.BEAVER,
        Word.TAKE,
    ]
    racoon = one(head + "  2)  Beavers => 4                Beavers => 8\n  3)  Drops\n")
    assert racoon.games[0].actions[3].choice is Word.RACCOON
    assert (racoon.games[0].winner, racoon.games[0].points) == (1, 4)


def test_refused_resignations_are_left_out():
    match = random_match(11, Rules(length=3), resigns=0.05, refuses=1.0)
    assert any(a.choice is Word.REFUSE for game in match.games for a in game.actions)
    again = one(write_mat(match))
    assert again.score == match.score
    assert [len(g.actions) for g in again.games] == [
        sum(not isinstance(a.choice, Resign) and a.choice is not Word.REFUSE for a in g.actions)
        for g in match.games
    ]
