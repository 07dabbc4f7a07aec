"""A seat at the board: a :class:`~engine.players.player.Player` that makes every choice of a game.

Players answer batches and know nothing of turns; :mod:`engine.rules.session` asks about one turn at
a time.  The seat stands between them.
"""

from __future__ import annotations

import numpy as np

from engine.cube.stakes import stakes_of
from engine.evaluation.protocol import Evaluator
from engine.players.player import CubePlayer, Player
from engine.rules.board import CHECKERS, mirror
from engine.rules.game import GameError, Phase, Turn
from engine.rules.match import MatchState
from engine.rules.outcome import (
    LOSE_BACKGAMMON,
    LOSE_GAMMON,
    WIN,
    WIN_BACKGAMMON,
    WIN_GAMMON,
    Outcome,
    Win,
    mirror_outcome,
)
from engine.rules.plays import legal_plays, play_between
from engine.rules.position import Pending
from engine.rules.record import Choice, Word


class Seat:
    """Lets a player decide whatever a game asks.

    A player without an opinion on the cube never doubles and takes every double.  Nobody resigns;
    a resignation is accepted when it gives at least what playing on is worth, by the evaluator,
    and without one when nothing better can happen.
    """

    def __init__(self, player: Player, evaluator: Evaluator | None = None) -> None:
        """Decide as ``player`` does, and judge resignations by ``evaluator``."""
        self.name = player.name
        self._player = player
        self._evaluator = evaluator

    def decide(self, turn: Turn) -> Choice:
        """Return the choice at ``turn``; raises :class:`GameError` where none is awaited."""
        match turn.phase:
            case Phase.BEFORE_ROLL:
                return self._before_roll(turn)
            case Phase.PLAYING:
                return self._play(turn)
            case Phase.ANSWERING_CUBE:
                return self._answer(turn)
            case Phase.ANSWERING_RESIGNATION:
                return Word.ACCEPT if self._is_enough(turn) else Word.REFUSE
        raise GameError(f"no choice is awaited: the game is {turn.phase.value}")

    def _before_roll(self, turn: Turn) -> Word:
        """Return whether to double or roll."""
        player, position = self._player, turn.position
        may = Word.DOUBLE in turn.words and position.match.may_double
        if not may or not isinstance(player, CubePlayer):
            return Word.ROLL
        doubles = player.doubles(position.board[None], [position.match])
        return Word.DOUBLE if doubles[0] else Word.ROLL

    def _play(self, turn: Turn) -> Choice:
        """Return the play that leads to the afterstate the player chose."""
        position = turn.position
        if position.dice is None or len(turn.plays) == 1:
            return turn.plays[0][0]
        roll = np.array([position.dice], dtype=np.int8)
        chosen = self._player.choose(position.board[None], roll, [position.match])
        return play_between(position.board, position.dice, chosen[0])

    def _answer(self, turn: Turn) -> Word:
        """Return the answer to a double, beaver or raccoon.

        Whoever doubled or beavered meant it, so he takes what comes back; he raccoons when by his
        own judgement the beaver was wrong.
        """
        player, position = self._player, turn.position
        if not isinstance(player, CubePlayer):
            return Word.TAKE
        asked = position.board[None], [position.match]
        if position.pending is Pending.DOUBLE:
            if Word.BEAVER in turn.words and player.beavers(*asked)[0]:
                return Word.BEAVER
            return Word.TAKE if player.takes(*asked)[0] else Word.DROP
        if Word.RACCOON in turn.words and not player.beavers(*asked)[0]:
            return Word.RACCOON
        return Word.TAKE

    def _is_enough(self, turn: Turn) -> bool:
        """Whether the resigner, who is on roll, gives up at least what playing on costs him."""
        position = turn.position
        lost = stakes_of(position.match).lose[0]
        offered = lost[position.resignation - 1]
        if self._evaluator is None:
            has_borne_off = int(np.maximum(position.board, 0).sum()) < CHECKERS
            worst = lost[0] if has_borne_off else lost[Win.BACKGAMMON - 1]
            return bool(offered <= worst)
        if position.dice is None:
            outcomes = self._evaluator.evaluate(position.board[None])
        else:
            replies = legal_plays(position.board, position.dice)
            after = np.array([mirror(board) for _, board in replies])
            outcomes = mirror_outcome(self._evaluator.evaluate(after))
        return bool(offered <= _worth(outcomes, position.match).max())


def _worth(outcomes: Outcome, match: MatchState) -> Outcome:
    """Return the utilities ``[N]`` of ``outcomes [N, 5]`` with the cube at rest."""
    stakes = stakes_of(match)
    win, lose = stakes.win[0], stakes.lose[0]
    p = outcomes.T.astype(np.float64)
    return np.asarray(
        (p[WIN] - p[WIN_GAMMON]) * win[0]
        + (p[WIN_GAMMON] - p[WIN_BACKGAMMON]) * win[1]
        + p[WIN_BACKGAMMON] * win[2]
        + (1 - p[WIN] - p[LOSE_GAMMON]) * lose[0]
        + (p[LOSE_GAMMON] - p[LOSE_BACKGAMMON]) * lose[1]
        + p[LOSE_BACKGAMMON] * lose[2]
    )
