"""Phrases that the text report and the page share: who did what, and how well."""

from __future__ import annotations

from engine.analysis.match.results import CubeReview, Grade, MatchReview, MoveReview
from engine.analysis.match.statistics import PlayerStatistics, Sums
from engine.analysis.match.wording import Wording
from engine.rules.outcome import Win
from engine.rules.record import Resign, Word

MARKS = {Grade.FINE: "", Grade.ERROR: "?", Grade.BLUNDER: "??"}

_RESIGNS = {
    Win.SINGLE: "resigns a single game",
    Win.GAMMON: "resigns a gammon",
    Win.BACKGAMMON: "resigns a backgammon",
}


def title(review: MatchReview, say: Wording) -> str:
    """Return players, score and kind of play."""
    match = review.match
    first, second = match.players
    length = match.rules.length
    if not length:
        kind = say("Money session")
    elif say.language == "en":
        kind = f"{length}-point match"
    else:
        kind = f"Match a {length} {say('points' if length > 1 else 'point')}"
    return f"{first} {match.score[0]} – {match.score[1]} {second}, {kind}"


def judged_by(review: MatchReview, say: Wording) -> str:
    """Return who judged, and how deeply."""
    luck = f"{say('luck')} {review.luck_level}"
    return f"{say('analysed by')} {review.evaluator}, {review.level} ({luck})"


def action_text(move: MoveReview, say: Wording) -> str:
    """Return what was done."""
    choice = move.moment.action.choice
    if isinstance(choice, Word):
        return say.word(choice)
    if isinstance(choice, Resign):
        return say(_RESIGNS[choice.win])
    if move.play is None or not move.play.made.text:
        return say("cannot move")
    return move.play.made.text


def cube_text(cube: CubeReview, say: Wording) -> str:
    """Return the cube action that was right where another one was taken."""
    return f"{say.word(cube.best)} {say('was right')}"


def game_end(review: MatchReview, number: int, say: Wording) -> str:
    """Return who won game ``number`` (from 0) and what."""
    game = review.games[number].played.game
    if game.winner is None:
        return say("unfinished")
    points = say("point" if game.points == 1 else "points")
    return f"{review.match.players[game.winner]} {say('wins')} {game.points} {points}"


def statistics_rows(
    players: tuple[PlayerStatistics, PlayerStatistics], say: Wording
) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """Return the statistics as (heading, rows of (name, side 0, side 1))."""
    first, second = players

    def row(name: str, a: str, b: str) -> tuple[str, str, str]:
        return say(name), a, b

    def sums(a: Sums, b: Sums) -> list[tuple[str, str, str]]:
        rows = [
            row("Decisions", str(a.decisions), str(b.decisions)),
            row("Errors", str(a.errors), str(b.errors)),
            row("Blunders", str(a.blunders), str(b.blunders)),
            row("Equity lost", say.number(a.lost), say.number(b.lost)),
        ]
        if a.mwc_lost is not None and b.mwc_lost is not None:
            lost = (say.percent(a.mwc_lost), say.percent(b.mwc_lost))
            rows.append(row("Match-winning chance lost", *lost))
        rows.append(row("Performance rating (PR)", _rating(a, say), _rating(b, say)))
        return rows

    level = row("Level of play", say(first.rating_name), say(second.rating_name))
    return [
        (say("Checker play"), sums(first.plays, second.plays)),
        (say("Cube"), [*sums(first.cubes, second.cubes), *_cube_rows(players, say)]),
        (say("Everything"), [*sums(first.total, second.total), level]),
        (say("Luck"), _luck_rows(players, say)),
        (say("Games"), _game_rows(players, say)),
    ]


def _cube_rows(
    players: tuple[PlayerStatistics, PlayerStatistics], say: Wording
) -> list[tuple[str, str, str]]:
    a, b = players[0].cube, players[1].cube

    def mistakes(count: tuple[int, float]) -> str:
        return f"{count[0]} ({say.number(count[1])})" if count[0] else "0"

    return [
        (say("Doubles"), str(a.doubles), str(b.doubles)),
        (say("Takes"), str(a.takes), str(b.takes)),
        (say("Passes"), str(a.drops), str(b.drops)),
        (say("Missed doubles"), mistakes(a.missed_doubles), mistakes(b.missed_doubles)),
        (say("Wrong doubles"), mistakes(a.wrong_doubles), mistakes(b.wrong_doubles)),
        (say("Wrong takes"), mistakes(a.wrong_takes), mistakes(b.wrong_takes)),
        (say("Wrong passes"), mistakes(a.wrong_drops), mistakes(b.wrong_drops)),
    ]


def _luck_rows(
    players: tuple[PlayerStatistics, PlayerStatistics], say: Wording
) -> list[tuple[str, str, str]]:
    a, b = players[0].luck, players[1].luck
    rows = [
        (
            say("Luck (equity)"),
            say.number(a.equity, sign=True),
            say.number(b.equity, sign=True),
        )
    ]
    if a.mwc is not None and b.mwc is not None:
        chances = (say.percent(a.mwc, sign=True), say.percent(b.mwc, sign=True))
        rows.append((say("Luck (match-winning chance)"), *chances))
    rows.append((say("Jokers"), str(a.jokers), str(b.jokers)))
    rows.append((say("Very bad rolls"), str(a.misfortunes), str(b.misfortunes)))
    adjusted = [player.luck_adjusted for player in players]
    if adjusted[0] is not None and adjusted[1] is not None:
        results = (say.percent(adjusted[0]), say.percent(adjusted[1]))
        rows.append((say("Luck-adjusted result"), *results))
    return rows


def _game_rows(
    players: tuple[PlayerStatistics, PlayerStatistics], say: Wording
) -> list[tuple[str, str, str]]:
    a, b = players[0].games, players[1].games
    return [
        (say("Games won"), str(a.won), str(b.won)),
        (say("of them gammons"), str(a.gammons), str(b.gammons)),
        (say("of them backgammons"), str(a.backgammons), str(b.backgammons)),
        (say("Points won"), str(a.points), str(b.points)),
    ]


def _rating(sums: Sums, say: Wording) -> str:
    return "–" if sums.rating is None else say.number(sums.rating, 2)
