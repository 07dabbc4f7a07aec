"""``play``: backgammon in the terminal, against the engine, another program or a person."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from engine.analysis.analyser import Analyser
from engine.analysis.bot import EngineBot
from engine.cli.line import checked_seed, read_options, run
from engine.cli.terminal.console import Console, Left, Terminal
from engine.cli.terminal.host import Host
from engine.cli.terminal.person import Person
from engine.cli.terminal.saved import load, save
from engine.cli.terminal.table import Table
from engine.cli.terminal.teacher import Teacher
from engine.formats.matchfiles.files import write_match
from engine.formats.matchfiles.mat_writer import write_mat
from engine.players.levels import LEVELS
from engine.players.names import player_of
from engine.players.seat import Seat
from engine.rules.dice import Dice, RandomDice
from engine.rules.match import Rules
from engine.rules.record import Game, Match, Side
from engine.rules.session import Decider

PERSON = "person"


@dataclass(frozen=True, slots=True)
class Options:
    """Play backgammon; ``help`` at any prompt lists what can be typed.

    Leaving keeps the match, and the same command continues it.  What is played is written to a
    .mat file beside it at every move.
    """

    first: str = PERSON
    """Who plays the first side: person, a level (beginner, casual, intermediate, advanced, expert,
    best) or a player such as gnubg:0."""
    second: str = "intermediate"
    """Who plays the second side."""
    names: tuple[str, str] | None = None
    """What the two are called."""
    length: int = 0
    """Points of the match; 0 is money."""
    games: int = 1
    """How many money games."""
    crawford: bool = True
    """Matches: no cube in the first game in which a player is 1 point away."""
    jacoby: bool = False
    """Money: gammons count once the cube has been turned."""
    beavers: bool = False
    """Money: the taker may redouble at once and keep the cube."""
    raccoons: bool = False
    """Money, with beavers: the doubler may redouble a beaver at once."""
    automatic_doubles: int = 0
    """Money: how often equal opening dice turn the cube, at most."""
    holland: bool = False
    """After the Crawford game nobody doubles before each side has rolled twice.  Equities, and so
    hints on plays, do not know this rule."""
    cube_limit: int = 0
    """The highest cube; 0 is no limit, 1 no cube."""
    tutor: bool = False
    """Stop at a blunder and ask again."""
    blunder: float = 0.08
    """What the tutor takes for one: points per cube thrown away."""
    seconds: float = 0.0
    """Time for each decision; 0 is no limit.  When it runs out a random legal play is made, and
    three turns in a row lose the match."""
    model: str = "default"
    """The network of levels and hints."""
    hint_ply: int = 0
    """Plies that hints and the tutor look ahead, 0 to 3."""
    clockwise: bool = False
    """Show the board with home at the left."""
    seed: int | None = None
    """Of the dice; without it they cannot be foreseen."""
    file: Path | None = None
    """Where the match is kept."""
    new: bool = False
    """Start a new match even if one is kept."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    options = read_options(Options, argv, "play")
    return run(lambda: play(options, Terminal()))


def play(options: Options, console: Console, dice: Dice | None = None) -> int:
    """Play as ``options`` say until the match is over or somebody leaves; return the exit code.

    ``dice`` are thrown instead of the generator's own, if given.
    """
    if options.seed is not None:
        checked_seed(options.seed)
    path = options.file or _folder() / "match.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and not options.new:
        table, rngs = load(path)
        console.say(f"Continuing {' against '.join(table.names)} (--new starts another match).")
    else:
        seeds = np.random.SeedSequence(options.seed).spawn(2)
        rngs = tuple(np.random.default_rng(seed) for seed in seeds)
        table = _new_table(options, path)
    record = path.parent / table.file
    host = Host(
        _players(options, table, console, rngs[1]),
        dice or RandomDice(rngs[0]),
        console.say,
        lambda now: _keep(path, record, now, rngs),
        rngs[1],
    )
    _keep(path, record, table, rngs)
    try:
        host.lead(table)
    except Left:
        console.say(f"The match is kept in {path}; the same command continues it.")
        return 0
    path.unlink()
    console.say(f"The match is written to {record}.")
    return 0


def _new_table(options: Options, path: Path) -> Table:
    rules = Rules(
        length=options.length,
        crawford=options.crawford,
        jacoby=options.jacoby,
        beavers=options.beavers,
        raccoons=options.raccoons,
        automatic_doubles=options.automatic_doubles,
        holland=options.holland,
        cube_limit=options.cube_limit,
    )
    seats = (options.first, options.second)
    names = options.names or _names(seats)
    write_mat(Match(rules, names, (Game(),)))  # Refuses names that no match file can hold.
    return Table.new(rules, names, seats, options.games, _free_name(path.with_suffix(".mat")))


def _names(seats: tuple[str, str]) -> tuple[str, str]:
    first, second = ("Player" if seat == PERSON else seat for seat in seats)
    return (first, second) if first != second else (f"{first} 1", f"{second} 2")


def _free_name(path: Path) -> str:
    """Return the file's name, or one with a number that no file has yet."""
    number, name = 1, path.name
    while (path.parent / name).exists():
        number += 1
        name = f"{path.stem}-{number}{path.suffix}"
    return name


def _players(
    options: Options, table: Table, console: Console, rng: np.random.Generator
) -> tuple[Decider, Decider]:
    if options.seconds < 0:
        raise ValueError(f"seconds {options.seconds}: 0 (no limit) or more are accepted")
    if options.blunder < 0:
        raise ValueError(f"blunder {options.blunder}: 0 or more is accepted")

    @cache
    def analyser(ply: int) -> Analyser:
        return Analyser.load(options.model, ply)

    def player(side: Side) -> Decider:
        seat, name, opponent = table.seats[side], table.names[side], table.names[1 - side]
        if seat == PERSON:
            return Person(
                name,
                opponent,
                console,
                Teacher(lambda: analyser(options.hint_ply)),
                tutor=options.blunder if options.tutor else None,
                seconds=options.seconds or None,
                clockwise=options.clockwise,
            )
        if seat in LEVELS:
            return EngineBot(name, analyser(LEVELS[seat].ply), LEVELS[seat], rng)
        try:
            named = player_of(seat, rng)
        except ValueError as error:
            accepted = ", ".join([PERSON, *LEVELS])
            raise ValueError(f"{error}; or {accepted}") from error
        # It says nothing on resignations: the network does.
        return Seat(named, analyser(0).evaluator)

    return player(0), player(1)


def _keep(path: Path, record: Path, table: Table, rngs: tuple[np.random.Generator, ...]) -> None:
    """Save the table, and the record once there is something in it."""
    save(path, table, rngs)
    match = table.record
    if match.games:
        write_match(record, match)


def _folder() -> Path:
    """Return where matches are kept: CHAQUETE_DATA, or the user's folder for data."""
    named = os.environ.get("CHAQUETE_DATA")
    if named:
        return Path(named)
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "chaquete"
