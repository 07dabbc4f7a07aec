"""An analysed match as GNU Backgammon's ``export match text`` writes it, one text for a game."""

from __future__ import annotations

from collections.abc import Iterator

from engine import __version__
from engine.analysis.match.results import CubeReview, GameReview, MatchReview, MoveReview
from engine.formats.notation.diagram import diagram
from engine.formats.notation.gnubg_id import write_match_id
from engine.formats.notation.position_id import write_position_id
from engine.rules.dice import Roll
from engine.rules.position import Position
from engine.rules.record import Match, Resign, Word
from engine.serve.gnubg.hints import cube_lines, play_lines

_SAID = {
    Word.DOUBLE: "doubles",
    Word.TAKE: "accepts",
    Word.DROP: "rejects",
    Word.BEAVER: "accepts and immediately redoubles",
    Word.RACCOON: "accepts and immediately redoubles",
}
_ANSWERS = (Word.TAKE, Word.DROP, Word.BEAVER, Word.RACCOON)
_TOLD = 0.0005
"""Smaller errors would be printed as nothing."""


def game_text(review: MatchReview, number: int, most: int) -> str:
    """Return the text of game ``number`` (from 0); ``most`` plays are listed for each move."""
    game = review.games[number]
    lines = [_score_line(review.match, number), ""]
    for count, move in enumerate(game.moves, 1):
        lines += _move_lines(review.match, count, move, most)
    lines += _result(review.match, game)
    lines += ["", f"Analysed at {review.level} by Chaquete {__version__}, {review.evaluator}", ""]
    return "\n".join(lines)


def position_lines(position: Position) -> list[str]:
    """Return identifiers and board."""
    return [
        f"                 Position ID: {write_position_id(position.board)}",
        f"                 Match ID   : {write_match_id(position)}",
        *diagram(position).splitlines(),
    ]


def _score_line(match: Match, number: int) -> str:
    first, second = match.games[number].score
    length = match.rules.length
    to = f" (match to {length} point{'s' if length > 1 else ''})" if length else ""
    names = [_name(player) for player in match.players]
    return f"The score (after {number} games) is: {names[0]} {first}, {names[1]} {second}{to}"


def _move_lines(match: Match, count: int, move: MoveReview, most: int) -> Iterator[str]:
    action = move.moment.action
    position = move.moment.position
    name = _name(match.players[action.side])
    yield f"Move number {count}:  {_heading(match, move)}"
    yield ""
    yield from position_lines(position)
    yield ""
    yield f"* {name} {_told(move)}"
    yield ""
    if move.cube is not None:
        yield from _alert(move.cube)
        yield ""
        yield from cube_lines(move.cube.decision, answering=action.choice in _ANSWERS)
        yield ""
    if action.roll is not None and move.play is not None:
        luck = "" if move.luck is None else f" ({move.luck.equity:+.3f})"
        yield f"Rolled {_dice(action.roll)}{luck}:"
        made = move.play.made
        listed = move.play.candidates[:most]
        if made not in listed:
            listed = (*listed, made)
        if made.text:
            yield from play_lines(listed, made.text)
        yield ""
    yield ""


def _heading(match: Match, move: MoveReview) -> str:
    action = move.moment.action
    name = _name(match.players[action.side])
    if action.choice in _ANSWERS:
        position = move.moment.position
        offerer = _name(match.players[1 - action.side])
        return f"{offerer} doubles to {2 * position.match.cube}"
    if action.roll is not None:
        return f"{name} to play {_dice(action.roll)}"
    return f"{name} on roll, cube decision?"


def _dice(roll: Roll) -> str:
    return f"{max(roll)}{min(roll)}"


def _told(move: MoveReview) -> str:
    """Return what the player did."""
    choice = move.moment.action.choice
    if isinstance(choice, tuple):
        text = move.play.made.text if move.play else ""
        return f"moves {text}" if text else "cannot move"
    if isinstance(choice, Resign):
        return f"offers to resign a {choice.win.name.lower()}"
    return _SAID.get(choice, choice.value)


def _alert(cube: CubeReview) -> Iterator[str]:
    if cube.error < _TOLD:
        return
    names = {Word.ROLL: "missed double", Word.TAKE: "wrong take", Word.DROP: "wrong pass"}
    yield f"Alert: {names.get(cube.made, 'wrong double')} ({-cube.error:+.3f})!"


def _result(match: Match, game: GameReview) -> list[str]:
    played = game.played.game
    if played.winner is None:
        return []
    plural = "s" if played.points > 1 else ""
    return [f"{_name(match.players[played.winner])} wins {played.points} point{plural}"]


def _name(player: str) -> str:
    """Return a name on one line, without the comma that parts the names of the score line."""
    return " ".join(player.replace(",", " ").split()) or "?"
