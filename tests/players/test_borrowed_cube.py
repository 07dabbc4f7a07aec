"""A player with another one's cube."""

import numpy as np
import pytest

from engine.players.evaluators import UnknownPlayer
from engine.players.names import player_of
from engine.players.player import CubePlayer
from engine.rules.board import board_of, start
from engine.rules.match import MatchState, Owner

RNG = np.random.default_rng(0)
EVALUATOR = """
import numpy as np
def load():
    return lambda boards: np.tile(np.float32([.75, .1, .01, .05, .005]), (len(boards), 1))
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "optimist.py"
    path.write_text(EVALUATOR)
    return f"file:{path}"


def test_the_cube_is_the_others_and_the_plays_are_its_own(file):
    own, other = player_of(file, RNG), player_of("pip", RNG)
    mixed = player_of(f"{file}?cube=pip", RNG)
    assert mixed.name == f"{file}?cube=pip"
    assert isinstance(mixed, CubePlayer)
    boards = np.array([start(), board_of("6:5 5:5 4:5", "6:5 5:5 4:5"), board_of("6:5", "6:9")])
    matches = [MatchState(), MatchState(), MatchState(cube=2, owner=Owner.MINE)]
    for ask in ("doubles", "takes", "beavers"):
        theirs = getattr(other, ask)(boards, matches)
        assert getattr(mixed, ask)(boards, matches).tolist() == theirs.tolist()
    assert own.doubles(boards, matches).tolist() != other.doubles(boards, matches).tolist()
    rolls = np.array([[3, 1]] * 3, dtype=np.int8)
    assert (mixed.choose(boards, rolls, matches) == own.choose(boards, rolls, matches)).all()


def test_who_has_no_cube_lends_none(file):
    with pytest.raises(UnknownPlayer, match="pubeval plays without a cube only"):
        player_of(f"{file}?cube=pubeval", RNG)
    with pytest.raises(UnknownPlayer, match="nobody"):
        player_of(f"{file}?cube=nobody", RNG)
    with pytest.raises(UnknownPlayer, match="cube= are accepted"):
        player_of(f"{file}?cubes=pip", RNG)
