"""The Universal Backgammon Interface: the commands, what `bgci check` probes, and stopping."""

import io
import re
import subprocess
import sys
import threading
import time
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.formats.notation import read_play, read_position_id, write_position_id
from engine.rules.board import mirror
from engine.rules.plays import apply_play, legal_plays
from engine.search.search import Settings
from engine.serve.ubgi.console import LONGEST_LINE, converse
from engine.serve.ubgi.session import UbgiSession

START = "4HPwATDgc/ABMA"
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"


class Client:
    """Talks to a session, and waits for what ends an answer."""

    def __init__(self, analyser):
        self.lines = []
        self.more = threading.Condition()
        self.session = UbgiSession(analyser, self._write)

    def _write(self, line):
        with self.more:
            self.lines.append(line)
            self.more.notify_all()

    def tell(self, *commands):
        """Carry out commands that are not answered."""
        assert self.ask(*commands, until="readyok") == []

    def ask(self, *commands, until="best"):
        """Return the answer to the last of ``commands`` but its last line if it is readyok."""
        self.lines.clear()
        for command in commands:
            self.session.handle(command)
        if until == "readyok":
            self.session.handle("isready")
        with self.more:
            assert self.more.wait_for(
                lambda: any(line.startswith((until, "error")) for line in self.lines), 60
            ), self.lines
            return [line for line in self.lines if line != "readyok"]

    def answer(self, *commands):
        return self.ask(*commands)[-1]


@pytest.fixture
def client(analyser):
    client = Client(analyser)
    yield client
    client.session.close()


def test_the_handshake(client):
    lines = client.ask("ubgi", until="ubgiok")
    assert [line.split()[1] for line in lines if line.startswith("id")] == [
        "name",
        "author",
        "version",
    ]
    options = [line for line in lines if line.startswith("option name ")]
    assert all(re.match(r"option name \w+ type (spin|check|combo) default", o) for o in options)
    assert lines[-1] == "ubgiok"
    client.tell("newgame", "setoption name Variant value Backgammon")


def after(position_id, dice, answer):
    """The afterstate of a bestmove line, checked to be legal."""
    board = read_position_id(position_id)
    text = answer.removeprefix("bestmove ")
    if text == "pass":
        return board
    assert re.fullmatch(r"((bar|\d+)/(off|\d+) ?){1,4}", text)
    assert not re.search(r"\b25/|/0\b", text)
    return apply_play(board, read_play(text, board, dice))


# What the `check` command of bgci asks, in versions 0.1 and 0.2 of the protocol.
@pytest.mark.parametrize("go", ["go role chequer", "go chequer"])
@pytest.mark.parametrize(
    ("position_id", "dice", "word"),
    [
        (START, (6, 1), "/"),
        ("Np7BQSCYZ/AAWA", (5, 3), "bar"),
        ("/z0AADDeaxsAAA", (5, 5), "off"),
        ("t02oASACAAAAAA", (5, 1), "/"),
    ],
)
def test_the_probes_of_bgci(client, go, position_id, dice, word):
    client.tell(f"position gnubgid {position_id}", f"dice {dice[0]} {dice[1]}")
    answer = client.answer(go)
    assert answer.startswith("bestmove ") and word in answer
    after(position_id, dice, answer)


def test_no_legal_play_is_pass(client):
    client.tell("position gnubgid zAAAAMAAgAEAAA", "dice 5 3")
    assert client.answer("go role chequer") == "bestmove pass"


def test_the_move_id_is_that_of_the_move(client):
    client.tell("setoption name MoveId value true", f"position gnubgid {START}", "dice 6 4")
    *_, moveid, bestmove = client.ask("go role chequer", until="bestmove ")
    board = after(START, (6, 4), bestmove)
    assert moveid == f"bestmoveid {write_position_id(mirror(board))}"


def test_cube_and_turn(client):
    client.tell("newsession type match length 7 crawford on", "setscore 2 3", "setturn p1")
    client.tell("setcube value 2 owner p1", f"position gnubgid {START}")
    lines = client.ask("go role cube")
    assert lines[-1] in ("bestcube double", "bestcube nodouble")
    assert re.fullmatch(r"eval eq \S+ mwc \S+ pwin \S+ pgammon \S+ pbg \S+", lines[-2])
    assert re.fullmatch("bestturn cube=(no)?double", client.answer("go role turn"))
    client.tell("dice 3 1")
    answer = client.answer("go role turn")
    assert re.fullmatch(r"bestturn cube=(no)?double moveid=\S{14} move=\S+ \S+", answer)


def test_an_owned_cube_is_not_doubled(client):
    client.tell("setcube value 2 owner p1", f"position gnubgid {START}")
    assert client.answer("go role cube") == "bestcube nodouble"


