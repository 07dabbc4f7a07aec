"""The registry of verbs: what ``chaquete --help``, ``scripts/`` and the hints are derived from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Verb:
    """One command: ``chaquete NAME`` and ``scripts/NAME.py``, with ``_`` for ``-``."""

    name: str
    """The word that people type."""
    summary: str
    """What it does, in a few words."""
    group: str
    """The heading it is listed under."""
    package: str
    """The package that its module is in."""

    @property
    def stem(self) -> str:
        """The name as a Python identifier: of the module, and of the script."""
        return self.name.replace("-", "_")

    @property
    def module(self) -> str:
        """The module whose ``main(argv)`` does the work and returns the exit code."""
        return f"{self.package}.{self.stem}"


_ENGINE = "engine.cli"
_TRAINING = "training.cli"
_USE = "Use the engine"
_TRAIN = "Train a network"
_MEASURE = "Measure"

_ALL = (
    Verb("analyse", "analyse a position or a match file", _USE, _ENGINE),
    Verb("rollout", "play a position out many times", _USE, _ENGINE),
    Verb("play", "play against the engine in the terminal", _USE, _ENGINE),
    Verb("serve", "answer other programs over their protocols", _USE, _ENGINE),
    Verb("build-bearoff", "build the exact bear-off tables", _USE, _ENGINE),
    Verb("train", "train a network by self-play", _TRAIN, _TRAINING),
    Verb("ladder", "measure how networks grew in training", _TRAIN, _TRAINING),
    Verb("evaluate", "measure players by games and benchmarks", _MEASURE, _TRAINING),
    Verb("make-suite", "make a suite of decisions by rollouts", _MEASURE, _TRAINING),
    Verb("compare-cube", "compare cube actions with gnubg's", _MEASURE, _TRAINING),
    Verb("compare-match", "compare the analysis of a match with gnubg's", _MEASURE, _TRAINING),
    Verb("measure-speed", "measure speed beside other programs", _MEASURE, _TRAINING),
    Verb("measure-http", "measure the HTTP server with many clients at once", _MEASURE, _TRAINING),
    Verb("measure-scaling", "measure how training scales with processes", _MEASURE, _TRAINING),
    Verb("signature", "print one number for each part's results", _MEASURE, _TRAINING),
)

VERBS = {verb.name: verb for verb in _ALL}
"""Every verb by its name, in the order of the help."""

GROUPS = (_USE, _TRAIN, _MEASURE)
"""The headings of the help."""
