"""``make_suite``: decisions of our own games, answered by our own rollouts."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import tyro
from tqdm import tqdm

from engine.cli.line import INTERRUPTED, checked_seed, read_options, run
from engine.files import write_atomically
from engine.rollout.rollout import Limits
from training.bench.suite.making import Parts, Work, roll_out, search_of, share_of
from training.bench.suite.picking import Wanted, pick
from training.bench.suite.rolling import Rolling
from training.bench.suite.summary import as_text, classes_in, maker_of
from training.checkout import commit
from training.distributed import gathered, joined


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Make a decision suite: pick close decisions from self-play and roll their plays out.

    Five classes alike: opening, middle, backgame (and containment), race, bearoff (with contact).
    Score a player on it with ``evaluate PLAYER --decisions FILE``.  Ctrl-C loses nothing: the same
    command goes on.  torchrun --nproc-per-node=N shares the work among N processes or machines.
    """

    output: Annotated[Path, tyro.conf.Positional] = Path("models/suite.jsonl")
    """The suite; a file of the same name ending in .json tells how it was made."""
    player: str = "model:default"
    """Who plays the games and the rollouts."""
    wanted: Annotated[Wanted, tyro.conf.arg(name="")] = field(default_factory=Wanted)
    trials: int = 1296
    """Trials of each candidate, at most."""
    error: float = 0.006
    """Fewer when no candidate's standard error is above this, points."""
    turns: int = 0
    """Cut trials off after so many turns and evaluate; 0: play to the end."""
    batch: int = 108
    """Trials that advance together."""
    seed: int = 1
    """Of games, picking and rollouts."""
    workers: int = 1
    """Processes."""
    minutes: float = 0.0
    """Begin no decision after so many minutes and write what there is; 0: roll all out."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    arguments = sys.argv[1:] if argv is None else argv
    return run(lambda: _make(read_options(Options, list(arguments), "make-suite")))


def _make(options: Options) -> int:
    import torch

    torch.set_num_threads(1)
    checked_seed(options.seed)
    if not options.output.parent.is_dir():
        raise ValueError(f"{options.output}: there is no folder {options.output.parent}")
    limits = Limits(options.trials, options.error, batch=options.batch)
    rolling = Rolling(limits, options.turns, options.seed)
    with joined() as (rank, world):
        return _rolled(options, rolling, rank, world)


def _rolled(options: Options, rolling: Rolling, rank: int, world: int) -> int:
    search = search_of(options.player)
    settings = {
        "player": maker_of(options.player, search),
        "wanted": asdict(options.wanted),
        "trials": options.trials,
        "error": options.error,
        "turns": options.turns,
        "batch": options.batch,
        "seed": options.seed,
    }
    parts = Parts.beside(options.output)
    parts.begin(settings)
    # Every rank picks for itself: the same seed picks the same decisions.
    cases = pick(search, options.wanted, np.random.default_rng(options.seed))
    mine = share_of(cases, parts, rank, world)
    gathered(rank)  # Nobody adds before everybody has seen what there was.
    work = Work(options.player, rolling, mine, options.workers, options.minutes)
    silent = True if rank else None
    with tqdm(total=len(mine), unit="decision", disable=silent) as bar:
        try:
            roll_out(work, parts, rank, bar.update)
            interrupted = False
        except KeyboardInterrupt:
            interrupted = True
    if any(gathered(interrupted)):
        if rank == 0:
            print(f"interrupted: {parts.folder} keeps what is done, the same command goes on")
        return INTERRUPTED
    if rank == 0:
        _write(options.output, parts, settings)
    return 0


def _write(path: Path, parts: Parts, settings: dict[str, Any]) -> None:
    """Write the suite and what there is to know about it, and remove the parts."""
    done = parts.read()
    lines = [done[number] for number in sorted(done)]
    if not lines:
        raise ValueError("no decision was rolled out in the time given")
    classes = classes_in(lines)
    about = {**settings, "commit": commit(), "decisions": len(lines), "classes": classes}
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    write_atomically(path, text.encode())
    write_atomically(path.with_suffix(".json"), (json.dumps(about, indent=2) + "\n").encode())
    parts.remove()
    print(as_text(classes))
    print(f"{len(lines)} decisions: {path}")
