"""Table files: whole, checked, and resumed when broken off."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cli import build_bearoff
from engine.evaluation.bearoff import build, two_sided
from engine.evaluation.bearoff.build import build_two_sided
from engine.evaluation.bearoff.table_file import TableError, TableFile, read_table, write_table
from engine.evaluation.bearoff.tables import read_two_sided
from engine.evaluation.bearoff.two_sided import TwoSidedBuilder

CONTENT = TableFile(
    "trial", {"checkers": 3}, {"a": np.arange(5, dtype=np.int32), "b": np.eye(3, dtype=np.float32)}
)


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    path = tmp_path_factory.mktemp("tables") / "trial.table"
    write_table(path, CONTENT)
    return path


def test_what_is_written_is_read(sound):
    table = read_table(sound, "trial")
    assert table.facts == {"checkers": 3}
    for name, array in CONTENT.arrays.items():
        np.testing.assert_array_equal(table.arrays[name], array)
        assert table.arrays[name].dtype == array.dtype
        assert not table.arrays[name].flags.writeable


@given(st.data())
def test_any_changed_byte_is_refused(sound, tmp_path_factory, data):
    content = bytearray(sound.read_bytes())
    place = data.draw(st.integers(0, len(content) - 1))
    content[place] ^= data.draw(st.integers(1, 255))
    damaged = tmp_path_factory.mktemp("damaged") / "trial.table"
    damaged.write_bytes(content)
    with pytest.raises(TableError, match=r"trial\.table: "):
        read_table(damaged, "trial")


@given(st.data())
def test_any_shorter_file_is_refused(sound, tmp_path_factory, data):
    content = sound.read_bytes()
    short = tmp_path_factory.mktemp("short") / "trial.table"
    short.write_bytes(content[: data.draw(st.integers(0, len(content) - 1))])
    with pytest.raises(TableError, match="build it again"):
        read_table(short, "trial")


def test_another_kind_is_refused(sound):
    with pytest.raises(TableError, match="a trial table, where a one-sided one is needed"):
        read_table(sound, "one-sided")


def test_a_failed_write_leaves_the_old_file_alone(sound, tmp_path, monkeypatch):
    path = tmp_path / "t.table"
    path.write_bytes(b"old")

    def full(*_):
        raise OSError("no space left on the disk")

    monkeypatch.setattr("engine.evaluation.bearoff.table_file.os.replace", full)
    with pytest.raises(OSError, match="no space"):
        write_table(path, CONTENT)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def interrupted_after(levels):
    """A builder that Ctrl-C stops after some levels."""

    class Interrupted(TwoSidedBuilder):
        def steps(self):
            for level, solved in enumerate(super().steps()):
                yield solved
                if level == levels:
                    raise KeyboardInterrupt

    return Interrupted


def test_an_interrupted_build_goes_on_where_it_stopped(tmp_path, monkeypatch):
    path, part = tmp_path / "t.table", tmp_path / "t.table.part"
    build_two_sided(path, checkers=3)
    expected = read_two_sided(path).equities.copy()
    path.unlink()
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(build, "TwoSidedBuilder", interrupted_after(20))
        build_two_sided(path, checkers=3)
    assert not path.exists()
    resumed = TwoSidedBuilder(3)
    resumed.resume(read_table(part, two_sided.UNFINISHED_KIND))
    assert 0 < resumed.done < resumed.total
    assert sum(resumed.steps()) < resumed.total
    build_two_sided(path, checkers=3)
    np.testing.assert_array_equal(read_two_sided(path).equities, expected)
    assert not part.exists()


def test_a_killed_build_loses_no_more_than_a_snapshot(tmp_path, monkeypatch):
    path = tmp_path / "t.table"
    written = []
    monkeypatch.setattr(build, "write_table", lambda *call: written.append(call))
    build_two_sided(path, checkers=2, snapshot_seconds=0)
    assert [target.name for target, _ in written[:2]] == ["t.table.part"] * 2
    assert written[-1][0] == path


def test_a_damaged_part_is_lost_work_only(tmp_path, capsys):
    path = tmp_path / "t.table"
    (tmp_path / "t.table.part").write_bytes(b"CHQTABLE" + bytes(100))
    build_two_sided(path, checkers=2)
    assert "starting from the beginning" in capsys.readouterr().out
    assert read_two_sided(path).checkers == 2


def test_a_part_of_another_size_is_refused():
    with pytest.raises(TableError, match="of 2 checkers a side, not of 3"):
        TwoSidedBuilder(3).resume(TwoSidedBuilder(2).snapshot())


def test_the_command_builds_once_and_again_when_damaged(tmp_path, capsys):
    arguments = ["--folder", str(tmp_path), "--checkers", "2", "--threads", "1"]
    assert build_bearoff.main(arguments) == 0
    assert "729 pairs" in capsys.readouterr().out
    assert build_bearoff.main(arguments) == 0
    assert "there already" in capsys.readouterr().out
    path = tmp_path / "two_sided_2.table"
    path.write_bytes(path.read_bytes()[:-1])
    assert build_bearoff.main(arguments) == 0
    said = capsys.readouterr()
    assert "bytes where" in said.err
    assert "729 pairs" in said.out


@pytest.mark.parametrize("wrong", [["--checkers", "11"], ["--threads", "0"]])
def test_the_command_refuses_in_one_line(wrong, tmp_path, capsys):
    assert build_bearoff.main(["--folder", str(tmp_path), *wrong]) == 2
    assert capsys.readouterr().err.startswith("error: ")
    assert not list(tmp_path.iterdir())


def test_importing_the_package_compiles_nothing():
    code = "import sys, engine.evaluation.bearoff; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
