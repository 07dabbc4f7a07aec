import numpy as np
import pytest

from engine.cube.met_xml import TableError, default_table, read_table, table_of
from engine.rules.match import MatchState, Rules

PUBLISHED = """
.500 .677 .751 .814 .842 .887 .907 .932 .944
.323 .500 .599 .669 .744 .799 .842 .875 .902
.249 .401 .500 .572 .648 .711 .762 .805 .840
.186 .331 .428 .500 .577 .643 .699 .746 .788
.158 .256 .352 .423 .500 .566 .626 .678 .725
.113 .201 .289 .357 .434 .500 .563 .616 .668
.093 .158 .238 .301 .374 .437 .500 .555 .609
.068 .125 .195 .254 .322 .384 .445 .500 .554
.056 .098 .160 .212 .275 .332 .391 .446 .500
"""
POST = [0.5, 0.48803, 0.32264, 0.31002, 0.19012, 0.18072, 0.11559, 0.10906, 0.06953, 0.065161]

SMALL = """<met><info><name>tiny</name><length>2</length></info>
<pre-crawford-table type="explicit"><row><me>.5</me><me>.7</me></row>
<row><me>.3</me><me>.5</me></row></pre-crawford-table>
<post-crawford-table type="explicit" player="both"><row><me>.5</me><me>.49</me></row>
</post-crawford-table></met>"""


def test_built_in_table_is_kazaross_xg2_with_its_notice():
    table = default_table()
    published = np.array([[float(v) for v in row.split()] for row in PUBLISHED.split("\n")[1:-1]])
    assert table.size == 25
    assert np.abs(table.pre[:9, :9] - published).max() < 0.00051
    assert np.allclose(table.post[:10], POST)
    assert "Copyright (C) 2011 Neil Kazaross" in table.notice
    assert "permitted in any medium without royalty" in " ".join(table.notice.split())


def test_crawford_game_and_after_it():
    table, rules = default_table(), Rules(length=5)
    assert table.before(MatchState(rules, (4, 2), crawford=True)) == table.pre[0, 2]
    assert table.before(MatchState(rules, (4, 2))) == 1 - table.post[2]
    assert table.before(MatchState(rules, (2, 4))) == table.post[2]
    # Reaching 4 points starts the Crawford game; a game later it is over.
    assert table.after(MatchState(rules, (3, 2)), 1) == table.pre[0, 2]
    assert table.after(MatchState(rules, (4, 2), crawford=True), -1) == 1 - table.post[1]
    assert table.after(MatchState(rules, (3, 2)), 2) == 1
    assert table.after(MatchState(rules, (3, 2)), -4) == 0


@pytest.mark.parametrize("length", [26, 64, 99, 127, 128, 255])
def test_longer_matches_continue_the_table(length):
    table = default_table()
    state = MatchState(Rules(length=length), (length - 30 if length > 30 else 0, 0))
    assert 0 <= table.before(state) <= 1
    assert table.before(MatchState(Rules(length=length))) == pytest.approx(0.5)
    values = [table.before(MatchState(Rules(length=length), (s, 0))) for s in range(length - 1)]
    assert (np.diff(values) >= 0).all()
    assert table.before(state) + table.before(state.mirror()) == pytest.approx(1)


def test_matches_beyond_the_longest_are_refused():
    """A table for 30,000 points would fill the memory."""
    state = MatchState(Rules(length=30001), (0, 30000))
    with pytest.raises(ValueError, match="30001 points to go: match equities reach to 1024"):
        default_table().before(state)
    assert default_table().before(MatchState(Rules(length=30001), (30000, 30000))) == 0.5


def test_continuation_reproduces_the_published_end():
    whole = default_table()
    cut = type(whole)("cut", whole.pre[:15, :15], whole.post[:15])
    grown = cut._reaching(25)
    assert np.abs(grown.pre[8:25, 8:25] - whole.pre[8:, 8:]).max() < 0.005
    assert np.abs(grown.post[:25] - whole.post).max() < 0.0002


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("not xml", "not a match equity table"),
        ("<html/>", "<html> instead of <met>"),
        (SMALL.replace("explicit", "zadeh"), "'explicit' is accepted"),
        (SMALL.replace('player="both"', 'player="1"'), "for both players"),
        (SMALL.replace("<me>.7</me>", ""), "different lengths"),
        (SMALL.replace(">.7<", ">x<"), "no number"),
        (SMALL.replace(">.7<", ">nan<"), "0 to 1"),
        (SMALL.replace(">.7<", ">7<"), "0 to 1"),
        ("<met></met>", "post-Crawford"),
    ],
)
def test_bad_tables_say_why(text, why, tmp_path):
    with pytest.raises(TableError, match=why):
        table_of(text)
    path = tmp_path / "table.xml"
    path.write_text(text)
    with pytest.raises(TableError, match=r"table\.xml"):
        read_table(path)


def test_other_tables_are_read(tmp_path):
    path = tmp_path / "table.xml"
    path.write_text(SMALL)
    table = read_table(path)
    assert (table.name, table.size) == ("tiny", 2)
    assert table.before(MatchState(Rules(length=2), (1, 0), crawford=True)) == 0.7
