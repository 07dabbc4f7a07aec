"""What the scout's shortlist costs, with the shipped networks."""

import numpy as np
import pytest

from engine.evaluation.network.modelfile import ModelError, load_network
from engine.players.greedy import GreedyPlayer
from engine.rules.board import mirror
from engine.search.replies import Shortlist
from engine.search.search import Search, Settings


@pytest.fixture(scope="module")
def networks():
    try:
        return load_network("default"), load_network("small")
    except ModelError as error:
        pytest.skip(str(error))


@pytest.mark.slow
def test_shortlisting_changes_few_plays_and_costs_next_to_nothing(networks):
    speed = pytest.importorskip("training.bench.arena.speed")
    network, scout = networks
    rng = np.random.default_rng(1)
    boards, rolls = speed.met_in_play(GreedyPlayer(network), 2000, rng)
    plain = Search(network, Settings(1))
    full = plain.choose(boards, rolls)
    short = Search(network, Settings(1), shortlist=Shortlist(scout)).choose(boards, rolls)
    changed = (full != short).any(axis=1)
    after = [mirror(plays[changed]) for plays in (full, short)]
    better, worse = (-plain.equities(boards)[1].sum() for boards in after)
    loss = 1000 * (better - worse) / len(boards)
    print(f"{100 * changed.mean():.2f} % of plays changed, {loss:.3f} mEq lost on average")
    assert changed.mean() < 0.01
    assert loss < 0.05
