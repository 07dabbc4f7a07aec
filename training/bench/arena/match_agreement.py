"""Our analysis of a match beside GNU Backgammon's: the same plays, each with both losses."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from engine.analysis.analyser import Analyser
from engine.analysis.match.results import PlayReview
from engine.analysis.match.review import review_match
from engine.formats.notation.play_text import read_play
from engine.players.third_party.gnubg_match import analysis_of
from engine.rules.dice import Roll
from engine.rules.plays import apply_play
from engine.rules.record import Match


@dataclass(frozen=True, slots=True)
class PlayErrors:
    """One play with a choice."""

    text: str
    """Game, turn and play."""
    ours: float
    theirs: float
    same_best: bool
    """Whether both put the same play first."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """How near the two analyses are, and how long they took on one thread."""

    plays: tuple[PlayErrors, ...]
    seconds: float
    gnubg_seconds: float
    """Processor time."""

    @property
    def correlation(self) -> float:
        """Of the losses of all plays."""
        losses = np.array([(p.ours, p.theirs) for p in self.plays])
        return float(np.corrcoef(losses.T)[0, 1])

    @property
    def mean_difference(self) -> float:
        """Mean absolute difference of the losses, points per cube."""
        return float(np.mean([abs(p.ours - p.theirs) for p in self.plays]))

    @property
    def same_best(self) -> float:
        """The share of plays at which both put the same play first."""
        return float(np.mean([play.same_best for play in self.plays]))

    def same_side(self, limit: float) -> float:
        """Return the share of plays that both put on one side of a limit."""
        return float(np.mean([(p.ours >= limit) == (p.theirs >= limit) for p in self.plays]))


def agreement(match: Match, analyser: Analyser, ply: int) -> Agreement:
    """Analyse ``match`` with ``analyser`` and with gnubg at ``ply``.

    Raises:
        PeerMissing: gnubg is not installed.
        ValueError: gnubg did not analyse the match, or not the same plays.
    """
    began = time.process_time()
    review = review_match(match, analyser)
    seconds = time.process_time() - began
    theirs = analysis_of(match, ply)
    ours = [
        (f"game {number}, turn {move.moment.number}, {move.play.made.text}", move.play, roll)
        for number, game in enumerate(review.games, 1)
        for move in game.moves
        if move.play is not None and move.play.made.text
        if (roll := move.moment.action.roll) is not None
    ]
    if len(ours) != len(theirs.errors):
        raise ValueError(f"gnubg analysed {len(theirs.errors)} plays of {len(ours)}")
    plays = tuple(
        PlayErrors(text, play.error, error, _same(play, roll, best))
        for (text, play, roll), error, best in zip(ours, theirs.errors, theirs.best, strict=True)
        if error is not None and best is not None and not play.forced
    )
    return Agreement(plays, seconds, theirs.seconds)


def _same(play: PlayReview, roll: Roll, best: str) -> bool:
    """Whether our best play leads where gnubg's does."""
    board = play.made.before
    theirs = apply_play(board, read_play(best, board, roll))
    return bool(np.array_equal(apply_play(board, play.best.play), theirs))
