"""A match analysis as plain data: the keys below are stable, for programs to rely on."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from engine.analysis.data import cube_data, outcome_data
from engine.analysis.match.results import Candidate, CubeReview, MatchReview, MoveReview, PlayReview
from engine.analysis.match.statistics import PlayerStatistics, Sums, statistics_of
from engine.formats.notation.gnubg_id import write_gnubg_id
from engine.formats.notation.xgid import write_xgid
from engine.rules.record import Resign, Word

Data = dict[str, Any]

VERSION = 1


def review_data(review: MatchReview) -> Data:
    """Return ``review`` as what ``json.dumps(..., allow_nan=False)`` takes."""
    match = review.match
    return {
        "version": VERSION,
        "players": list(match.players),
        "length": match.rules.length,
        "score": list(match.score),
        "winner": match.winner,
        "evaluator": review.evaluator,
        "level": review.level,
        "luck_level": review.luck_level,
        "seconds": review.seconds,
        "statistics": [_statistics(stats) for stats in statistics_of(review)],
        "games": [
            {
                "score": list(game.played.game.score),
                "crawford": game.played.game.crawford,
                "winner": game.played.game.winner,
                "points": game.played.game.points,
                "mwc_before": game.mwc_before,
                "mwc_after": game.mwc_after,
                "moves": [_move(move) for move in game.moves],
            }
            for game in review.games
        ],
    }


def _move(move: MoveReview) -> Data:
    moment = move.moment
    position = moment.position
    action = moment.action
    return {
        "turn": moment.number,
        "side": action.side,
        "action": _choice(move),
        "dice": list(action.roll) if action.roll else None,
        # An XGID has no word for a resignation; the other identifier has.
        "xgid": None if position.resignation else write_xgid(position),
        "gnubg_id": write_gnubg_id(position),
        "play": None if move.play is None else _play(move.play),
        "cube": None if move.cube is None else _cube(move.cube),
        "luck": None if move.luck is None else asdict(move.luck),
        "equity_after": move.equity,
        "mwc_after": move.mwc,
    }


def _choice(move: MoveReview) -> str:
    choice = move.moment.action.choice
    if isinstance(choice, Word):
        return choice.value
    if isinstance(choice, Resign):
        return f"resign {choice.win.name.lower()}"
    return "play"


def _play(play: PlayReview) -> Data:
    return {
        "made": play.made.text,
        "best": play.best.text,
        "error": play.error,
        "mwc_error": play.mwc_error,
        "grade": play.grade.value,
        "legal_plays": play.legal,
        "candidates": [_candidate(candidate) for candidate in play.candidates],
    }


def _candidate(candidate: Candidate) -> Data:
    return {
        "play": candidate.text,
        "equity": candidate.equity,
        "mwc": candidate.mwc,
        "outcome": outcome_data(candidate.outcome),
        "level": candidate.level,
    }


def _cube(cube: CubeReview) -> Data:
    return {
        "made": cube.made.value,
        "best": cube.best.value,
        "error": cube.error,
        "mwc_error": cube.mwc_error,
        "grade": cube.grade.value,
        "counted": cube.counted,
        **{key: cube_data(cube.decision)["cube"][key] for key in _CUBE_KEYS},
    }


_CUBE_KEYS = ("action", "verdict", "equities", "mwc", "errors", "outcome", "level")


def _statistics(stats: PlayerStatistics) -> Data:
    data = asdict(stats)
    for name, sums in (("plays", stats.plays), ("cubes", stats.cubes), ("total", stats.total)):
        data[name] = _sums(sums)
    data["rating_name"] = stats.rating_name
    return data


def _sums(sums: Sums) -> Data:
    return {**asdict(sums), "rating": sums.rating}
