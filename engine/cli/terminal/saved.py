"""The table as a file, so that leaving and coming back continues the match."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from engine.cli.terminal.table import Table
from engine.files import write_atomically
from engine.rules.game import Phase, Turn
from engine.rules.match import MatchState, Rules
from engine.rules.outcome import Win
from engine.rules.record import Action, Choice, Game, Match, Resign, Word
from engine.rules.session import replay

VERSION = 1
Data = dict[str, Any]


class SavedError(ValueError):
    """A file that holds no match to go on with."""


def save(path: Path, table: Table, rngs: tuple[np.random.Generator, ...]) -> None:
    """Write the table and the state of the generators, whole or not at all."""
    data = {
        "version": VERSION,
        "rules": asdict(table.rules),
        "names": table.names,
        "seats": table.seats,
        "games": table.games,
        "late": table.late,
        "file": table.file,
        "finished": [_game_data(game) for game in table.finished],
        "current": _game_data(table.turn.record),
        "dice": table.turn.position.dice if table.turn.phase is Phase.PLAYING else None,
        "generators": [rng.bit_generator.state for rng in rngs],
    }
    write_atomically(path, json.dumps(data).encode())


def load(path: Path) -> tuple[Table, tuple[np.random.Generator, ...]]:
    """Return the table and the generators as they were saved.

    Everything is played through by the rules again.  Raises :class:`SavedError` when the file is
    damaged, or OSError when it cannot be read.
    """
    try:
        data = json.loads(path.read_bytes())
        if data["version"] != VERSION:
            raise SavedError(f"version {data['version']}: {VERSION} is accepted")
        return _table(data), tuple(_generator(state) for state in data["generators"])
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise SavedError(f"{path}: no saved match, or a damaged one ({error})") from error


def _game_data(game: Game) -> Data:
    return {
        "score": game.score,
        "crawford": game.crawford,
        "cube": game.cube,
        "actions": [_action_data(action) for action in game.actions],
        "winner": game.winner,
        "points": game.points,
    }


def _action_data(action: Action) -> list[Any]:
    choice: Any = action.choice
    if isinstance(choice, Word):
        choice = choice.value
    elif isinstance(choice, Resign):
        choice = int(choice.win)
    return [action.side, choice, action.roll]


def _game(data: Data) -> Game:
    return Game(
        score=_pair(data["score"]),
        crawford=bool(data["crawford"]),
        cube=int(data["cube"]),
        actions=tuple(_action(*action) for action in data["actions"]),
        winner=data["winner"],
        points=int(data["points"]),
    )


def _action(side: int, choice: Any, roll: list[int] | None) -> Action:
    decided: Choice
    if isinstance(choice, str):
        decided = Word(choice)
    elif isinstance(choice, int):
        decided = Resign(Win(choice))
    else:
        decided = tuple(_pair(step) for step in choice)
    return Action(side, decided, None if roll is None else _pair(roll))


def _table(data: Data) -> Table:
    rules = Rules(**data["rules"])
    first, second = (str(name) for name in data["names"])
    seats = (str(data["seats"][0]), str(data["seats"][1]))
    finished = tuple(_game(game) for game in data["finished"])
    for game in finished:
        _last(game, rules)
    current = _game(data["current"])
    Match(rules, (first, second), (*finished, current))  # Refuses games that do not follow on.
    return Table(
        rules=rules,
        names=(first, second),
        seats=seats,
        turn=_turn(current, rules, data["dice"]),
        games=int(data["games"]),
        finished=finished,
        late=_pair(data["late"]),
        file=Path(data["file"]).name,
    )


def _turn(game: Game, rules: Rules, dice: list[int] | None) -> Turn:
    """Return the state that the game had reached, with the dice that lay on the table."""
    turn = _last(game, rules)
    if game.winner is not None and not turn.is_over:
        return replace(turn, phase=Phase.OVER, record=game)  # Lost on time.
    if dice is None or turn.phase is Phase.PLAYING:
        return turn
    if turn.phase is Phase.BEFORE_ROLL:
        turn = turn.after(Word.ROLL)
    return turn.rolled(_pair(dice))


def _last(game: Game, rules: Rules) -> Turn:
    if not game.actions:
        state = MatchState(rules, game.score, game.cube, crawford=game.crawford)
        return Turn.opening(state)
    return list(replay(game, rules))[-1]


def _generator(state: Data) -> np.random.Generator:
    generator = np.random.default_rng()
    generator.bit_generator.state = state
    return generator


def _pair(values: list[int]) -> tuple[int, int]:
    first, second = values
    return int(first), int(second)
