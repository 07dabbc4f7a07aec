"""The results of a rollout as people and programs read them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from engine.cube.decision import CubeDecision, decide
from engine.cube.life import cube_life
from engine.rollout.estimate import Estimate
from engine.rollout.plan import Plan
from engine.rollout.rollout import Record, Rollout, Stopped
from engine.rules.match import MatchState
from engine.rules.outcome import mirror_outcome

_MIRRORED = [0, 3, 4, 1, 2]


@dataclass(frozen=True, slots=True)
class Line:
    """One candidate, for the player who decides."""

    label: str
    estimate: Estimate
    behind: float
    """Equity lost against the best."""
    behind_error: float
    """The joint standard error of that difference."""


@dataclass(frozen=True, slots=True)
class Report:
    """All candidates, the best first, and how they were rolled out."""

    lines: tuple[Line, ...]
    settings: dict[str, object]
    stopped: Stopped | None
    """Why the rollout ended; None while it runs."""
    cube: CubeDecision | None
    """The verdict, when the cube actions were rolled out."""
    match: MatchState
    """Of the player who decides."""


def report_of(
    plan: Plan, rollout: Rollout, record: Record, stopped: Stopped | None = None
) -> Report:
    """Return the report on the trials of ``record``."""
    found = rollout.estimates(record)
    lead = rollout.lead(record)
    unit = rollout.play.search.valuation.scale(plan.match).unit
    lines = [
        Line(
            label,
            _mirrored(estimate) if plan.plays else estimate,
            float(lead.behind[i] / unit),
            float(lead.error[i] / unit),
        )
        for i, (label, estimate) in enumerate(zip(plan.labels, found, strict=True))
    ]
    cube = _verdict(plan, rollout, lines) if plan.doubling else None
    if not plan.doubling:
        lines.sort(key=lambda line: line.behind)
    play = rollout.play
    settings: dict[str, object] = {
        "evaluator": play.search.evaluator.name,
        "level": play.search.settings.level,
        "luck_level": play.luck.settings.level,
        "value": play.search.valuation.name,
        "truncated_after": play.turns or None,
        "seed": play.seed,
        "trials": record.trials,
    }
    return Report(tuple(lines), settings, stopped, cube, plan.match)


def _mirrored(estimate: Estimate) -> Estimate:
    """Return the estimate for the other player."""
    outcome = mirror_outcome(np.array(estimate.outcome))
    return replace(
        estimate,
        equity=-estimate.equity,
        plain_equity=-estimate.plain_equity,
        worth=-estimate.worth,
        outcome=tuple(outcome.tolist()),
        outcome_error=tuple(estimate.outcome_error[i] for i in _MIRRORED),
    )


def _verdict(plan: Plan, rollout: Rollout, lines: list[Line]) -> CubeDecision:
    match = plan.match
    held, taken = (
        line.estimate.worth if match.is_money else (line.estimate.worth + 1) / 2 for line in lines
    )
    level = f"rollout at {rollout.play.search.settings.level}"
    outcome = np.array(lines[0].estimate.outcome)
    life = float(cube_life(plan.starts[0].board[np.newaxis])[0])
    return decide(outcome, match, held, taken, life, level)


def as_json(report: Report) -> dict[str, object]:
    """Return plain data."""
    data: dict[str, object] = {
        **report.settings,
        "stopped": report.stopped.value if report.stopped else None,
        "candidates": [
            {
                "candidate": line.label,
                **line.estimate.as_json(),
                **_mwc(line.estimate, report.match),
                "behind": line.behind,
                "behind_standard_error": line.behind_error,
            }
            for line in report.lines
        ],
    }
    if report.cube is not None:
        data["cube_action"] = report.cube.text
    return data


def _mwc(estimate: Estimate, match: MatchState) -> dict[str, float]:
    """Return the match-winning chance and its error; nothing in money play."""
    if match.is_money:
        return {}
    return {"mwc": (estimate.worth + 1) / 2, "mwc_standard_error": estimate.worth_error / 2}


def as_text(report: Report) -> str:
    """Return a table: equity, errors, the difference to the best, and the five outcomes."""
    width = max(9, *(len(line.label) for line in report.lines))
    heads = "     equity  std err   behind  std err    win  win g win bg lose g lose bg"
    rows = [f"{'candidate':<{width}}{heads}"]
    for line in report.lines:
        e = line.estimate
        chances = " ".join(f"{100 * p:6.2f}" for p in e.outcome)
        errors = " ".join(f"{100 * p:6.2f}" for p in e.outcome_error)
        rows.append(
            f"{line.label:<{width}}   {e.equity:+8.4f}  {e.error:7.4f}  {line.behind:7.4f}"
            f"  {line.behind_error:7.4f} {chances}"
        )
        rows.append(f"{'':<{width}}   {'+-':>8}  {'':7}  {'':7}  {'':7} {errors}")
    if report.cube is not None:
        rows.append(f"proper cube action: {report.cube.text}")
    rows.append(_settings_text(report))
    return "\n".join(rows)


def _settings_text(report: Report) -> str:
    s = report.settings
    length = f"cut after {s['truncated_after']} turns" if s["truncated_after"] else "to the end"
    reduction = min(line.estimate.reduction for line in report.lines)
    effect = f"standard errors {reduction:.1f} times smaller" if reduction < 1e6 else "no luck left"
    text = (
        f"{s['trials']} trials each, {s['value']}, {length}, played by {s['evaluator']} at "
        f"{s['level']}, luck judged at {s['luck_level']} ({effect}), seed {s['seed']}"
    )
    return f"{text}; {report.stopped.value}" if report.stopped else text
