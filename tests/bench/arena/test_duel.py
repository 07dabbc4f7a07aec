"""Duels in blocks: the same result however many work on it, and whatever stops it."""

import numpy as np
import pytest

from engine.players.names import factory_of
from engine.players.simple import PipPlayer
from engine.rules.match import Rules
from training.bench.arena import clock, duel
from training.bench.arena.duel import Contest, play_block, run
from training.bench.arena.games import Played
from training.bench.arena.round_robin import round_robin, table


def test_blocks_hold_all_pairs():
    for games in (2, 3, 100, 20_000, 100_001):
        blocks = Contest(("pip", "random"), games).blocks()
        assert sum(blocks) == (games + 1) // 2
        assert max(blocks) <= 512


def test_the_same_seed_gives_the_same_games():
    contest = Contest(("pip", "random"), 120, seed=5)
    one, two = (run(contest, progress=False) for _ in range(2))
    np.testing.assert_array_equal(one.played.points, two.played.points)
    other = run(Contest(("pip", "random"), 120, seed=6), progress=False)
    assert (one.played.plies != other.played.plies).any()


class Slow(PipPlayer):
    """Takes a second over each batch, on a clock of its own."""

    now = 0.0

    def choose(self, boards, rolls, matches=None):
        Slow.now += 1
        return super().choose(boards, rolls, matches)


@pytest.mark.parametrize("rules", [None, Rules(0)])
def test_each_player_has_a_clock(monkeypatch, rules):
    monkeypatch.setattr(clock.time, "perf_counter", lambda: Slow.now)
    contest = Contest(("slow", "pip"), 8, rules=rules)
    played = play_block(contest, 0, 4, lambda _: Slow(), factory_of("pip"))
    slow, quick = played.thought
    # Half the games have him on roll at each ply, until the longest is over.
    assert 0 < slow <= played.plies.max() and quick == 0
    assert Played.joined([played, played]).thought == (2 * slow, 0)


@pytest.mark.slow
def test_workers_do_not_change_the_result():
    contest = Contest(("pip", "random"), 300, seed=5)
    one, two = (run(contest, workers, progress=False) for workers in (1, 2))
    np.testing.assert_array_equal(one.played.points, two.played.points)
    np.testing.assert_array_equal(one.played.plies, two.played.plies)


def test_ctrl_c_tells_what_is_known(monkeypatch):
    def stopped(contest, number, pairs, first, second):
        if number == 2:
            raise KeyboardInterrupt
        return play_block(contest, number, pairs, first, second)

    monkeypatch.setattr(duel, "play_block", stopped)
    contest = Contest(("pip", "random"), 200)
    result = run(contest, progress=False)
    assert result.games == 2 * sum(contest.blocks()[:2]) < contest.games


def test_ctrl_c_before_anything_is_known(monkeypatch):
    def stopped(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(duel, "play_block", stopped)
    with pytest.raises(KeyboardInterrupt):
        run(Contest(("pip", "random"), 200), progress=False)


@pytest.mark.parametrize(("games", "seed"), [(0, 1), (1, 1), (2, -1)])
def test_refusals(games, seed):
    with pytest.raises(ValueError, match="accepted"):
        Contest(("pip", "random"), games, seed)


def test_what_is_played_is_said():
    assert Contest(("a", "b"), 2).play == "cubeless money"
    assert Contest(("a", "b"), 2, rules=Rules(length=7)).play == "7-point matches"
    assert "Jacoby" in Contest(("a", "b"), 2, rules=Rules(jacoby=True)).play


def test_a_round_robin_is_a_table_of_all_duels():
    players = ["random", "pip"]
    results = round_robin(players, Contest(("pip", "random"), 100), progress=False)
    assert [r.players for r in results] == [("random", "pip")]
    lines = table(players, results).splitlines()
    assert lines[0] == "| points per game | pip | random | mean |"
    assert lines[1] == "|---|---|---|---|"
    assert lines[2].startswith("| pip | . | +2.") and "±" in lines[2]
    assert lines[3].startswith("| random | -2.")
