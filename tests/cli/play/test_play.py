"""Games in the terminal: choices, rules, the clock, and leaving and coming back."""

import json
from dataclasses import replace

import numpy as np
import pytest

from engine.analysis.analyser import Analyser
from engine.cli import play as command
from engine.cli.play import Options, play
from engine.cli.terminal.saved import SavedError, load, save
from engine.cli.terminal.table import Table
from engine.formats.matchfiles import read_match
from engine.rules.dice import ScriptedDice
from engine.rules.game import Phase
from engine.rules.match import Rules
from engine.rules.outcome import Win
from engine.rules.record import Resign, Word
from engine.search.search import Settings
from tests.analysis.match.players import CarefulEvaluator
from tests.cli.play.scripted import Script


@pytest.fixture(autouse=True)
def small_engine(monkeypatch, tmp_path):
    def load_fake(model="default", ply=0, filter="normal", met=None):
        return Analyser(CarefulEvaluator(), Settings(min(ply, 1), filter), met)

    monkeypatch.setattr(Analyser, "load", load_fake)
    monkeypatch.setenv("CHAQUETE_DATA", str(tmp_path / "data ä ł 張"))


TWO = Options(second="person", names=("Ana", "Ben"), seed=1)


def played(tmp_path, lines, dice, options=TWO):
    """Play ``lines``; return (exit code, console, the saved table or None)."""
    console, path = Script(*lines), tmp_path / "m.json"
    code = play(replace(options, file=path), console, ScriptedDice(dice))
    return code, console, load(path)[0] if path.exists() else None


def test_a_game_by_two_persons_with_double_and_drop(tmp_path):
    lines = ["8/5 6/5", "", "double", "", "maybe", "no"]
    code, console, table = played(tmp_path, lines, [(3, 1)])
    assert (code, table) == (0, None)
    assert "Opening throw: Ana 3, Ben 1: Ana begins" in console.text
    assert "Ana 31: 8/5 6/5" in console.text
    assert "Ben doubles to 2" in console.text and "Ana passes" in console.text
    assert "Ben wins 1 point." in console.text
    # No default: an empty line and a maybe were asked again.
    assert sum("take? (yes or no)" in prompt for prompt in console.prompts) == 3
    match = read_match(tmp_path / "m.mat")
    assert match.games[0].winner == 1 and match.players == ("Ana", "Ben")


def test_a_play_can_be_taken_back_before_it_is_confirmed(tmp_path):
    lines = ["24/23", "undo", "8/5", "6/5", "undo", "6/5", "", "quit"]
    _, console, table = played(tmp_path, lines, [(3, 1)])
    assert table.turn.record.actions[0].choice == ((8, 5), (6, 5))
    assert "The match is kept in" in console.text


def test_illegal_plays_say_which_rule_forbids_them_and_change_nothing(tmp_path):
    for text, rule in (
        ("8/13", "checkers move from 25"),
        ("6/6", "checkers move from 25"),
        ("0/4", "checkers move from 25"),
        ("26/20", "checkers move from 25"),
        ("7/-2", "moves such as"),
        ("13/8 13/11", "no die of 31 shows that"),
    ):
        _, console, table = played(tmp_path, [text, "quit"], [(3, 1)], replace(TWO, new=True))
        assert rule in console.text, text
        assert table.turn.record.actions == ()


def test_points_are_numbered_for_the_one_who_plays(tmp_path):
    _, console, table = played(tmp_path, ["8/5 6/5", "", "quit"], [(1, 3)])
    assert table.turn.record.actions[0].side == 1
    assert "X: Ben" in console.shown[1] and "O: Ana" in console.shown[1]
    seen = console.shown[-2]
    assert "X: Ana" in seen and "Ana on roll" in seen


def test_a_double_is_shown_from_the_takers_side(tmp_path):
    _, console, _ = played(tmp_path, ["8/5 6/5", "", "double", "quit"], [(3, 1)])
    shown = next(text for text in reversed(console.shown) if "Ben doubles to 2" in text)
    assert "X: Ana" in shown


def test_leaving_continues_where_it_was_with_the_same_dice(tmp_path):
    played(tmp_path, ["8/5 6/5", "", "roll", "quit"], [(3, 1), (6, 2)])
    path = tmp_path / "m.json"
    table, _ = load(path)
    assert table.turn.position.dice == (6, 2)
    _, console, after = played(tmp_path, ["24/18 13/11", "", "quit"], [])
    assert "Continuing Ana against Ben" in console.text
    assert len(after.turn.record.actions) == 2
    assert len(read_match(tmp_path / "m.mat").games[0].actions) == 2


