import base64
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.formats.notation import (
    NotationError,
    parse_position,
    write_fibs_line,
    write_gnubg_id,
    write_match_id,
    write_ogid,
    write_position_id,
    write_xgid,
)
from engine.rules.board import board_of, is_race, mirror, start
from engine.rules.match import MatchState, Owner, Rules
from engine.rules.position import Pending, Position
from tests.formats.notation.positions import positions, same
from tests.reached import any_boards

EXAMPLES = json.loads(Path("tests/data/format_examples.json").read_text())["examples"]
WRITERS = {
    "xgid": write_xgid,
    "gnubgid": write_gnubg_id,
    "gnubg_position_id": lambda position: write_position_id(position.board),
    "ogid": write_ogid,
    "fibs_board": write_fibs_line,
}
START = "XGID=-b----E-C---eE---c-e----B-:{}"


def by_kind(*kinds):
    chosen = [e for e in EXAMPLES if e["kind"] in kinds]
    return pytest.mark.parametrize("example", chosen, ids=[e["id"] for e in chosen])


@by_kind(*WRITERS)
def test_examples_state_their_board_and_pips(example):
    position = parse_position(example["id"])
    assert position.board.tolist() == example["mover_board"]
    assert write_position_id(position.board) == example["position_id"]
    assert parse_position(example["position_id"]).board.tolist() == example["mover_board"]


@by_kind("xgid", "gnubg_position_id")
def test_examples_are_written_as_they_were_read(example):
    assert WRITERS[example["kind"]](parse_position(example["id"])) == example["id"]


@by_kind("gnubgid", "fibs_board", "ogid")
def test_examples_mean_the_same_when_written_and_read_again(example):
    position = parse_position(example["id"])
    again = parse_position(WRITERS[example["kind"]](position))
    if example["kind"] == "ogid" and position.dice:  # OGID writes its dice in rising order
        position = replace(position, dice=tuple(sorted(position.dice)))
    assert same(again, position)


@by_kind("gnubgid", "xgid")
def test_examples_state_their_match(example):
    position = parse_position(example["id"])
    if "match" not in example:
        return
    facts = example["match"]
    match, bottom = position.match, position.on_roll == 1
    score = match.score[::-1] if bottom else match.score
    owner = None if match.owner is Owner.CENTRED else int(bottom == (match.owner is Owner.MINE))
    assert position.on_roll == facts["on_roll"]
    assert (match.cube, owner) == (facts["cube"], facts["cube_owner"])
    assert match.rules.length == facts["length"]
    assert list(score) == facts["score"]
    assert match.crawford == bool(facts["crawford"])
    assert (position.pending is Pending.DOUBLE) == bool(facts["doubled"])
    assert sorted(position.dice or (0, 0)) == sorted(facts["dice"])
    if match.is_money:
        assert match.rules.jacoby == bool(facts["jacoby_in_use"])


@by_kind("xgid")
def test_xgid_becomes_the_id_that_gnubg_prints(example):
    position = parse_position(example["id"])
    if position.dice:  # the normal form has the higher die first
        position = replace(position, dice=tuple(sorted(position.dice, reverse=True)))
    # Setting an XGID, GNU Backgammon forgets that a double was offered.
    position = replace(position, pending=Pending.NOTHING)
    assert write_gnubg_id(position) == example["gnubg_normalised_id"]


@by_kind("fibs_board")
def test_fibs_examples_state_the_turn(example):
    facts, position = example["fibs_fields"], parse_position(example["id"])
    assert position.on_roll == (facts["turn"] == 1)
    assert (position.pending is Pending.DOUBLE) == bool(facts["was_doubled"])
    assert position.match.rules.length == facts["length"]
    assert position.dice == (tuple(facts["dice"]) if facts["dice"][0] else None)


@given(positions())
def test_gnubg_id_round_trip(position):
    assert same(parse_position(write_gnubg_id(position)), position)


@given(positions())
def test_xgid_round_trip(position):
    text = write_xgid(position)
    assert same(parse_position(text), position)
    assert same(parse_position(text.removeprefix("XGID=")), position)
    assert same(parse_position(text.rpartition(":")[0]), position)


