import doctest
import re
from pathlib import Path

from engine.cli.verbs import VERBS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()


def test_the_python_example_runs():
    failures, tries = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tries > 0
    assert failures == 0


def test_every_script_named_is_there():
    named = set(re.findall(r"scripts/(\w+)\.py", README))
    assert named >= {"train", "evaluate", "analyse"}
    assert all((ROOT / "scripts" / f"{name}.py").is_file() for name in named)


def test_every_verb_has_its_script_and_every_script_its_verb():
    scripts = {script.stem for script in (ROOT / "scripts").glob("*.py")}
    assert {verb.stem for verb in VERBS.values()} == scripts


def test_every_path_of_the_tree_is_there():
    for line in README[README.index("\nengine/  ") :].split("```")[0].splitlines():
        folder = "engine" if line.startswith("  ") else ""
        for name in re.findall(r"\b[\w/]+(?:\.py|/)(?=[\s])", line.split("   ")[0] + " "):
            assert (ROOT / folder / name).exists(), name


def test_continuous_integration_runs_the_readme_command():
    command = README.split("<!-- tests -->")[1].split("```")[1]
    assert "pytest" in command and command.count("\n") == 2
    assert "<!-- tests -->" in (ROOT / ".ci" / "run").read_text()
