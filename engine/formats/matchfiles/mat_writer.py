"""Write .mat files as GNU Backgammon does, which most programs read.

A .mat file keeps dice, plays, cube actions and results.  It has no way to tell a resignation that
was refused, or dice that nobody played; a resignation is just the points the winner got.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.formats.matchfiles.error import MatchFileError
from engine.formats.notation.play_text import spell_play
from engine.rules.outcome import Win
from engine.rules.position import Pending
from engine.rules.record import Action, Game, Match, Resign, Word
from engine.rules.session import replay

_LEFT_WIDTH = 27
_RIGHT_COLUMN = 32
_NAME_WIDTH = 31
_TURNS = {Word.DOUBLE: "Doubles", Word.BEAVER: "Beavers", Word.RACCOON: "Beavers"}
_LATE = " Lost on time"
_WORDS = {Word.TAKE: " Takes", Word.DROP: " Drops"}


def write_mat(match: Match) -> str:
    """Return the text of a .mat file; raises :class:`MatchFileError` for a name that breaks it."""
    rules, names = match.rules, [_name(player) for player in match.players]
    tags = [*match.tags, *_rule_tags(match)]
    lines = [f'; [{_one_line(name)} "{_one_line(text)}"]' for name, text in tags]
    lines += ["", f" {rules.length} point match"]
    for number, game in enumerate(match.games, 1):
        first, second = (f"{n} : {s}" for n, s in zip(names, game.score, strict=True))
        lines += ["", f" Game {number}", f" {first}".ljust(_RIGHT_COLUMN) + second]
        lines += _game_lines(match, game)
    return "\n".join(lines) + "\n"


def _rule_tags(match: Match) -> Iterator[tuple[str, str]]:
    """Yield the rules that a reader could not guess."""
    rules = match.rules
    if rules.length and not rules.crawford:
        yield "Crawford", "Off"
    if not rules.length:
        yield "Jacoby", "On" if rules.jacoby else "Off"
        yield "Beaver", "On" if rules.beavers else "Off"
    if rules.cube_limit:
        yield "CubeLimit", str(rules.cube_limit)


def _game_lines(match: Match, game: Game) -> list[str]:
    """Return the numbered lines of a game and its result.

    The result has its own line, unless the right column is free and its player the winner:
    elsewhere GNU Backgammon takes it for something that happens after the game.
    """
    rows: list[list[str]] = []
    for side, text in _told(match, game):
        if side == 0 or not rows or len(rows[-1]) == 2:
            rows.append([])
        rows[-1] += [""] * (side - len(rows[-1])) + [text]
    result = _result(match, game)
    on_free_right = bool(result) and game.winner == 1 and bool(rows) and len(rows[-1]) == 1
    if on_free_right:
        rows[-1].append(f" {result}")
    lines = [
        f"{number:>3}) {row[0]:<{_LEFT_WIDTH}} {''.join(row[1:])}".rstrip()
        for number, row in enumerate(rows, 1)
    ]
    if result and not on_free_right:
        lines.append(" " * (34 if game.winner else 6) + result)
    return lines


def _result(match: Match, game: Game) -> str:
    """Return what the winner got, or an empty text while the game goes on."""
    if game.winner is None:
        return ""
    text = f"Wins {game.points} point{'s' if game.points > 1 else ''}"
    over = match.rules.length and game.score_after[game.winner] >= match.rules.length
    return f"{text} and the match" if over else text


def _told(match: Match, game: Game) -> Iterator[tuple[int, str]]:
    """Yield (side, text) of every action that a .mat file tells."""
    actions = game.actions
    for turn, action in zip(replay(game, match.rules), actions, strict=False):
        if isinstance(action.choice, tuple):
            yield (
                action.side,
                _dice(action)
                + spell_play(action.choice, bar="25", off="0", board=turn.position.board),
            )
        elif action.choice in _TURNS:
            turned = {Word.DOUBLE: 2, Word.BEAVER: 4, Word.RACCOON: 8}[Word(action.choice)]
            yield (
                action.side,
                f" {_TURNS[Word(action.choice)]} => {turned * turn.position.match.cube}",
            )
        elif action.choice is Word.TAKE and turn.position.pending is not Pending.DOUBLE:
            continue  # a beaver is accepted by going on: "Takes" would be one more double to gnubg
        elif action.choice in _WORDS:
            yield action.side, _WORDS[Word(action.choice)]
        elif isinstance(action.choice, Resign) and action.roll and action in actions[-2:-1]:
            yield action.side, _dice(action)
    if game.winner is not None and _lost_on_time(match, game):
        yield 1 - game.winner, _LATE


def _lost_on_time(match: Match, game: Game) -> bool:
    """Whether the game just ended, with points that no resignation could have brought."""
    *_, turn = replay(game, match.rules)
    needed = match.rules.length - game.score[game.winner or 0]
    worth = {turn.position.match.points(win) for win in Win}
    worth |= {min(points, needed) for points in worth} if match.rules.length else set()
    return not turn.is_over and game.points not in worth


def _dice(action: Action) -> str:
    """Return the dice as the line begins with them, in the order they fell."""
    return "{}{}: ".format(*(action.roll or (0, 0)))


def _name(player: str) -> str:
    """Return a name that the score line can hold."""
    name = _one_line(player)
    if not name or len(name) > _NAME_WIDTH or ":" in name:
        raise MatchFileError(
            f"player {player!r}: a name of 1 to {_NAME_WIDTH} characters without ':' was expected"
        )
    return name


def _one_line(text: str) -> str:
    """Return ``text`` without line breaks and without the quotation marks that end a tag."""
    return " ".join(text.replace('"', "'").split())
