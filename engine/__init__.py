"""Chaquete: a backgammon engine that teaches itself by self-play.

What a program needs is found here, and the package's modules hold the rest.  The engine is loaded
once and then asked about positions, by any number of threads:

>>> import engine
>>> analyser = engine.load("default", ply=0)
>>> opening = engine.parse_position("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10")
>>> best, second = analyser.plays(opening, count=2)
>>> best.text, best.level, best.equity > second.equity
('8/5 6/5', '0-ply', True)
>>> analyser.plays(opening, (6, 5), count=1)[0].text
'24/13'

The cube, and what a position is worth before the roll, to the player on roll:

>>> race = engine.parse_position("XGID=-BBCC---------------ccd---:0:0:1:00:0:0:0:0:10")
>>> verdict = analyser.cube(race)
>>> verdict.text, verdict.take
('Double, pass', False)
>>> f"{analyser.evaluate(race).outcome[0]:.2f}"
'0.91'

The same by rollout:

>>> settings = engine.RolloutSettings(trials=36, seed=1)
>>> rolled = engine.rolled_plays(analyser, opening, settings, count=2)
>>> rolled[0].text, rolled[0].standard_error < 0.2
('8/5 6/5', True)
>>> engine.rolled_cube(analyser, race, settings).take
False

Whole games and matches, between anything with a ``name`` and a ``decide(turn)``:

>>> import numpy as np
>>> rng = np.random.default_rng(1)
>>> players = (
...     engine.EngineBot("teacher", analyser, engine.level_of("expert"), rng),
...     engine.EngineBot("pupil", analyser, engine.level_of("beginner"), rng),
... )
>>> match = engine.play_match(players, engine.Rules(length=1), engine.RandomDice(rng))
>>> match.winner in (0, 1), len(match.games)
(True, 1)
>>> "1 point match" in engine.write_mat(match)
True

A game is a chain of immutable states, which a front end steps through at its own pace:

>>> turn = engine.Turn.opening(engine.MatchState.first(engine.Rules(length=3))).rolled((3, 1))
>>> len(turn.plays), analyser.decide(turn.position).action.value
(16, 'play')
>>> turn = turn.after(engine.read_play("8/5 6/5", turn.position.board, (3, 1)))
>>> turn.decider, [word.value for word in turn.words]
(1, ['roll', 'double'])

What cannot be is refused with a ValueError that says what is accepted:

>>> engine.parse_position("4HPwATDgc")  # doctest: +IGNORE_EXCEPTION_DETAIL
Traceback (most recent call last):
...
NotationError: not a position
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.analysis.analyser import Analyser
    from engine.analysis.bot import EngineBot
    from engine.analysis.match.results import MatchReview
    from engine.analysis.match.review import review_match
    from engine.analysis.results import Action, Decision, Evaluation, NothingToDecide, PlayAnalysis
    from engine.analysis.rolled import RolloutSettings, rolled_cube, rolled_plays
    from engine.cube.decision import CubeDecision, Verdict
    from engine.formats.matchfiles import MatchFileError, read_matches, write_mat
    from engine.formats.notation import (
        NotationError,
        parse_position,
        read_play,
        write_gnubg_id,
        write_play,
        write_xgid,
    )
    from engine.players.levels import LEVELS, Level, level_of
    from engine.rules.dice import RandomDice, ScriptedDice
    from engine.rules.game import GameError, Phase, Turn
    from engine.rules.match import MatchError, MatchState, Owner, Rules
    from engine.rules.plays import IllegalPlay, legal_plays
    from engine.rules.position import Pending, Position
    from engine.rules.record import Match, Resign, Word
    from engine.rules.session import Decider, play_match

__version__ = "0.1.0"

__all__ = [
    "LEVELS",
    "Action",
    "Analyser",
    "CubeDecision",
    "Decider",
    "Decision",
    "EngineBot",
    "Evaluation",
    "GameError",
    "IllegalPlay",
    "Level",
    "Match",
    "MatchError",
    "MatchFileError",
    "MatchReview",
    "MatchState",
    "NotationError",
    "NothingToDecide",
    "Owner",
    "Pending",
    "Phase",
    "PlayAnalysis",
    "Position",
    "RandomDice",
    "Resign",
    "RolloutSettings",
    "Rules",
    "ScriptedDice",
    "Turn",
    "Verdict",
    "Word",
    "__version__",
    "legal_plays",
    "level_of",
    "load",
    "parse_position",
    "play_match",
    "read_matches",
    "read_play",
    "review_match",
    "rolled_cube",
    "rolled_plays",
    "write_gnubg_id",
    "write_mat",
    "write_play",
    "write_xgid",
]

_HOMES = {
    "engine.analysis.analyser": "Analyser",
    "engine.analysis.bot": "EngineBot",
    "engine.analysis.results": "Action Decision Evaluation NothingToDecide PlayAnalysis",
    "engine.analysis.rolled": "RolloutSettings rolled_cube rolled_plays",
    "engine.players.levels": "LEVELS Level level_of",
    "engine.cube.decision": "CubeDecision Verdict",
    "engine.rules.dice": "RandomDice ScriptedDice",
    "engine.rules.game": "GameError Phase Turn",
    "engine.rules.match": "MatchError MatchState Owner Rules",
    "engine.analysis.match.results": "MatchReview",
    "engine.analysis.match.review": "review_match",
    "engine.formats.matchfiles": "MatchFileError read_matches write_mat",
    "engine.formats.notation": (
        "NotationError parse_position read_play write_gnubg_id write_play write_xgid"
    ),
    "engine.rules.plays": "IllegalPlay legal_plays",
    "engine.rules.position": "Pending Position",
    "engine.rules.record": "Match Resign Word",
    "engine.rules.session": "Decider play_match",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}


def load(model: str = "default", ply: int = 0, filter: str = "normal") -> "Analyser":
    """Return the engine as it plays: a network, exact endgames in front of it, and search.

    Args:
        model: a shipped model's name, a file's path, or another evaluator such as ``gnubg:0``.
        ply: plies to look ahead, 0 (the network alone) to 3, as GNU Backgammon counts them.
        filter: the move filter: none, tiny, normal or large.

    Raises:
        ValueError: the model is missing or damaged, or a setting is not accepted.
    """
    from engine.analysis.analyser import Analyser

    return Analyser.load(model, ply, filter)


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for: ``import engine`` alone costs nothing."""
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Name what is public, for ``help`` and for completion."""
    return sorted(__all__)
