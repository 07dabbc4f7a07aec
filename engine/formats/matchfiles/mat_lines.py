"""Split a .mat file into matches, games and what each column says, without judging the play.

The format is Jellyfish's, and every program has its own dialect: header tags before or after the
match line, one or two columns per line, ``bar`` or ``25``, results on lines of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.formats.matchfiles.error import MatchFileError

LONGEST_LINE = 2000
RIGHT_COLUMN = 20
"""Text that begins this far to the right belongs to the second player."""
RIGHT_AFTER_NUMBER = 10
"""So does, after the number of a line, text that leaves this much room."""

_TAG = re.compile(r"\s*;\s*\[\s*([^\"\]]+?)\s+\"?([^\"]*)\"?\s*\]\s*")
_LENGTH = re.compile(
    r"\s*(?:(\d{1,5})[ -]points?\s+match|match\s+(?:of|to)\s+(\d{1,5})(?:\s+points?)?)\b.*", re.I
)
_MONEY = re.compile(r"\s*(?:money|unlimited)\s+(?:session|game|match)\b.*", re.I)
_GAME = re.compile(r"\s*game\s+(\d{1,5})\s*", re.I)
_SCORE = re.compile(r"\s*(\S.*?)\s*:\s*(\d{1,5})\s+(\S.*?)\s*:\s*(\d{1,5})\s*")
_TURN = re.compile(r"\s*(\d{1,5})\)(.*)")
_SET_POSITION = re.compile(r"\s*;.*\bset\s*pos", re.I)
_ITEM = re.compile(
    r"(?<!\S)(?:[1-6]-?[1-6]:|(?<!=> )[1-6][1-6](?=\s+(?:bar|\d+)[/-]|\s+\?\?\?|\s\s|\s?$)|"
    r"\?\?\?(?!\S)|(?:"
    r"doubles?|redoubles?|beavers?|raccoons?|takes?|accepts?|drops?|pass(?:es)?|rejects?|"
    r"wins?|loss?es(?=\s+\d)|resign(?:s|ed)?|forfeits?|los(?:t|es)\s+on\s+time|times?\s*out|"
    r"illegal\s+play)\b)",
    re.I,
)
_AFTER_DICE = re.compile(r"[1-6]-?[1-6]:?\s*$")


@dataclass(frozen=True, slots=True)
class Item:
    """What one column of one line says."""

    line: int
    side: int
    """The column: 0 left, 1 right."""
    text: str


@dataclass(slots=True)
class RawGame:
    """One game as it stands in the file."""

    line: int
    players: tuple[str, str] = ("", "")
    score: tuple[int, int] = (0, 0)
    score_line: int = 0
    items: list[Item] = field(default_factory=list)


@dataclass(slots=True)
class RawMatch:
    """One match as it stands in the file."""

    line: int
    length: int
    tags: list[tuple[str, str]]
    games: list[RawGame] = field(default_factory=list)


def raw_matches(text: str) -> list[RawMatch]:
    """Return the matches of a file; raises :class:`MatchFileError` for a line nobody can mean."""
    matches: list[RawMatch] = []
    tags: list[tuple[str, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > LONGEST_LINE:
            raise MatchFileError(f"{len(line)} characters, expected {LONGEST_LINE} at most", number)
        if line.lstrip().startswith(";"):
            if _SET_POSITION.match(line):
                raise MatchFileError("a position is set: expected games from the start", number)
            if tag := _TAG.fullmatch(line):
                (matches[-1].tags if matches and not matches[-1].games else tags).append(
                    (tag[1], tag[2])
                )
        elif length := (_LENGTH.fullmatch(line) or _MONEY.fullmatch(line)):
            points = length[1] or length[2] if length.re is _LENGTH else "0"
            matches.append(RawMatch(number, int(points), tags))
            tags = []
        elif line.strip():
            _add_line(matches, line, number)
    if not matches:
        raise MatchFileError("not a .mat file: a line such as '5 point match' was expected")
    return matches


def _add_line(matches: list[RawMatch], line: str, number: int) -> None:
    """Put a line that is neither tag nor match line where it belongs."""
    if not matches:
        raise MatchFileError(
            f"a line such as '5 point match' was expected, got {_shown(line)}", number
        )
    games = matches[-1].games
    if _GAME.fullmatch(line):
        if games and not games[-1].score_line:
            raise MatchFileError("a line with both names and scores was expected", number)
        games.append(RawGame(number))
    elif not games:
        raise MatchFileError(f"a line such as 'Game 1' was expected, got {_shown(line)}", number)
    elif not games[-1].score_line:
        score = _SCORE.fullmatch(line)
        if score is None:
            raise MatchFileError(
                f"a line such as 'Ann : 0   Bob : 0' was expected, got {_shown(line)}", number
            )
        games[-1].players = (score[1], score[3])
        games[-1].score = (int(score[2]), int(score[4]))
        games[-1].score_line = number
    else:
        games[-1].items.extend(_items(line, number))


def _items(line: str, number: int) -> Iterator[Item]:
    """Yield what the one or two columns of a line say."""
    line = line.expandtabs()
    turn = _TURN.fullmatch(line)
    begin = turn.start(2) if turn else 0
    starts = [found.start() for found in _ITEM.finditer(line, begin)]
    # "42: ???" is one item: dice that were not played.
    starts = [s for s in starts if not (line[s] == "?" and _AFTER_DICE.search(line[begin:s]))]
    before = line[begin : starts[0] if starts else len(line)].strip()
    if before or len(starts) > 2 or not (starts or turn):
        raise MatchFileError(
            f"dice and plays, a cube action or a result in two columns were expected, "
            f"got {_shown(before or line)}",
            number,
        )
    for index, start in enumerate(starts):
        end = starts[index + 1] if index + 1 < len(starts) else len(line)
        free = start - begin >= (RIGHT_AFTER_NUMBER if turn else RIGHT_COLUMN)
        right = index == 1 or free
        yield Item(number, int(right), line[start:end].strip())


def _shown(text: str) -> str:
    """Return what to quote of a line."""
    text = text.strip()
    return repr(text if len(text) <= 60 else text[:60] + "...")
