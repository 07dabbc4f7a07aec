"""Ask Debian's GNU Backgammon for its static cubeful values, many positions in one process."""

import re
from dataclasses import dataclass

import numpy as np

from tests.gnubg import run

SETUP = [
    "set player 0 human",
    "set player 1 human",
    "set output digits 6",
    "set evaluation cubedecision evaluation plies 0",
    "set evaluation cubedecision evaluation cubeful on",
    "set output matchpc off",
    "set output mwc on",
]


@dataclass(frozen=True)
class Answer:
    outcome: np.ndarray
    cubeless: float
    cubeful: float
    take: float | None
    passed: float | None


def ask(commands):
    return run([*SETUP, *commands])


def evaluate(xgids):
    """Return gnubg's 0-ply answers; the player on roll must be the bottom player."""
    commands = [line for xgid in xgids for line in (f"set xgid {xgid}", "eval")]
    parts = ask(commands).split("Evaluator:")[1:]
    assert len(parts) == len(xgids)
    return [_answer(part) for part in parts]


def _answer(text):
    number = r"([+-]?\d+\.\d+)"
    static = re.search(r"static:\s+" + r"\s+".join([number] * 7), text)
    values = [float(v) for v in static.groups()]
    take = re.search(r"Double, take\s+" + number, text)
    passed = re.search(r"Double, pass\s+" + number, text)
    return Answer(
        np.array(values[:5]),
        values[5],
        values[6],
        float(take[1]) if take else None,
        float(passed[1]) if passed else None,
    )
