"""Results of an analysis as plain data: the keys below are stable, for programs to rely on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from engine.analysis.results import Chances, Decision, Evaluation, PlayAnalysis
from engine.cube.decision import CubeDecision, CubeErrors
from engine.cube.window import MarketWindow, Points
from engine.rules.outcome import NAMES

Data = dict[str, Any]
"""What ``json.dumps(..., allow_nan=False)`` takes."""


def outcome_data(outcome: Chances) -> Data:
    """Return the five probabilities by name."""
    return dict(zip(NAMES, outcome, strict=True))


def plays_data(plays: Sequence[PlayAnalysis]) -> Data:
    """Return ``{"plays": [...]}``, best first."""
    return {
        "plays": [
            {
                "rank": rank,
                "play": play.text,
                "equity": play.equity,
                "difference": play.difference,
                "cubeless_equity": play.cubeless_equity,
                "mwc": play.mwc,
                "standard_error": play.standard_error,
                "outcome": outcome_data(play.outcome),
                "level": play.level,
            }
            for rank, play in enumerate(plays, 1)
        ]
    }


def cube_data(decision: CubeDecision) -> Data:
    """Return ``{"cube": {...}}``."""
    mine, theirs = decision.gammons
    return {
        "cube": {
            "action": decision.text,
            "verdict": decision.verdict.name.lower(),
            "double": decision.double,
            "take": decision.take,
            "equity": decision.equity,
            "equities": asdict(decision.equities),
            "mwc": None if decision.mwc is None else asdict(decision.mwc),
            "errors": None if decision.errors is None else _errors(decision.errors),
            "cubeless_equity": decision.cubeless,
            "outcome": outcome_data(decision.outcome),
            "window": None if decision.window is None else _window(decision.window),
            "gammon_values": {"player": asdict(mine), "opponent": asdict(theirs)},
            "cube_life": decision.life,
            "level": decision.level,
        }
    }


def answer_data(answer: Decision) -> Data:
    """Return ``{"answer": {...}}``: what the one who was offered something does."""
    equities = {action.value: answer.equity - cost for action, cost in answer.costs.items()}
    return {"answer": {"action": answer.action.value, "equities": equities}}


def scores_data(decisions: Mapping[tuple[int, int], CubeDecision]) -> Data:
    """Return ``{"scores": [...]}``: a cube verdict with the points both sides need."""
    return {
        "scores": [
            {"away": list(away), **cube_data(decision)["cube"]}
            for away, decision in decisions.items()
        ]
    }


def evaluation_data(evaluation: Evaluation) -> Data:
    """Return ``{"evaluation": {...}}``."""
    return {
        "evaluation": {
            "equity": evaluation.equity,
            "cubeless_equity": evaluation.cubeless_equity,
            "mwc": evaluation.mwc,
            "outcome": outcome_data(evaluation.outcome),
            "level": evaluation.level,
        }
    }


def _errors(errors: CubeErrors) -> Data:
    # "pass" is a word of Python.
    return {action.rstrip("_"): error for action, error in asdict(errors).items()}


def _window(window: MarketWindow) -> Data:
    return {
        name: _points(points)
        for name, points in (
            ("actual", window.actual),
            ("dead_cube", window.dead),
            ("live_cube", window.live),
        )
    }


def _points(points: Points) -> Data:
    return {
        "double_point": points.double,
        "cash_point": points.cash,
        "too_good_point": points.too_good,
        "take_point": points.take,
        "beaver_point": points.beaver,
    }
