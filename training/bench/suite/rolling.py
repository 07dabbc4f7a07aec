"""Rolling one decision out, and the line of the suite that comes of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engine.rollout.plan import Plan
from engine.rollout.report import Line, report_of
from engine.rollout.rollout import Limits, Rollout, Stopped
from engine.rollout.trials import Play, Start
from engine.rules.board import mirror
from engine.rules.match import MatchState, Rules
from engine.search.search import Search
from training.bench.suite.classes import CLASSES
from training.bench.suite.picking import Case

_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Rolling:
    """How decisions are rolled out."""

    limits: Limits = field(default_factory=lambda: Limits(error=0.006))
    turns: int = 0
    """Trials are cut off and evaluated after so many turns; 0: played to the end."""
    seed: int = 1
    """Of the dice; every decision has its own."""

    def __post_init__(self) -> None:
        """Refuse turns that are none."""
        if self.turns < 0:
            raise ValueError(f"turns {self.turns}: 0 (to the end) or more are accepted")


def line_of(case: Case, search: Search, rolling: Rolling) -> dict[str, Any]:
    """Roll the candidates of ``case`` out and return its line, candidates best first.

    The luck of the dice is taken out, and all candidates meet the same dice.  Equities are the
    mover's, cubeless money.

    Raises:
        KeyboardInterrupt: Ctrl-C came before the rollout was complete.
    """
    match = MatchState.first(Rules())
    (dice,) = np.random.SeedSequence([rolling.seed, case.number]).generate_state(1).tolist()
    play = Play(search, search, rolling.turns, dice)
    starts = tuple(Start(mirror(after), match.mirror()) for after in case.plays)
    plan = Plan(tuple(str(i) for i in range(len(starts))), starts, match, plays=True)
    rollout = Rollout(play, list(starts), rolling.limits, plays=True)
    record, stopped = rollout.run()
    if stopped is Stopped.INTERRUPTED:
        raise KeyboardInterrupt
    lines = report_of(plan, rollout, record, stopped).lines
    return {
        "board": case.board.tolist(),
        "roll": list(case.roll),
        "n_legal": case.legal,
        "class": CLASSES[case.kind],
        "trials": record.trials,
        "candidates": [_candidate(case, line) for line in lines],
    }


def _candidate(case: Case, line: Line) -> dict[str, Any]:
    estimate = line.estimate
    return {
        "afterstate": case.plays[int(line.label)].tolist(),
        "equity": round(estimate.equity, _DIGITS),
        "se": round(estimate.error, _DIGITS),
        "outcome": [round(p, _DIGITS) for p in estimate.outcome],
    }
