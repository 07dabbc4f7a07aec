from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.formats.matchfiles import (
    MatchFileError,
    parse_matches,
    read_match,
    read_matches,
    write_mat,
    write_match,
    write_sgf,
)
from engine.rules.match import Rules
from engine.rules.record import Resign, Word
from tests.formats.matchfiles.played import random_match

MATCH = random_match(6, Rules(length=1))


@pytest.mark.parametrize("name", ["m.mat", "m.txt", "m.sgf", "ä ł 張 match.mat", "m.MAT"])
def test_files_are_written_and_told_by_content(tmp_path, name):
    # special characters in file names once failed (gnubg 33141)
    path = tmp_path / name
    write_match(path, MATCH)
    assert read_match(path).games == MATCH.games
    unnamed = path.rename(tmp_path / "no suffix")
    assert read_match(unnamed).games == MATCH.games


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_encodings(encoding):
    match = random_match(6, Rules(length=1), names=("Åse", "Jürgen"))
    for text in (write_mat(match), write_sgf(match)):
        assert parse_matches(text.encode(encoding))[0].players == ("Åse", "Jürgen")


def test_other_suffixes_are_refused(tmp_path):
    with pytest.raises(MatchFileError, match=r"m\.xg: \.mat, \.txt and \.sgf files are written"):
        write_match(tmp_path / "m.xg", MATCH)


def test_the_old_file_stays_when_writing_fails(tmp_path):
    path = tmp_path / "m.mat"
    write_match(path, MATCH)
    with pytest.raises(MatchFileError):
        write_match(path, random_match(6, Rules(length=1), names=("a:b", "c")))
    assert read_match(path).games == MATCH.games
    assert [p.name for p in tmp_path.iterdir()] == ["m.mat"]


@pytest.mark.parametrize("write", [write_mat, write_sgf])
def test_a_match_may_be_saved_at_every_action(write):
    match = random_match(13, Rules(length=3), resigns=0.1, refuses=0.7)
    (game, *_) = match.games
    for count in range(len(game.actions)):
        so_far = replace(game, actions=game.actions[:count], winner=None, points=0)
        (again,) = parse_matches(write(replace(match, games=(so_far,))).encode())
        told = [a for a in so_far.actions if not isinstance(a.choice, Resign | Word)]
        assert [a for a in again.games[0].actions if not isinstance(a.choice, Word)] == told


def test_several_matches(tmp_path):
    path = tmp_path / "two.mat"
    path.write_text(write_mat(MATCH) * 2)
    assert len(read_matches(path)) == 2
    with pytest.raises(MatchFileError, match=r"two\.mat: one match was expected, the file has 2"):
        read_match(path)


def test_errors_name_the_file_and_the_line(tmp_path):
    path = tmp_path / "bad.mat"
    path.write_text(write_mat(MATCH).replace(" Game 1", " Gaem 1"))
    with pytest.raises(MatchFileError, match=r"^bad.mat: line \d+: .*'Game 1' was expected"):
        read_matches(path)


def test_huge_files_are_not_read(tmp_path):
    path = tmp_path / "huge.mat"
    with path.open("wb") as file:
        file.truncate(1 << 26)
    with pytest.raises(MatchFileError, match="larger than 32 MiB"):
        read_matches(path)


@settings(deadline=None)
@given(
    st.binary(max_size=400), st.sampled_from([b"", b"RGMH", b"OGXM", b'{"format":"BGF"}\n', b"(;"])
)
def test_any_bytes_are_read_or_refused(data, magic):
    with pytest.raises(MatchFileError, match=r"^[^\n]+$"):
        parse_matches(magic + data)
