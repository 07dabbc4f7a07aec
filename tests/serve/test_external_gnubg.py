"""A real GNU Backgammon plays against the engine, and talks like it."""

import re
import socket
import subprocess
import time
from collections import Counter

import pytest

from engine.analysis.analyser import Analyser
from engine.formats.matchfiles.mat_reader import read_mat
from engine.formats.notation import read_fibs_line, read_play
from engine.rules.record import Word
from engine.serve.gnubg.external import ExternalSession, Habits
from engine.serve.line_server import LineServer
from tests.gnubg import PROGRAM, needs_gnubg
from tests.serve.gnubg_process import play
from tests.serve.line_client import LineClient

pytestmark = [pytest.mark.peers, needs_gnubg]


class Listener:
    """Sessions that remember what was asked and answered."""

    def __init__(self, analyser, habits=None):
        self.analyser = analyser
        self.habits = habits or Habits()
        self.talk = []

    def __call__(self):
        session, talk = ExternalSession(self.analyser, self.habits), self.talk

        class Remembering:
            refuse = session.refuse

            def answer(self, line):
                answer = session.answer(line)
                talk.append((line, answer))
                return answer

        return Remembering()

    @property
    def errors(self):
        return [pair for pair in self.talk if str(pair[1]).startswith("Error")]

    @property
    def words(self):
        return Counter(answer.split()[0] for _, answer in self.talk if answer[:1].isalpha())


def match_at(path):
    """The match in a file, every play of it checked against the rules while it is read."""
    (match,) = read_mat(path.read_text())
    return match


def said(match, word):
    return sum(action.choice is word for game in match.games for action in game.actions)


def plays_of(match):
    """Our side's (dice, play), in order."""
    actions = [a for game in match.games for a in game.actions if a.side == 1]
    return [(sorted(a.roll), a.choice) for a in actions if isinstance(a.choice, tuple)]


def check_plays(match, listener):
    """What the file says we played is what we answered; forced plays are not asked for."""
    recorded = iter(plays_of(match))
    for line, answer in listener.talk:
        position = read_fibs_line(line)
        if position.dice is None or answer.startswith("resign"):
            continue
        played = read_play(answer, position.board, position.dice)
        assert (sorted(position.dice), played) in recorded, (line, answer)


def check_match(match, length, listener):
    assert listener.errors == []
    assert match.rules.length == length
    assert match.winner is not None
    assert all(game.winner is not None for game in match.games)
    check_plays(match, listener)


@pytest.mark.parametrize("seed", [3])
def test_a_short_match(analyser, tmp_path, seed):
    listener = Listener(analyser)
    with LineServer("127.0.0.1:0", listener) as server:
        play(server.address, tmp_path / "match.mat", length=3, seed=seed)
    check_match(match_at(tmp_path / "match.mat"), 3, listener)


@pytest.mark.slow
@pytest.mark.parametrize(("length", "seed"), [(5, 1), (5, 2), (7, 1), (7, 2), (7, 3), (1, 1)])
def test_whole_matches(analyser, tmp_path, length, seed):
    listener = Listener(analyser)
    with LineServer("127.0.0.1:0", listener) as server:
        play(server.address, tmp_path / "match.mat", length=length, seed=seed)
    match = match_at(tmp_path / "match.mat")
    check_match(match, length, listener)
    if length > 1:
        assert said(match, Word.DOUBLE) > 0


@pytest.mark.slow
def test_a_match_over_a_unix_socket(analyser, tmp_path):
    listener = Listener(analyser)
    with LineServer(str(tmp_path / "engine.sock"), listener) as server:
        play(server.address, tmp_path / "match.mat", length=5)
    check_match(match_at(tmp_path / "match.mat"), 5, listener)


MONEY = ["set jacoby on", "set beavers 3"]


def money_session(analyser, tmp_path, games):
    """Play a session; return what was asked and answered, and the record."""
    listener = Listener(analyser)
    with LineServer("127.0.0.1:0", listener) as server:
        play(server.address, tmp_path / "session.mat", games=games, session=MONEY)
    assert listener.errors == []
    match = match_at(tmp_path / "session.mat")
    assert len(match.games) == games
    check_plays(match, listener)
    return listener, match


@pytest.mark.slow
def test_a_money_session_with_beavers_raccoons_and_dances(analyser, tmp_path):
    listener, match = money_session(analyser, tmp_path, 12)
    for word in (Word.DOUBLE, Word.TAKE, Word.BEAVER, Word.RACCOON):
        assert said(match, word) > 0, word
    assert () in [play for _, play in plays_of(match)]
    assert {"beaver", "take"} <= set(listener.words)


@pytest.mark.slow
def test_a_money_session_of_the_shipped_network(tmp_path):
    listener, match = money_session(Analyser.load("default", 0), tmp_path, 12)
    for word in (Word.DOUBLE, Word.TAKE, Word.DROP):
        assert said(match, word) > 0, word
    assert {"double", "take"} <= set(listener.words)
    assert "drop" in listener.words or "resign" in listener.words


BOARD = (
    "board:You:Opp:{match}:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:{dice}:1:1:1"
    ":{doubled}:1:-1:0:25:0:0:0:0:2:0:0:0"
)
START = BOARD.format(match="0:0:0", dice="3:1:3:1", doubled=0)

# A line, and what both must answer.
COMMANDS = [
    ("version", r"Interface: \d+"),
    ("set debug off", "Debug output OFF"),
    ("set interface old", "New interface OFF"),
    ("foo", "Error: .*"),
    ("", "Error: no command given"),
    (START, r"(\d+/\d+ ?)+"),
    (BOARD.format(match="0:0:0", dice="0:0:0:0", doubled=0), "roll|double"),
    (BOARD.format(match="7:2:3", dice="0:0:0:0", doubled=1), "take|drop"),
    (f"{START} resignation 1", "accept|reject"),
    (f"{START} jacobyrule on crawfordrule on", r"(\d+/\d+ ?)+"),
    (f"EVALUATION FIBSBOARD {START} PLIES 0 CUBE ON CUBEFUL", r"(-?\d\.\d{6} ?){6}"),
    (f"evaluation fibsboard {START} plies 1 cubeful prune on", r"(-?\d\.\d{6} ?){6}"),
    (f"evaluation fibsboard {START} plies x", "Error: .*"),
    (f"evaluation fibsboard {BOARD.format(match='7:3:2', dice='3:1:3:1', doubled=0)}", r"0\.\d.*"),
]


VERSION_LINES = ["RFBF", "Engine", "Software"]


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


@pytest.fixture
def gnubg_client():
    """A client of GNU Backgammon's own server (which serves one client, and not for long)."""
    address = f"127.0.0.1:{free_port()}"
    process = subprocess.Popen(
        [PROGRAM, "-t", "-q"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    )
    process.stdin.write(f"external {address}\n")
    process.stdin.flush()
    for _ in range(200):
        try:
            client = LineClient(address)
            break
        except ConnectionRefusedError:
            time.sleep(0.1)
    yield client
    client.close()
    process.kill()
    process.communicate()


def test_its_own_server_and_ours_answer_in_the_same_form(gnubg_client, analyser):
    listening = LineServer("127.0.0.1:0", lambda: ExternalSession(analyser))
    with listening as server, LineClient(server.address) as ours:
        for line, form in COMMANDS:
            for name, client in (("gnubg", gnubg_client), ("ours", ours)):
                answer = client.ask(line)
                assert re.fullmatch(form, answer), (name, line, answer)
                if line == "version":
                    assert [client.read().split(":")[0] for _ in range(3)] == VERSION_LINES
