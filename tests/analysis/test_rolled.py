import numpy as np
import pytest

from engine.analysis.analyser import Analyser
from engine.analysis.rolled import RolloutSettings, rolled_cube, rolled_plays
from engine.evaluation.final import clamp
from engine.rules.board import board_of
from engine.rules.match import MatchState, Owner, Rules
from engine.rules.position import Position

FEW = RolloutSettings(trials=72)
RACE = board_of("4:2 3:1 2:1", "5:2 4:2")


class Even:
    name = "even"

    def evaluate(self, boards):
        outcomes = np.tile(np.float32([0.5, 0, 0, 0, 0]), (len(boards), 1))
        clamp(outcomes, boards)
        return outcomes


def test_plays_rolled_out():
    seen = []
    position = Position(RACE, MatchState(Rules(length=3)), dice=(2, 1))
    plays = rolled_plays(Analyser(Even()), position, FEW, 3, seen.append)
    assert len(plays) == 3
    assert seen[-1] == 72
    assert [p.equity for p in plays] == sorted((p.equity for p in plays), reverse=True)
    for play in plays:
        assert play.level == "rollout of 72 at 0-ply"
        assert 0 < play.standard_error < 1
        assert 0 < play.mwc < 1
        assert play.difference == pytest.approx(play.equity - plays[0].equity)
    again = rolled_plays(Analyser(Even()), position, FEW, 3)
    assert [p.equity for p in again] == [p.equity for p in plays]


def test_cube_rolled_out():
    decision = rolled_cube(Analyser(Even()), Position(RACE, dice=(6, 5)), FEW)
    assert decision.level.startswith("rollout of 72 at 0-ply, standard errors")
    assert decision.equities.double_pass == 1
    with pytest.raises(ValueError, match="the opponent owns the cube"):
        rolled_cube(Analyser(Even()), Position(RACE, MatchState(owner=Owner.OPPONENT)), FEW)


def test_settings_are_checked():
    for trials in (-1, 1):  # One trial has no standard error.
        with pytest.raises(ValueError, match="2 or more are accepted"):
            RolloutSettings(trials)
