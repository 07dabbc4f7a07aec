"""A mistake as a part of the page: the board, what was done, and what was better."""

from __future__ import annotations

from dataclasses import dataclass

from engine.analysis.match.charts import anchor
from engine.analysis.match.results import CubeReview, Grade, MatchReview, MoveReview, PlayReview
from engine.analysis.match.telling import cube_text
from engine.analysis.match.wording import Wording
from engine.cube.decision import CubeDecision
from engine.formats.notation.xgid import write_xgid
from engine.formats.pictures.elements import plain
from engine.formats.pictures.svg import Labels, picture
from engine.rules.outcome import LOSE_BACKGAMMON, LOSE_GAMMON, WIN, WIN_BACKGAMMON, WIN_GAMMON
from engine.rules.plays import Play
from engine.rules.position import Position
from engine.rules.record import Word

SPANISH = Labels(
    off="fuera",
    score="{score} de {length}",
    money_score="{score} puntos",
    match="match a {length}",
    crawford="partida Crawford",
    post_crawford="post-Crawford",
    money="dinero",
)


@dataclass(frozen=True, slots=True, eq=False)
class Mistake:
    """One wrong decision; a move may hold two, a missed double and a bad play."""

    game: int
    index: int
    """Of the move in the game; both count from 0."""
    move: MoveReview
    review: PlayReview | CubeReview

    @property
    def anchor(self) -> str:
        """The id of the mistake on the page."""
        kind = "p" if isinstance(self.review, PlayReview) else "c"
        return f"{anchor(self.game, self.index)}{kind}"


def mistakes_of(review: MatchReview, least: Grade = Grade.BLUNDER) -> list[Mistake]:
    """Return the mistakes of at least a grade, the worst first."""
    grades = {Grade.BLUNDER: (Grade.BLUNDER,), Grade.ERROR: (Grade.ERROR, Grade.BLUNDER)}[least]
    found = [
        Mistake(number, index, move, judged)
        for number, game in enumerate(review.games)
        for index, move in enumerate(game.moves)
        for judged in (move.cube, move.play)
        if judged is not None and judged.grade in grades
    ]
    return sorted(found, key=lambda mistake: -mistake.review.error)


def mistake_html(review: MatchReview, mistake: Mistake, say: Wording) -> str:
    """Return the article of one mistake."""
    move, judged = mistake.move, mistake.review
    side = move.moment.action.side
    player = review.match.players[side]
    if isinstance(judged, PlayReview):
        position, play = move.moment.position, judged.best.play
        made, better = judged.made.text, judged.best.text
        table = _plays(judged, say)
    else:
        position, play = move.moment.before_roll or move.moment.position, ()
        made, better = say.word(judged.made), cube_text(judged, say)
        table = _cube(judged.decision, say)
    loss = f"{plain(player)} {say('threw away')} {say.number(judged.error)}"
    if judged.mwc_error is not None:
        loss += f" ({say.percent(judged.mwc_error)})"
    where = f"{say('Game')} {mistake.game + 1}, {say('Turn')} {move.moment.number}"
    link = f'<a href="#{anchor(mistake.game, mistake.index)}">{where}</a>'
    return (
        f'<article id="{mistake.anchor}"><div>{_board(review, position, play, say)}</div>'
        f'<div><h3>{link} <span class="{judged.grade.value}">−{say.number(judged.error)}</span>'
        f"</h3><p>{loss}: <strong>{plain(made)}</strong> → <strong>{plain(better)}</strong></p>"
        f"{table}<p><code>{plain(write_xgid(position))}</code></p></div></article>"
    )


def _board(review: MatchReview, position: Position, play: Play, say: Wording) -> str:
    players, side = review.match.players, position.on_roll
    names = (players[side], players[1 - side])
    if say.language == "en":
        return picture(position, names=names, play=play)
    return picture(
        position, names=names, play=play, caption=_caption(position, say), labels=SPANISH
    )


def _caption(position: Position, say: Wording) -> str:
    """Return what is to be decided."""
    if position.dice is None:
        return say("cube decision")
    high, low = max(position.dice), min(position.dice)
    return f"{say('to play')} {high}{low}"


def _plays(review: PlayReview, say: Wording) -> str:
    head = f"<tr><th>{say('Play')}</th><th class=n>{say('Equity')}</th><th>{say('Level')}</th></tr>"
    rows = []
    for candidate in review.candidates:
        made = candidate is review.made
        note = f" ({say('made')})" if made else ""
        chances = f' title="{_chances(candidate.outcome)}"'
        rows.append(
            f"<tr{' class=made' if made else ''}{chances}><td>{plain(candidate.text)}{note}</td>"
            f"<td class=n>{say.number(candidate.equity, sign=True)}</td>"
            f"<td>{candidate.level}</td></tr>"
        )
    return f"<table>{head}{''.join(rows)}</table>"


def _cube(decision: CubeDecision, say: Wording) -> str:
    values = decision.equities
    rows = [
        ("No double", values.no_double),
        ("Double, take", values.double_take),
        ("Double, beaver", values.double_beaver),
        ("Double, pass", values.double_pass),
    ]
    told = "".join(
        f"<tr><td>{say(name)}</td><td class=n>{say.number(equity, sign=True)}</td></tr>"
        for name, equity in rows
        if equity is not None
    )
    return (
        f"<table>{told}</table><p class=faint>{_chances(decision.outcome)} ({decision.level})</p>"
    )


def _chances(outcome: tuple[float, ...]) -> str:
    """Return the probabilities in percent: win gammon backgammon - lose gammon backgammon."""
    won = (outcome[WIN], outcome[WIN_GAMMON], outcome[WIN_BACKGAMMON])
    lost = (1 - outcome[WIN], outcome[LOSE_GAMMON], outcome[LOSE_BACKGAMMON])
    return " – ".join(" ".join(f"{100 * p:.1f}" for p in side) for side in (won, lost))


def is_missed_double(move: MoveReview) -> bool:
    """Whether the player should have doubled before this roll, and it was no trifle."""
    cube = move.cube
    return cube is not None and cube.made is Word.ROLL and cube.grade is not Grade.FINE
