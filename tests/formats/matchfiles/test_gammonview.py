import json
import sys
from dataclasses import replace

import pytest

from engine.formats.matchfiles import MatchFileError, parse_matches, write_mat
from engine.rules.match import Rules
from engine.rules.record import Resign
from tests.formats.matchfiles.bgf_bytes import bgf_bytes
from tests.formats.matchfiles.played import random_match
from tests.formats.matchfiles.xg_bytes import HEADER, RECORD, xg_bytes

pytestmark = pytest.mark.peers


@pytest.fixture
def gvformat():
    return pytest.importorskip("gvformat")


def sorted_dice(match):
    """The codec keeps dice without their order."""
    return [
        replace(
            g, actions=tuple(replace(a, roll=a.roll and tuple(sorted(a.roll))) for a in g.actions)
        )
        for g in match.games
    ]


@pytest.mark.parametrize("seed", [0, 2])
@pytest.mark.parametrize("rules", [Rules(length=3), Rules()], ids=["match", "money"])
def test_ogxm(gvformat, seed, rules):
    match = random_match(seed, rules, None if rules.length else 2)
    document = gvformat.mat_to_ogxm(write_mat(match))
    for data in (json.dumps(document).encode(), gvformat.write_gvab(document)):
        (again,) = parse_matches(data)
        assert sorted_dice(again) == sorted_dice(match)
        assert again.players == match.players


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("names", [("Ann", "Bob"), ("Zoe", "Bob")])
def test_xg(gvformat, seed, names):
    match = random_match(seed, Rules(length=3), names=names, resigns=0.0)
    (again,) = parse_matches(xg_bytes(match))
    assert again.players == tuple(sorted(names))
    if names != again.players:  # the codec has changed the sides
        assert again.score == match.score[::-1]
    else:
        assert sorted_dice(again) == sorted_dice(match)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("rules", [Rules(length=3), Rules()], ids=["match", "money"])
def test_bgf(gvformat, seed, rules):
    match = random_match(
        seed, rules, None if rules.length else 2, names=("Ann", "Bob"), resigns=0.01
    )
    (again,) = parse_matches(bgf_bytes(match))
    assert again.players == match.players and again.score == match.score
    assert played(again) == played(match)


def played(match):
    """What was thrown and played, without offers to resign: files keep their result alone."""
    return [
        [(a.side, a.choice, a.roll and sorted(a.roll)) for a in game.actions]
        if not any(isinstance(a.choice, Resign) for a in game.actions)
        else (game.winner, game.points)
        for game in match.games
    ]


def test_a_bgf_file_that_breaks_off_or_lies_is_refused(gvformat):
    match = random_match(1, Rules(length=1), names=("Ann", "Bob"), resigns=0.0)
    data = bgf_bytes(match)
    for broken in (data[:-20], data[:60], data.replace(b":", b";"), data.split(b"\n")[0] + b"\n"):
        with pytest.raises(MatchFileError, match=r"^[^\n]+$"):
            parse_matches(broken)
    (game,) = match.games
    first = game.actions[0]
    origin, target = first.choice[0]
    moved = replace(first, choice=((origin, target - 1), *first.choice[1:]))
    false = replace(game, actions=(moved, *game.actions[1:]))
    with pytest.raises(MatchFileError, match="game 1, action 1"):
        parse_matches(bgf_bytes(replace(match, games=(false,))))


def test_a_bear_off_with_more_pips_than_needed_ends_off(gvformat, monkeypatch):
    """eXtreme Gammon says how far the die reaches, beyond the edge of the board."""
    match = random_match(4, Rules(length=1), names=("Ann", "Bob"), resigns=0.0)
    before, codec = parse_matches(xg_bytes(match)), gvformat.convert_xg
    reached = []

    def reaching(data):
        document = codec(data)
        for ply in document["games"][0]["plies"]:
            for move in ply.get("moves") or []:
                away = 25 - move["from"] if ply["color"] == 1 else move["from"]
                if move["pips"] == away:
                    move["pips"] = 6
                    reached.append(6 - away)
        return document

    monkeypatch.setattr(gvformat, "convert_xg", reaching)
    assert parse_matches(xg_bytes(match)) == before
    assert max(reached) > 0


def test_broken_ogxm_is_refused(gvformat):
    document = gvformat.mat_to_ogxm(write_mat(random_match(1, Rules(length=1))))
    data = gvformat.write_gvab(document)
    for broken in (data[:-5], data[:40], data[:30] + b"x" + data[31:], b"{}", b'{"games":[]}'):
        with pytest.raises(MatchFileError):
            parse_matches(broken)


def test_a_false_document_is_refused(gvformat):
    document = gvformat.mat_to_ogxm(write_mat(random_match(1, Rules(length=1), resigns=0.0)))
    for change, reason in (
        (
            lambda d: d["games"][0]["plies"][3].update(moves=[{"from": 12, "pips": 3}]),
            "game 1, action 4",
        ),
        (lambda d: d["games"][0].update(winner=1 - d["games"][0]["winner"]), "result of game 1"),
        (lambda d: d.update(white_score=9), "the score is said to be 9-"),
        (lambda d: d["games"][0]["plies"].insert(2, {"action_id": 31, "color": 1}), "is set"),
        (lambda d: d["games"].append(d["games"][0]), "the last"),
        (lambda d: d.pop("match_length"), "match_length"),
    ):
        false = json.loads(json.dumps(document))
        change(false)
        with pytest.raises(MatchFileError, match=reason):
            parse_matches(json.dumps(false).encode())


def test_an_xg_file_that_breaks_off_is_refused(gvformat):
    data = xg_bytes(random_match(1, Rules(length=1), resigns=0.0))
    for broken, reason in (
        (data[:-20], "breaks off"),
        (data[:HEADER], "breaks off"),
        (data[: HEADER + 1] + b"no zlib", "zlib archive was expected"),
        (b"RGMH", "breaks off"),
    ):
        with pytest.raises(MatchFileError, match=reason):
            parse_matches(broken)
    assert RECORD == 2560


def test_without_the_codec_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "gvformat", None)
    with pytest.raises(MatchFileError, match=r"pip install 'chaquete\[matchfiles\]'"):
        parse_matches(b"OGXM")
