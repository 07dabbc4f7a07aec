"""Read .sgf match files as GNU Backgammon saves them: one game tree for every game of a match.

White is side 0 and Black side 1.  Points are letters, ``a`` for White's ace point, ``y`` the bar
and ``z`` off.  Analyses and statistics, GNU Backgammon's private properties, are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from engine.formats.matchfiles.builder import GameBuilder
from engine.formats.matchfiles.error import MatchFileError
from engine.formats.matchfiles.sgf_tree import Node, main_lines
from engine.rules.board import BAR
from engine.rules.match import MatchError, MatchState, Rules
from engine.rules.record import Game, Match, Side, Word

SIDES = ("W", "B")
TAGS = {"EV": "Event", "RO": "Round", "PC": "Place", "DT": "EventDate", "AN": "Annotator"}
"""SGF's properties about a match, and their names in .mat files."""
BACKGAMMON = "6"
_PLAY = re.compile(r"([1-6])([1-6])((?:[a-z]{2}){0,4})")
_RESULT = re.compile(r"([WB])\+(\d{1,9})(R?)")
_SET_UP = ("AW", "AB", "AE")


def read_sgf(text: str) -> list[Match]:
    """Return the match that the games of an .sgf file are, as a list of one."""
    trees = main_lines(text)
    rules = _rules_of(trees)
    root = trees[0][0]
    names = (_one_line(root, "PW") or "White", _one_line(root, "PB") or "Black")
    state: MatchState | None = None
    games: list[Game] = []
    for number, tree in enumerate(trees, 1):
        head = tree[0]
        if games and games[-1].winner is None:
            raise MatchFileError("a new game, but the one before has no result RE", head.line)
        if games and state is None:
            raise MatchFileError("a game after the match was won", head.line)
        score = (_info(head, "ws"), _info(head, "bs"))
        state = state or _first_state(tree, rules, score)
        if state.score != score:
            raise MatchFileError(
                f"the score of game {number} is {score[0]}-{score[1]}, but "
                f"{state.score[0]}-{state.score[1]} was expected after the games before",
                head.line,
            )
        game = _read_game(tree, state)
        games.append(game)
        if game.winner is not None:
            state = state.after_game(game.points if game.winner == 0 else -game.points)
    tags = [(TAGS[name], _one_line(root, name)) for name in TAGS if root.text(name)]
    tags = [(n, t.replace("-", ".") if n == "EventDate" else t) for n, t in tags]
    return [Match(rules, names, tuple(games), tuple(tags))]


def _one_line(node: Node, name: str) -> str:
    """Return a text without line breaks."""
    return " ".join(node.text(name).split())


def _rules_of(trees: list[list[Node]]) -> Rules:
    """Return the rules of the match, from its first game and from what all of them show."""
    head = trees[0][0]
    for tree in trees:
        if tree[0].text("GM") not in ("", BACKGAMMON) or (
            tree[0].text("GM") == "" and "MI" not in tree[0].properties
        ):
            raise MatchFileError(
                f"GM[6] (backgammon) was expected, got GM[{tree[0].text('GM')}]", tree[0].line
            )
        for name in ("PW", "PB"):
            if tree[0].text(name) != head.text(name):
                raise MatchFileError(
                    f"{name}[{head.text(name)}] was expected: one match has two players",
                    tree[0].line,
                )
        if _info(tree[0], "length") != _info(head, "length"):
            raise MatchFileError("a game of another match length", tree[0].line)
    length = _info(head, "length")
    words = {word.lower() for word in head.text("RU").split(":")}
    if "nackgammon" in words or any("gammon" in w and w != "backgammon" for w in words):
        raise MatchFileError(f"RU[{head.text('RU')}]: only backgammon can be read", head.line)
    redoubled = length == 0 and any(_redoubles(tree) for tree in trees)
    automatic = max(_cube(tree[0]) for tree in trees).bit_length() - 1
    try:
        return Rules(
            length=length,
            crawford="crawford" in words or length <= 1,  # GNU Backgammon names it from 2 on
            jacoby="jacoby" in words and length == 0,
            beavers=redoubled,
            raccoons=redoubled,
            automatic_doubles=automatic,
        )
    except MatchError as error:
        raise MatchFileError(str(error), head.line) from error


def _redoubles(nodes: Sequence[Node]) -> bool:
    """Whether a double is answered by another one."""
    doubles = ["double" in (node.text("W"), node.text("B")) for node in nodes]
    return any(first and second for first, second in pairwise(doubles))


