"""Rollouts with the shipped network: published openings, and the reduction of variance."""

import numpy as np
import pytest

from engine.evaluation.bearoff.evaluator import BearoffEvaluator
from engine.evaluation.bearoff.tables import load_tables
from engine.evaluation.network.modelfile import ModelError, load_network
from engine.rollout.estimate import estimates, lead_of
from engine.rollout.plan import plan_of
from engine.rollout.report import report_of
from engine.rollout.rollout import Limits, Rollout
from engine.rollout.trials import Play, Start, luck_of, play_trials
from engine.rules.board import start
from engine.rules.match import MatchState
from engine.rules.position import Position
from engine.search.replies import Shortlist
from engine.search.search import Search, Settings
from engine.search.worths import CUBELESS
from tests.search.fake import random_boards

pytestmark = pytest.mark.slow

# eXtreme Gammon's rollouts, money: play, wins and gammons in per cent, and the equity, which is
# the one that these chances add up to: cubeless.
OPENINGS = {
    (3, 1): ("8/5 6/5", 55.46, 17.08, 0.167),
    (4, 2): ("8/4 6/4", 53.8, 16.97, 0.1234),
    (5, 3): ("8/3 6/3", 51.73, 16.17, 0.0638),
    (6, 1): ("13/7 8/7", 53.53, 15.16, 0.1035),
    (6, 3): ("24/18 13/10", 50.53, 12.99, 0.0072),
    (6, 5): ("24/13", 52.82, 11.64, 0.0545),
}
WIN_TOLERANCE, GAMMON_TOLERANCE, EQUITY_TOLERANCE = 1.0, 1.5, 0.025
"""Per cent and points: what a network of this strength may be off."""


@pytest.fixture(scope="module")
def networks():
    tables = load_tables()
    try:
        return [BearoffEvaluator(tables, load_network(name)) for name in ("default", "small")]
    except ModelError as error:
        pytest.skip(str(error))


def play_of(networks, valuation, turns=0):
    network, scout = networks
    search = Search(network, Settings(0), valuation, Shortlist(scout))
    return Play(search, luck_of(search), turns, seed=1)


def test_the_reduction_is_unbiased_and_fourfold(networks):
    play = play_of(networks, CUBELESS)
    # Random play leads to wild positions: what luck is worth there is hardest to judge.
    starts = [Start(board, MatchState()) for board in random_boards(50, 12, seed=3)]
    outcomes = play_trials(play, starts, np.arange(36))
    found = estimates(outcomes, [CUBELESS.scale(MatchState())] * 50)
    plain, reduced = (
        np.sqrt(sum(e**2 for e in errors))
        for errors in ([f.plain_error for f in found], [f.error for f in found])
    )
    print(f"standard errors {plain / reduced:.2f} times smaller")
    assert plain / reduced > 4
    distances = [(f.equity - f.plain_equity) / np.hypot(f.error, f.plain_error) for f in found]
    assert np.sqrt(np.mean(np.square(distances))) < 1.5
    assert lead_of(outcomes).certainty >= 0


@pytest.mark.parametrize("roll", OPENINGS)
def test_openings_are_worth_what_is_published(networks, roll):
    text, win, gammon, equity = OPENINGS[roll]
    play = play_of(networks, CUBELESS, turns=8)
    plan = plan_of(Position(start(), dice=roll), play.search, [text])
    rollout = Rollout(play, list(plan.starts), Limits(288), plays=True)
    (line,) = report_of(plan, rollout, rollout.run()[0]).lines
    found, errors = 100 * np.array(line.estimate.outcome), 100 * line.estimate.outcome_error[0]
    print(f"{text}: {found[0]:.2f} % wins (published {win}), {found[1]:.2f} % gammons ({gammon})")
    assert abs(found[0] - win) < WIN_TOLERANCE + 3 * errors
    assert abs(found[1] - gammon) < GAMMON_TOLERANCE
    assert abs(line.estimate.equity - equity) < EQUITY_TOLERANCE + 3 * line.estimate.error
