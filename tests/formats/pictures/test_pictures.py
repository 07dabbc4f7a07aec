"""Pictures show what the position holds, turn with the direction, and are well-formed."""

import sys
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.formats.notation import read_play
from engine.formats.pictures import Layout, PicturesMissing, picture, png_of
from engine.formats.pictures.layout import HEIGHT, WIDTH
from engine.formats.pictures.palette import DARK, LIGHT
from engine.rules.board import board_of, start
from engine.rules.match import MatchState, Owner, Rules
from engine.rules.position import Pending, Position
from tests.reached import any_boards, any_rolls

SVG = "{http://www.w3.org/2000/svg}"
OPENING = Position(start(), dice=(3, 1))


def parsed(svg):
    return ElementTree.fromstring(svg)


def texts(svg):
    return [node.text for node in parsed(svg).iter(f"{SVG}text")]


def drawn(svg, stone):
    """Count the checkers of one side: seen from above (the panel's marks excepted) or borne off."""
    discs = [n for n in parsed(svg).iter(f"{SVG}circle") if n.get("fill") == stone.fill]
    return sum(float(n.get("r")) > 12 for n in discs)


def test_the_start_shows_thirty_checkers_numbers_pips_and_dice():
    svg = picture(OPENING)
    assert drawn(svg, DARK) == drawn(svg, LIGHT) == 15
    assert {str(n) for n in range(1, 25)} <= set(texts(svg))
    assert texts(svg).count("167 pips") == 2
    assert "White to play 31" in texts(svg)
    assert len([n for n in parsed(svg).iter(f"{SVG}circle") if n.get("r") == "4.1"]) == 4


def test_both_directions_mirror_each_other_left_to_right():
    there, back = Layout(), Layout(clockwise=True)
    for point in range(1, 25):
        assert there.point(point) + back.point(point) == pytest.approx(WIDTH)
    assert there.point(1) > there.point(12)
    assert there.off > there.cube and back.off < back.cube
    x, y = there.checker(6, 0)
    assert (WIDTH - x, y) == back.checker(6, 0)


def test_high_stacks_carry_their_number_and_the_bars_turn_with_the_mover():
    svg = picture(Position(board_of("bar:2 1:8 2:3", "1:12 6 bar:2")))
    assert texts(svg).count("8") == texts(svg).count("12") == 2  # The stack and the point.
    own, _ = zip(*[Layout().checker(25, i) for i in (0, 1)], strict=True)
    assert set(own) == {WIDTH / 2}
    assert Layout().checker(25, 0)[1] > HEIGHT / 2 - 30 > Layout().checker(0, 0)[1]


def test_colours_stay_with_the_side_and_names_with_the_roll():
    svg = picture(replace(OPENING, on_roll=0), names=("Ana", "Ben"))
    assert "Ana to play 31" in texts(svg)
    assert texts(svg).index("Ana") < texts(svg).index("Ben")
    die = next(n for n in parsed(svg).iter(f"{SVG}rect") if n.get("rx") == "7")
    assert die.get("fill") == DARK.fill


@pytest.mark.parametrize(
    ("state", "pending", "shown"),
    [
        (MatchState(), Pending.NOTHING, "64"),
        (MatchState(), Pending.DOUBLE, "2"),
        (MatchState(Rules(beavers=True), cube=2, owner=Owner.MINE), Pending.BEAVER, "8"),
        (MatchState(cube=4096, owner=Owner.OPPONENT), Pending.NOTHING, "4096"),
    ],
)
def test_the_cube_shows_its_value_or_what_is_offered(state, pending, shown):
    board = Position(start(), state, pending=pending)
    assert shown in [t for t in texts(picture(board)) if t not in map(str, range(1, 25))] or (
        texts(picture(board)).count(shown) == 2
    )


def test_the_crawford_game_has_no_cube_and_says_so():
    state = MatchState(Rules(length=3), (2, 0), crawford=True)
    svg = picture(Position(start(), state))
    assert "64" not in texts(svg)
    assert "3-point match, Crawford game" in texts(svg)
    assert "2 of 3" in texts(svg)


def test_a_play_is_drawn_as_one_arrow_for_every_step():
    play = read_play("13/7 8/7", OPENING.board, (6, 1))
    svg = picture(replace(OPENING, dice=(6, 1)), play=play)
    assert len(list(parsed(svg).iter(f"{SVG}path"))) == 2


def test_hostile_names_stay_text():
    svg = picture(OPENING, names=("<script>alert(1)</script>", "\x00\x1b[31m" + "x" * 500))
    assert "<script" not in svg
    assert max(map(len, texts(svg))) < 80


@given(any_boards(), any_rolls, st.booleans(), st.text(max_size=40))
def test_any_position_is_well_formed(board, roll, clockwise, name):
    svg = picture(Position(board, dice=roll), clockwise=clockwise, names=(name, name))
    assert parsed(svg).tag == f"{SVG}svg"


def test_png_has_the_width_asked_for():
    pytest.importorskip("resvg_py")
    content = png_of(picture(OPENING), width=300)
    assert content.startswith(b"\x89PNG")
    assert int.from_bytes(content[16:20], "big") == 300
    with pytest.raises(ValueError, match="1 to 8000 pixels"):
        png_of(picture(OPENING), width=0)


def test_png_without_the_library_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(PicturesMissing, match=r"pip install chaquete\[pictures\]"):
        png_of(picture(OPENING))
