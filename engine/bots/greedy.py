"""The player that an evaluator makes: it looks no further than its own play (0-ply)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.board import Board, mirror
from engine.bots.player import Offsets, Ranks, Rolls
from engine.bots.ranking import choose_by_rank
from engine.cube.janowski import cubeful
from engine.cube.life import cube_life
from engine.evaluators import Evaluator, afterstate_equity
from engine.match import MatchState


class GreedyPlayer:
    """Plays the afterstate its evaluator likes best.

    In cubeless money play by equity; else by Janowski's cubeful value at the score and cube.
    """

    def __init__(self, evaluator: Evaluator, name: str | None = None) -> None:
        """Judge by ``evaluator``; reported under its name unless ``name`` is given."""
        self.evaluator = evaluator
        self.name = name or evaluator.name

    def rank(
        self,
        boards: Board,
        afterstates: Board,
        offsets: Offsets,
        matches: Sequence[MatchState] | None = None,
    ) -> Ranks:
        """Return what each of ``int8 [M, 26]`` is worth to the mover: ``float [M]``.

        In points when ``matches`` is None; else the opponent's utility (points, or mwc) negated.
        """
        if matches is None:
            return afterstate_equity(self.evaluator, afterstates)
        opponents = mirror(afterstates)
        outcomes = self.evaluator.evaluate(opponents)
        lives = cube_life(opponents)
        values = np.empty(len(afterstates))
        states = list(dict.fromkeys(matches))
        numbers = {state: i for i, state in enumerate(states)}
        which = np.array([numbers[match] for match in matches], dtype=np.int64)
        rows = np.repeat(which, np.diff(offsets))
        for i, state in enumerate(states):
            of_state = rows == i
            values[of_state] = -cubeful(outcomes[of_state], state.mirror(), lives[of_state])
        return values

    def choose(
        self, boards: Board, rolls: Rolls, matches: Sequence[MatchState] | None = None
    ) -> Board:
        """Return the best afterstates ``int8 [N, 26]``."""
        return choose_by_rank(self, boards, rolls, matches)
