"""The real program in a real terminal, and hostile input."""

import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cli.play import Options, play
from engine.cli.terminal.console import Left, Terminal, TimeUp
from engine.cli.terminal.saved import load
from engine.rules.dice import ScriptedDice
from tests.cli.play.scripted import Script

ROOT = Path(__file__).parents[3]
PATIENCE = 30.0


class Window:
    """A pseudo-terminal in which the program runs."""

    def __init__(self, *arguments):
        import pty

        self.fd, inner = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, str(ROOT / "scripts" / "play.py"), *arguments],
            stdin=inner,
            stdout=inner,
            stderr=inner,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        os.close(inner)
        self.text = ""

    def until(self, text, end=PATIENCE):
        """Read until ``text`` appears after what was read before; return all of the new text."""
        start, deadline = len(self.text), time.monotonic() + end
        while text not in self.text[start:]:
            ready, _, _ = select.select([self.fd], [], [], max(0, deadline - time.monotonic()))
            if not ready:
                self.process.kill()
                self.process.wait()
                pytest.fail(f"{text!r} did not appear in:\n{self.text[start:]}")
            try:
                part = os.read(self.fd, 4096)
            except OSError:  # Linux says so when the program has ended.
                part = b""
            if not part:
                pytest.fail(f"the program ended before {text!r}:\n{self.text[start:]}")
            self.text += part.decode()
        return self.text[start:]

    def type(self, line):
        os.write(self.fd, line.encode() + b"\n")

    def close(self):
        try:
            return self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            self.process.wait()
            os.close(self.fd)


pytestmark = pytest.mark.skipif(os.name == "nt", reason="pseudo-terminals")


def test_a_person_plays_leaves_and_comes_back(tmp_path):
    path = tmp_path / "m.json"
    arguments = ["--second", "person", "--names", "Ana", "Ben", "--seed", "3", "--file", str(path)]
    window = Window(*arguments)
    seen = window.until("play? ")
    assert "Opening throw: Ana" in seen and "+-13-14" in seen
    window.type("help")
    assert "take the last line of the play back" in window.until("play? ")
    window.type("26/20")
    assert "checkers move from 25 (bar) down to 0 (off)" in window.until("play? ")
    window.process.send_signal(signal.SIGKILL)  # Not even a farewell loses the dice.
    window.close()
    dice = load(path)[0].turn.position.dice
    again = Window(*arguments)
    assert f"{max(dice)}{min(dice)} play? " in again.until("play? ")
    again.type("quit")
    again.until("The match is kept in")
    assert again.close() == 0


def test_time_runs_out_in_a_terminal(tmp_path):
    path = tmp_path / "m.json"
    window = Window("--second", "random", "--length", "3", "--seconds", "0.05", "--file", str(path))
    window.until("wins the match.")
    assert window.close() == 0
    assert "3 turns in a row out of time" in window.text


def test_input_that_ends_leaves_the_match(tmp_path):
    result = subprocess.run(
        [sys.executable, "scripts/play.py", "--second", "pip", "--file", str(tmp_path / "m.json")],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        input="hel",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert result.returncode == 0 and result.stderr == ""
    assert "The match is kept in" in result.stdout


def test_the_terminal_reads_lines_in_whatever_parts_they_come(capsys):
    reading, writing = os.pipe()
    terminal = Terminal(reading)
    os.write(writing, b"8/5 6/5\nundo\nha")
    assert terminal.ask("? ", None) == "8/5 6/5"
    assert terminal.ask("? ", time.monotonic() + 5) == "undo"
    with pytest.raises(TimeUp):
        terminal.ask("? ", time.monotonic() + 0.01)
    os.write(writing, b"lf\n\xff\xfe\n")
    assert terminal.ask("? ", time.monotonic() + 5) == "half"
    assert isinstance(terminal.ask("? ", None), str)
    os.close(writing)
    with pytest.raises(Left):
        terminal.ask("? ", None)
    os.close(reading)


@settings(max_examples=40)
@given(
    st.lists(
        st.one_of(
            st.text(max_size=30),
            st.sampled_from(
                ["8/5", "6/5", "undo", "", "yes", "no", "double", "roll", "resign gammon", "board"]
            ),
        ),
        max_size=25,
    )
)
def test_whatever_is_typed_the_match_goes_on_or_is_kept(tmp_path_factory, lines):
    path = tmp_path_factory.mktemp("fuzz") / "m.json"
    lines = [line for line in lines if not line.lower().strip().startswith("h")]
    dice = ScriptedDice([(3, 1), *[(6, 5), (4, 2), (2, 1)] * 40])
    console = Script(*lines)
    assert play(Options(second="person", file=path), console, dice) == 0
    if path.exists():
        load(path)
