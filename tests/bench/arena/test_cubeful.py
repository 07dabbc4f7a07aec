"""Games with the cube and matches: every rule of the cube, with scripted players."""

import numpy as np
import pytest

from engine.players.simple import PipPlayer, RandomPlayer
from engine.rules.match import Owner, Rules
from training.bench.arena.cubeful import play_with_cube
from training.bench.arena.dice import PairedDice
from training.bench.arena.games import play_cubeless


def dice(pairs, seed=1):
    return PairedDice(pairs, np.random.default_rng(seed))


class Scripted(PipPlayer):
    """Plays by the pip count and cubes as told; keeps the states it was asked about."""

    def __init__(self, doubles=False, takes=True, beavers=False):
        self.answers = {"doubles": doubles, "takes": takes, "beavers": beavers}
        self.asked = {"doubles": [], "takes": [], "beavers": [], "choose": []}

    def _answer(self, what, boards, matches):
        self.asked[what] += matches
        return np.full(len(boards), self.answers[what])

    def doubles(self, boards, matches):
        return self._answer("doubles", boards, matches)

    def takes(self, boards, matches):
        return self._answer("takes", boards, matches)

    def beavers(self, boards, matches):
        return self._answer("beavers", boards, matches)

    def choose(self, boards, rolls, matches=None):
        self.asked["choose"] += [] if matches is None else matches
        return super().choose(boards, rolls, matches)


def test_without_doubles_it_is_cubeless_play():
    cubeless = play_cubeless(PipPlayer(), PipPlayer(), dice(20))
    cubeful = play_with_cube(Scripted(), Scripted(), dice(20), Rules())
    for name in ("points", "kinds", "plies"):
        np.testing.assert_array_equal(getattr(cubeless, name), getattr(cubeful, name))


def test_a_pass_ends_the_game_before_the_roll():
    timid = Scripted(takes=False)
    played = play_with_cube(Scripted(doubles=True), timid, dice(30), Rules())
    # Whoever starts plays the opening roll without a cube; then the first player doubles.
    assert (played.points == 1).all() and (played.kinds == 1).all()
    assert set(np.unique(played.plies)) == {1, 2}
    assert all(state.cube == 1 and state.owner == Owner.CENTRED for state in timid.asked["takes"])


def test_doubles_and_redoubles_go_from_hand_to_hand():
    eager = Scripted(doubles=True), Scripted(doubles=True)
    played = play_with_cube(*eager, dice(30), Rules(cube_limit=8))
    for player in eager:
        for state in player.asked["doubles"]:
            # Only asked with access to the cube, and below its limit.
            assert state.owner != Owner.OPPONENT and state.cube <= 4
    np.testing.assert_array_equal(played.points, 8 * played.kinds)


def test_beavers_keep_the_cube():
    doubler, beaver = Scripted(doubles=True), Scripted(beavers=True)
    played = play_with_cube(doubler, beaver, dice(20), Rules(beavers=True))
    # 2 by the double, 4 by the beaver; the doubler has no access any more.
    np.testing.assert_array_equal(np.abs(played.points), 4 * np.abs(played.kinds))
    none = play_with_cube(Scripted(doubles=True), Scripted(beavers=True), dice(20), Rules())
    np.testing.assert_array_equal(np.abs(none.points), 2 * np.abs(none.kinds))


def test_jacoby():
    played = play_with_cube(Scripted(), Scripted(), dice(25), Rules(jacoby=True))
    assert (np.abs(played.kinds) > 1).any()
    assert (np.abs(played.points) == 1).all()
    turned = play_with_cube(Scripted(doubles=True), Scripted(), dice(25), Rules(jacoby=True))
    np.testing.assert_array_equal(np.abs(turned.points), 2 * np.abs(turned.kinds))


def test_automatic_doubles_start_the_cube_higher():
    rules = Rules(automatic_doubles=1)
    played = play_with_cube(Scripted(), Scripted(), dice(150), rules)
    cubes = np.abs(played.points // played.kinds)
    np.testing.assert_array_equal(cubes[:, 0], cubes[:, 1])
    # One opening in six ties; standard deviation 3 %.
    assert set(np.unique(cubes)) == {1, 2} and abs((cubes[:, 0] == 2).mean() - 1 / 6) < 0.12
    limited = play_with_cube(
        Scripted(), Scripted(), dice(25), Rules(automatic_doubles=3, cube_limit=1)
    )
    np.testing.assert_array_equal(limited.points, limited.kinds)


def test_matches_are_played_to_the_end_by_the_rules():
    players = Scripted(), Scripted()
    played = play_with_cube(*players, dice(16), Rules(length=3))
    assert set(np.unique(played.points)) == {-1, 1}
    for player in players:
        states = player.asked["choose"]
        assert any(state.crawford for state in states)
        assert any(state.post_crawford for state in states)
        for state in states:
            assert state.rules.length == 3 and max(state.score) < 3
            assert not state.crawford or (state.cube == 1 and 2 in state.score)


def test_dead_cubes_and_crawford_games_are_not_asked_about():
    players = Scripted(doubles=True), Scripted(doubles=True, takes=False)
    play_with_cube(*players, dice(20), Rules(length=5))
    for player in players:
        assert player.asked["doubles"]
        for state in player.asked["doubles"]:
            assert not state.crawford and state.cube < state.away[0]


def test_scores_are_seen_by_the_player_on_roll():
    loser, winner = Scripted(takes=False), Scripted(doubles=True)
    play_with_cube(loser, winner, dice(10), Rules(length=3))
    # The winner cashes 1 point a game: he doubles at 0-0 and 1-0; 2-0 is the Crawford game, and
    # after it his cube is dead.  The taker sees the frame of the doubler.
    assert {state.score for state in winner.asked["doubles"]} == {(0, 0), (1, 0)}
    assert {state.score for state in loser.asked["takes"]} == {(0, 0), (1, 0)}


def test_holland_rule_waits_for_two_rolls_each():
    def plies(holland):
        players = [Scripted(doubles=True, takes=False) for _ in range(2)]
        played = play_with_cube(*players, dice(25), Rules(length=3, holland=holland))
        asked = [state for player in players for state in player.asked["doubles"]]
        assert any(state.post_crawford for state in asked)
        assert any(not state.post_crawford for state in asked)
        return played.plies

    free, held = plies(False), plies(True)
    # After the Crawford game the trailer, who doubled after 1 or 2 rolls, waits for 5 or 4.
    assert (held >= free).all()
    assert {2, 4} <= set(np.unique(held - free)) <= {0, 2, 4, 6, 8}


def test_equal_players_share_every_pair_of_matches():
    played = play_with_cube(PipPlayer(), PipPlayer(), dice(12), Rules(length=3))
    np.testing.assert_array_equal(played.points.sum(axis=1), 0)
    np.testing.assert_array_equal(played.plies[:, 0], played.plies[:, 1])


def test_refusals():
    class Cubeless:
        name = "cubeless"

        def choose(self, boards, rolls, matches=None):
            return boards

    with pytest.raises(ValueError, match="cubeless plays without a cube"):
        play_with_cube(Cubeless(), PipPlayer(), dice(1), Rules())
    with pytest.raises(ValueError, match="raccoons"):
        play_with_cube(PipPlayer(), PipPlayer(), dice(1), Rules(beavers=True, raccoons=True))


def test_random_players_finish_matches():
    players = (RandomPlayer(np.random.default_rng(n)) for n in (1, 2))
    played = play_with_cube(*players, dice(4), Rules(length=2))
    assert (played.points != 0).all()
