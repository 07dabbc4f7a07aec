import json
import shutil
from dataclasses import replace

import numpy as np
import pytest

from engine.analysis.analyser import Analyser
from engine.analysis.rolled import RolloutSettings
from engine.cube.decision import CubeValues
from engine.players.third_party.gnubg_program import CubeHint, find_program
from engine.players.third_party.peers import PeerMissing
from tests.gnubg import needs_gnubg
from tests.pips import Pips
from training.bench.arena import cube_agreement
from training.bench.arena.cube_agreement import compare, sample_positions, settle
from training.cli import compare_cube

ANALYSER = Analyser(Pips())


def some(count):
    return sample_positions(ANALYSER, count, np.random.default_rng(3))


def hinted(double_take):
    """A gnubg that says the same of every position."""

    class Program:
        def __init__(self, ply):
            pass

        def cube_hints(self, positions):
            return [CubeHint(0.5, double_take, 1.0, "as told") for _ in positions]

    return Program


def rolled(no_double, double_take):
    """A rollout that finds the same of every position."""

    def answer(analyser, position, settings):
        decision = analyser.cube(position)
        values = CubeValues(no_double, double_take, 1.0)
        return replace(decision, equities=values)

    return answer


def test_samples_are_decisions_at_mixed_scores():
    positions = some(12)
    assert len(positions) == 12
    assert len({p.match for p in positions}) > 5
    assert all(p.match.may_double and p.dice is None for p in positions)
    assert [p.match for p in some(12)] == [p.match for p in positions]


def test_comparison_and_settlement(monkeypatch):
    positions = some(20)
    monkeypatch.setattr(cube_agreement, "GnubgProgram", hinted(0.2))
    found = compare(ANALYSER, positions, 2)
    for comparison, position in zip(found, positions, strict=True):
        decision = ANALYSER.cube(position)
        if not decision.double and decision.take:
            assert comparison.same
    different = next(c for c in found if not c.same and c.our_equities[1] < 1)
    # The rollout says: double (by .2) and take (by .1), and gnubg did not double.
    monkeypatch.setattr(cube_agreement, "rolled_cube", rolled(0.7, 0.9))
    settled = settle(ANALYSER, different, RolloutSettings(36))
    assert settled.our_cost == 0
    assert settled.their_cost == pytest.approx(0.2)
    assert settled.xgid == different.xgid


def test_ties_are_no_differences(monkeypatch):
    monkeypatch.setattr(cube_agreement, "GnubgProgram", hinted(0.5))
    positions = [p for p in some(20) if ANALYSER.cube(p).take]
    assert all(c.same for c in compare(ANALYSER, positions, 2))


def test_command(monkeypatch, capsys):
    monkeypatch.setattr(Analyser, "load", lambda *_: ANALYSER)
    monkeypatch.setattr(cube_agreement, "GnubgProgram", hinted(0.2))
    monkeypatch.setattr(cube_agreement, "rolled_cube", rolled(0.7, 0.9))
    assert compare_cube.main(["--positions", "12", "--rollout", "18"]) == 0
    out = capsys.readouterr().out
    assert "12 cube decisions, the same in" in out
    assert "By rollouts ours is right" in out
    assert compare_cube.main(["--positions", "5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["positions"] == 5
    assert compare_cube.main(["--positions", "0"]) == 2


def test_missing_program_is_named(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setattr("engine.players.third_party.gnubg_program._PLACES", ())
    with pytest.raises(PeerMissing, match="Debian's package is called gnubg"):
        find_program()


@pytest.mark.peers
@needs_gnubg
def test_with_gnubg_itself():
    """The same network, both without looking ahead: the same cube theory, but for free doubles."""
    pytest.importorskip("gnubg_nn")
    analyser = Analyser.load("gnubg:0")
    positions = sample_positions(analyser, 40, np.random.default_rng(5))
    found = compare(analyser, positions, 0)
    assert sum(c.same for c in found) >= 32
