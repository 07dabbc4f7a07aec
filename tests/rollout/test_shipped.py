"""Rollouts with the shipped network: published openings, and the reduction of variance."""

import numpy as np
import pytest

from engine.bearoff.evaluator import BearoffEvaluator
from engine.bearoff.tables import load_tables
from engine.board import start
from engine.match import MatchState
from engine.network.modelfile import ModelError, load_network
from engine.position import Position
from engine.rollout.estimate import estimates, lead_of
from engine.rollout.plan import plan_of
from engine.rollout.report import report_of
from engine.rollout.rollout import Limits, Rollout
from engine.rollout.trials import Play, Start, luck_of, play_trials
from engine.search.replies import Shortlist
from engine.search.search import Search, Settings
from engine.search.worths import CUBEFUL, CUBELESS
from tests.search.fake import random_boards

pytestmark = pytest.mark.slow

# eXtreme Gammon's rollouts, cubeful money, as published beside the opening tables.
OPENINGS = {(3, 1): ("8/5 6/5", 0.167), (6, 1): ("13/7 8/7", 0.1035), (6, 5): ("24/13", 0.0545)}


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
    outcomes = play_trials(play, starts, np.arange(72))
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
    text, published = OPENINGS[roll]
    play = play_of(networks, CUBEFUL, turns=14)
    plan = plan_of(Position(start(), dice=roll), play.search, [text])
    rollout = Rollout(play, list(plan.starts), Limits(432), plays=True)
    (line,) = report_of(plan, rollout, rollout.run()[0]).lines
    print(f"{text} {line.estimate.equity:+.4f} +- {line.estimate.error:.4f}, {published:+.4f}")
    assert abs(line.estimate.equity - published) < 0.03 + 3 * line.estimate.error
