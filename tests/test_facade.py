"""The package as programs use it: documented, complete, typed."""

import doctest
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import engine

ROOT = Path(__file__).parents[1]


def test_the_documented_examples_run():
    failures, tries = doctest.testmod(engine)
    assert tries > 20
    assert failures == 0


def test_all_public_names_are_there_and_documented():
    for name in set(engine.__all__) - {"__version__", "LEVELS"}:
        assert getattr(engine, name).__doc__, name
    assert set(engine.__all__) == {*engine._HOME_OF, "load", "__version__"}
    assert set(dir(engine)) == set(engine.__all__)
    with pytest.raises(AttributeError, match="castle"):
        engine.castle  # noqa: B018


@pytest.mark.parametrize(
    "module",
    ["engine.formats.notation.parse", "engine.formats.notation.play_text", "engine.cube.race"],
)
def test_examples_inside_the_package_run(module):
    assert doctest.testmod(importlib.import_module(module)).failed == 0


PROGRAM = """
import numpy as np

import engine


class Timid:
    name = "timid"

    def decide(self, turn: engine.Turn) -> engine.Word | tuple[tuple[int, int], ...]:
        return turn.plays[0][0] if turn.plays else turn.words[0]


def best(text: str, ply: int) -> str:
    analyser: engine.Analyser = engine.load(ply=ply)
    position: engine.Position = engine.parse_position(text)
    found: tuple[engine.PlayAnalysis, ...] = analyser.plays(position, (3, 1))
    verdict: engine.CubeDecision = analyser.cube(position)
    settings = engine.RolloutSettings(trials=36)
    rolled = engine.rolled_plays(analyser, position, settings, count=2)
    return f"{found[0].text} {verdict.text} {rolled[0].standard_error}"


def won() -> int | None:
    rng = np.random.default_rng(1)
    level: engine.Level = engine.level_of("casual")
    bot = engine.EngineBot("bot", engine.load(), level, rng)
    match = engine.play_match((bot, Timid()), engine.Rules(length=1), engine.RandomDice(rng))
    return match.winner


reveal_type(best("", 0))
"""


@pytest.mark.slow
def test_a_program_that_uses_it_passes_mypy_strict(tmp_path):
    """Types reach users: ``py.typed`` is there, and every public name is exported."""
    assert (ROOT / "engine" / "py.typed").is_file()
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", program, "--cache-dir", tmp_path / "cache"],
        cwd=ROOT,
        env={"MYPYPATH": str(ROOT), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout
    assert 'Revealed type is "str"' in checked.stdout.replace("builtins.", "")
