"""Tesauro's pubeval (1993), the oldest yardstick, through gnubg-nn's copy.

It is linear: a weight for each of 122 inputs, one set for contact and one for races, and which set
applies is decided by the position *before* the play.  So its weights can be read off by asking
gnubg-nn for the scores of a few boards, and thousands of afterstates valued in one product; a
test compares the choices with gnubg-nn's own ``pub_best_move`` on boards reached by play.

``pub_best_move`` itself is not used: it has no bound on the afterstates it stores, so boards with
far more of them than play can reach (15 checkers a side never get there) end the process.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from engine.players.player import Offsets, Ranks, Rolls
from engine.players.ranking import choose_by_rank
from engine.players.third_party.peers import PeerMissing, import_peer, to_gnubg
from engine.rules.board import CHECKERS, POINTS, Board, is_race, mirror
from engine.rules.match import MatchState

INPUTS = 5 * POINTS + 2
_ALL_OFF = 1e8


class Pubeval:
    """Plays what pubeval likes best; it knows neither gammons nor scores."""

    name = "pubeval"

    def __init__(self) -> None:
        """Read the weights; raises :class:`PeerMissing` without gnubg-nn."""
        score = import_peer("gnubg_nn", "gnubg-nn").pub_eval_score
        rng = np.random.default_rng(1993)
        self._contact = _weights_of(score, _contact_boards(rng))
        self._race = _weights_of(score, _race_boards(rng))

    def rank(
        self,
        boards: Board,
        afterstates: Board,
        offsets: Offsets,
        matches: Sequence[MatchState] | None = None,
    ) -> Ranks:
        """Return pubeval's scores, ``float64 [M]``."""
        inputs = encode(afterstates)
        race = np.repeat(is_race(boards), np.diff(offsets))
        scores = np.where(race, inputs @ self._race, inputs @ self._contact)
        scores[~(afterstates > 0).any(axis=1)] = _ALL_OFF
        return np.asarray(scores)

    def choose(
        self, boards: Board, rolls: Rolls, matches: Sequence[MatchState] | None = None
    ) -> Board:
        """Return the best afterstates ``int8 [N, 26]``."""
        return choose_by_rank(self, boards, rolls, matches)


def encode(afterstates: Board) -> npt.NDArray[np.float64]:
    """Return pubeval's inputs ``float64 [M, 122]`` of ``int8 [M, 26]``, seen by the mover.

    Five a point: an opposing blot; own 1, at least 2, exactly 3, (more than 3) / 2.  Then the
    opponent's bar / 2 and own checkers off / 15.  Own checkers on the bar have no input: nobody who
    has just moved and could have entered leaves them there, so pubeval never learnt about them.
    """
    inputs = np.zeros((len(afterstates), INPUTS))
    counts = afterstates[:, 1 : POINTS + 1]
    for k, values in enumerate(
        (counts == -1, counts == 1, counts >= 2, counts == 3, np.maximum(counts - 3, 0) / 2)
    ):
        inputs[:, k : 5 * POINTS : 5] = values
    inputs[:, -2] = -afterstates[:, 0] / 2
    inputs[:, -1] = (CHECKERS - np.maximum(afterstates, 0).sum(axis=1)) / CHECKERS
    return inputs


def _contact_boards(rng: np.random.Generator, count: int = 4000) -> Board:
    """Return random boards with contact, every input met: own checkers off, too."""
    boards = np.zeros((count, 26), dtype=np.int8)
    for board in boards:
        mine = rng.random(POINTS + 2) < 0.5
        own = rng.choice(np.flatnonzero(mine[1:]) + 1, rng.integers(1, CHECKERS + 1))
        board += np.bincount(own, minlength=26)
        board -= np.bincount(rng.choice(np.flatnonzero(~mine[:-1]), CHECKERS), minlength=26)
    return boards[~is_race(boards)]


def _race_boards(rng: np.random.Generator, count: int = 4000) -> Board:
    """Return random races: own checkers on a few points below the opponent's, the rest off."""
    boards = np.zeros((count, 26), dtype=np.int8)
    for board in boards:
        border = rng.integers(2, POINTS + 1)
        points = rng.integers(1, border, rng.integers(1, 7))
        board += np.bincount(rng.choice(points, rng.integers(1, CHECKERS + 1)), minlength=26)
        board -= np.bincount(rng.integers(border, POINTS + 1, CHECKERS), minlength=26)
    return boards


def _weights_of(score: Callable[[object], float], boards: Board) -> npt.NDArray[np.float64]:
    """Return the weights ``float64 [122]`` that give the scores of ``boards [K, 26]``."""
    scores = np.array([score(board) for board in to_gnubg(mirror(boards))])
    inputs = encode(boards)
    weights: npt.NDArray[np.float64] = np.linalg.lstsq(inputs, scores, rcond=None)[0]
    if np.abs(inputs @ weights - scores).max() > 1e-3:
        raise PeerMissing("gnubg-nn's pubeval is not the linear function it is known to be")
    return weights