@given(positions())
def test_fibs_round_trip(position):
    rules = replace(position.match.rules, jacoby=False)  # a board line does not tell
    position = replace(position, match=replace(position.match, rules=rules))
    assert same(parse_position(write_fibs_line(position)), position)


@given(positions(beavers=False))
def test_ogid_round_trip(position):
    rules = replace(position.match.rules, jacoby=False)
    dice = position.dice and tuple(sorted(position.dice))
    match = replace(position.match, rules=rules)
    if match.rules.length == 1:  # every 1-point match is its own Crawford game: no letter for it
        match = replace(match, crawford=False)
    position = replace(position, match=match, dice=dice)
    assert same(parse_position(write_ogid(position)), position)


@given(any_boards())
def test_position_id_is_always_seen_by_the_player_on_roll(board):
    assert np.array_equal(parse_position(write_position_id(board)).board, board)
    assert np.array_equal(parse_position(write_position_id(mirror(board))).board, mirror(board))


def test_block_order():
    # block 0 belongs to the player who is NOT on roll: he has 5 checkers on his ace point here
    board = parse_position("HwAAAAEAAAAAAA").board
    assert board[24] == -5


@given(st.sampled_from([e["id"] for e in EXAMPLES]), st.data())
def test_damaged_identifiers_are_read_or_refused(text, data):
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(at, min(len(text), at + 3)))
    damaged = text[:at] + data.draw(st.text(max_size=3)) + text[cut:]
    try:
        position = parse_position(damaged)
    except NotationError as error:
        assert "\n" not in str(error)
    else:
        assert abs(position.board).sum() <= 30


@given(st.text())
def test_random_text_is_refused(text):
    with pytest.raises(NotationError):
        parse_position(text)


@given(st.text(alphabet="ABCDEFGHabcdefgh0123456789+/", min_size=14, max_size=14))
def test_random_position_ids_are_read_or_refused(text):
    try:
        position = parse_position(text)
    except NotationError:
        return
    assert write_position_id(position.board) == text


REFUSED = {
    "/////////////w": "80 checkers of the opponent",
    "XGID=-b----E-C---eE---c-e----B:0:0:1:00:0:0:0:0:10": "board: 26 characters",
    "XGID=-b----F-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10": "16 checkers of the bottom player",
    START.format("0:0:1:07:0:0:0:0:10"): "dice '07'",
    START.format("0:0:1:00:7:0:0:7:10"): "score 7-0 in a 7-point match",
    START.format("0:0:1:00:0:0:2:7:10"): "rule '2'",
    START.format("0:0:1:00:0:0:4:0:10"): "rule '4'",
    START.format("0:0:0:00:0:0:0:0:10"): "turn 0",
    START.format("0:2:1:00:0:0:0:0:10"): "cube position '2'",
    START.format("99:0:1:00:0:0:0:0:10"): "cube '99'",
    START.format("0:0:1:00:0:0:0"): "8 fields",
    START.format("0:0:1:00:0:0:0:7:x"): "max cube 'x'",
    START.format("0:0:1:00:2:5:1:7:10"): "Crawford game at 2-5",
    START.format("1:-1:1:D:0:0:0:7:10"): "the opponent owns the cube",
    START.format("0:0:1:D:2:6:1:7:10"): "in the Crawford game",
    START.format("0:0:1:B:0:0:0:0:10"): "beavers",
    START.format("4:0:1:00:0:0:0:0:2"): "above its limit 4",
    START.format("9" * 5000 + ":0:1:00:0:0:0:0:10"): "no position",
    "4HPwATDgc/ABM": "14 characters are accepted, got 13",
    "4HPwATDgc/ABMAA": "14 characters are accepted, got 15",
    "4HPwATDgc/ABM=": "'=' is not accepted",
    "4HPwATDgc/ABMB": "unused bits",
    "AAAAAAAAAAAAAA": "no checkers",
    "4HPwATDgc/ABMA:cAkKAAA": "match ID: 12 characters",
    "4HPwATDgc/ABMA:8AkAAAAAAAAA": "Crawford bit is set in money play",
    "4HPwATDgc/ABMA:cAoAAAAAAAAA": "finished game",
    "4HPwATDgc/ABMA:cAEAAAAAAAAA": "turn bit",
    "4HPwATDgc/ABMA:IAkAAAAAAAAA": "cube owner 2",
    "4HPwATDgc/ABMA:fwkAAAAAAAAA": "exponent 15",
    "4HPwATDgc/ABMA:cAkAAAAAAAAI": "after bit 66",
    "board:a:b:1:2:3": "50 to 53 numbers",
    "": "empty",
    "hello": "'hello' is no position",
    "1" * 5000: "5000 characters",
    "11:66:N0P::W": "passed double",
    "11:61:N0N::W": "both players hold point '1'",
    "11:66:N0N:70:W": "dice '70'",
}


