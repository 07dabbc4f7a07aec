"""What can be set: ``setoption name X value Y`` of version 0.1, ``set x y`` of version 0.2."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from engine.analysis.analyser import Analyser
from engine.formats.notation.error import whole_number
from engine.search.search import Settings
from engine.serve.ubgi.error import UbgiError, bad_argument

FILTERS = ("none", "tiny", "normal", "large")
MOST_PLIES = 3
_LARGEST_SEED = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Options:
    """The values of all options."""

    plies: int = 0
    """As GNU Backgammon counts them: 0 is the network alone."""
    cubeful: bool = True
    filter: str = "normal"
    moveid: bool = False
    """Send ``bestmoveid`` before ``bestmove``; some clients take it for the answer."""
    seed: int = 0
    deterministic: bool = True
    threads: int = 1
    variant: str = "backgammon"

    def level(self, analyser: Analyser, plies: int) -> Analyser:
        """Return ``analyser`` as these options want it, at ``plies``."""
        settings = Settings(plies, self.filter)
        return replace(analyser, settings=settings, cubeful=self.cubeful)


@dataclass(frozen=True, slots=True)
class _Option:
    """One option in both versions' words."""

    field: str
    name: str
    key: str
    kind: str
    """How version 0.1 announces it."""
    key_kind: str
    """How version 0.2 does."""
    read: Callable[[str], Any]
    write: Callable[[Any], str] = str
    read_key: Callable[[str], Any] | None = None
    write_key: Callable[[Any], str] | None = None


def _spin(name: str, low: int, high: int) -> Callable[[str], int]:
    return lambda text: whole_number(text, name, low, high)


def _check(text: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise bad_argument(f"{text[:40]!r}: true or false is accepted")
    return text.lower() == "true"


def _combo(*accepted: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text.lower() not in accepted:
            raise bad_argument(f"{text[:40]!r}: {', '.join(accepted)} are accepted")
        return text.lower()

    return read


def _variant(text: str) -> str:
    if text.lower() != "backgammon":
        raise UbgiError("unsupported_feature", f"variant {text[:40]!r}: backgammon is played")
    return "backgammon"


def _mode(text: str) -> bool:
    return _combo("cubeless", "cubeful")(text) == "cubeful"


def _on_off(value: bool) -> str:
    return "true" if value else "false"


_ALL = (
    _Option(
        *("plies", "EvalPlies", "engine.ply", "spin default {} min 0 max 3", "int 1..4 {}"),
        *(_spin("EvalPlies", 0, MOST_PLIES), str),
        # Version 0.2 counts the play itself as a ply.
        lambda text: whole_number(text, "engine.ply", 1, MOST_PLIES + 1) - 1,
        lambda plies: str(plies + 1),
    ),
    _Option(
        *("cubeful", "EvalMode", "engine.cubeful"),
        *("combo default {} var cubeless var cubeful", "bool {}"),
        *(_mode, lambda cubeful: "cubeful" if cubeful else "cubeless", _check, _on_off),
    ),
    _Option(
        *("filter", "Filter", "engine.filter"),
        "combo default {} " + " ".join(f"var {name}" for name in FILTERS),
        "enum " + "|".join(FILTERS) + " {}",
        _combo(*FILTERS),
    ),
    _Option(
        *("variant", "Variant", "game.variant"),
        *("combo default {} var backgammon", "enum backgammon {}"),
        _variant,
    ),
    # One thread searches, and nothing is left to chance: these are accepted, and change nothing.
    _Option(
        *("threads", "Threads", "engine.threads", "spin default {} min 1 max 1", "int 1..1 {} !"),
        _spin("Threads", 1, 1),
    ),
    _Option(
        *("seed", "Seed", "engine.seed"),
        *(f"spin default {{}} min 0 max {_LARGEST_SEED}", "int * {} !"),
        _spin("Seed", 0, _LARGEST_SEED),
    ),
    _Option(
        *("deterministic", "Deterministic", "engine.deterministic"),
        *("check default {}", "bool {} !"),
        *(_check, _on_off),
    ),
    _Option(
        *("moveid", "MoveId", "engine.moveid", "check default {}", "bool {} !"),
        *(_check, _on_off),
    ),
)
_BY_NAME = {option.name.lower(): option for option in _ALL}
_BY_KEY = {option.key: option for option in _ALL}


def announced(options: Options) -> list[str]:
    """Return the ``option`` lines of version 0.1."""
    lines = []
    for option in _ALL:
        value = option.write(getattr(options, option.field))
        lines.append(f"option name {option.name} type {option.kind.format(value)}")
    return lines


def keys(options: Options) -> list[str]:
    """Return the ``key`` lines of version 0.2."""
    return [
        f"key {option.key} {option.key_kind.format(get(options, option.key))}" for option in _ALL
    ]


def get(options: Options, key: str) -> str:
    """Return the value of a version 0.2 key, as text."""
    option = _known(_BY_KEY, key)
    return (option.write_key or option.write)(getattr(options, option.field))


def set_option(options: Options, name: str, value: str) -> Options:
    """Return the options after ``setoption``; names may be in any case."""
    option = _known(_BY_NAME, name.lower())
    return replace(options, **{option.field: option.read(value)})


def set_key(options: Options, key: str, value: str) -> Options:
    """Return the options after ``set``."""
    option = _known(_BY_KEY, key)
    return replace(options, **{option.field: (option.read_key or option.read)(value)})


def _known(table: dict[str, _Option], name: str) -> _Option:
    if name not in table:
        known = ", ".join(option.name if table is _BY_NAME else option.key for option in _ALL)
        raise bad_argument(f"{name[:40]!r} is no option: {known} are")
    return table[name]
