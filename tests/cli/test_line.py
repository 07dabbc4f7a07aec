import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.cli.line import EXTRAS, called, checked_seed, read_options, run

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Options:
    """Count things."""

    count: int = 1
    """How many."""

    def __post_init__(self):
        if self.count < 0:
            raise ValueError(f"count {self.count}: 0 or more is accepted")


def test_options_are_read():
    assert read_options(Options, ["--count", "3"], "count") == Options(3)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--cuont", "3"], "Unrecognized options: --cuont"),
        (["--count", "many"], "invalid literal for int() with base 10: 'many'"),
        (["--count", "-4"], "count -4: 0 or more is accepted"),
        (["--count"], "--count"),
    ],
)
def test_what_is_not_accepted_is_one_line_and_code_2(capsys, arguments, said):
    with pytest.raises(SystemExit) as caught:
        read_options(Options, arguments, "count")
    error = capsys.readouterr().err
    assert caught.value.code == 2
    assert said in error
    assert error.startswith("error: ") and error.count("\n") == 1
    assert "(chaquete count --help lists" in error


def test_help_is_printed_and_no_error(capsys):
    with pytest.raises(SystemExit) as caught:
        read_options(Options, ["--help"], "count")
    assert not caught.value.code
    captured = capsys.readouterr()
    assert "How many." in captured.out and captured.err == ""


def test_errors_become_one_line(capsys):
    def fail():
        raise ValueError("two\nlines")

    assert run(fail) == 2
    assert capsys.readouterr().err == "error: two lines\n"


def test_a_file_that_cannot_be_opened_is_named_first(capsys, tmp_path):
    assert run(lambda: len((tmp_path / "none").read_text())) == 2
    assert capsys.readouterr().err == f"error: {tmp_path / 'none'}: No such file or directory\n"


def test_hints_name_the_command_as_it_was_called(monkeypatch):
    monkeypatch.setattr(sys, "argv", ["/usr/bin/chaquete", "measure-speed"])
    assert called("measure-speed") == "chaquete measure-speed"
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(sys, "argv", ["scripts/analyse.py"])
    assert called("measure-speed") == "python scripts/measure_speed.py"


def test_a_missing_package_of_an_extra_is_one_line_and_code_2(capsys):
    def learn():
        raise ModuleNotFoundError("No module named 'torch.nn'", name="torch.nn")

    assert run(learn) == 2
    assert capsys.readouterr().err == (
        "error: this needs torch, which is not installed: pip install 'chaquete[train]'\n"
    )


def test_any_other_missing_module_is_a_fault_of_the_program():
    def broken():
        raise ModuleNotFoundError("No module named 'engine.nothing'", name="engine.nothing")

    with pytest.raises(ModuleNotFoundError):
        run(broken)


def test_every_package_that_is_named_is_in_its_extra():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for package, extra in EXTRAS.items():
        assert any(
            re.match(rf"{package}\b", wanted) for wanted in project["optional-dependencies"][extra]
        )
        assert not any(re.match(rf"{package}\b", wanted) for wanted in project["dependencies"])


def test_seeds_are_not_negative():
    assert checked_seed(0) == 0
    with pytest.raises(ValueError, match="seed -1: 0 or more"):
        checked_seed(-1)


def test_ctrl_c_is_130(capsys):
    def interrupted():
        raise KeyboardInterrupt

    assert run(interrupted) == 130


def test_a_reader_that_leaves_is_no_error():
    program = (
        "import sys; from engine.cli.line import run\n"
        "def body():\n"
        "    for n in range(100000): print(n)\n"
        "    return 0\n"
        "sys.exit(run(body))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141