@pytest.mark.parametrize(("text", "reason"), REFUSED.items())
def test_refusals_say_why(text, reason):
    with pytest.raises(NotationError, match=r"^[^\n]+$") as refusal:
        parse_position(text)
    assert reason in str(refusal.value)


def test_both_players_on_one_point_are_refused():
    # opponent on his 24 point, player on roll on his 1 point: the same point
    key = (1 << 23) | (1 << 26)
    text = base64.b64encode(key.to_bytes(10, "little")).decode().rstrip("=")
    with pytest.raises(NotationError, match="both players hold point 1"):
        parse_position(text)


def test_fibs_refusals_name_the_field():
    line = next(e["id"] for e in EXAMPLES if e["kind"] == "fibs_board")
    words = line.split(":")
    for index, text, field in (
        (3, "x", "length"),
        (6, "99", "point 0"),
        (32, "0", "turn"),
        (33, "7", "die 1"),
        (37, "3", "cube"),
        (40, "2", "was doubled"),
        (42, "0", "direction"),
    ):
        with pytest.raises(NotationError, match=field):
            parse_position(":".join([*words[:index], text, *words[index + 1 :]]))


def test_fibs_of_a_player_who_moves_upwards():
    # the second player of the same position: his points count the other way
    line = next(
        e["id"] for e in EXAMPLES if e["kind"] == "fibs_board" and "0:0:0:0:-2:2" in e["id"]
    )
    words = line.split(":")
    up = [*words[:6], *words[31:5:-1], *words[32:42], "1", *words[43:]]
    assert same(parse_position(":".join(up)), parse_position(line))


def test_orientation_is_absolute():
    # two positions of one game: top was hit and rolls, his checker stands at index 0
    before = parse_position("XGID=-CBBBC-a-----Ba---bbbbbbaA:0:0:1:41:0:0:0:0:10")
    after = parse_position("XGID=aCBBBC-a-A---Aa---bbbbbbA-:0:0:-1:65:0:0:0:0:10")
    assert before.board[25] == 1
    assert after.board[25] == 1
    assert after.on_roll == 0


def test_scores_of_the_top_player():
    position = parse_position("XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:2:6:0:7:8")
    assert position.on_roll == 0
    assert position.match.score == (6, 2)
    assert position.match.post_crawford


def test_nine_fields_and_no_prefix():
    assert same(
        parse_position("-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0"),
        parse_position("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"),
    )


@pytest.mark.parametrize(("field", "limit"), [(0, 1), (1, 2), (8, 256), (10, 0)])
def test_max_cube(field, limit):
    text = START.format(f"0:0:1:00:0:0:0:0:{field}")
    position = parse_position(text)
    assert position.match.rules.cube_limit == limit
    assert write_xgid(position) == text


@pytest.mark.parametrize("rule", [0, 1, 2, 3])
def test_money_rules(rule):
    text = START.format(f"0:0:1:00:0:0:{rule}:0:10")
    rules = parse_position(text).match.rules
    assert (rules.jacoby, rules.beavers) == (bool(rule & 1), bool(rule & 2))
    assert write_xgid(parse_position(text)) == text


@pytest.mark.parametrize(
    ("letter", "pending"),
    [("D", Pending.DOUBLE), ("B", Pending.BEAVER), ("R", Pending.RACCOON)],
)
@pytest.mark.parametrize("cube", ["0:0", "2:1"])
def test_pending_offers_in_both_notations(letter, pending, cube):
    text = START.format(f"{cube}:1:{letter}:0:0:3:0:10")
    position = parse_position(text)
    assert position.pending is pending
    assert write_xgid(position) == text
    again = parse_position(write_gnubg_id(position))
    assert (again.pending, again.match.cube) == (pending, position.match.cube)
    assert again.match.owner is position.match.owner


