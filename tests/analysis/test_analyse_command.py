import json
from dataclasses import replace

import pytest

from engine.analysis.analyser import Analyser
from engine.cli import analyse
from engine.formats.notation.gnubg_id import write_gnubg_id
from engine.formats.notation.parse import parse_position
from engine.rules.board import start
from engine.rules.outcome import Win
from engine.rules.position import Position
from engine.search.search import Settings
from tests.formats.matchfiles.xg_bytes import xgp_bytes
from tests.pips import Pips

OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
CUBE = "XGID=-aAaBaDaB---bD-b-A-cA-b-b-:0:0:1:00:2:4:0:9:10"


@pytest.fixture(autouse=True)
def pip_model(monkeypatch):
    def load(model, ply, filter, met):
        if model != "default":
            raise ValueError(f"no model {model!r}")
        return Analyser(Pips(), Settings(ply, filter), met)

    monkeypatch.setattr(Analyser, "load", load)


def run(capsys, *arguments):
    code = analyse.main(list(arguments))
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def data(capsys, *arguments):
    code, out, err = run(capsys, *arguments, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_the_position_of_an_xgp_file(capsys, tmp_path):
    path = tmp_path / "ä position.xgp"
    path.write_bytes(xgp_bytes(parse_position(OPENING)))
    assert data(capsys, str(path)) == data(capsys, OPENING)
    path.write_bytes(b"RGMH")
    code, _, err = run(capsys, str(path))
    assert code == 2 and "breaks off" in err and err.count("\n") == 1
    code, _, err = run(capsys, str(tmp_path / "none.xgp"))
    assert code == 2 and "No such file" in err


def test_plays_as_text(capsys):
    code, out, _ = run(capsys, OPENING, "--count", "4")
    assert code == 0
    assert "X to play 31" in out
    assert out.splitlines()[-1].startswith(" 4. ")
    assert out.rstrip().endswith("0-ply")


def test_plays_as_data(capsys):
    plays = data(capsys, OPENING, "--count", "0")["plays"]
    assert len(plays) == 16
    assert set(plays[0]) >= {"play", "equity", "difference", "outcome", "level"}
    names = ["win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon"]
    assert list(plays[0]["outcome"]) == names
    assert plays[0]["difference"] == 0
    assert plays[0]["mwc"] is None


def test_dice_of_the_command_line_come_first(capsys):
    assert data(capsys, OPENING, "--dice", "6-5")["dice"] == [6, 5]
    told = data(capsys, "4HPwATDgc/ABMA", "--dice", "42", "--ply", "1", "--count", "2")
    assert [play["level"] for play in told["plays"]] == ["1-ply", "1-ply"]
    assert told["position_id"] == "4HPwATDgc/ABMA"


def test_cube_as_text(capsys):
    code, out, _ = run(capsys, CUBE)
    assert code == 0
    for part in ("Proper cube action:", "No double", "mwc", "take point", "Gammon values"):
        assert part in out
    assert "nan" not in out.lower()


def test_cube_as_data(capsys):
    cube = data(capsys, CUBE)["cube"]
    assert set(cube["equities"]) == {"no_double", "double_take", "double_pass", "double_beaver"}
    assert cube["equities"]["double_pass"] == pytest.approx(1)
    assert 0 < cube["mwc"]["no_double"] < 1
    assert 0 < cube["window"]["actual"]["take_point"] < 1
    assert isinstance(cube["double"], bool)
    assert set(cube["errors"]) == {"no_double", "double", "take", "pass", "beaver"}
    for side in ("player", "opponent"):
        assert set(cube["gammon_values"][side]) == {"gammon", "backgammon"}
    assert min(v for v in cube["errors"].values() if v is not None) == 0
    assert data(capsys, OPENING, "--cube")["cube"]["mwc"] is None


def test_pending_double_is_a_cube_question(capsys):
    assert "cube" in data(capsys, CUBE.replace(":00:", ":D:"))


MONEY = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:2:0:10"
DEAD = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:3:1:0:4:10"


@pytest.mark.parametrize(
    ("offered", "actions"),
    [("D", {"take", "pass", "beaver"}), ("B", {"take", "pass"}), ("R", {"take", "pass"})],
)
def test_an_offered_cube_is_answered_for_the_one_who_is_asked(capsys, offered, actions):
    told = data(capsys, MONEY.replace(":00:", f":{offered}:"))
    answer, cube = told["answer"], told["cube"]["equities"]
    assert set(answer["equities"]) == actions
    assert answer["equities"][answer["action"]] == max(answer["equities"].values())
    turned = {"D": -1, "B": 2, "R": -4}[offered]
    assert answer["equities"]["take"] == pytest.approx(turned * cube["double_take"])
    _, out, _ = run(capsys, MONEY.replace(":00:", f":{offered}:"))
    name = {"D": "double", "B": "beaver", "R": "raccoon"}[offered]
    assert f"Answer to the {name}: {answer['action']} " in out
    assert "answer" not in data(capsys, MONEY)


def test_an_offered_resignation_is_answered(capsys):
    before = Position(start(), resignation=int(Win.GAMMON))
    for position, asked in ((before, "cube"), (replace(before, dice=(3, 1)), "plays")):
        told = data(capsys, write_gnubg_id(position))
        assert asked in told
        equities = told["answer"]["equities"]
        assert equities["accept"] == pytest.approx(2)
        assert told["answer"]["action"] == "accept"


def test_beavers_are_part_of_the_market_window(capsys):
    point = data(capsys, MONEY)["cube"]["window"]["actual"]["beaver_point"]
    assert 0.4 < point < 0.6
    assert "beaver to" in run(capsys, MONEY)[1]
    _, out, _ = run(capsys, CUBE)
    assert "beaver" not in out


def test_why_there_is_no_cube_to_turn_is_told(capsys):
    for xgid, reason in (
        (MONEY.replace(":0:0:1:00", ":1:-1:1:00"), "the opponent owns the cube"),
        (DEAD.replace(":3:1:0:4", ":3:1:1:4"), "nobody doubles in the Crawford game"),
    ):
        assert f"Cube not available: {reason}" in run(capsys, xgid)[1]
        code, _, err = run(capsys, xgid, "--rollout", "36")
        assert code == 2 and reason in err
    assert "Never double, take (dead cube)" in run(capsys, DEAD)[1]
    assert "the cube is dead" in run(capsys, DEAD, "--rollout", "36")[2]
    assert data(capsys, DEAD.replace(":00:", ":D:"))["answer"]["action"] == "take"


def test_only_chances_that_can_be_change_the_verdict(capsys):
    """After the Crawford game the trailer doubles from 0 % on: there is nothing below."""
    _, out, _ = run(capsys, "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:4:0:5:10")
    (line,) = [line for line in out.splitlines() if line.startswith("What would change")]
    assert "more" in line and "less" not in line


def test_scores(capsys):
    code, out, _ = run(capsys, CUBE, "--scores", "5")
    assert code == 0
    assert "5-away" in out.splitlines()[-3]
    scores = data(capsys, CUBE, "--scores", "5")["scores"]
    assert len(scores) == 25
    assert scores[0]["away"] == [1, 1]
    assert len({s["verdict"] for s in scores}) > 2


def test_xgid_without_prefix(capsys):
    assert "plays" in data(capsys, OPENING.removeprefix("XGID="))


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["XGID=-b----E-C---eE---c-e----B-:0:0:1:31:9:0:0:5:10"],
        [OPENING, "--dice", "70"],
        [OPENING, "--ply", "7"],
        [OPENING, "--filter", "huge"],
        [OPENING, "--model", "missing"],
        [OPENING, "--count", "-1"],
        [OPENING, "--met", "missing.xml"],
        [CUBE, "--scores", "30"],
        [CUBE, "--scores", "5", "--rollout", "36"],
    ],
)
def test_bad_input_is_one_line_and_code_2(capsys, arguments):
    code, out, err = run(capsys, *arguments)
    assert code == 2
    assert out == ""
    assert err.startswith("error: ")
    assert err.count("\n") == 1


def test_other_match_equity_table(capsys, tmp_path):
    table = tmp_path / "flat.xml"
    row = "<row>" + "<me>.5</me>" * 9 + "</row>"
    table.write_text(
        f'<met><pre-crawford-table type="explicit">{row * 9}</pre-crawford-table>'
        f'<post-crawford-table type="explicit">{row}</post-crawford-table></met>'
    )
    cube = data(capsys, CUBE, "--met", str(table))["cube"]
    assert cube["equities"]["double_pass"] == 0  # A game that decides nothing is worth nothing.


def test_rollouts(capsys):
    race = "2AAAQA0AAAAAAA"
    plays = data(capsys, race, "--dice", "21", "--rollout", "36", "--count", "2")["plays"]
    assert len(plays) == 2
    assert plays[0]["standard_error"] > 0
    assert "rollout of 36" in plays[0]["level"]
    cube = data(capsys, race, "--rollout", "36")["cube"]
    assert "rollout of 36" in cube["level"]
    code, _, err = run(capsys, race, "--rollout", "-5")
    assert (code, err.count("\n")) == (2, 1)
