"""``rollout``: play a position out many times and report what that shows."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Literal

import tyro
from tqdm import tqdm

from engine.cli.line import INTERRUPTED, checked_seed, read_options, run
from engine.formats.notation.parse import parse_position
from engine.players.build import EngineSpec, build
from engine.players.search_options import BESIDE
from engine.rollout.plan import Plan, plan_of
from engine.rollout.report import Report, as_json, as_text, report_of
from engine.rollout.rollout import Limits, Record, Rollout, Stopped
from engine.rollout.store import load, save
from engine.rollout.trials import Play, luck_of
from engine.rules.dice import roll_of
from engine.rules.position import Position


@dataclass(frozen=True, slots=True)
class Options:
    """Roll a position out: its plays when dice are given, else the position or its cube action.

    Plies are counted as GNU Backgammon does: 0 is the raw network.  Ctrl-C prints what is known;
    with --save the same command goes on from there.
    """

    position: Annotated[str, tyro.conf.Positional]
    """XGID, GNU Backgammon ID or another notation."""
    dice: str = ""
    """Dice to play, such as 31, when the position has none (or others)."""
    play: tuple[str, ...] = ()
    """Candidate plays, such as "8/5 6/5"; default: the best few."""
    candidates: int = 5
    """How many of the best plays to roll out."""
    evaluator: str = "model:default"
    """Who plays: model:NAME, model:PATH, gnubg:0, ..."""
    scout: str = BESIDE
    """The small network that shortlists plays: a name or path, none, or the one that lies beside
    the evaluator's model."""
    bearoff: bool = True
    """Know the bear-offs of the tables exactly."""
    ply: int = 0
    """Plies that every play is searched."""
    luck_ply: int | None = None
    """Plies at which luck is judged; default: those of the play."""
    filter: Literal["none", "tiny", "normal", "large"] = "normal"
    """Move filter of the search."""
    cubeful: bool = False
    """Play with the cube alive."""
    turns: int = 0
    """Cut trials off after so many turns and evaluate; 0: play to the end."""
    trials: int = 1296
    """Trials of each candidate, at most."""
    error: float = 0.0
    """Stop at this standard error, in points per cube."""
    decided: float = 0.0
    """Stop when the best leads by so many joint standard errors."""
    batch: int = 144
    """Trials that advance together."""
    threads: int = 1
    """Threads that share them."""
    seed: int = 0
    """Of the dice."""
    save: Path | None = None
    """File to resume from and to save to after every batch."""
    json: bool = False
    """Print plain data instead of text."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with ``argv``; return its exit code."""
    options = read_options(Options, argv, "rollout")
    return run(lambda: _rollout(options))


def _rollout(options: Options) -> int:
    position = _position_of(options)
    limits = Limits(
        options.trials,
        options.error,
        options.decided,
        batch=options.batch,
        threads=options.threads,
    )
    play = _play_of(options)
    plan = plan_of(position, play.search, options.play, options.candidates)
    rollout = Rollout(play, list(plan.starts), limits, plays=plan.plays)
    record = Record.empty(len(plan.starts))
    if options.save is not None:
        record = load(options.save, rollout)
    # Progress goes to a terminal only: output stays clean when it is piped.
    with tqdm(total=limits.trials, initial=record.trials, unit=" trials", disable=None) as bar:
        record, stopped = rollout.run(record, _progress(bar, plan, rollout, options.save))
    if record.trials == 0:
        print("interrupted before the first batch was played", file=sys.stderr)
        return INTERRUPTED
    report = report_of(plan, rollout, record, stopped)
    print(json.dumps(as_json(report), indent=2) if options.json else as_text(report))
    return INTERRUPTED if stopped is Stopped.INTERRUPTED else 0


def _position_of(options: Options) -> Position:
    position = parse_position(options.position)
    return replace(position, dice=roll_of(options.dice)) if options.dice else position


def _play_of(options: Options) -> Play:
    if options.turns < 0:
        raise ValueError(f"turns {options.turns}: 0 (to the end) or more are accepted")
    checked_seed(options.seed)
    spec = EngineSpec(
        options.evaluator,
        options.ply,
        options.filter,
        options.scout,
        options.cubeful,
        options.bearoff,
    )
    search = build(spec).search
    luck = luck_of(search, options.luck_ply)
    return Play(search, luck, options.turns, options.seed)


def _progress(
    bar: tqdm[None], plan: Plan, rollout: Rollout, path: Path | None
) -> Callable[[Record], None]:
    """Return what to do after every batch: save, and show the running equities and errors."""

    def after_batch(record: Record) -> None:
        if path is not None:
            save(path, rollout, record)
        bar.update(record.trials - bar.n)
        bar.set_postfix_str(_running(report_of(plan, rollout, record)))

    return after_batch


def _running(report: Report) -> str:
    lines = report.lines[:3]
    return ", ".join(f"{x.label} {x.estimate.equity:+.4f}±{x.estimate.error:.4f}" for x in lines)