def test_a_pending_double_and_a_pending_resignation_survive(tmp_path):
    played(tmp_path, ["8/5 6/5", "", "double", "quit"], [(3, 1)])
    _, _, table = played(tmp_path, ["yes", "roll", "resign gammon", "yes", "quit"], [(6, 2)])
    assert table.turn.position.match.cube == 2
    assert table.turn.position.resignation == 2
    _, console, table = played(tmp_path, ["no", "resign single", "resign gammon", "quit"], [])
    assert "resigning a single: not possible now, backgammon is accepted" in console.text
    assert table.turn.position.resignation == 0


def test_resigning_at_three_levels(tmp_path):
    for kind, points in (("single", 1), ("gammon", 2), ("backgammon", 3)):
        lines = [f"resign {kind}", "yes", "yes"]
        _, console, _ = played(tmp_path, lines, [(3, 1)])
        assert f"Ben wins {points} point" in console.text
    _, console, table = played(tmp_path, ["resign", "resign gammon", "no", "quit"], [(3, 1)])
    assert "resign single, resign gammon or resign backgammon" in console.text
    assert table.turn.record.actions == ()
    assert (tmp_path / "m-4.mat").exists() is False and (tmp_path / "m-3.mat").exists()


def test_the_next_game_of_a_match_is_the_crawford_game(tmp_path):
    options = replace(TWO, length=2)
    lines = ["resign single", "yes", "yes", "8/5 6/5", "", "double", "quit"]
    _, console, table = played(tmp_path, lines, [(3, 1), (3, 1), (2, 1)], options)
    assert table.turn.position.match.crawford
    assert "Crawford game" in console.text
    # The dice are thrown without asking: there is no cube to turn.
    assert table.turn.position.dice == (2, 1)


def test_the_holland_rule_keeps_the_trailer_from_doubling_at_once(tmp_path):
    options = replace(TWO, length=3, holland=True)
    first = ["resign gammon", "yes", "yes", "resign single", "yes", "yes"]
    dice = [(3, 1), (1, 3), (3, 1), (6, 2), (2, 1)]
    lines = [*first, "8/5 6/5", "", "24/18 13/11", "", "quit"]
    _, _, table = played(tmp_path, lines, dice, options)
    assert table.turn.record.score == (1, 2) and table.turn.position.match.post_crawford
    assert "Holland" in table.turn.no_double
    assert table.turn.position.dice == (2, 1)


def test_money_rules_automatic_doubles_jacoby_and_beavers(tmp_path):
    options = replace(TWO, jacoby=True, beavers=True, automatic_doubles=1)
    lines = ["8/5 6/5", "", "double", "beaver", "yes", "quit"]
    _, console, table = played(tmp_path, lines, [(4, 4), (2, 2), (3, 1), (6, 2)], options)
    assert "thrown again, the cube goes to 2" in console.text
    assert "Ben doubles to 4" in console.text and "Ana beavers to 8" in console.text
    assert table.turn.position.match.cube == 8
    assert any("take? (yes, beaver or no)" in prompt for prompt in console.prompts)


def test_raccoons_answer_beavers_where_they_are_agreed_on(tmp_path):
    options = replace(TWO, beavers=True, raccoons=True)
    lines = ["8/5 6/5", "", "double", "beaver", "raccoon", "hint", "yes", "quit"]
    _, console, table = played(tmp_path, lines, [(3, 1), (6, 2)], options)
    assert "Ben raccoons to 8" in console.text
    assert "Answer to the raccoon: " in console.text
    assert any("take? (yes, raccoon or no)" in prompt for prompt in console.prompts)
    assert (table.turn.position.match.cube, table.turn.record.actions[-1].side) == (8, 0)
    lines = ["8/5 6/5", "", "double", "beaver", "raccoon", "quit"]
    options = replace(TWO, beavers=True, new=True)
    _, console, table = played(tmp_path, lines, [(3, 1)], options)
    assert "raccoon: not possible now" in console.text


def test_a_dead_cube_is_not_asked_about(tmp_path):
    options = replace(TWO, length=2)
    lines = ["8/5 6/5", "", "double", "yes", "24/18 13/11", "", "quit"]
    _, _, table = played(tmp_path, lines, [(3, 1), (6, 2), (2, 1)], options)
    assert table.turn.position.match.cube == 2
    assert Word.DOUBLE in replace(table.turn, phase=Phase.BEFORE_ROLL).words
    assert table.turn.position.dice == (2, 1)  # Thrown without asking.


def test_the_tutor_stops_at_a_blunder_and_hints_are_given(tmp_path):
    options = replace(TWO, tutor=True, blunder=0.05)
    lines = ["hint", "24/20", "", "no", "24/20", "", "yes", "quit"]
    _, console, table = played(tmp_path, lines, [(3, 1)], options)
    assert " 1. " in console.text and "0-ply" in console.text
    assert "That throws away 0." in console.text
    assert table.turn.record.actions[0].choice == ((24, 21), (21, 20))


