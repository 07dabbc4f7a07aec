"""One number for each part of the engine: equal before and after a change that changes no result.

Each signature is a checksum of everything that a fixed, seeded piece of work produces: boards,
outcomes, equities, verdicts.  Floating-point sums differ between processors, so signatures are
compared on one machine, between two commits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from zlib import crc32

import numpy as np

import engine
from engine.analysis.analyser import Analyser
from engine.evaluation.bearoff.build import ready_tables
from engine.evaluation.network.modelfile import load_network
from engine.rules.board import Board, start
from engine.rules.dice import ROLLS
from engine.rules.match import MatchState, Owner, Rules
from engine.rules.outcome import is_over
from engine.rules.position import Position
from training.policy import Policy, at_random
from training.selfplay import Course, SelfPlay

SEED = 20_261_206


class Signature:
    """A running checksum of numbers and text."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._sum = 0

    def add(self, *values: Any) -> None:
        """Add arrays, numbers and text; floats count to six decimals."""
        for value in values:
            if isinstance(value, (str, bool, int)) or value is None:
                data = repr(value).encode()
            else:
                array = np.asarray(value)
                if array.dtype.kind == "f":
                    array = np.round(array.astype(np.float64), 6) + 0.0
                data = array.tobytes()
            self._sum = crc32(data, self._sum)

    def __str__(self) -> str:
        """Return the checksum as eight hexadecimal digits."""
        return f"{self._sum:08x}"


def selfplay(backup: str) -> Signature:
    """Play 64 games for 40 plies with the shipped networks and sign every position learnt."""
    tables = ready_tables()
    policy = Policy(load_network("default"), load_network("small"), 4, tables)
    course = Course(0.2, 12, 0.2, 0.1, 3, 0.5)
    play = SelfPlay(64, 64, course, np.random.default_rng(SEED))
    signature = Signature()
    for _ in range(40):
        learnt = play.advance(policy, backup, 0.5)  # type: ignore[arg-type]
        signature.add(learnt.boards, learnt.targets, learnt.games, learnt.plies, learnt.points)
    return signature


def plays(ply: int, count: int) -> Signature:
    """Rank the plays of ``count`` positions, in money play and at mixed scores."""
    analyser = Analyser.load("default", ply)
    signature = Signature()
    rng = np.random.default_rng(SEED)
    for position in _positions(count):
        roll = ROLLS[rng.integers(len(ROLLS))]
        for play in analyser.plays(position, (int(roll[0]), int(roll[1])), 5):
            signature.add(play.text, play.equity, play.cubeless_equity, play.outcome, play.level)
    return signature


def cubes(ply: int, count: int) -> Signature:
    """Sign the cube verdicts on ``count`` positions."""
    analyser = Analyser.load("default", ply)
    signature = Signature()
    for position in _positions(count):
        cube = analyser.cube(position)
        values = cube.equities
        signature.add(cube.text, values.no_double, cube.cubeless, cube.outcome)
        signature.add(*(v for v in (values.double_take, values.double_pass) if v is not None))
    return signature


def rollout() -> Signature:
    """Roll the plays of an opening and one cube decision out, 72 trials each."""
    analyser = Analyser.load("default")
    settings = engine.RolloutSettings(trials=72, seed=SEED)
    signature = Signature()
    opening = engine.parse_position("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10")
    for play in engine.rolled_plays(analyser, opening, settings, count=2):
        signature.add(play.text, play.equity, play.standard_error, play.outcome)
    holding = engine.parse_position("XGID=---BBBBBA----B---a-aBbcce-:0:0:1:00:0:0:3:0:10")
    cube = engine.rolled_cube(analyser, holding, settings)
    signature.add(cube.text, cube.equities.no_double, cube.equities.double_take)
    return signature


def match(ply: int) -> Signature:
    """Play a three-point match between two levels and sign its analysis."""
    analyser = Analyser.load("default")
    rng = np.random.default_rng(SEED)
    names = ("advanced", "beginner")
    players = tuple(engine.EngineBot(n, analyser, engine.level_of(n), rng) for n in names)
    played = engine.play_match(players, engine.Rules(length=3), engine.RandomDice(rng))  # type: ignore[arg-type]
    review = engine.review_match(played, Analyser.load("default", ply))
    signature = Signature()
    signature.add(engine.write_mat(played))
    for game in review.games:
        for move in game.moves:
            signature.add(move.equity, move.mwc)
            if move.play is not None:
                signature.add(move.play.error)
            if move.luck is not None:
                signature.add(move.luck.equity)
            if move.cube is not None:
                signature.add(move.cube.error)
    return signature


SIGNATURES: dict[str, Callable[[], Signature]] = {
    "self-play, sampled": lambda: selfplay("sampled"),
    "self-play, adjusted": lambda: selfplay("adjusted"),
    "self-play, expected": lambda: selfplay("expected"),
    "plays, 0-ply": lambda: plays(0, 200),
    "plays, 1-ply": lambda: plays(1, 60),
    "plays, 2-ply": lambda: plays(2, 6),
    "plays, 3-ply": lambda: plays(3, 1),
    "cube, 0-ply": lambda: cubes(0, 200),
    "cube, 1-ply": lambda: cubes(1, 60),
    "cube, 2-ply": lambda: cubes(2, 6),
    "rollout": rollout,
    "match, 0-ply": lambda: match(0),
    "match, 1-ply": lambda: match(1),
}
"""What is signed, by name."""


def _positions(count: int) -> Iterator[Position]:
    """Yield positions of random games after good and bad plays, at mixed scores and cubes."""
    rng = np.random.default_rng(SEED)
    policy = Policy(load_network("small"), None, 0)
    boards: Board = np.repeat(start()[np.newaxis], 32, axis=0)
    given = 0
    while True:
        rolls = ROLLS[rng.integers(len(ROLLS), size=len(boards))]
        after = policy.reply(boards, rolls)[0]
        stray = rng.random(len(boards)) < 0.15
        after[stray] = at_random(boards[stray], rolls[stray], rng)
        after[is_over(after)] = start()
        boards = after
        for board in boards[rng.random(len(boards)) < 0.2]:
            if given == count:
                return
            given += 1
            yield Position(board.copy(), _STATES[given % len(_STATES)])


_STATES = (
    MatchState.first(Rules()),
    MatchState.first(Rules(jacoby=True, beavers=True)),
    MatchState(Rules(), (0, 0), 2, Owner.MINE),
    MatchState(Rules(), (0, 0), 2, Owner.OPPONENT),
    MatchState.first(Rules(length=7)),
    MatchState(Rules(length=5), (3, 1), 2, Owner.MINE),
    MatchState(Rules(length=5), (4, 2), 1, Owner.CENTRED, True),
    MatchState(Rules(length=7), (2, 5), 2, Owner.OPPONENT),
)
