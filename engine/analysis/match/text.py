"""A match analysis as text for people."""

from __future__ import annotations

from engine.analysis.match.results import ERROR, GameReview, Grade, MatchReview, MoveReview
from engine.analysis.match.statistics import statistics_of
from engine.analysis.match.telling import (
    MARKS,
    action_text,
    cube_text,
    game_end,
    judged_by,
    statistics_rows,
    title,
)
from engine.analysis.match.wording import Wording, wording_of

_ACTION_WIDTH = 28


def review_text(review: MatchReview, language: str = "en") -> str:
    """Return every move with its error and luck, and the statistics of both players."""
    say = wording_of(language)
    lines = [title(review, say), judged_by(review, say)]
    for number, game in enumerate(review.games):
        lines += ["", *_game(review, number, game, say)]
    lines += ["", *_statistics(review, say)]
    lines += [
        "",
        say("Equities are cubeful, in points per cube."),
        say("In a match they are normalised to it (EMG)."),
        say("An error costs at least 0.02, a blunder 0.08."),
        say("PR: mean loss of a decision, times 500."),
    ]
    return "\n".join(line.rstrip() for line in lines)


def _game(review: MatchReview, number: int, game: GameReview, say: Wording) -> list[str]:
    first, second = review.match.players
    score = game.played.game.score
    head = f"{say('Game')} {number + 1}: {first} {score[0]} – {score[1]} {second}"
    if game.played.game.crawford:
        head += f", {say('Crawford game')}"
    width = max(6, *(min(len(name), 16) for name in review.match.players))
    lines = [head]
    for move in game.moves:
        lines += _move(review, move, width, say)
    return [*lines, f"     {game_end(review, number, say)}"]


def _move(review: MatchReview, move: MoveReview, width: int, say: Wording) -> list[str]:
    """Return the line of a move, before it that of a double that was missed."""
    moment = move.moment
    name = review.match.players[moment.action.side][:16]
    dice = moment.action.roll
    rolled = f"{max(dice)}{min(dice)}:" if dice and moment.is_play else ""
    start = f"{moment.number:>3}. {name:<{width}} "
    lines = []
    cube = move.cube
    if cube is not None and moment.is_play and cube.error >= ERROR:
        lines.append(
            f"{start}{'':<3} {say.word(cube.made):<{_ACTION_WIDTH}} {MARKS[cube.grade]:<2} "
            f"-{say.number(cube.error)}  {cube_text(cube, say)}"
        )
    line = f"{start}{rolled:<3} {action_text(move, say):<{_ACTION_WIDTH}}"
    line += f" {_verdict(move, say)}"
    if move.luck is not None:
        line = f"{line:<{len(start) + 76}} {say('luck')} {say.number(move.luck.equity, sign=True)}"
    return [*lines, line]


def _verdict(move: MoveReview, say: Wording) -> str:
    """Return mark, loss and the best alternative of a mistake."""
    play, cube = move.play, move.cube
    if play is not None:
        if play.grade is Grade.FINE:
            return ""
        best = f"{play.best.text} ({play.best.level})"
        return f"{MARKS[play.grade]:<2} -{say.number(play.error)}  {best}"
    if cube is None or cube.grade is Grade.FINE:
        return ""
    return f"{MARKS[cube.grade]:<2} -{say.number(cube.error)}  {cube_text(cube, say)}"


def _statistics(review: MatchReview, say: Wording) -> list[str]:
    first, second = review.match.players
    lines = [f"{say('Statistics'):<36} {first[:20]:>20} {second[:20]:>20}"]
    for heading, rows in statistics_rows(statistics_of(review), say):
        lines.append(heading)
        lines += [f"  {name:<34} {a:>20} {b:>20}" for name, a, b in rows]
    return lines