def test_time_runs_out_and_three_turns_in_a_row_lose(tmp_path):
    options = replace(TWO, second="random", length=5, seconds=10)
    console = Script(*[Script.LATE] * 6)
    assert play(replace(options, file=tmp_path / "m.json"), console) == 0
    assert not (tmp_path / "m.json").exists()
    assert console.text.count("Ana's time is up.") >= 3
    assert "Ana loses: 3 turns in a row out of time." in console.text
    assert "Ben wins 5 points." in console.text
    assert "Ben wins the match." in console.text
    match = read_match(tmp_path / "m.mat")
    assert match.winner == 1 and match.score == (0, 5)


def test_a_turn_in_time_begins_the_count_again():
    table = Table.new(Rules(), ("a", "b"), ("person", "person"))
    table = table.with_turn(table.turn.rolled((3, 1))).after(((8, 5), (6, 5)), late=True)
    assert table.late == (1, 0)
    table = table.after(Word.ROLL, late=True)
    assert table.late == (1, 0)


@pytest.mark.parametrize("seats", [("beginner", "pip"), ("casual", "expert"), ("random", "best")])
def test_bots_play_whole_matches_legally(tmp_path, seats):
    options = Options(first=seats[0], second=seats[1], length=1, seed=4, file=tmp_path / "m.json")
    console = Script()
    assert play(options, console) == 0
    match = read_match(tmp_path / "m.mat")
    assert match.winner is not None
    assert "wins the match." in console.text


def test_the_engine_answers_resignations_and_doubles(tmp_path):
    options = Options(second="expert", names=("Ana", "Bot"), file=tmp_path / "m.json", seed=1)
    console = Script("resign single", "yes", "24/23 8/5", "", "quit")
    play(options, console, ScriptedDice([(3, 1), (6, 5)]))
    assert "Bot accepts the resignation" in console.text or "Bot refuses" in console.text


def test_a_new_match_keeps_the_record_of_the_old_one(tmp_path):
    played(tmp_path, ["8/5 6/5", "", "quit"], [(3, 1)])
    played(tmp_path, ["13/11 13/8", "", "quit"], [(5, 2)], replace(TWO, new=True))
    first = read_match(tmp_path / "m.mat").games[0].actions[0].roll
    second = read_match(tmp_path / "m-2.mat").games[0].actions[0].roll
    assert sorted(first) == [1, 3] and sorted(second) == [2, 5]


def test_saved_tables_are_the_same_when_loaded(tmp_path):
    path = tmp_path / "t.json"
    table = Table.new(Rules(length=7, holland=True), ("ä", "張"), ("person", "best"), file="x.mat")
    table = table.with_turn(table.turn.rolled((3, 1)))
    rng = np.random.default_rng(5)
    save(path, table, (rng,))
    loaded, (again,) = load(path)
    assert loaded.record == table.record and loaded.rules == table.rules
    assert loaded.turn.position.dice == (3, 1) and loaded.file == "x.mat"
    assert again.integers(1000) == rng.integers(1000)
    resigned = table.after(Resign(Win.GAMMON))
    save(path, resigned, ())
    assert load(path)[0].turn.position.resignation == 2


@pytest.mark.parametrize(
    "damage",
    [
        lambda d: d.update(version=9),
        lambda d: d.pop("rules"),
        lambda d: d["rules"].update(length=-1),
        lambda d: d["current"].update(actions=[[0, [[8, 3]], [3, 1]]]),
        lambda d: d["current"].update(actions=[[0, "shout", None]]),
        lambda d: d.update(dice=[7, 1]),
        lambda d: d.update(names=["only one"]),
        lambda d: d.update(generators=[{"bit_generator": "none"}]),
        lambda d: d.update(finished=[{**d["current"], "winner": 1, "points": 3}]),
    ],
)
def test_damaged_saves_are_refused_with_one_line(tmp_path, damage, capsys):
    played(tmp_path, ["quit"], [(3, 1)])
    path = tmp_path / "m.json"
    data = json.loads(path.read_text())
    damage(data)
    path.write_text(json.dumps(data))
    with pytest.raises(SavedError, match="no saved match, or a damaged one"):
        load(path)
    assert command.main(["--file", str(path)]) == 2
    printed = capsys.readouterr()
    assert printed.err.startswith("error: ") and printed.err.count("\n") == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--second", "nobody"], "person, beginner"),
        (["--length", "-1"], "match length -1"),
        (["--length", "5", "--jacoby"], "money play only"),
        (["--raccoons"], "need beavers"),
        (["--games", "0"], "1 or more are accepted"),
        (["--length", "3", "--games", "2"], "give no number"),
        (["--seconds", "-1"], "0 (no limit) or more"),
        (["--cube-limit", "3"], "a power of two"),
    ],
)
def test_bad_options_are_one_line(options, message, capsys, tmp_path):
    assert command.main([*options, "--file", str(tmp_path / "m.json")]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "m.json").exists()
