"""A match analysis as one HTML page that needs nothing else: no scripts, files or network."""

from __future__ import annotations

from engine.analysis.match.charts import anchor, equity_chart, grade_of, mwc_chart
from engine.analysis.match.mistakes import Mistake, is_missed_double, mistake_html, mistakes_of
from engine.analysis.match.results import CubeReview, GameReview, Grade, MatchReview, MoveReview
from engine.analysis.match.statistics import statistics_of
from engine.analysis.match.style import STYLE
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
from engine.formats.pictures.elements import plain

_NOTES = (
    "Equities are cubeful, in points per cube.",
    "In a match they are normalised to it (EMG).",
    "A ply is counted as GNU Backgammon does: 0-ply is the network alone.",
    "An error costs at least 0.02, a blunder 0.08.",
    "PR: mean loss of a decision, times 500.",
)


def review_html(review: MatchReview, language: str = "en") -> str:
    """Return the page in English (``en``) or Spanish (``es``)."""
    say = wording_of(language)
    mistakes = mistakes_of(review)
    boards = {(m.game, m.index, isinstance(m.review, CubeReview)): m for m in mistakes}
    heading = plain(title(review, say))
    body = [
        f"<header><p class=faint>{say('Match analysis')}</p><h1>{heading}</h1>",
        f"<p class=faint>{plain(judged_by(review, say))}</p></header>",
        _section(say("Statistics"), _statistics(review, say)),
        _charts(review, say),
        _section(say("Worst mistakes"), _mistakes(review, mistakes, say)),
        _section(say("Games"), _games(review, boards, say)),
        f"<footer class=faint><p>{' '.join(say(note) for note in _NOTES)}</p></footer>",
    ]
    return (
        f'<!DOCTYPE html>\n<html lang="{say.language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{heading}</title><style>{STYLE}</style></head>\n"
        f"<body>{''.join(body)}</body></html>\n"
    )


def _section(heading: str, content: str) -> str:
    return f"<section><h2>{heading}</h2>{content}</section>\n"


def _statistics(review: MatchReview, say: Wording) -> str:
    first, second = (plain(name) for name in review.match.players)
    rows = [f"<tr><th></th><th class=n>{first}</th><th class=n>{second}</th></tr>"]
    for heading, lines in statistics_rows(statistics_of(review), say):
        rows.append(f"<tr class=head><th colspan=3>{heading}</th></tr>")
        rows += [
            f"<tr><td>{name}</td><td class=n>{a}</td><td class=n>{b}</td></tr>"
            for name, a, b in lines
        ]
    return f"<table>{''.join(rows)}</table>"


def _charts(review: MatchReview, say: Wording) -> str:
    seen = f"{say('after each turn, seen by')} {plain(review.match.players[0])}"
    parts = []
    for name, chart in (
        (say("Match-winning chance"), mwc_chart(review, say)),
        (say("Equity"), equity_chart(review, say)),
    ):
        if chart:
            caption = f"<figcaption>{name} {seen}</figcaption>"
            parts.append(_section(name, f"<figure>{chart}{caption}</figure>"))
    return "".join(parts)


def _mistakes(review: MatchReview, mistakes: list[Mistake], say: Wording) -> str:
    if not mistakes:
        return f"<p>{say('No blunders.')}</p>"
    return "\n".join(mistake_html(review, mistake, say) for mistake in mistakes)


_Boards = dict[tuple[int, int, bool], Mistake]
"""The blunders by (game, move, whether the cube was misused)."""


def _games(review: MatchReview, boards: _Boards, say: Wording) -> str:
    return "\n".join(
        _game(review, number, game, boards, say) for number, game in enumerate(review.games)
    )


def _game(review: MatchReview, number: int, game: GameReview, boards: _Boards, say: Wording) -> str:
    first, second = (plain(name) for name in review.match.players)
    score = game.played.game.score
    crawford = f", {say('Crawford game')}" if game.played.game.crawford else ""
    heading = f"{say('Game')} {number + 1}: {first} {score[0]} – {score[1]} {second}{crawford}"
    links = "".join(
        f'<a href="#{anchor(number, index)}" class="{grade_of(move).value}">'
        f"{move.moment.number}</a>"
        for index, move in enumerate(game.moves)
    )
    head = (
        f"<tr><th class=n>{say('Turn')}</th><th>{say('Player')}</th><th>{say('Roll')}</th>"
        f"<th>{say('Action')}</th><th class=n>{say('Error')}</th><th>{say('Best')}</th>"
        f"<th>{say('Level')}</th><th class=n>{say('Luck')}</th></tr>"
    )
    rows = "".join(
        _row(review, number, index, move, boards, say) for index, move in enumerate(game.moves)
    )
    end = plain(game_end(review, number, say))
    return (
        f"<h3>{heading}</h3><p class=strip>{links}</p>"
        f"<div class=scroll><table class=moves>{head}{rows}</table></div><p>{end}</p>"
    )


def _row(
    review: MatchReview,
    number: int,
    index: int,
    move: MoveReview,
    boards: _Boards,
    say: Wording,
) -> str:
    """Return the row of a move; a missed double comes with its play."""
    moment, play, cube = move.moment, move.play, move.cube
    dice = moment.action.roll
    actions, errors, bests, levels = [], [], [], []
    if cube is not None and (not moment.is_play or is_missed_double(move)):
        link = boards.get((number, index, True))
        actions.append(plain(say.word(cube.made)))
        errors.append(_error(cube.error, cube.grade, link, say))
        bests.append("" if cube.grade is Grade.FINE else plain(cube_text(cube, say)))
        levels.append(cube.decision.level)
    if play is not None or cube is None:
        actions.append(plain(action_text(move, say)))
    if play is not None and not play.forced:
        errors.append(_error(play.error, play.grade, boards.get((number, index, False)), say))
        bests.append("" if play.grade is Grade.FINE else plain(play.best.text))
        levels.append(play.best.level)
    luck = "" if move.luck is None else say.number(move.luck.equity, sign=True)
    rolled = f"{max(dice)}{min(dice)}" if dice and moment.is_play else ""
    name = plain(review.match.players[moment.action.side])
    return (
        f'<tr id="{anchor(number, index)}"><td class=n>{moment.number}</td><td>{name}</td>'
        f"<td>{rolled}</td><td>{_lines(actions)}</td><td class=n>{_lines(errors)}</td>"
        f"<td>{_lines(bests)}</td><td>{_lines(levels)}</td><td class=n>{luck}</td></tr>"
    )


def _error(error: float, grade: Grade, link: Mistake | None, say: Wording) -> str:
    if grade is Grade.FINE:
        return say.number(error) if error else ""
    text = f'<span class="{grade.value}">{MARKS[grade]} −{say.number(error)}</span>'
    return text if link is None else f'<a href="#{link.anchor}">{text}</a>'


def _lines(texts: list[str]) -> str:
    return "<br>".join(texts)
