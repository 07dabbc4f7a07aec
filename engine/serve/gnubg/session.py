"""The commands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from engine.analysis.analyser import Analyser
from engine.analysis.match.results import MatchReview
from engine.analysis.match.review import review_match
from engine.files import write_atomically
from engine.formats.matchfiles import read_matches
from engine.formats.notation import parse_position
from engine.formats.notation.error import whole_number
from engine.rules.dice import roll_of
from engine.rules.position import Pending, Position
from engine.rules.record import Match
from engine.search.search import Settings
from engine.serve.gnubg.export import game_text, position_lines
from engine.serve.gnubg.hints import NO_DOUBLE, NO_MOVES, cube_lines, play_lines

MOST_PLIES = 3
_HINTS = 10
_EXPORTED = 8
_LONGEST_TOLD = 60
_LOOKS = ("lang", "output", "automatic", "confirm", "display", "sound", "gui", "appearance")
"""What can be set and changes no answer of ours."""


class CommandError(ValueError):
    """A command that cannot be carried out: the message says what is accepted."""


class TextSession:
    """Carries out commands and prints what they answer."""

    def __init__(self, analyser: Callable[[], Analyser], say: Callable[[str], None]) -> None:
        """Begin with nothing set.

        Args:
            analyser: loads the engine, when it is first needed.
            say: prints a line.
        """
        self._load = analyser
        self._loaded: Analyser | None = None
        self._say = say
        self._position: Position | None = None
        self._match: Match | None = None
        self._review: MatchReview | None = None
        self._plies = 2
        self._hint_plies: int | None = None
        self._exported = _EXPORTED

    def handle(self, line: str) -> bool:
        """Carry out one line; return False after ``quit``."""
        words = line.split()
        if not words or words[0].startswith("#"):
            return True
        if words[0] in ("quit", "exit"):
            return False
        try:
            self._command(words, line.strip())
        except (ValueError, OSError) as error:
            self._say(" ".join(str(error).split()))
        return True

    def _command(self, words: list[str], line: str) -> None:
        match words:
            case ["set", *rest]:
                self._set(rest, line)
            case ["hint", *rest]:
                self._hint(whole_number(rest[0], "hint", 1, 10_000) if rest else _HINTS)
            case ["import", _, *_] | ["load", "match", *_]:
                self._import(_path(line, 2))
            case [("analyse" | "analyze"), "match" | "session"]:
                self._analyse()
            case ["export", ("match" | "session"), "text", *_]:
                self._export(_path(line, 3))
            case ["show", "board"]:
                self._show(self._known())
            case _:
                raise CommandError(f"Unknown keyword `{words[0][:_LONGEST_TOLD]}'.")

    def _set(self, words: list[str], line: str) -> None:
        match words:
            case [("xgid" | "gnubgid" | "board"), *_]:
                text = line.split(None, 2)
                if len(text) < 3:
                    raise CommandError(f"set {words[0]}: a position is expected behind it")
                self._position = None
                self._position = parse_position(text[2])
                self._show(self._position)
            case ["dice", *dice] if dice:
                self._position = replace(self._known(), dice=roll_of(" ".join(dice)))
                self._say(f"The dice have been set to {' and '.join(' '.join(dice).split())}.")
            case [("analysis" | "evaluation") as what, kind, *_, "plies", plies]:
                self._set_plies(what, kind, plies)
            case ["export", "moves", "number", number]:
                self._exported = whole_number(number, "number", 1, 10_000)
                self._say(f"Show at most {self._exported} moves in exports.")
            case [name, *_] if name in (*_LOOKS, "analysis", "evaluation", "export", "threads"):
                return
            case _:
                shown = words[0][:_LONGEST_TOLD] if words else ""
                raise CommandError(f"Unknown keyword `{shown}'.")

    def _set_plies(self, what: str, kind: str, text: str) -> None:
        asked = whole_number(text, "plies", 0, 99)
        plies = min(asked, MOST_PLIES)
        if what == "analysis":
            self._plies = plies
        else:
            self._hint_plies = plies
        name = "Analysis" if what == "analysis" else "`eval' and `hint'"
        self._say(f"{name} {kind} will use {plies} ply evaluation.")
        if asked > MOST_PLIES:
            self._say(f"{asked} plies are more than the engine looks ahead: {MOST_PLIES} are used.")

    def _hint(self, count: int) -> None:
        position = self._known()
        plies = self._plies if self._hint_plies is None else self._hint_plies
        # Readers sort what they find by equity: all plays listed are searched equally deep.
        analyser = self._analyser(plies, "none" if plies < MOST_PLIES else "large")
        if position.dice is not None and position.pending is Pending.NOTHING:
            plays = analyser.plays(position, count=count)
            alike = [play for play in plays if play.level == plays[0].level]
            self._lines(play_lines(alike) if alike[0].play else [NO_MOVES])
        elif position.match.may_double or position.pending is not Pending.NOTHING:
            self._lines([*cube_lines(analyser.cube(position)), ""])
        else:
            self._say(NO_DOUBLE)

    def _import(self, path: Path) -> None:
        self._match = self._review = None
        matches = read_matches(path)
        self._match = matches[0]
        if len(matches) > 1:
            self._say(f"The file holds {len(matches)} matches: the first one is used.")
        players = " and ".join(self._match.players)
        self._say(f"{len(self._match.games)} games between {players} have been read.")

    def _analyse(self) -> None:
        if self._match is None:
            raise CommandError("No match is loaded: import one first.")
        self._review = review_match(self._match, self._analyser(self._plies))

    def _export(self, path: Path) -> None:
        if self._review is None:
            raise CommandError("No match has been analysed: there is nothing to export.")
        for number in range(len(self._review.games)):
            name = path if number == 0 else path.with_stem(f"{path.stem}_{number + 1:03}")
            write_atomically(name, game_text(self._review, number, self._exported).encode())

    def _show(self, position: Position) -> None:
        self._lines([*position_lines(position), ""])

    def _known(self) -> Position:
        if self._position is None:
            raise CommandError("No game in progress (set a position first).")
        return self._position

    def _analyser(self, plies: int, filter: str = "normal") -> Analyser:
        if self._loaded is None:
            self._loaded = self._load()
        return replace(self._loaded, settings=Settings(plies, filter))

    def _lines(self, lines: list[str]) -> None:
        for line in lines:
            self._say(line)


def _path(line: str, words: int) -> Path:
    """Return the path behind so many words; quotes around it are dropped."""
    parts = line.split(None, words)
    if len(parts) <= words:
        raise CommandError("a file name is expected at the end of the command")
    return Path(parts[words].strip().strip("\"'"))
