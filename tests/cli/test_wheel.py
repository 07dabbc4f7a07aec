"""The package as people install it: without torch, outside the checkout."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Return an empty folder, and a function that runs programs of an installation from there."""
    folder = tmp_path_factory.mktemp("wheel")
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "CHAQUETE"))}

    def run(program, *arguments, text=""):
        return subprocess.run(
            [str(folder / "venv" / "bin" / program), *arguments],
            cwd=empty,
            env={**clean, "HOME": str(folder), "XDG_DATA_HOME": str(folder / "data")},
            input=text,
            capture_output=True,
            text=True,
            timeout=600,
        )

    empty = folder / "empty"
    empty.mkdir()
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    built = run("pip", "wheel", "-q", "--no-deps", "-w", str(folder), str(ROOT))
    assert built.returncode == 0, built.stderr
    (wheel,) = folder.glob("*.whl")
    done = run("pip", "install", "-q", str(wheel))
    assert done.returncode == 0, done.stderr
    assert run("python", "-c", "import torch").returncode == 1
    return run


def test_it_says_its_version(installed):
    assert installed("chaquete", "--version").stdout.startswith("chaquete ")


def test_it_analyses(installed):
    done = installed("chaquete", "analyse", OPENING)
    assert done.returncode == 0, done.stderr
    assert "8/5 6/5" in done.stdout


def test_it_rolls_out(installed):
    done = installed("chaquete", "rollout", OPENING, "--trials", "36", "--seed", "1")
    assert done.returncode == 0, done.stderr
    assert "8/5 6/5" in done.stdout


def test_it_plays(installed):
    done = installed("chaquete", "play", "--length", "1", "--seed", "1", text="8/5 6/5\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "match.json" in done.stdout


def test_it_serves(installed):
    done = installed("chaquete", "serve", "ubgi", "--ply", "0", text="ubgi\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "ubgiok" in done.stdout


@pytest.mark.parametrize("verb", ["train", "measure-scaling", "signature"])
def test_it_says_what_to_install_for_training(installed, verb):
    done = installed("chaquete", verb)
    assert done.returncode == 2
    assert done.stderr == (
        "error: this needs torch, which is not installed: pip install 'chaquete[train]'\n"
    )
