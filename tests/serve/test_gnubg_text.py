"""GNU Backgammon's command line, played by the engine; AnkiGammon takes it for the real one."""

import io
import re
import stat
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.evaluation.network import save_model
from engine.serve.gnubg.program import run as run_program
from engine.serve.gnubg.session import TextSession

ROOT = Path(__file__).parents[2]

PLAY = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
CUBE = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
REDOUBLE = "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:2:3:0:7:10"
THEIRS = "XGID=-b----E-C---eE---c-e----B-:1:-1:1:00:2:3:0:7:10"
MATCH = """\
 5 point match

 Game 1
 Anna : 0                       Bert : 0
  1)                             52: 13/11 13/8
  2) 31: 8/5 6/5                 Doubles => 2
  3)  Takes                      66: 24/18(2) 13/7(2)
  4) 44: 24/20(2) 13/9(2)        21: 13/11 8/7
  5)  Doubles => 4               Drops
      Wins 2 points

 Game 2
 Anna : 2                       Bert : 0
  1) 64: 24/14                   11: 8/7(2) 6/5(2)
"""


class Talk:
    def __init__(self, analyser):
        self.lines = []
        self.session = TextSession(lambda: analyser, self.lines.append)

    def say(self, *commands):
        self.lines.clear()
        for command in commands:
            assert self.session.handle(command)
        return "\n".join(self.lines)


@pytest.fixture
def talk(analyser):
    return Talk(analyser)


def test_a_position_is_shown_with_its_identifiers(talk):
    shown = talk.say(f"set xgid {PLAY}")
    assert "Position ID: 4HPwATDgc/ABMA" in shown and "Match ID   : cIkFAAAAAAAE" in shown
    assert "Position ID: 4HPwATDgc/ABMA" in talk.say("set gnubgid 4HPwATDgc/ABMA:cAkAAAAAAAAE")


PLAY_LINE = r" +\d+\. Cubeful \d-ply +\S+( \S+)* +Eq\.: [+-]\d\.\d{3}( \([+-]\d\.\d{3}\))?"
CHANCES = r" +\d\.\d{3} \d\.\d{3} \d\.\d{3} - \d\.\d{3} \d\.\d{3} \d\.\d{3}"


@pytest.mark.parametrize("plies", [0, 1])
def test_hint_ranks_plays_in_its_form(talk, plies):
    talk.say(f"set xgid {PLAY}", f"set evaluation chequerplay evaluation plies {plies}")
    lines = talk.say("hint").splitlines()
    assert len(lines) == 20
    assert all(re.fullmatch(PLAY_LINE, line) for line in lines[::2])
    assert all(re.fullmatch(CHANCES, line) for line in lines[1::2])
    assert all(f"{plies}-ply" in line for line in lines[::2])
    assert len(talk.say("hint 3").splitlines()) == 6


def test_hint_gives_the_cube_verdict_in_its_form(talk):
    talk.say(f"set xgid {CUBE}", "set analysis cubedecision evaluation plies 0")
    text = talk.say("hint")
    assert re.search(r"^Cube analysis\n0-ply cubeless equity [+-]\d\.\d{3}\n +\d", text)
    worth = dict(re.findall(r"^\d\. (.+?) +([+-]\d\.\d{3})", text, re.MULTILINE))
    assert set(worth) == {"No double", "Double, take", "Double, pass"}
    assert worth["Double, pass"] == "+1.000"
    assert re.search(r"^Proper cube action: .*double", text, re.MULTILINE | re.IGNORECASE)


def test_a_redouble_is_called_one(talk):
    talk.say(f"set xgid {REDOUBLE}", "set analysis cubedecision evaluation plies 0")
    text = talk.say("hint")
    assert "redouble" in text.lower() and "(Money: " in text


