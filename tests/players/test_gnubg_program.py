"""The GNU Backgammon program as a player: its plays, its cube, and the score seen the right way."""

import numpy as np
import pytest

from engine.formats.notation.parse import parse_position
from engine.players.evaluators import UnknownPlayer
from engine.players.names import player_of
from engine.players.third_party.gnubg_program import GnubgProgram
from engine.players.third_party.gnubg_program_player import GnubgProgramPlayer
from engine.rules.board import board_of, start
from engine.rules.match import MatchState, Owner, Rules
from engine.rules.movegen import afterstates
from engine.rules.position import Position
from tests.gnubg import needs_gnubg
from training.bench.arena.cubeful import play_with_cube
from training.bench.arena.dice import PairedDice

RNG = np.random.default_rng(0)


pytestmark = [pytest.mark.peers, needs_gnubg]


@pytest.fixture(scope="module")
def player():
    return GnubgProgramPlayer(0)


def asked(*xgids):
    positions = [parse_position(f"XGID={xgid}") for xgid in xgids]
    return np.array([p.board for p in positions]), [p.match for p in positions]


OPENING = "-b----E-C---eE---c-e----B-"
STRONG = "---aBBCCCB----a-aa-babbbb-"


def test_it_plays_what_everybody_plays(player):
    board = start()[np.newaxis]
    for matches in (None, [MatchState()], [MatchState(Rules(5), (2, 4))]):
        after = player.choose(board, np.array([[3, 1]], dtype=np.int8), matches)[0]
        assert (after[[8, 6, 5]] == [2, 4, 2]).all()


def test_forced_plays_and_dances_are_played(player):
    closed = board_of("bar 6", "1:2 2:2 3:2 4:2 5:2 6:2")
    only = board_of("2:1 1:1", "1:2")
    after = player.choose(np.array([closed, only]), np.array([[6, 5], [6, 5]], dtype=np.int8))
    assert (after[0] == closed).all()
    assert (after[1] > 0).sum() == 0


def test_it_cubes_by_score_and_rules(player):
    boards, matches = asked(
        f"{OPENING}:0:0:1:00:0:0:0:0:10",  # money: no double, and whoever is asked takes
        f"{STRONG}:0:0:1:00:0:0:1:0:10",  # money with Jacoby: cash
        f"{OPENING}:0:0:1:00:2:4:0:5:10",  # after Crawford, 3 away: double, take
        f"{OPENING}:0:0:1:00:3:4:0:5:10",  # after Crawford, 2 away: double, and a free drop
    )
    assert player.doubles(boards, matches).tolist() == [False, True, True, True]
    assert player.takes(boards, matches).tolist() == [True, False, True, False]
    boards, matches = asked(f"{OPENING}:0:0:1:00:0:0:2:0:10", f"{STRONG}:0:0:1:00:0:0:2:0:10")
    assert player.beavers(boards, matches).tolist() == [True, False]


def test_ranks_are_equities_of_the_mover(player):
    boards = start()[np.newaxis]
    rolls = np.array([[3, 1]], dtype=np.int8)
    after, offsets = afterstates(boards, rolls)
    for matches in (None, [MatchState()]):
        ranks = player.rank(boards, after, offsets, matches)
        chosen = player.choose(boards, rolls, matches)[0]
        assert (after[ranks.argmax()] == chosen).all()
        assert 0 < ranks.max() < 0.5
    home = board_of("1:1", "6:15")[np.newaxis]
    after, offsets = afterstates(home, rolls)
    assert player.rank(home, after, offsets).tolist() == [2.0]


def test_whole_matches_are_played(player):
    played = play_with_cube(
        player_of("pip", RNG), player, PairedDice(2, np.random.default_rng(1)), Rules(length=3)
    )
    assert set(np.abs(played.points).ravel().tolist()) == {1}
    assert played.points.sum() < 0


def test_a_program_that_has_ended_is_told(player):
    program = GnubgProgram(0)
    program._process.kill()
    program._process.wait()
    state = MatchState(cube=2, owner=Owner.MINE)
    with pytest.raises(ValueError, match="gnubg has ended"):
        program.cube_hints([Position(start(), state)])


def test_plies_it_does_not_look(player):
    with pytest.raises(UnknownPlayer, match="gnubg-program:0 to :3"):
        player_of("gnubg-program:4", RNG)
