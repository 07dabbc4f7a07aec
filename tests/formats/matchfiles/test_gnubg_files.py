"""A real GNU Backgammon imports what we write and exports it again; we read it back the same."""

from dataclasses import replace

import pytest

from engine.formats.matchfiles import read_match, write_match
from engine.rules.match import Rules
from engine.rules.record import Word
from tests.analysis.match.players import written
from tests.formats.matchfiles.played import MONEY, random_match
from tests.gnubg import needs_gnubg, run

pytestmark = [pytest.mark.peers, needs_gnubg]


def gnubg(folder, *commands):
    """Run commands in a GNU Backgammon that knows nothing of the user's settings."""
    setup = ["set confirm new off", "set confirm save off", "set beavers 3", "set jacoby on"]
    run([*setup, *commands], cwd=folder, env={"HOME": str(folder), "LC_ALL": "C.UTF-8"}, check=True)


def through_gnubg(folder, match, suffix):
    """Return the match after GNU Backgammon has read our file and written its own."""
    write_match(folder / f"ours{suffix}", match)
    take, give = {
        ".mat": ("import mat", "export match mat"),
        ".sgf": ("load match", "save match"),
    }[suffix]
    gnubg(folder, f"{take} ours{suffix}", f"{give} theirs{suffix}")
    return read_match(folder / f"theirs{suffix}")


@pytest.mark.parametrize("suffix", [".mat", ".sgf"])
@pytest.mark.parametrize("seed", [0, 1])
def test_matches_come_back_identical(tmp_path, seed, suffix):
    match = random_match(seed, Rules(length=5))
    again = through_gnubg(tmp_path, match, suffix)
    assert (again.games, again.players) == (match.games, match.players)


@pytest.mark.parametrize("suffix", [".mat", ".sgf"])
def test_a_dead_cube_that_was_turned_comes_back_identical(tmp_path, suffix):
    opening, sixes = ((8, 5), (6, 5)), ((24, 18), (24, 18), (13, 7), (13, 7))
    double, take = [Word.DOUBLE, Word.TAKE], [Word.ROLL, sixes]
    choices = [opening, *double, *take, *double, Word.ROLL, ((13, 11), (13, 10))]
    match = written(choices, [(3, 1), (6, 6), (3, 2)], Rules(length=2))
    assert match.games[0].actions[4].choice is Word.DOUBLE  # At 2-2 away and on a cube of 2.
    assert through_gnubg(tmp_path, match, suffix).games == match.games


def test_sessions_with_beavers_come_back_identical(tmp_path):
    match = random_match(3, MONEY, 3)
    assert any(a.choice is Word.BEAVER for game in match.games for a in game.actions)
    assert through_gnubg(tmp_path, match, ".sgf").games == match.games
    assert through_gnubg(tmp_path, match, ".mat").games == match.games


def test_automatic_doubles_come_back_in_sgf(tmp_path):
    match = random_match(1, Rules(automatic_doubles=4), 6)
    assert any(game.cube > 1 for game in match.games)
    assert through_gnubg(tmp_path, match, ".sgf").games == match.games


@pytest.mark.parametrize("suffix", [".mat", ".sgf"])
def test_an_unfinished_game_comes_back(tmp_path, suffix):
    match = random_match(4, Rules(length=5))
    first = replace(match.games[0], actions=match.games[0].actions[:9], winner=None, points=0)
    match = replace(match, games=(first,))
    assert through_gnubg(tmp_path, match, suffix).games == match.games


def test_what_gnubg_plays_is_read_from_both_formats(tmp_path):
    side = "chequerplay evaluation plies 0", "cubedecision evaluation plies 0"
    players = [f"set player {p} {s}" for p in (0, 1) for s in ("gnubg", *side)]
    gnubg(
        tmp_path,
        *players,
        "set seed 5",
        "new match 7",
        "end game",
        "export match mat game.mat",
        "save match game.sgf",
    )
    text, tree = read_match(tmp_path / "game.mat"), read_match(tmp_path / "game.sgf")
    assert text.games == tree.games
    assert text.games[0].winner is not None
