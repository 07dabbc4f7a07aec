"""The installed command: its verbs, loaded only when they are asked for."""

import subprocess
import sys

from training.cli.main import main


def test_help_lists_the_verbs(capsys):
    assert main(["--help"]) == 0
    printed = capsys.readouterr().out
    for verb in ("evaluate", "measure-speed", "train", "analyse"):
        assert f"  {verb} " in printed


def test_no_verb_or_a_wrong_one_is_code_2(capsys):
    assert main([]) == 2
    assert "usage" in capsys.readouterr().out
    assert main(["evalute"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("error: 'evalute'") and "evaluate" in err and err.count("\n") == 1


def test_a_verb_gets_the_rest_of_the_line(capsys):
    assert main(["evaluate", "pip", "random", "--games", "10", "--workers", "1"]) == 0
    assert "pip against random: 10 games" in capsys.readouterr().out


def test_help_imports_nothing_heavy():
    code = (
        "import sys\n"
        "from training.cli.main import main\n"
        "main(['--help'])\n"
        "heavy = {'torch', 'numba', 'numpy', 'tyro', 'gnubg_nn', 'bgsage'}\n"
        "print('HEAVY', sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.rstrip().endswith("HEAVY []")
