"""GNU Backgammon judges the plays of a match much as we do."""

import pytest

from engine.analysis.analyser import Analyser
from engine.players.third_party.gnubg_match import analysis_of
from engine.rules.match import Rules
from tests.formats.matchfiles.played import random_match
from tests.gnubg import needs_gnubg
from training.bench.arena.match_agreement import Agreement, PlayErrors, agreement

pytestmark = [pytest.mark.peers, needs_gnubg]


def test_losses_of_random_plays_agree_at_0_ply():
    match = random_match(3, Rules(length=3), resigns=0.0)
    found = agreement(match, Analyser.load(), 0)
    assert len(found.plays) > 50
    assert found.correlation > 0.7
    assert found.same_side(0.08) > 0.8
    assert found.same_best > 0.5
    assert found.gnubg_seconds > 0


def test_each_play_of_every_game_is_read_back():
    match = random_match(8, Rules(length=5), resigns=0.0)
    plays = [
        action.choice
        for game in match.games
        for action in game.actions
        if isinstance(action.choice, tuple) and action.choice
    ]
    assert len(analysis_of(match, 0).errors) == len(plays)


def test_agreement_counts_both_sides_of_a_limit():
    found = Agreement(
        (PlayErrors("a", 0.1, 0.09, True), PlayErrors("b", 0.0, 0.1, False)), 1.0, 1.0
    )
    assert found.same_side(0.08) == found.same_best == 0.5
    assert found.mean_difference == pytest.approx(0.055)
