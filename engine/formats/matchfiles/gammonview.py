"""Read .xg, .bgf and OGXM files through ``gvformat``, the codec of the gammonview project (MIT).

It decodes each of these formats into one kind of document; here that document is played through by
the rules, so that nothing the codec misunderstood or made up passes as a match.  The codec puts
the players in alphabetical order: side 0 is its White.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Mapping
from typing import Any

from engine.formats.matchfiles.builder import GameBuilder
from engine.formats.matchfiles.error import MatchFileError
from engine.formats.matchfiles.xg_archive import xg_records
from engine.rules.board import BAR
from engine.rules.match import MatchState, Rules
from engine.rules.record import Game, Match, Side, Word

EXTRA = "matchfiles"
_MOST_DICE_ID = 20
_DOUBLE, _TAKE, _DROP, _SET_POSITION, _BEAVER, _RACCOON = 21, 22, 23, 31, 32, 33
_CUBE_SET = 36
_BY_ANY_SCORE = frozenset({28, 29})
"""The match was resigned or forfeited."""

Document = Mapping[str, Any]


def read_xg(data: bytes) -> list[Match]:
    """Return the match of an eXtreme Gammon .xg file, as a list of one."""
    xg_records(data)  # The codec would read a file that breaks off as far as it goes.
    return [_match_of(_decoded(".xg", data, lambda codec: codec.convert_xg(data)))]


def read_bgf(data: bytes) -> list[Match]:
    """Return the match of a BGBlitz .bgf file, as a list of one."""
    return [_match_of(_decoded(".bgf", data, lambda codec: codec.convert_bgf(data)))]


def read_ogxm(data: bytes) -> list[Match]:
    """Return the match of an OGXM file, binary or JSON, as a list of one."""
    if data.lstrip()[:1] == b"{":
        return [_match_of(_decoded("OGXM", data, lambda _: json.loads(data)))]
    return [_match_of(_decoded("OGXM", data, lambda codec: codec.read_gvab(data)))]


def _decoded(name: str, data: bytes, decode: Callable[[Any], Document]) -> Document:
    """Return the codec's document; whatever it raises becomes a :class:`MatchFileError`."""
    try:
        codec = importlib.import_module("gvformat")
    except ModuleNotFoundError as error:
        raise MatchFileError(
            f"{name} files are read by the package gammonview: pip install 'chaquete[{EXTRA}]'"
        ) from error
    try:
        return decode(codec)
    except Exception as error:
        # The codec meets damaged files with errors of every kind, and we can only pass them on.
        raise MatchFileError(
            f"no whole {name} file ({len(data)} bytes): {type(error).__name__}: {error}"
        ) from error


def _match_of(document: Document) -> Match:
    """Return the match that a document describes, played through by the rules."""
    try:
        rules = _rules_of(document)
        players = (str(document["player_white"]), str(document["player_black"]))
        games: list[Game] = []
        state: MatchState | None = None
        for number, game in enumerate(document["games"], 1):
            if number > 1 and (state is None or games[-1].winner is None):
                raise MatchFileError(f"game {number} follows one that has no result or the last")
            state = state or MatchState.first(rules)
            games.append(_game_of(game, state, number))
            if games[-1].winner is not None:
                points = games[-1].points
                state = state.after_game(points if games[-1].winner == 0 else -points)
        if not games:
            raise MatchFileError("no game was found")
        tags = [(t, str(document[k])) for k, t in _TAGS.items() if document.get(k)]
        match = Match(rules, players, tuple(games), tuple(tags))
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise MatchFileError(f"no match: {type(error).__name__} {error}") from error
    _check_score(document, match)
    return match


_TAGS = {"event": "Event", "site": "Site"}


def _rules_of(document: Document) -> Rules:
    """Return the rules a document states."""
    length = int(document["match_length"])
    redoubled = any(
        ply.get("action_id") in (_BEAVER, _RACCOON)
        for game in document["games"]
        for ply in game["plies"]
    )
    money = length == 0
    return Rules(
        length=length,
        crawford=True,
        jacoby=money and bool(document.get("jacoby")),
        beavers=money and (redoubled or bool(document.get("beaver"))),
        raccoons=money and redoubled,
    )


def _game_of(game: Document, state: MatchState, number: int) -> Game:
    """Return one game."""
    builder = GameBuilder(state)
    resigned_match = False
    for count, ply in enumerate(game["plies"], 1):
        try:
            resigned_match = ply["action_id"] in _BY_ANY_SCORE
            _play(builder, ply)
        except ValueError as error:
            raise MatchFileError(f"game {number}, action {count}: {error}") from error
    winner, points = game.get("winner"), int(game.get("points_won") or 0)
    try:
        if winner in (0, 1) and points:
            builder.won(int(winner), points, by_any_score=resigned_match)
    except ValueError as error:
        raise MatchFileError(f"the result of game {number}: {error}") from error
    return builder.game()


def _play(builder: GameBuilder, ply: Document) -> None:
    """Play one action; those that only say that a game has ended say nothing new."""
    action = int(ply["action_id"])
    side: Side = 0 if ply["color"] == 1 else 1
    if 0 <= action <= _MOST_DICE_ID:
        builder.rolled(side, (int(ply["d1"]), int(ply["d2"])))
        moves = [_step(move, side) for move in ply.get("moves") or []]
        if moves or builder.dance_is_forced():  # else they lie there while the game is given up
            builder.moved(moves)
    elif action in (_DOUBLE, _BEAVER, _RACCOON):
        builder.doubled(side)
    elif action in (_TAKE, _DROP):
        builder.answered(side, Word.TAKE if action == _TAKE else Word.DROP)
    elif action in (_SET_POSITION, _CUBE_SET):
        raise ValueError("a position or cube is set, where plays by the rules were expected")


def _step(move: Document, side: Side) -> tuple[int, int]:
    """Return one step in the mover's numbering: White counts from his bar at 0."""
    origin = BAR - int(move["from"]) if side == 0 else int(move["from"])
    return origin, max(origin - int(move["pips"]), 0)


def _check_score(document: Document, match: Match) -> None:
    """Refuse a match whose games do not add up to the score the document states."""
    stated = (document.get("white_score"), document.get("black_score"))
    length = match.rules.length
    final = tuple(min(points, length) if length else points for points in match.score)
    if None not in stated and stated not in (final, match.score):
        raise MatchFileError(
            f"the score is said to be {stated[0]}-{stated[1]}, but the games give "
            f"{final[0]}-{final[1]}"
        )