def test_what_cannot_be_done_is_said_in_its_words(talk):
    talk.say("set analysis cubedecision evaluation plies 0")
    talk.say(f"set xgid {THEIRS}")
    assert talk.say("hint") == "You cannot double."
    talk.say("set gnubgid zAAAAMAAgAEAAA", "set dice 5 3")
    assert talk.say("hint").startswith("There are no legal moves")


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("hint", "No game in progress"),
        ("castle", "Unknown keyword `castle'."),
        ("set fire on", "Unknown keyword `fire'."),
        ("set", "Unknown keyword"),
        ("set xgid XGID=xxx", "XGID"),
        ("set xgid", "a position is expected"),
        ("set dice 3 1", "No game in progress"),
        ("set analysis chequerplay evaluation plies many", "plies"),
        ("import mat /nowhere/at/all.mat", "No such file"),
        ("import mat", "a file name is expected"),
        ("load match", "a file name is expected"),
        ("analyse match", "No match is loaded"),
        ("export match text match.txt", "No match has been analysed"),
    ],
)
def test_what_is_wrong_is_said(talk, command, says):
    assert says in talk.say(command)


def test_a_bad_position_is_not_the_one_before_it(talk):
    talk.say(f"set xgid {PLAY}")
    talk.say("set xgid XGID=nonsense")
    assert "No game in progress" in talk.say("hint")


@pytest.mark.parametrize("command", ["set lang en", "set output mwc off", "set automatic roll off"])
def test_looks_are_ignored(talk, command):
    assert talk.say(command) == ""


def test_match_winning_chances_never_take_the_place_of_equities(talk):
    talk.say(f"set xgid {REDOUBLE}", "set analysis cubedecision evaluation plies 0")
    plain = talk.say("hint")
    assert talk.say("set output mwc on", "set output matchpc on", "hint") == plain
    assert "%" not in plain


def test_too_many_plies_are_said_to_be(talk):
    assert "3 are used" in talk.say("set analysis chequerplay evaluation plies 7")


def test_a_match_is_exported_game_by_game(talk, tmp_path):
    path = tmp_path / "my mätch ł 張.mat"
    path.write_text(MATCH)
    out = tmp_path / "out.txt"
    talk.say("set analysis chequerplay evaluation plies 0", "set export moves number 3")
    talk.say(f'import mat "{path}"', "analyse match", f"export match text {out}")
    assert [path.name for path in sorted(tmp_path.glob("out*"))] == ["out.txt", "out_002.txt"]
    text = out.read_text()
    assert text.startswith("The score (after 0 games) is: Anna 0, Bert 0 (match to 5 points)\n")
    assert "Move number 1:  Bert to play 52" in text
    assert "Move number 3:  Bert on roll, cube decision?" in text
    assert "Move number 4:  Bert doubles to 2" in text
    assert "* Bert doubles" in text and "* Anna accepts" in text and "* Bert rejects" in text
    assert "Anna wins 2 points" in text
    assert re.search(r"^Rolled 52 \([+-]\d\.\d{3}\):$", text, re.MULTILINE)
    second = (tmp_path / "out_002.txt").read_text()
    assert second.startswith("The score (after 1 games) is: Anna 2, Bert 0")


@given(
    st.text(max_size=100) | st.sampled_from(["set xgid ", "hint ", "set "]).map(lambda s: s + "x")
)
def test_any_line_is_answered_or_refused(analyser, line):
    talk = Talk(analyser)
    talk.session.handle(line)
    assert "Position ID" in talk.say(f"set xgid {PLAY}")


@settings(max_examples=60)
@given(st.binary(max_size=300))
def test_a_file_of_any_bytes_is_carried_out(tmp_path_factory, sent):
    path = tmp_path_factory.getbasetemp() / "any commands"
    path.write_bytes(sent.replace(b"quit", b"").replace(b"exit", b"") + b"\ncastle\n")
    with redirect_stdout(io.StringIO()) as printed:
        assert run_program(["-t", "-q", "-c", str(path)]) == 0
    assert printed.getvalue().splitlines()[-1] == "Unknown keyword `castle'."


