"""``train``: self-play training from a preset, resumable at any moment."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Annotated, Literal

import tyro

from engine.cli.line import INTERRUPTED, called, read_options
from engine.cli.line import run as run_command
from engine.evaluation.network import load_network
from engine.evaluation.network.modelfile import find_model, read_header
from training.config import TrainConfig, preset
from training.distributed import gathered
from training.folder import RunFolder
from training.monitor import against_pip
from training.processes import together, train

_CHANGEABLE = frozenset(
    ("device", "processes", "save_minutes", "evaluate_minutes", "evaluate_games", "keep_models")
)
"""Settings that a resumed run may change: they do not alter what is learnt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Train a backgammon network by self-play, from zero or from a parent model.

    Ctrl-C and SIGTERM save before they end the run; ``--resume`` goes on where it stopped.
    """

    preset: Literal["quick", "standard"] = "quick"
    """Settings to begin with: quick takes about five minutes, standard an hour on two cores."""
    run_dir: Path | None = None
    """Folder of the new run; by default runs/ and the time."""
    resume: Path | None = None
    """Folder of a run to go on with, with its own settings."""
    settings: Annotated[TrainConfig, tyro.conf.arg(name="")] = field(default_factory=TrainConfig)


def parse(argv: Sequence[str]) -> Options:
    """Read the command line; a preset or a resumed run gives the settings not named in it."""
    first = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    first.add_argument("--preset", default="quick")
    first.add_argument("--resume", "--resume-dir", type=Path)
    known, _ = first.parse_known_args(argv)
    settings = RunFolder(known.resume).config() if known.resume else preset(known.preset)
    options = read_options(Options, list(argv), "train", default=Options(settings=settings))
    if known.resume:
        for name in (f.name for f in fields(TrainConfig)):
            new, old = getattr(options.settings, name), getattr(settings, name)
            if new != old and name not in _CHANGEABLE:
                raise ValueError(
                    f"{name} {new}: a resumed run keeps its {old}; only "
                    f"{', '.join(sorted(_CHANGEABLE))} may change"
                )
    return options


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    return run_command(lambda: _train(parse(sys.argv[1:] if argv is None else argv)))


def _train(options: Options) -> int:
    with together(options.settings) as (rank, _):
        folder = RunFolder(options.resume) if options.resume else _new_folder(options, rank)
        finished = train(options.settings, folder)
    if rank == 0:
        model = folder.path / "model.safetensors"
        if not finished:
            print(f"stopped and saved; go on with: {called('train')} --resume {folder.path}")
            return INTERRUPTED
        print(f"trained: {model}")
        print(against_pip(load_network(str(model)), options.settings.evaluate_games, seed=1))
        print(f"measure it: {called('evaluate')} model:{model} pip --games 2000")
        print(
            f"analyse with it: {called('analyse')} "
            f'"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10" --model {model}'
        )
    return 0


def _new_folder(options: Options, rank: int) -> RunFolder:
    """Return the folder of a new run, made by rank 0 and the same for all."""
    # By their own clocks the ranks might name different folders.
    named = options.run_dir or Path("runs") / time.strftime("%Y%m%d-%H%M%S")
    folder = RunFolder(gathered(named)[0])
    problem: Exception | None = None
    if rank == 0:
        try:
            # Before there is a folder: a wrong name should not leave a run that cannot begin.
            for parent in filter(None, (options.settings.parent, options.settings.scout_parent)):
                read_header(find_model(parent))
            folder.create(options.settings)
        except (ValueError, OSError) as error:
            problem = error
    if (told := gathered(problem)[0]) is not None:
        raise told
    return folder
