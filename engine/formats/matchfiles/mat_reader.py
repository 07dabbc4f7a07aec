"""Read .mat and .txt match files, in the dialects of many programs, into :class:`Match` records.

What is read is played through by the rules: an illegal play, a false score or a result in the
wrong column is refused with its line.  Only the last game of a match may be unfinished.
"""

from __future__ import annotations

import re
from dataclasses import replace

from engine.formats.matchfiles.builder import GameBuilder
from engine.formats.matchfiles.error import MatchFileError, ResultError
from engine.formats.matchfiles.mat_lines import Item, RawGame, RawMatch, raw_matches
from engine.rules.match import MatchError, MatchState, Rules
from engine.rules.record import Game, Match, Word

MOST_AUTOMATIC = 5
_DICE = re.compile(r"([1-6])-?([1-6]):?\s*(.*)")
_NUMBER = re.compile(r"\d{1,9}")
_UNPLAYED = frozenset({"", "???"})
_DANCES = re.compile(r"\(?(can ?not|can't|no|cant)\b.*|\(?dances?\)?|-+", re.I)
_TAKES, _DROPS = ("take", "accept"), ("drop", "pass", "reject")
_CUBE = ("double", "redouble", "beaver", "raccoon")
_ANSWERS = ("beaver", "raccoon")
_LOSES = re.compile(r"loss?es\s+\d")
_ENDINGS = ("resign", "forfeit", "lost", "loses", "time", "???")
_RULE_TAGS = frozenset({"crawford", "jacoby", "beaver", "beavers", "cubelimit", "variation"})
_PLAYER_TAGS = frozenset({"player 1", "player 2"})


def read_mat(text: str) -> list[Match]:
    """Return the matches of a .mat file, usually one.

    Dice that nobody had played when the file was written are not part of a record.
    """
    return [_read(raw) for raw in raw_matches(text)]


def _read(raw: RawMatch) -> Match:
    """Return one match, under the first set of rules that all its results agree with."""
    if not raw.games:
        raise MatchFileError("a line such as 'Game 1' was expected, and the match ends", raw.line)
    failure: MatchFileError | None = None
    for rules in _possible_rules(raw):
        try:
            return _read_with(raw, rules)
        except MatchFileError as error:
            if not isinstance(error.__cause__, ResultError):
                raise
            failure = failure or error
    raise failure or MatchFileError("no rules fit", raw.line)


def _possible_rules(raw: RawMatch) -> list[Rules]:
    """Return the rules that the tags state; without a tag money is tried without Jacoby first."""
    tags = {name.lower(): text.strip().lower() for name, text in raw.tags}
    variation = tags.get("variation", "backgammon")
    if "backgammon" not in variation and variation not in ("", "standard"):
        raise MatchFileError(f"variation {variation!r}: only backgammon can be read", raw.line)
    money = raw.length == 0
    words = [item.text.lower() for game in raw.games for item in game.items]
    beavers = any(word.startswith(("beaver", "raccoon")) for word in words)
    jacoby = [tags["jacoby"] == "on"] if tags.get("jacoby") in ("on", "off") else [False, True]
    limit = tags.get("cubelimit", "0")
    try:
        cube_limit = int(limit) if _NUMBER.fullmatch(limit) else 0
        rules = Rules(
            length=raw.length,
            crawford=tags.get("crawford", "on") != "off",
            beavers=money and (beavers or "on" in (tags.get("beaver"), tags.get("beavers"))),
            raccoons=money and beavers,
            automatic_doubles=0,
            cube_limit=cube_limit if cube_limit < 1024 else 0,
        )
    except MatchError as error:
        raise MatchFileError(str(error), raw.line) from error
    return [replace(rules, jacoby=rule) for rule in jacoby] if money else [rules]


def _read_with(raw: RawMatch, rules: Rules) -> Match:
    """Return the match played under ``rules``."""
    players = raw.games[0].players
    tags = [tag for tag in raw.tags if tag[0].lower() not in _RULE_TAGS | _PLAYER_TAGS]
    games: list[Game] = []
    state: MatchState | None = _first_state(raw.games[0], rules)
    for number, raw_game in enumerate(raw.games, 1):
        swapped = raw_game.players == players[::-1] and players[0] != players[1]
        score = raw_game.score[::-1] if swapped else raw_game.score
        if state is None:
            raise MatchFileError("a game after the match was won", raw_game.line)
        if state.score != score:
            raise MatchFileError(
                f"the score is {score[0]}-{score[1]}, but {state.score[0]}-{state.score[1]} was "
                f"expected after the games before",
                raw_game.score_line,
            ) from ResultError()
        following = raw.games[number] if number < len(raw.games) else None
        game, ending = _read_game(raw_game, state, swapped, following, players)
        games.append(game)
        if ending:
            tags.append((f"End of game {number}", ending))
        if game.winner is not None:
            points = game.points if game.winner == 0 else -game.points
            state = state.after_game(points)
    automatic = max(game.cube for game in games).bit_length() - 1
    if automatic:
        rules = replace(rules, automatic_doubles=automatic)
    return Match(rules, players, tuple(games), tuple(tags))