@pytest.fixture(scope="module")
def program(analyser, tmp_path_factory):
    """The engine as an executable file, as tools want it."""
    folder = tmp_path_factory.mktemp("program")
    model = folder / "model.safetensors"
    save_model(NETWORK(), model)
    path = folder / "gnubg"
    path.write_text(
        f'#!/bin/sh\ncd "{ROOT}" && PYTHONPATH=. exec "{sys.executable}" scripts/serve.py '
        f'gnubg-text --model "{model}" "$@"\n'
    )
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def NETWORK():
    import torch

    from engine.evaluation.network.network import Network, NetworkShape

    return Network(NetworkShape(32, (16,)), torch.Generator().manual_seed(1))


@pytest.mark.slow
def test_the_program_reads_commands_from_a_file(program, tmp_path):
    commands = tmp_path / "commands"
    commands.write_text(f"set xgid {PLAY}\nset analysis chequerplay evaluation plies 0\nhint\n")
    done = subprocess.run(
        [program, "-t", "-q", "-c", commands],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "1. Cubeful 0-ply" in done.stdout


@pytest.fixture
def ankigammon(program, tmp_path, monkeypatch):
    pytest.importorskip("ankigammon", reason="needs ankigammon (pip install --no-deps)")
    analyzer = pytest.importorskip("ankigammon.utils.gnubg_analyzer")
    monkeypatch.setenv("HOME", str(tmp_path))  # It leaves a file there.
    return analyzer.GNUBGAnalyzer(str(program), analysis_ply=0)


@pytest.mark.peers
def test_ankigammon_analyses_a_play_through_us(ankigammon):
    from ankigammon.models import DecisionType
    from ankigammon.parsers.gnubg_parser import GNUBGParser

    text, kind = ankigammon.analyze_position(PLAY)
    assert kind == DecisionType.CHECKER_PLAY
    decision = GNUBGParser.parse_analysis(text, PLAY, kind)
    moves = decision.candidate_moves
    assert len(moves) == 10 and decision.dice == (3, 1)
    assert [move.error for move in moves] == sorted(move.error for move in moves)
    assert all(move.analysis_level == "0-ply" for move in moves)
    assert all(0 <= move.player_win_pct <= 100 for move in moves)


@pytest.mark.slow
@pytest.mark.peers
@pytest.mark.parametrize(("xgid", "name"), [(CUBE, "Double/Pass"), (REDOUBLE, "Redouble/Pass")])
def test_ankigammon_analyses_the_cube_through_us(ankigammon, xgid, name):
    from ankigammon.models import DecisionType
    from ankigammon.parsers.gnubg_parser import GNUBGParser

    ankigammon.analysis_ply = 2
    text, kind = ankigammon.analyze_position(xgid)
    assert kind == DecisionType.CUBE_ACTION
    decision = GNUBGParser.parse_analysis(text, xgid, kind)
    worth = {move.notation: move.equity for move in decision.candidate_moves}
    assert worth[name] == 1.0
    assert sum(move.rank == 1 for move in decision.candidate_moves) == 1
    assert decision.player_win_pct is not None


@pytest.mark.peers
def test_ankigammon_analyses_a_match_through_us(ankigammon, tmp_path):
    from ankigammon.models import DecisionType

    path = tmp_path / "match.mat"
    path.write_text(MATCH)
    decisions = ankigammon.analyze_match_file(str(path), max_moves=5)
    plays = [d for d in decisions if d.decision_type == DecisionType.CHECKER_PLAY]
    assert [d.dice for d in plays] == [
        *[(5, 2), (3, 1), (6, 6), (4, 4), (2, 1)],
        *[(6, 4), (1, 1)],
    ]
    assert all(sum(move.was_played for move in d.candidate_moves) == 1 for d in plays)
    assert all(d.match_length == 5 for d in decisions)
