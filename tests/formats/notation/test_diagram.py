from engine.formats.notation import parse_position
from engine.formats.notation.diagram import diagram
from engine.rules.board import mirror
from engine.rules.position import Pending, Position

ANTICLOCKWISE = """\
+-13-14-15-16-17-18+---+-19-20-21-22-23-24+  O
| X           O    |   | O              X |  130 pips, 2 off
| X           O    |   | O                |  3 points
| X           O    |   | O                |
| X                |   | O                |
| 6                |   | O                |
|                  |BAR|                  |  Cube 2 (O's), 7-point match
|                  |   | X                |
| O                |   | X                |
| O           X    |   | X                |
| O           X    |   | X                |  2 points
| O           X    |   | X              O |  156 pips, 0 off
+-12-11-10--9--8--7+---+--6--5--4--3--2--1+  X
X to play 42"""

CLOCKWISE = """\
+-24-23-22-21-20-19+---+-18-17-16-15-14-13+  O: Bob
| X  O     O  O  O |   | O           X    |  105 pips, 0 off
|    O     O  O  O |   |                  |  0 points
|                O |   |                  |
|                O |   |                  |
|                6 | O |                  |
|                  |BAR|                  |  Cube 1 (centred), money, jacoby, beavers
|                  | X |                  |
| X                |   |                  |
| X                |   |                  |
| X     X  X  X    |   |                  |  0 points
| X     X  X  X  X |   |          O       |  97 pips, 1 off
+--1--2--3--4--5--6+---+--7--8--9-10-11-12+  X: Ann
Ann doubles to 2"""


def test_anticlockwise():
    text = "XGID=-a----E-C---dF---c-e----A-:1:-1:1:42:2:3:0:7:8"
    assert diagram(parse_position(text)) == ANTICLOCKWISE


def test_clockwise_with_names():
    text = "XGID=aaB-BBFA---a---A---abbb-dA:0:0:-1:D:0:0:3:0:8"
    assert diagram(parse_position(text), clockwise=True, names=("Ann", "Bob")) == CLOCKWISE


def test_both_layouts_show_the_same_checkers():
    position = parse_position("4HPwAFKGt8EBMA")
    first, second = diagram(position), diagram(position, clockwise=True)
    for letter in "XO":
        assert first.count(letter) == second.count(letter)


def test_everything_turns_with_the_player_on_roll():
    # bar, trays and pip counts once stayed behind when the view changed (AnkiGammon 624ff2d)
    position = parse_position("XGID=a-B-BBDA---a---A---ABcbbd-:0:0:1:00:0:0:0:0:10")
    seen = diagram(Position(mirror(position.board))).splitlines()
    own = diagram(position).splitlines()
    pips = [line.split("  ")[-1] for line in own if "pips" in line]
    assert [line.split("  ")[-1] for line in seen if "pips" in line] == pips[::-1]
    assert "| O |" in own[5]  # his checker on the bar is mine when he is on roll
    assert "| X |" in seen[7]


def test_what_is_to_be_decided():
    start = parse_position("4HPwATDgc/ABMA")
    last = [
        diagram(Position(start.board, pending=pending, resignation=level)).splitlines()[-1]
        for pending, level in [(p, 0) for p in Pending]
        + [(Pending.NOTHING, 2), (Pending.NOTHING, -3)]
    ]
    assert last == [
        "X on roll",
        "X doubles to 2",
        "O beavers to 4",
        "X raccoons to 8",
        "X offers to resign a gammon",
        "O offers to resign a backgammon",
    ]


def test_crawford_is_shown():
    for text, shown in (("2:6:1:7", "Crawford game"), ("2:6:0:7", "post-Crawford")):
        xgid = f"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:{text}:10"
        assert shown in diagram(parse_position(xgid))
