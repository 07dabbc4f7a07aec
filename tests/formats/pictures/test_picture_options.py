"""``analyse --svg --png --clockwise`` saves what it analysed."""

import pytest

from engine.analysis.analyser import Analyser
from engine.cli import analyse
from engine.search.search import Settings
from tests.search.fake import PipEvaluator

OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"


@pytest.fixture(autouse=True)
def pip_model(monkeypatch):
    def load(model, ply, filter, met):
        return Analyser(PipEvaluator(), Settings(ply, filter), met)

    monkeypatch.setattr(Analyser, "load", load)


def test_the_picture_has_the_best_play_and_the_direction(tmp_path, capsys):
    there, back = tmp_path / "there.svg", tmp_path / "back.svg"
    assert analyse.main([OPENING, "--svg", str(there)]) == 0
    assert analyse.main([OPENING, "--svg", str(back), "--clockwise"]) == 0
    assert there.read_text().count("<path") == 2
    assert there.read_text() != back.read_text()
    assert "+-24-23" in capsys.readouterr().out


def test_a_cube_decision_has_no_arrows_and_a_bad_folder_is_one_line(tmp_path, capsys):
    path = tmp_path / "cube.svg"
    assert analyse.main([OPENING.replace(":31:", ":00:"), "--svg", str(path)]) == 0
    assert "<path" not in path.read_text()
    assert analyse.main([OPENING, "--svg", str(tmp_path / "no" / "x.svg")]) == 2
    assert "no such folder" in capsys.readouterr().err


def test_png(tmp_path):
    pytest.importorskip("resvg_py")
    assert analyse.main([OPENING, "--png", str(tmp_path / "x.png")]) == 0
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")