def _first_state(tree: list[Node], rules: Rules, score: tuple[int, int]) -> MatchState:
    """Return the state before the first game of the file, which may be in the middle of a match."""
    doubled = any("double" in (node.text("W"), node.text("B")) for node in tree)
    one_away = rules.length > 0 and max(score) == rules.length - 1
    try:
        return MatchState(rules, score, crawford=rules.crawford and one_away and not doubled)
    except MatchError as error:
        raise MatchFileError(str(error), tree[0].line) from error


def _read_game(tree: list[Node], state: MatchState) -> Game:
    """Return the game of one tree, played through by the rules."""
    try:
        start = MatchState(state.rules, state.score, _cube(tree[0]), crawford=state.crawford)
    except MatchError as error:
        raise MatchFileError(str(error), tree[0].line) from error
    builder = GameBuilder(start)
    rolled: tuple[Side, tuple[int, int]] | None = None
    line = tree[0].line
    try:
        for node in tree:
            line = node.line
            if any(name in node.properties for name in _SET_UP):
                raise ValueError("a position is set up: games from the start were expected")
            for side, name in enumerate(SIDES):
                for value in node.properties.get(name, []):
                    _read_action(builder, side, value)
                    rolled = None
            if "DI" in node.properties:
                rolled = _dice(node)
        line = tree[0].line
        if result := tree[0].text("RE"):
            _end(builder, result, rolled)
    except ValueError as error:
        raise MatchFileError(str(error), line) from error
    return builder.game()


def _read_action(builder: GameBuilder, side: Side, value: str) -> None:
    """Play one value of W or B."""
    if value == "double":
        builder.doubled(side)
    elif value in ("take", "drop"):
        builder.answered(side, Word.TAKE if value == "take" else Word.DROP)
    elif play := _PLAY.fullmatch(value):
        builder.rolled(side, (int(play[1]), int(play[2])))
        letters = play[3]
        points = [_point(letter, side) for letter in letters]
        moves = zip(points[::2], points[1::2], strict=True)
        builder.played(" ".join(f"{origin}/{target}" for origin, target in moves))
    else:
        raise ValueError(
            f"{SIDES[side]}[{value[:40]}]: dice and points such as 31hefe, double, take or drop "
            f"were expected"
        )


def _end(builder: GameBuilder, text: str, rolled: tuple[Side, tuple[int, int]] | None) -> None:
    """End the game as RE says, or check that it ended like this."""
    result = _RESULT.fullmatch(text.strip())
    if result is None:
        if text.strip().lower() in ("void", "?"):
            return
        raise ValueError(f"RE[{text[:40]}]: such as W+2 or B+1R was expected")
    if rolled is not None and not builder.is_over:
        builder.rolled(*rolled)
    builder.won(SIDES.index(result[1]), int(result[2]))


def _dice(node: Node) -> tuple[Side, tuple[int, int]] | None:
    """Return dice that were thrown without being played yet, and whose they are."""
    dice = node.text("DI")
    if not re.fullmatch("[1-6]{2}", dice):
        raise ValueError(f"DI[{dice[:40]}]: two dice of 1 to 6 were expected")
    if node.text("PL")[:1].upper() not in SIDES:
        return None
    return SIDES.index(node.text("PL")[:1].upper()), (int(dice[0]), int(dice[1]))


def _point(letter: str, side: Side) -> int:
    """Return a point as its mover numbers it, 25 for the bar and 0 for off."""
    index = ord(letter) - ord("a") + 1
    if index > 24:
        return BAR if index == 25 else 0
    return index if side == 0 else BAR - index


def _info(head: Node, name: str) -> int:
    """Return a number of the match information MI; 0 when it is missing."""
    for value in head.properties.get("MI", []):
        key, _, number = value.partition(":")
        if key.strip().lower() == name:
            if not re.fullmatch(r"\d{1,5}", number.strip()):
                raise MatchFileError(f"MI[{value[:40]}]: a number was expected", head.line)
            return int(number)
    return 0


def _cube(head: Node) -> int:
    """Return the cube that a game begins with, above 1 after automatic doubles."""
    value = head.text("CV") or "1"
    if not re.fullmatch(r"\d{1,5}", value) or int(value) not in [1 << n for n in range(15)]:
        raise MatchFileError(f"CV[{value[:40]}]: a power of two was expected", head.line)
    return int(value)
