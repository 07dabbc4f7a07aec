"""What a match analysis sums up for each player."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine.analysis.match.results import (
    LUCKY,
    CubeReview,
    GameReview,
    Grade,
    MatchReview,
    MoveReview,
    PlayReview,
)
from engine.rules.outcome import Win, win_of
from engine.rules.record import Resign, Side, Word

PR_SCALE = 500
"""The performance rating is the mean loss of a decision times this, as eXtreme Gammon has it."""

RATINGS = ((2.5, "world class"), (5.0, "expert"), (7.5, "advanced"), (12.5, "intermediate"))
"""Names of performance ratings below a value; those above are a beginner's."""
BEGINNER = "beginner"


@dataclass(frozen=True, slots=True)
class Sums:
    """Decisions of one kind."""

    decisions: int
    """Those that count: plays with a choice; cube actions taken or close."""
    errors: int
    """Blunders not included."""
    blunders: int
    lost: float
    """Equity thrown away, points per cube (EMG in a match)."""
    mwc_lost: float | None
    """The same as match-winning chance; None in money play."""

    @property
    def rating(self) -> float | None:
        """The performance rating; None without decisions."""
        return PR_SCALE * self.lost / self.decisions if self.decisions else None


@dataclass(frozen=True, slots=True)
class CubeStatistics:
    """What was done with the cube; each mistake as (how often, equity lost)."""

    doubles: int
    """Offered, beavers and raccoons included."""
    takes: int
    """Answered so, beavers and raccoons included."""
    drops: int
    missed_doubles: tuple[int, float]
    wrong_doubles: tuple[int, float]
    wrong_takes: tuple[int, float]
    wrong_drops: tuple[int, float]


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """Games won, by kind, and the points they brought."""

    single: int
    gammons: int
    backgammons: int
    points: int

    @property
    def won(self) -> int:
        """All games won."""
        return self.single + self.gammons + self.backgammons


@dataclass(frozen=True, slots=True)
class LuckStatistics:
    """What the dice brought."""

    rolls: int
    equity: float
    mwc: float | None
    jokers: int
    """Rolls much better than average."""
    misfortunes: int
    """Rolls much worse."""


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """One player's match."""

    plays: Sums
    cubes: Sums
    total: Sums
    cube: CubeStatistics
    games: GameStatistics
    luck: LuckStatistics
    luck_adjusted: float | None
    """His result had the dice been even: 1 a won match, 0 a lost one, corrected by both players'
    luck; None in money play and in unfinished matches."""

    @property
    def rating_name(self) -> str:
        """The performance rating in a word."""
        rating = self.total.rating or 0.0
        return next((name for limit, name in RATINGS if rating < limit), BEGINNER)


def statistics_of(review: MatchReview) -> tuple[PlayerStatistics, PlayerStatistics]:
    """Return the statistics of side 0 and side 1."""
    luck = [_luck(review.moves(side)) for side in (0, 1)]
    return _player(review, 0, luck), _player(review, 1, luck)


def _player(review: MatchReview, side: Side, luck: list[LuckStatistics]) -> PlayerStatistics:
    moves = review.moves(side)
    money = not review.match.rules.length
    plays = [m.play for m in moves if m.play is not None and not m.play.forced]
    cubes = [m.cube for m in moves if m.cube is not None]
    return PlayerStatistics(
        plays=_sums(plays, money),
        cubes=_sums(cubes, money),
        total=_sums([*plays, *cubes], money),
        cube=_cube(moves),
        games=_games(review.games, side),
        luck=luck[side],
        luck_adjusted=_adjusted(review, side, luck),
    )


def _sums(reviews: Iterable[PlayReview | CubeReview], money: bool) -> Sums:
    decided = list(reviews)
    # A missed double can cost more than the line of what counts as close.
    counted = [r for r in decided if isinstance(r, PlayReview) or r.counted or r.error > 0]
    mwc_lost = None if money else sum(r.mwc_error or 0.0 for r in counted)
    return Sums(
        decisions=len(counted),
        errors=sum(r.grade is Grade.ERROR for r in counted),
        blunders=sum(r.grade is Grade.BLUNDER for r in counted),
        lost=sum(r.error for r in counted),
        mwc_lost=mwc_lost,
    )


def _cube(moves: list[MoveReview]) -> CubeStatistics:
    words = [m.moment.action.choice for m in moves]
    cubes = [m.cube for m in moves if m.cube is not None]

    def wrong(made: Callable[[CubeReview], bool]) -> tuple[int, float]:
        errors = [c.error for c in cubes if made(c) and c.error > 0]
        return len(errors), sum(errors)

    raised = (Word.BEAVER, Word.RACCOON)
    return CubeStatistics(
        doubles=sum(w in (Word.DOUBLE, *raised) for w in words),
        takes=sum(w in (Word.TAKE, *raised) for w in words),
        drops=sum(w is Word.DROP for w in words),
        missed_doubles=wrong(lambda c: c.made is Word.ROLL),
        wrong_doubles=wrong(lambda c: c.made is Word.DOUBLE),
        wrong_takes=wrong(lambda c: c.made in (Word.TAKE, *raised)),
        wrong_drops=wrong(lambda c: c.made is Word.DROP),
    )


def _games(games: Iterable[GameReview], side: Side) -> GameStatistics:
    won = [game for game in games if game.played.game.winner == side]
    kinds = [win_kind(game) for game in won]
    return GameStatistics(
        single=kinds.count(Win.SINGLE),
        gammons=kinds.count(Win.GAMMON),
        backgammons=kinds.count(Win.BACKGAMMON),
        points=sum(game.played.game.points for game in won),
    )


def win_kind(game: GameReview) -> Win:
    """Return how a finished game was won: borne off, resigned, or by a drop or otherwise."""
    end, actions = game.played.end, game.played.game.actions
    if end.is_over and actions and isinstance(actions[-1].choice, tuple):
        return win_of(end.position.board)[1]
    if len(actions) > 1 and isinstance(actions[-2].choice, Resign):
        return actions[-2].choice.win
    return Win.SINGLE


def _luck(moves: list[MoveReview]) -> LuckStatistics:
    lucks = [m.luck for m in moves if m.luck is not None]
    chances = [luck.mwc for luck in lucks if luck.mwc is not None]
    return LuckStatistics(
        rolls=len(lucks),
        equity=sum(luck.equity for luck in lucks),
        mwc=sum(chances) if chances or not lucks else None,
        jokers=sum(luck.equity >= LUCKY for luck in lucks),
        misfortunes=sum(luck.equity <= -LUCKY for luck in lucks),
    )


def _adjusted(review: MatchReview, side: Side, luck: list[LuckStatistics]) -> float | None:
    winner, mine, others = review.match.winner, luck[side].mwc, luck[1 - side].mwc
    if winner is None or mine is None or others is None:
        return None
    return (1.0 if winner == side else 0.0) - mine + others
