"""The same answers by rollout: plays and cube actions played out many times."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from engine.analysis.analyser import Analyser
from engine.analysis.results import PlayAnalysis
from engine.cube.decision import CubeDecision, decide
from engine.cube.life import cube_lives
from engine.cube.stakes import stakes_of, utility_of
from engine.rollout.plan import Plan, plan_of
from engine.rollout.report import Report, report_of
from engine.rollout.rollout import Limits, Record, Rollout
from engine.rollout.trials import Play
from engine.rules.position import Position
from engine.search.search import Settings
from engine.search.worths import utility

Progress = Callable[[int], None]
"""Called with the number of trials played so far."""


@dataclass(frozen=True, slots=True)
class RolloutSettings:
    """How positions are rolled out, with the cube alive and luck taken out."""

    trials: int = 1296
    """Trials of each candidate."""
    ply: int = 0
    """Plies that every play of a trial is searched."""
    threads: int = 1
    seed: int = 0
    batch: int = 324
    """Trials of each candidate between two reports of progress; more are faster."""

    def __post_init__(self) -> None:
        """Refuse too few trials to know an error."""
        if self.trials < 2:
            raise ValueError(f"a rollout of {self.trials} trials: 2 or more are accepted")


def rolled_plays(
    analyser: Analyser,
    position: Position,
    settings: RolloutSettings,
    count: int = 3,
    progress: Progress | None = None,
) -> tuple[PlayAnalysis, ...]:
    """Return the analyser's ``count`` best plays as a rollout ranks them.

    Raises:
        ValueError: there are no dice, the game is over, or a setting is not accepted.
        KeyboardInterrupt: it was stopped before the first batch.
    """
    plays = {play.text or "no play": play for play in analyser.plays(position, count=count)}
    play = _play(analyser, settings)
    texts = tuple(text for text in plays if text != "no play")
    plan = plan_of(position, play.search, texts, len(plays))
    report = _run(plan, play, settings, progress)
    stakes = stakes_of(position.match, analyser.met)
    level = _level(report)
    rolled = []
    for line in report.lines:
        found = line.estimate
        mwc = None if position.match.is_money else float(utility_of(found.equity, stakes))
        rolled.append(
            replace(
                plays[line.label],
                equity=found.equity,
                difference=0.0 - line.behind,
                standard_error=found.error,
                mwc=mwc,
                outcome=found.outcome,
                cubeless_equity=analyser.at_rest(found.outcome, position.match),
                level=level,
            )
        )
    return tuple(rolled)


def rolled_cube(
    analyser: Analyser,
    position: Position,
    settings: RolloutSettings,
    progress: Progress | None = None,
) -> CubeDecision:
    """Return the cube verdict by rollouts of "no double" and of "double, take".

    Raises:
        ValueError: the player on roll may not double, or a setting is not accepted.
        KeyboardInterrupt: it was stopped before the first batch.
    """
    play = _play(analyser, settings)
    plan = plan_of(replace(position, dice=None), play.search)
    if not plan.doubling:
        reason = position.match.no_double or "the cube is dead, it already decides the match"
        raise ValueError(f"no cube action to roll out: {reason}")
    report = _run(plan, play, settings, progress)
    held, taken = (line.estimate for line in report.lines)
    worths = utility(np.array([held.worth, taken.worth]), position.match)
    level = f"{_level(report)}, standard errors {held.error:.3f} and {taken.error:.3f}"
    life = cube_lives(position.board[np.newaxis])
    return decide(
        np.array(held.outcome),
        position.match,
        float(worths[0]),
        float(worths[1]),
        life,
        level,
        analyser.met,
    )


def _play(analyser: Analyser, settings: RolloutSettings) -> Play:
    search = replace(analyser.search, settings=Settings(settings.ply))
    return Play(search, search, seed=settings.seed)


def _run(plan: Plan, play: Play, settings: RolloutSettings, progress: Progress | None) -> Report:
    limits = Limits(settings.trials, batch=settings.batch, threads=settings.threads)
    rollout = Rollout(play, list(plan.starts), limits, plays=plan.plays)

    def after_batch(record: Record) -> None:
        if progress is not None:
            progress(record.trials)

    record, stopped = rollout.run(progress=after_batch)
    if record.trials == 0:
        raise KeyboardInterrupt
    return report_of(plan, rollout, record, stopped)


def _level(report: Report) -> str:
    return f"rollout of {report.settings['trials']} at {report.settings['level']}"
