"""The command: its verbs, loaded only when they are asked for."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from engine import __version__
from engine.cli.main import main
from engine.cli.verbs import GROUPS, VERBS

ROOT = Path(__file__).parents[2]


def test_help_lists_the_verbs_under_their_headings(capsys):
    assert main(["--help"]) == 0
    printed = capsys.readouterr().out
    for verb in VERBS.values():
        before, after = printed.split(f"\n  {verb.name} ")
        assert after.strip().startswith(verb.summary)
        assert max(GROUPS, key=lambda group: before.rfind(f"{group}:")) == verb.group


@pytest.mark.parametrize("verb", VERBS.values(), ids=lambda verb: verb.name)
def test_every_verb_has_its_module(verb):
    assert find_spec(verb.module) is not None


def test_no_verb_is_code_2(capsys):
    assert main([]) == 2
    assert "usage" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("typed", "meant"), [("analyze", "analyse"), ("evalute", "evaluate"), ("speed-measure", "")]
)
def test_a_wrong_verb_is_one_line_that_suggests_the_nearest(capsys, typed, meant):
    assert main([typed]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"error: there is no verb {typed!r}") and err.count("\n") == 1
    assert ("did you mean" in err) == bool(meant)
    assert not meant or f"did you mean {meant!r}?" in err


def test_the_version_is_printed(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"chaquete {__version__}\n"


def test_a_verb_gets_the_rest_of_the_line(capsys):
    assert main(["evaluate", "pip", "random", "--games", "10", "--workers", "1"]) == 0
    assert "pip against random: 10 games" in capsys.readouterr().out


def test_help_imports_nothing_heavy():
    code = (
        "import sys\n"
        "from engine.cli.main import main\n"
        "main(['--help'])\n"
        "heavy = {'torch', 'numba', 'numpy', 'tyro', 'gnubg_nn', 'bgsage'}\n"
        "print('HEAVY', sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.rstrip().endswith("HEAVY []")


def test_without_torch_train_says_what_to_install(tmp_path):
    missing = "raise ModuleNotFoundError(name='torch')\n"
    (tmp_path / "torch.py").write_text(missing)
    done = subprocess.run(
        [sys.executable, "scripts/train.py"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT)))},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert done.stderr == (
        "error: this needs torch, which is not installed: pip install 'chaquete[train]'\n"
    )
