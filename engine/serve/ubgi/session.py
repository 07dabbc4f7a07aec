"""The commands of one conversation."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import replace

from engine import __version__
from engine.analysis.analyser import Analyser
from engine.formats.notation import parse_position
from engine.formats.notation.error import whole_number
from engine.rules.position import Pending, Position
from engine.serve.interrupt import interruptible
from engine.serve.ubgi import answers
from engine.serve.ubgi.context import Context
from engine.serve.ubgi.error import UbgiError, bad_argument
from engine.serve.ubgi.options import Options, announced, get, keys, set_key, set_option
from engine.serve.ubgi.thinking import Thinking, Thought, think

log = logging.getLogger(__name__)

_LONGEST_TIME = 86_400_000
_MOST_NODES = 10**12
_BARE = ("XGID=", "board:")
_LIMITS = ("movetime", "depth", "nodes", "trials")
_ROLES = ("chequer", "cube", "turn")


class UbgiSession:
    """Reads commands, writes answers; a search goes on while commands are read."""

    def __init__(self, analyser: Analyser, write: Callable[[str], None]) -> None:
        """Begin a conversation.

        Args:
            analyser: answers; its depth is the first value of EvalPlies.
            write: sends one line (from any thread).
        """
        self._analyser = interruptible(analyser)
        settings = analyser.settings
        self._options = Options(settings.ply, analyser.cubeful, settings.filter)
        self._context = Context()
        self._thinking: Thinking | None = None
        self._write = write
        self._lock = threading.Lock()

    def handle(self, line: str) -> bool:
        """Carry out one line; return False after ``quit``."""
        words = line.split()
        if not words:
            return True
        newer = words[0] in ("set", "get", "keys") or words[:2] in [["go", r] for r in _ROLES]
        try:
            return self._command(words[0], words[1:], line.strip())
        except UbgiError as error:
            self._say(error.line(newer))
        except ValueError as error:
            self._say(bad_argument(str(error)).line(newer))
        return True

    def refuse(self, reason: str) -> None:
        """Answer a line that could not even be read."""
        self._say(bad_argument(reason).line())

    def close(self, at_once: bool = True) -> None:
        """Stop thinking ``at_once``, or when the answer has been found."""
        if self._thinking is not None:
            if at_once:
                self._thinking.stop()
            self._thinking.join()

    def _command(self, command: str, words: list[str], line: str) -> bool:
        match command:
            case "quit":
                return False
            case "isready":
                self._say("readyok")
                return True
            case "stop":
                if self._thinking is not None:
                    self._thinking.stop()
                return True
        if self._thinking is not None and self._thinking.running:
            raise UbgiError("search_in_progress", f"{command[:40]}: stop the search first")
        context = self._context
        match command:
            case "ubgi":
                self._introduce()
            case "setoption":
                self._setoption(words)
            case "set" | "get" | "keys":
                self._newer(command, words)
            case "newgame":
                self._context = context.newgame()
            case "newsession":
                self._context = context.newsession(words)
            case "setscore":
                self._context = context.setscore(words)
            case "setcube":
                self._context = context.setcube(words)
            case "setturn":
                self._context = context.setturn(words)
            case "position":
                self._context = context.position(words)
            case "dice":
                self._context = context.roll(words)
            case "go":
                self._go(words)
            case _ if command.startswith(_BARE):
                self._ask(parse_position(line), frozenset({"decision"}), answers.bare, {})
            case _:
                raise UbgiError("unknown_command", f"{command[:40]!r} is no command of UBGI 0.1")
        return True

    def _introduce(self) -> None:
        for line in (
            f"id name Chaquete {__version__}",
            "id author the Chaquete developers",
            f"id version {__version__}",
            "proto 0.2",
            *announced(self._options),
            "ubgiok",
        ):
            self._say(line)

    def _setoption(self, words: list[str]) -> None:
        if len(words) != 4 or words[0] != "name" or words[2] != "value":
            raise bad_argument("setoption name NAME value VALUE is accepted")
        self._options = set_option(self._options, words[1], words[3])

    def _newer(self, command: str, words: list[str]) -> None:
        """Carry out a command of version 0.2."""
        if command == "keys" and not words:
            for line in keys(self._options):
                self._say(line)
        elif command == "get" and len(words) == 1:
            self._say(f"value {words[0]} {get(self._options, words[0])}")
        elif command == "set" and len(words) == 2:
            self._options = set_key(self._options, words[0], words[1])
        else:
            raise UbgiError("unknown_command", "set KEY VALUE, get KEY and keys are accepted")

    def _go(self, words: list[str]) -> None:
        """Begin the search that ``go role ROLE [limit N]...`` asks for."""
        role, rest = _role(words)
        limits = _limits(rest)
        position = self._context.as_position()
        if role == "chequer":
            if position.dice is None:
                raise UbgiError("missing_context", "no dice have been given")
            position = replace(position, pending=Pending.NOTHING)
            self._ask(position, frozenset({"play"}), self._bestmove, limits)
        elif position.pending != Pending.NOTHING and role == "cube":
            self._ask(position, frozenset({"cube", "decision"}), answers.bestcube, limits)
        else:
            wants = {"cube", "play"} if role == "turn" and position.dice else {"cube"}
            answer = answers.bestturn if role == "turn" else answers.bestcube
            self._ask(position, frozenset(wants), answer, limits)

    def _ask(
        self,
        position: Position,
        wants: frozenset[str],
        answer: Callable[[Thought], list[str]],
        limits: dict[str, int],
    ) -> None:
        def question(plies: int) -> Thought:
            return think(self._options.level(self._analyser, plies), position, wants)

        def end(found: Thought | Exception) -> None:
            self._finish(found, answer)

        informs = "decision" not in wants or "cube" in wants
        seconds = limits["movetime"] / 1000 if "movetime" in limits else None
        self._thinking = Thinking(
            question,
            limits.get("depth", self._options.plies),
            seconds,
            limits.get("nodes"),
            (lambda thought: self._say(answers.info(thought))) if informs else (lambda _: None),
            end,
        )

    def _bestmove(self, thought: Thought) -> list[str]:
        return answers.bestmove(thought, with_id=self._options.moveid)

    def _finish(self, found: Thought | Exception, answer: Callable[[Thought], list[str]]) -> None:
        if isinstance(found, ValueError):
            self._say(UbgiError("missing_context", str(found)).line())
        elif isinstance(found, Exception):
            log.error("the search failed", exc_info=found)
            self._say(UbgiError("missing_context", "the search failed; see the log").line())
        else:
            for line in answer(found):
                self._say(line)

    def _say(self, line: str) -> None:
        with self._lock:
            self._write(line)


def _role(words: list[str]) -> tuple[str, list[str]]:
    """Return the role and the rest: ``role cube`` (0.1), ``cube`` or nothing (0.2)."""
    if not words:
        return "chequer", []
    role, rest = (
        (words[1], words[2:]) if words[0] == "role" and words[1:] else (words[0], words[1:])
    )
    if role in _LIMITS:
        return "chequer", words
    if role not in _ROLES:
        raise bad_argument(f"role {role[:40]!r}: {', '.join(_ROLES)} are accepted")
    return role, rest


def _limits(words: list[str]) -> dict[str, int]:
    if len(words) % 2 or not set(words[::2]) <= set(_LIMITS):
        raise bad_argument("movetime MS, depth N and nodes N are accepted")
    if "trials" in words[::2]:
        raise UbgiError("unsupported_feature", "trials: decisions are found by search")
    highest = {"movetime": _LONGEST_TIME, "depth": 3, "nodes": _MOST_NODES}
    return {
        name: whole_number(value, name, int(name == "movetime"), highest[name])
        for name, value in zip(words[::2], words[1::2], strict=True)
    }
