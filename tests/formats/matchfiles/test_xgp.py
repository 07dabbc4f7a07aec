import pytest

from engine.formats.matchfiles import MatchFileError, read_xgp, xg_archive
from engine.formats.notation import parse_position, write_xgid
from tests.formats.matchfiles.xg_bytes import (
    CUBE,
    GAME,
    HEADER,
    MATCH,
    MOVE,
    packed,
    record,
    xgp_bytes,
)

XGIDS = [
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10",
    "XGID=aBCBBC-a-----Ba---bbbbb-a-:1:1:1:00:3:5:0:7:10",
    "XGID=aCBBBC-a-A---Aa---bbbbbbA-:1:-1:-1:65:2:1:0:7:10",
    "XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:2:6:1:7:10",
    "XGID=---BBaB-BbA-bC-b--BdAca---:2:-1:1:44:0:0:3:0:10",
]


@pytest.mark.parametrize("xgid", XGIDS)
def test_an_xgp_file_is_the_position_of_its_xgid(xgid):
    assert write_xgid(read_xgp(xgp_bytes(parse_position(xgid)))) == xgid


def test_broken_files_are_refused():
    data = xgp_bytes(parse_position(XGIDS[0]))
    board = record(CUBE, ("i", 12, 1), ("26b", 36, *[16] * 26))
    for broken, reason in (
        (b"", "begins with RGMH"),
        (data[:-9], "breaks off"),
        (data[:HEADER], "breaks off"),
        (packed([record(MATCH)]), "one decision"),
        (packed([record(MATCH), record(GAME), board]), "32 checkers"),
        (packed([record(MATCH), record(GAME), record(MOVE)]), "no checkers"),
        (packed([b"x" * 100]), "records of 2560"),
    ):
        with pytest.raises(MatchFileError, match=reason):
            read_xgp(broken)


def test_a_huge_archive_is_not_unpacked(monkeypatch):
    monkeypatch.setattr(xg_archive, "_MOST_BYTES", 1 << 16)
    with pytest.raises(MatchFileError, match="larger than any match"):
        read_xgp(packed([bytes(1 << 17)]))