def test_nobody_doubles_in_the_crawford_game_and_everybody_after_it(client):
    context = client.session
    client.tell("newsession type match length 5", "setscore 4 2", f"position gnubgid {START}")
    assert context._context.crawford
    assert client.answer("go role cube") == "bestcube nodouble"
    client.tell("setscore 4 3")
    assert not context._context.crawford


def test_a_pending_double_is_answered(client):
    client.tell("position xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:3:0:10")
    assert client.answer("go role cube") in ("bestcube take", "bestcube drop", "bestcube beaver")


def test_an_xgid_says_everything(client):
    client.tell(f"position xgid {XGID}")
    assert client.answer("go role chequer").startswith("bestmove ")


def test_a_bare_position_is_answered_with_a_word(client):
    """Draft 0.01 of the protocol."""
    (play,) = client.ask(XGID, until="")
    assert len(read_play(play, read_position_id(START), (3, 1))) == 2
    fibs = (
        "board:you:opp:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:0:0:1:1"
        ":1:0:1:-1:0:25:0:0:0:0:0:0:0:1"
    )
    assert client.ask(fibs, until="")[0] in ("roll", "double")


def test_the_keys_of_version_two(client):
    keys = client.ask("keys", until="key engine.moveid")
    assert "key engine.ply int 1..4 1" in keys
    client.tell("set engine.ply 2", "set game.variant backgammon")
    assert client.ask("get engine.ply", until="value") == ["value engine.ply 2"]
    assert "option name EvalPlies type spin default 1 min 0 max 3" in client.ask(
        "ubgi", until="ubgiok"
    )


@pytest.mark.parametrize(
    ("command", "error"),
    [
        ("castle", "unknown_command"),
        ("BESTMOVE", "unknown_command"),
        ("go role chequer", "missing_context"),
        ("go role king", "bad_argument"),
        ("go role cube movetime", "bad_argument"),
        ("go role cube movetime -5", "bad_argument"),
        ("go role cube depth 4", "bad_argument"),
        ("go role cube trials 36", "unsupported_feature"),
        ("go king", "bad_argument"),
        ("position", "bad_argument"),
        ("position fen rnbq", "bad_argument"),
        ("position gnubgid 4HPwATDgc", "bad_argument"),
        ("position gnubgid ++++++++++++++", "bad_argument"),
        ("position xgid XGID=nonsense", "bad_argument"),
        ("dice 0 7", "bad_argument"),
        ("dice 3", "bad_argument"),
        ("dice three one", "bad_argument"),
        ("setcube value 3 owner center", "bad_argument"),
        ("setcube value 2 owner me", "bad_argument"),
        ("setcube value 99999999999999999999 owner p0", "bad_argument"),
        ("setscore 1", "bad_argument"),
        ("setscore -1 0", "bad_argument"),
        ("setturn p2", "bad_argument"),
        ("newsession type blitz", "bad_argument"),
        ("newsession type match length 0", "bad_argument"),
        ("newsession type money length 7", "bad_argument"),
        ("setoption name Variant value Nackgammon", "unsupported_feature"),
        ("setoption name Threads value 64", "bad_argument"),
        ("setoption name Colour value red", "bad_argument"),
        ("setoption Threads 1", "bad_argument"),
        ("set game.variant hypergammon", "unsupported"),
        ("set engine.ply 0", "bad_value"),
        ("get engine.mood", "bad_value"),
        ("set engine.ply", "bad_command"),
        ("go chequer", "bad_state"),
        ("XGID=xxx", "bad_argument"),
        ("board:a:b:1", "bad_argument"),
    ],
)
def test_what_cannot_be_done_is_said_with_a_code(client, command, error):
    answer = client.ask(command, until="error")
    assert answer[0].startswith(f"error {error} ") and len(answer[0].split()) > 2
    client.tell("newgame")


def test_a_score_that_ends_the_match_is_missing_context_or_refused(client):
    client.tell("newsession type match length 3")
    assert client.ask("setscore 3 0", until="error")[0].startswith("error bad_argument")


def test_a_finished_game_has_no_best_move(client):
    client.tell("position gnubgid AAAA7gEAAAAAAA", "dice 2 1")
    assert client.answer("go role chequer").startswith("error missing_context")


class Slow:
    """An evaluator whose every second call takes long."""

    name = "slow"

    def __init__(self, evaluator, seconds):
        self.evaluator, self.seconds, self.calls = evaluator, seconds, 0

    def evaluate(self, boards):
        self.calls += 1
        if self.calls > 1:
            time.sleep(self.seconds)
        return self.evaluator.evaluate(boards)


