"""What a duel reports: the interval covers, and the numbers are those of the games."""

import json
import re

import numpy as np
import pytest

from training.bench.arena.games import Played
from training.bench.arena.result import Result


def result(points, kinds=None, plies=None, **more):
    points = np.asarray(points)
    kinds = np.sign(points) if kinds is None else np.asarray(kinds)
    plies = np.full_like(points, 50) if plies is None else np.asarray(plies)
    settings = {"seconds": 2.0, "seed": 1, "play": "cubeless money"} | more
    return Result(("one", "two"), Played(points, kinds, plies), **settings)


def test_the_interval_covers_the_truth_95_times_in_100():
    rng = np.random.default_rng(17)
    covered, truth, repetitions = 0, 0.1, 2000
    for _ in range(repetitions):
        # The two games of a pair hang together: by their shared luck, with the opposite sign.
        luck = rng.normal(size=200)
        noise = rng.normal(size=(200, 2))
        points = truth + np.stack([luck, -luck], axis=1) * 2 + noise
        low, high = result(points).interval
        covered += low <= truth <= high
    # Binomial standard deviation .5 %: a false alarm is rarer than 1 in 10,000.
    assert 0.93 < covered / repetitions < 0.97


def test_pairing_shrinks_the_error_when_luck_cancels():
    rng = np.random.default_rng(18)
    luck = rng.normal(size=500)
    paired = result(np.stack([luck, -luck + 0.01 * rng.normal(size=500)], axis=1))
    unpaired = result(rng.normal(size=(500, 2)))
    assert paired.standard_error < 0.01 < unpaired.standard_error


def test_numbers_of_known_games():
    known = result([[1, -2], [3, 1], [-1, 2]], kinds=[[1, -2], [3, 1], [-1, 2]])
    data = known.as_dict()
    assert data["games"] == 6 and data["pairs"] == 3
    assert data["points_per_game"] == pytest.approx(4 / 6)
    means = np.array([-0.5, 2, 0.5])
    assert data["standard_error"] == pytest.approx(means.std(ddof=1) / 3**0.5)
    assert data["wins"] == [4, 2]
    assert data["gammons"] == [2, 1]
    assert data["backgammons"] == [1, 0]
    assert data["plies_per_game"] == 50
    assert data["games_per_second"] == 3
    assert json.loads(json.dumps(data)) == data


def test_the_text_tells_the_same():
    text = str(result([[1, -2], [3, 1], [-1, 2]], kinds=[[1, -2], [3, 1], [-1, 2]]))
    assert "one against two: 6 games in 3 pairs, cubeless money" in text
    assert "+0.6667 +- " in text
    assert "backgammons        1 (16.67%)" in text


def test_matches_are_counted_as_won_and_lost():
    points = [[1, -1], [1, 1], [1, -1], [-1, -1], [1, 1]]
    matches = result(points, play="5-point matches")
    text, data = str(matches), matches.as_dict()
    assert "one against two: 10 matches in 5 pairs, 5-point matches" in text
    assert "matches won  6 to 4: 60.00% +- " in text
    assert "gammons" not in text and "matches/s" in text
    assert data["match_wins"] == pytest.approx(0.6)
    low, high = (float(end) for end in re.findall(r"([\d.]+)%", text)[2:4])
    assert [low / 100, high / 100] == pytest.approx(
        [(1 + e) / 2 for e in matches.interval], abs=1e-4
    )
    assert result(points).as_dict()["match_wins"] is None
    assert "+-" not in str(result([[1, -1]], play="5-point matches"))


def test_one_pair_has_no_interval():
    single = result([[1, -1]])
    assert single.interval is None
    assert single.as_dict()["interval_95"] is None
    assert "+-" not in str(single)