# What GNU Backgammon 1.07.001 printed in a money session: player 0 doubles, player 1 beavers,
# player 0 raccoons; then player 0 resigns a backgammon instead of answering one redouble more.
@pytest.mark.parametrize(
    ("match_id", "pending", "resignation"),
    [
        ("MAEAAAAAAAAA", Pending.NOTHING, 0),
        ("MBkAAAAAAAAA", Pending.DOUBLE, 0),
        ("EREAAAAAAAAA", Pending.BEAVER, 0),
        ("EhkAAAAAAAAA", Pending.RACCOON, 0),
        ("E3kAAAAAAAAA", Pending.BEAVER, 3),
        ("cEEKAAAAAAAA", Pending.NOTHING, 2),
    ],
)
def test_offers_as_gnubg_prints_them(match_id, pending, resignation):
    position = parse_position(f"hrfBATDgc/AAUg:{match_id}")
    assert (position.pending, position.resignation) == (pending, resignation)
    assert write_match_id(position) == match_id


def test_bit_66_turns_jacoby_off():
    assert parse_position("4HPwATDgc/ABMA:cAkAAAAAAAAA").match.rules.jacoby
    assert not parse_position("4HPwATDgc/ABMA:cAkAAAAAAAAE").match.rules.jacoby


def test_the_manuals_match_id():
    position = parse_position("4HPwATDgc/ABMA:QYkqASAAIAAA")
    match = position.match
    assert (position.on_roll, position.dice) == (1, (5, 2))
    assert (match.rules.length, match.score) == (9, (4, 2))
    assert (match.cube, match.owner) == (2, Owner.OPPONENT)


@pytest.mark.parametrize("length", [99, 127, 128, 255])
def test_long_matches(length):
    match = MatchState(Rules(length=length), (length - 1, length - 2))
    position = Position(start(), match)
    for write in (write_xgid, write_gnubg_id, write_fibs_line, write_ogid):
        assert parse_position(write(position)).match == match


def test_what_a_notation_cannot_say_is_refused():
    resigning = Position(start(), resignation=1)
    raccoon = Position(start(), pending=Pending.RACCOON)
    for write, position in (
        (write_xgid, resigning),
        (write_fibs_line, resigning),
        (write_ogid, resigning),
        (write_fibs_line, raccoon),
        (write_ogid, raccoon),
        (write_xgid, Position(start(), dice=(1, 2), pending=Pending.DOUBLE)),
    ):
        with pytest.raises(NotationError, match="cannot"):
            write(position)
    centred = MatchState(cube=4)
    with pytest.raises(NotationError, match="centred at 4"):
        write_gnubg_id(Position(start(), centred, pending=Pending.BEAVER))


def test_pasted_text():
    expected = parse_position("4HPwATDgc/ABMA:cAkKAAAAAAAA")
    printed = " GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n       Match ID   : cAkKAAAAAAAA\n +13"
    assert same(parse_position(printed), expected)
    assert same(parse_position(" GNUBGID=4HPwATDgc/ABMA:cAkKAAAAAAAA\n"), expected)
    exported = "X to play 31\n\nXGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10\n\nX:a O:b"
    assert parse_position(exported).dice == (3, 1)


BUG_POSITIONS = {
    "//0AAADf/wAAAA": ("1:5 2:10", "1:9 2:6", True),  # wildbg 27
    "EACAAEAAAAAAAA": ("12", "5 23", False),  # wildbg 8a03a85: in front and behind
    "sAMAAOwAAAAAAA": ("5:2 6:3", "5:2 6:3", True),
}


@pytest.mark.parametrize(("text", "facts"), BUG_POSITIONS.items())
def test_positions_from_bug_reports(text, facts):
    own, opponent, race = facts
    board = parse_position(text).board
    assert np.array_equal(board, board_of(own, opponent))
    assert write_position_id(board) == text
    assert bool(is_race(board)) is race
