import numpy as np
import pytest

from engine.cube.window import gammon_values, market_window
from engine.rules.match import MatchState, Owner, Rules

FIVE = Rules(length=5)


def of_rates(gammon, backgammon, lost, lost_backgammon, win=0.5):
    """An outcome whose plain gammons and backgammons are these parts of wins and losses."""
    lose = 1 - win
    return np.array(
        [
            win,
            win * (gammon + backgammon),
            win * backgammon,
            lose * (lost + lost_backgammon),
            lose * lost_backgammon,
        ]
    )


def test_gammon_values_of_gnubg():
    mine, theirs = gammon_values(MatchState(FIVE, (2, 2)))
    assert mine.gammon == pytest.approx(0.76048, abs=1e-5)
    assert mine.backgammon == pytest.approx(2.01332, abs=1e-5)
    assert theirs.gammon == pytest.approx(mine.gammon)
    trailer, leader = gammon_values(MatchState(FIVE, (1, 3)))
    assert trailer.gammon == pytest.approx(0.46289, abs=1e-5)
    assert trailer.backgammon == pytest.approx(1.28824, abs=1e-5)
    assert leader.gammon == leader.backgammon == pytest.approx(0.86388, abs=1e-5)


def test_gammon_values_in_money_play():
    mine, _ = gammon_values(MatchState(cube=4))
    assert (mine.gammon, mine.backgammon) == (0.5, 1.0)
    jacoby, _ = gammon_values(MatchState(Rules(jacoby=True)))
    assert jacoby.gammon == 0
    far, _ = gammon_values(MatchState(Rules(length=255), (254, 0)))
    assert far.gammon == 0


def test_window_of_the_opening_at_two_two_in_five():
    """GNU Backgammon: dead cube 49.77 to 65.18 %, live 70.85 %, at these gammon rates."""
    outcome = of_rates(0.2717, 0.0130, 0.2528, 0.0112)
    window = market_window(outcome, MatchState(FIVE, (2, 2)), 0.68)
    assert window.dead.double == pytest.approx(0.4977, abs=2e-4)
    assert window.dead.cash == pytest.approx(0.6518, abs=2e-4)
    assert window.live.cash == pytest.approx(0.7085, abs=2e-4)
    assert window.dead.cash < window.actual.cash < window.live.cash


def test_window_of_the_opening_in_money_play_with_jacoby():
    """Dead cube: take 30.119, cash 68.997 %; live: 25.217 and 74.043 % (GNU Backgammon)."""
    worth_won, worth_lost = 1.29745, 1.27471
    outcome = of_rates(worth_won - 1, 0, worth_lost - 1, 0)
    state = MatchState(Rules(jacoby=True))
    mine = market_window(outcome, state, 0.68)
    theirs = market_window(of_rates(worth_lost - 1, 0, worth_won - 1, 0), state, 0.68)
    assert mine.dead.cash == pytest.approx(0.68997, abs=2e-5)
    assert mine.live.cash == pytest.approx(0.74043, abs=2e-5)
    assert theirs.dead.take == pytest.approx(0.30119, abs=2e-5)
    assert theirs.live.take == pytest.approx(0.25217, abs=2e-5)
    assert mine.actual.too_good is None


def test_money_take_points_without_gammons():
    window = market_window(of_rates(0, 0, 0, 0), MatchState(), 0.68)
    assert window.dead.take == pytest.approx(0.25)
    assert window.live.take == pytest.approx(0.2)
    assert window.dead.double == pytest.approx(0.5)
    assert window.actual.too_good is None


def test_opening_double_at_three_away_three_away():
    """Risk .151, gain .35: the dead take point is .302 without gammons."""
    window = market_window(of_rates(0, 0, 0, 0), MatchState(Rules(length=3)), 0.68)
    assert window.dead.take == pytest.approx(0.302, abs=0.001)


def test_automatic_redouble_moves_the_window():
    """Bottom 2 away, top 4 away: 81.03 to 81.44 % when the opponent redoubles (GNU Backgammon)."""
    outcome = of_rates(0.2661, 0.0134, 0.2530, 0.0108)
    window = market_window(outcome, MatchState(FIVE, (3, 1)), 0.68)
    assert window.dead.double == pytest.approx(0.8103, abs=3e-4)
    assert window.dead.cash == pytest.approx(0.8144, abs=3e-4)


def test_too_good_point():
    window = market_window(of_rates(0.6, 0.1, 0.1, 0), MatchState(), 0.68)
    assert window.actual.double < window.actual.cash < window.actual.too_good < 1


def test_no_window_without_a_cube():
    assert market_window(of_rates(0, 0, 0, 0), MatchState(FIVE, (4, 0)), 0.68) is None
    owned = MatchState(Rules(), (0, 0), 2, Owner.OPPONENT)
    assert market_window(of_rates(0, 0, 0, 0), owned, 0.68) is None
    certain = market_window(np.array([1.0, 0, 0, 0, 0]), MatchState(), 0.68)
    assert certain.dead.take == pytest.approx(0.25)