def _first_state(game: RawGame, rules: Rules) -> MatchState:
    """Return the state before the first game of the file, which may be in the middle of a match."""
    doubled = any(item.text.lower().startswith("double") for item in game.items)
    one_away = rules.length > 0 and max(game.score) == rules.length - 1
    try:
        return MatchState(rules, game.score, crawford=rules.crawford and one_away and not doubled)
    except MatchError as error:
        raise MatchFileError(str(error), game.score_line) from error


def _read_game(
    raw: RawGame,
    state: MatchState,
    swapped: bool,
    following: RawGame | None,
    players: tuple[str, str],
) -> tuple[Game, str]:
    """Return the game and in what other way than by play it ended, for any starting cube."""
    items = [Item(i.line, 1 - i.side, i.text) for i in raw.items] if swapped else raw.items
    cubes = [1]
    if state.is_money:
        # Files do not tell automatic doubles: the first double or the result shows them.
        first = next((_value(i) for i in items if i.text.lower().startswith("double")), None)
        cubes = [max(first // 2, 1)] if first else [1 << n for n in range(MOST_AUTOMATIC)]
    failure: MatchFileError | None = None
    for cube in cubes:
        try:
            start = replace(state, cube=cube)
        except MatchError as error:
            raise MatchFileError(str(error), raw.line) from error
        reader = _GameReader(start)
        try:
            reader.read(items)
            if following is not None:
                reader.end_by_score(following, state.score, players)
            return reader.builder.game(), reader.ending
        except MatchFileError as error:
            if not isinstance(error.__cause__, ResultError):
                raise
            failure = failure or error
    raise failure or MatchFileError("no cube fits", raw.line)


class _GameReader:
    """Feeds the items of one game to a builder."""

    def __init__(self, state: MatchState) -> None:
        self.builder = GameBuilder(state)
        self.ending = ""
        self._told: dict[str, tuple[int, int]] = {}
        """The winner and his points as the column of the winner, or of the loser, says."""

    def read(self, items: list[Item]) -> None:
        """Play all items; raises :class:`MatchFileError` at the first that is against the rules."""
        for item in items:
            try:
                self._read_item(item)
            except MatchFileError:
                raise
            except ValueError as error:
                hint = ""
                if "Crawford" in str(error):
                    hint = ' (a match without that rule says so in a tag: ; [Crawford "Off"])'
                raise MatchFileError(f"{error}{hint}", item.line) from error

    def end_by_score(
        self, following: RawGame, score: tuple[int, int], players: tuple[str, str]
    ) -> None:
        """End a game without a result as the score of the next one says."""
        if self.builder.is_over:
            return
        after = following.score
        if following.players == players[::-1] and players[0] != players[1]:
            after = after[::-1]
        gains = (after[0] - score[0], after[1] - score[1])
        if min(gains) != 0 or max(gains) <= 0:
            raise MatchFileError(
                "a new game begins, but the one before has no result: 'Wins N points' was expected",
                following.line,
            )
        try:
            self.builder.won(gains.index(max(gains)), max(gains), by_any_score=bool(self.ending))
        except ValueError as error:
            raise MatchFileError(str(error), following.score_line) from error

    def _read_item(self, item: Item) -> None:
        """Play one item."""
        word = item.text.lower()
        if dice := _DICE.fullmatch(item.text):
            self._dice(item.side, (int(dice[1]), int(dice[2])), dice[3].strip())
        elif word.startswith("illegal"):
            raise ValueError("an illegal play was recorded: expected plays by the rules")
        elif word.startswith("win"):
            self._result(item, item.side, "winner")
        elif _LOSES.match(word):
            self._result(item, 1 - item.side, "loser")
        elif word.startswith(_ENDINGS):
            self.ending = item.text
        elif word.startswith(_CUBE):
            if word.startswith(_ANSWERS) and not self.builder.awaits_answer:
                raise ValueError(f"{item.text[:40]!r} answers a double, and there is none")
            self.builder.doubled(item.side, _value(item))
        elif word.startswith(_TAKES):
            self.builder.answered(item.side, Word.TAKE)
        elif word.startswith(_DROPS):
            self.builder.answered(item.side, Word.DROP)
        else:
            raise ValueError(f"{item.text[:40]!r} is no play, cube action or result")

    def _dice(self, side: int, roll: tuple[int, int], text: str) -> None:
        """Throw and play dice; without a play they were a dance, or the game ends here."""
        self.builder.rolled(side, roll)
        if text in _UNPLAYED:
            if text == "" and self.builder.dance_is_forced():
                self.builder.played(())
        elif _DANCES.fullmatch(text):
            self.builder.played(())
        else:
            self.builder.played(text)

    def _result(self, item: Item, winner: int, told_by: str) -> None:
        """End the game, or check that it ended like this."""
        points = _value(item)
        if told_by in self._told:
            raise ValueError("a second result of the same game")
        if points is None:
            raise ValueError(f"'Wins N points' was expected, got {item.text[:40]!r}")
        if self._told and (winner, points) not in self._told.values():
            raise ValueError("one player wins something else than the other loses")
        if not self._told:
            self.builder.won(winner, points, by_any_score=bool(self.ending))
        self._told[told_by] = (winner, points)


def _value(item: Item) -> int | None:
    """Return the number in a text such as ``Doubles => 2``."""
    number = _NUMBER.search(item.text)
    return int(number[0]) if number else None