@pytest.fixture
def slow_client(analyser):
    slow = replace(analyser, evaluator=Slow(analyser.evaluator, 0.5), settings=Settings(3))
    client = Client(slow)
    client.tell(f"position gnubgid {START}", "dice 6 1")
    yield client
    client.session.close()


def test_stop_answers_within_a_tenth_of_a_second(slow_client):
    slow_client.lines.clear()
    slow_client.session.handle("go role chequer")
    time.sleep(0.7)  # Deep in the second call; the first depth has been answered.
    assert not any(line.startswith("bestmove") for line in slow_client.lines)
    began = time.monotonic()
    answer = slow_client.ask("stop")[-1]
    assert time.monotonic() - began < 0.1
    after(START, (6, 1), answer)


def test_time_runs_out_with_the_best_so_far(slow_client):
    began = time.monotonic()
    answer = slow_client.answer("go role chequer movetime 700")
    assert 0.6 < time.monotonic() - began < 1.0
    after(START, (6, 1), answer)


def test_one_search_at_a_time(slow_client):
    slow_client.session.handle("go role chequer")
    assert slow_client.ask("dice 3 1", until="error")[-1].startswith("error search_in_progress")
    assert slow_client.ask("isready", until="readyok") == []
    assert slow_client.ask("stop")[-1].startswith("bestmove")
    slow_client.tell("dice 3 1")


def test_nodes_limit_the_search(analyser):
    client = Client(replace(analyser, settings=Settings(2)))
    client.tell(f"position gnubgid {START}", "dice 6 1")
    depths = [line for line in client.ask("go role chequer nodes 50") if line.startswith("info")]
    assert len(depths) <= 2
    depths = [line for line in client.ask("go role chequer") if line.startswith("info")]
    assert [line.split()[2] for line in depths] == ["0", "1", "2"]


def test_stop_without_a_search_is_nothing(client):
    client.tell("stop", "stop")


def test_random_games_are_legal(client):
    rng = np.random.default_rng(7)
    board = read_position_id(START)
    for _ in range(60):
        dice = tuple(int(n) for n in rng.integers(1, 7, 2))
        name = write_position_id(board)
        client.tell(f"position gnubgid {name}", f"dice {dice[0]} {dice[1]}")
        afterstate = after(name, dice, client.answer("go role chequer"))
        assert any((afterstate == legal).all() for _, legal in legal_plays(board, dice))
        board = mirror(afterstate)
        if not (board > 0).any() or not (board < 0).any():
            board = read_position_id(START)


COMMANDS = """
ubgi isready setoption name value newgame newsession type money match length jacoby on off crawford
setscore setcube owner center p0 p1 setturn position gnubgid xgid dice go role chequer cube turn
movetime depth nodes trials stop set get keys
"""
WORDS = st.one_of(
    st.sampled_from(COMMANDS.split()),
    st.sampled_from([START, XGID, "board:", "1", "2", "6", "64", "99999999999", "-1", "nan"]),
    st.text(max_size=10),
)


@given(st.lists(st.lists(WORDS, max_size=6).map(" ".join), max_size=5))
def test_any_commands_are_answered_or_refused(analyser, commands):
    client = Client(analyser)
    for command in commands:
        client.session.handle(command)
    client.session.close()
    assert all("\n" not in line for line in client.lines)
    client.tell("newgame")


@given(st.binary(max_size=400))
def test_any_bytes_are_answered_until_quit(analyser, sent):
    sink = io.BytesIO()
    converse(analyser, io.BytesIO(sent + b"\nisready\nquit\nisready\n"), sink)
    answers = sink.getvalue().splitlines()
    assert b"readyok" in answers or any(word == b"quit" for word in sent.split())


def test_half_a_line_at_the_end_is_a_line(analyser):
    sink = io.BytesIO()
    converse(analyser, io.BytesIO(b"isready\nisready"), sink)
    assert sink.getvalue() == b"readyok\nreadyok\n"


def test_a_long_line_is_refused_whole(analyser):
    sink = io.BytesIO()
    converse(analyser, io.BytesIO(b"x" * 3 * LONGEST_LINE + b"\nisready\n"), sink)
    first, second = sink.getvalue().splitlines()
    assert first.startswith(b"error bad_argument the line is too long") and second == b"readyok"


@pytest.mark.slow
def test_the_program_itself(tmp_path):
    script = "ubgi\nisready\nposition gnubgid 4HPwATDgc/ABMA\ndice 6 1\ngo role chequer\n"
    done = subprocess.run(
        [sys.executable, "scripts/serve.py", "ubgi", "--model", "default", "--ply", "0"],
        input=script,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].startswith("bestmove ")
