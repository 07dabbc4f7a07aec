"""The engine's one facade: plays, cube verdicts, evaluations and decisions about a position."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from engine.analysis.answers import answer_cube, answer_resignation, resignation_of
from engine.analysis.results import (
    Action,
    Chances,
    Decision,
    Evaluation,
    NothingToDecide,
    PlayAnalysis,
)
from engine.analysis.verdicts import cube_decisions
from engine.cube.decision import CubeDecision
from engine.cube.janowski import cubeless
from engine.cube.met import MatchEquityTable
from engine.cube.stakes import equity_of, stakes_of, utility_of
from engine.evaluation.bearoff.tables import BearoffTables
from engine.evaluation.protocol import Evaluator
from engine.formats.notation.play_text import write_play
from engine.players.build import EngineSpec, build
from engine.rules.board import Board
from engine.rules.dice import Roll
from engine.rules.match import MatchError, MatchState, Owner, Rules
from engine.rules.outcome import Outcome, Win, is_over
from engine.rules.plays import Play, plays_to
from engine.rules.position import Pending, Position
from engine.search.cache import Cache
from engine.search.ranking import Candidate
from engine.search.replies import Shortlist
from engine.search.search import Search, Settings
from engine.search.worths import Cubeful, Cubeless, utility

Away = tuple[int, int]
"""Points still needed by (player on roll, opponent)."""


@dataclass(frozen=True)
class Analyser:
    """Answers questions about positions with one evaluator, at one level.

    Nothing changes after construction but the cache, which locks itself: any number of threads
    may ask at once.
    """

    evaluator: Evaluator
    settings: Settings = field(default_factory=Settings)
    met: MatchEquityTable | None = None
    """The match equity table; Kazaross-XG2 when None."""
    cubeful: bool = True
    """Rank plays with the cube alive; else as if it stayed where it is."""
    scout: Evaluator | None = None
    """A small network that shortlists replies: in the tree, in rollouts, for the luck of rolls."""
    tables: BearoffTables | None = None
    """Exact endgames, for the worth of the cube; the evaluator may know them too."""
    cache: Cache = field(default_factory=Cache)

    @classmethod
    def load(
        cls,
        model: str = "default",
        ply: int = 0,
        filter: str = "normal",
        met: MatchEquityTable | None = None,
    ) -> Analyser:
        """Return the engine as it plays: a network, exact endgames in front of it, and search.

        A scout that lies beside the model shortlists replies.

        Args:
            model: a shipped model's name, a file's path, or another evaluator such as ``gnubg:0``
                (:mod:`engine.players.evaluators`).
            ply: plies to look ahead, 0 to 3.
            filter: the move filter.
            met: the match equity table.

        Raises:
            ValueError: the model is missing or damaged, or a setting is not accepted.
        """
        name = model if re.match(r"(model|gnubg|bgsage|file):", model) else f"model:{model}"
        engine = build(EngineSpec(name, ply, filter, met=met))
        search, shortlist = engine.search, engine.search.shortlist
        scout = None if shortlist is None else shortlist.scout
        return cls(search.evaluator, search.settings, met, scout=scout, tables=engine.tables)

    @property
    def level(self) -> str:
        """The level that results are labelled with."""
        return self.settings.level

    def plays(
        self, position: Position, roll: Roll | None = None, count: int | None = None
    ) -> tuple[PlayAnalysis, ...]:
        """Return the plays of ``roll`` (of the position's own dice when None), best first.

        Args:
            position: seen by the player who moves.
            roll: the dice.
            count: the most plays returned; None is all.

        Raises:
            NothingToDecide: there are no dice, or the game is over.
        """
        dice = roll or position.dice
        if dice is None:
            raise NothingToDecide("no dice: give them to rank plays, or ask for the cube")
        _refuse_finished(position.board)
        search = self.search if self.cubeful else self._cubeless
        rolls = np.array([sorted(dice, reverse=True)], dtype=np.int8)
        ranking = search.rank(position.board[np.newaxis], rolls, [position.match])[0]
        legal = plays_to(position.board, dice)
        chosen = ranking.candidates[:count]
        return tuple(
            self._play(position, candidate, legal[tuple(candidate.afterstate.tolist())])
            for candidate in chosen
        )

    def choose_play(self, position: Position, roll: Roll | None = None) -> PlayAnalysis:
        """Return the best play; raises as :meth:`plays`."""
        return self.plays(position, roll, count=1)[0]

    def cube(self, position: Position) -> CubeDecision:
        """Return the cube verdict before the roll; any dice of the position are ignored.

        With a double pending it is the doubler's, and so tells the answer too.
        """
        return self.cubes(position.board, [position.match])[0]

    def cubes(self, board: Board, states: Sequence[MatchState]) -> list[CubeDecision]:
        """Return the verdicts on one ``board int8 [26]`` at many match states, in one batch."""
        _refuse_finished(board)
        boards = np.repeat(board[np.newaxis], len(states), axis=0)
        return cube_decisions(self.search, boards, states, self.met)

    def scores(self, position: Position, length: int) -> dict[Away, CubeDecision]:
        """Return the verdict at every score of a ``length``-point match.

        The cube keeps its value and owner.  Scores at which a player is 1 point away are those
        after the Crawford game: in that game nobody doubles.  Scores at which the cube cannot
        have the value it has are left out.
        """
        if not 1 <= length <= 25:
            raise MatchError(f"scores of a {length}-point match: 1 to 25 points are accepted")
        rules = Rules(length=length, cube_limit=position.match.rules.cube_limit)
        cube, owner = position.match.cube, position.match.owner
        states = [
            MatchState(rules, (length - own, length - opponent), cube, owner)
            for own in range(1, length + 1)
            for opponent in range(1, length + 1)
        ]
        possible = [state for state in states if _can_be(state)]
        if not possible:
            raise MatchError(f"no score of a {length}-point match has a {cube}-cube there")
        decisions = self.cubes(position.board, possible)
        return {s.away: decision for s, decision in zip(possible, decisions, strict=True)}

    def evaluate(self, position: Position) -> Evaluation:
        """Return what the position is worth before the roll, to the player on roll."""
        _refuse_finished(position.board)
        state = position.match
        values = self.search.values(position.board[np.newaxis], [state])
        value = utility(values.worth[:, 0], state)
        return Evaluation(
            state=state,
            outcome=tuple(values.outcomes[0].tolist()),
            equity=float(equity_of(value, stakes_of(state, self.met))[0]),
            cubeless_equity=self.at_rest(values.outcomes[0], state),
            mwc=None if state.is_money else float(value[0]),
            level=self.level,
        )

    def decide(self, position: Position) -> Decision:
        """Return the right action of whoever is to decide.

        That is: to answer a resignation, a double, a beaver or a raccoon that is pending, to play
        the dice, or to double or roll.
        """
        if position.resignation:
            stakes = stakes_of(position.match, self.met)
            return answer_resignation(self._playing_on(position), position, stakes)
        if position.pending != Pending.NOTHING:
            return answer_cube(self.cube(position), position)
        if position.dice is not None:
            best = self.choose_play(position)
            return Decision(Action.PLAY, best.equity, {Action.PLAY: 0.0}, best)
        cube = self.cube(position)
        if cube.errors is None:
            return Decision(Action.ROLL, cube.equity, {Action.ROLL: 0.0})
        costs = {Action.ROLL: cube.errors.no_double, Action.DOUBLE: cube.errors.double}
        return Decision(Action.DOUBLE if cube.double else Action.ROLL, cube.equity, costs)

    def resignation(self, position: Position) -> Win | None:
        """Return what the player on roll should resign; None to play on."""
        if position.dice is not None:
            return resignation_of(self.choose_play(position).outcome, position.match)
        return resignation_of(self.evaluate(position).outcome, position.match)

    def _playing_on(self, position: Position) -> float:
        """Return the equity of the player on roll, with the dice if they are known."""
        if position.dice is not None:
            return self.choose_play(position).equity
        return self.evaluate(position).equity

    def _play(self, position: Position, candidate: Candidate, play: Play) -> PlayAnalysis:
        state = position.match
        mwc = utility_of(candidate.equity, stakes_of(state, self.met))
        return PlayAnalysis(
            text=write_play(position.board, play),
            play=play,
            afterstate=candidate.afterstate,
            equity=candidate.equity,
            cubeless_equity=self.at_rest(candidate.outcome, state),
            difference=None if candidate.loss is None else 0.0 - candidate.loss,
            mwc=None if state.is_money else float(mwc),
            outcome=tuple(candidate.outcome.tolist()),
            level=candidate.level,
        )

    def at_rest(self, outcome: Chances | Outcome, state: MatchState) -> float:
        """Return the equity of an outcome per cube if the cube stays where it is."""
        value = cubeless(np.asarray(outcome)[np.newaxis], state, self.met)
        return float(equity_of(value, stakes_of(state, self.met))[0])

    @cached_property
    def search(self) -> Search:
        """The search with the cube alive, at the level of this analyser."""
        shortlist = None if self.scout is None else Shortlist(self.scout)
        valuation = Cubeful.knowing(self.tables, self.met)
        return Search(self.evaluator, self.settings, valuation, shortlist, self.cache)

    @cached_property
    def _cubeless(self) -> Search:
        return replace(self.search, valuation=Cubeless(self.met))


def _refuse_finished(board: Board) -> None:
    if bool(is_over(board)):
        raise NothingToDecide("the game is over: one side has borne off all its checkers")


def _can_be(state: MatchState) -> bool:
    """Whether the cube can have got where it is: its last doubler had a use for it."""
    if state.owner == Owner.CENTRED:
        return state.cube == 1
    own, opponent = state.away
    return state.cube // 2 < (opponent if state.owner == Owner.MINE else own)
