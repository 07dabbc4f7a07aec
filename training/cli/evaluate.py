"""``evaluate``: games between players, and players against decisions with known answers."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import tyro

from engine.cli.line import INTERRUPTED, read_options
from engine.cli.line import run as run_command
from engine.cores import cores
from engine.files import write_atomically
from engine.players.names import estimator_of, player_of
from engine.players.player import CubePlayer
from engine.rules.match import Rules
from training.bench.arena.duel import Contest, run
from training.bench.arena.round_robin import round_robin, table
from training.bench.arena.scoring import score_decisions, score_positions
from training.bench.arena.suites import read_decisions, read_positions
from training.distributed import leads


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Measure players: two play games, more play a round robin, one answers a benchmark.

    Games come in pairs with the same dice and the seats swapped.  Ctrl-C prints what is known.
    Several machines share the games when torchrun starts the script on them (with --workers 1).
    """

    players: Annotated[tuple[str, ...], tyro.conf.Positional, tyro.conf.arg(metavar="PLAYER")]
    """One or more of: random, pip, model:default, model:PATH (?ply=1 to ?ply=3 searches, ?cube=pip
    borrows a cube), pubeval, gnubg:0, gnubg-program:0 to :3 (with its own cube), bgsage:1
    to :3, file:PATH (Python with load() -> evaluate(boards) -> [N, 5])."""
    games: int = 20000
    """Money games, or matches, of each two players."""
    seed: int = 1
    """The same seed gives the same dice, whatever the players and the number of workers."""
    workers: int = field(default_factory=cores)
    """Processes to play in: as many as this one may use cores, unless told otherwise."""
    cube: bool = False
    """Money games with the doubling cube; without it they are cubeless."""
    jacoby: bool = False
    """With the cube: gammons count once it has been turned."""
    beavers: bool = False
    """With the cube: the taker may redouble at once."""
    cube_limit: int = 64
    """With the cube: its highest value in money play, 0 for none."""
    match: int = 0
    """Play matches to this many points, with the cube and the Crawford rule."""
    decisions: Path | None = None
    """Score one player on the checker plays of this file: JSON lines, or gnubg's .bm."""
    positions: Path | None = None
    """Score one player's equities on the positions of this file: JSON lines."""
    json: bool = False
    """Print the result as JSON."""
    output: Path | None = None
    """Write the result as JSON to this file, too."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    arguments = sys.argv[1:] if argv is None else argv
    options = read_options(Options, list(arguments), "evaluate")
    return run_command(lambda: _evaluate(options))


def _evaluate(options: Options) -> int:
    if options.output is not None and not options.output.parent.is_dir():
        # Told now, not after an hour of games.
        raise ValueError(f"{options.output}: there is no folder {options.output.parent}")
    if options.decisions is not None or options.positions is not None:
        return _benchmark(options)
    if len(options.players) < 2:
        raise ValueError("one player: --decisions or --positions, or a second player, is needed")
    if len(options.players) > 2:
        return _round_robin(options)
    first, second = options.players
    result = run(
        Contest((first, second), options.games, options.seed, _rules(options)), options.workers
    )
    _tell(options, result.as_dict(), str(result))
    return INTERRUPTED if result.stopped else 0


def _round_robin(options: Options) -> int:
    players = options.players
    if len(set(players)) < len(players):
        raise ValueError("a round robin needs different players")
    # Every name is tried before the first game: a wrong one should not cost an hour.
    rules = _rules(options)
    for name in players:
        player = player_of(name, np.random.default_rng(0))
        if rules is not None and not isinstance(player, CubePlayer):
            raise ValueError(f"{name} plays without a cube only")
    contest = Contest((players[0], players[1]), options.games, options.seed, rules)
    results = round_robin(players, contest, options.workers)
    markdown = table(players, results)
    _tell(options, {"table": markdown, "duels": [result.as_dict() for result in results]}, markdown)
    complete = len(results) == len(players) * (len(players) - 1) // 2
    return 0 if complete and not results[-1].stopped else INTERRUPTED


def _benchmark(options: Options) -> int:
    if len(options.players) != 1:
        raise ValueError("--decisions and --positions measure one player")
    (name,) = options.players
    data: dict[str, Any] = {}
    if options.decisions is not None:
        player = player_of(name, np.random.default_rng(options.seed))
        data |= score_decisions(player, read_decisions(options.decisions), sys.stderr.isatty())
    if options.positions is not None:
        positions = read_positions(options.positions)
        scores = score_positions(name, estimator_of(name), positions, sys.stderr.isatty())
        # Asked for both, the classes of the decisions stay under their own name.
        data |= {key: value for key, value in scores.items() if key not in data}
    _tell(options, data, _in_words(data))
    return 0


def _in_words(data: dict[str, Any]) -> str:
    lines = [data["player"]]
    for title, scores in ((None, data), *data["classes"].items()):
        place = "" if title is None else f"  {title}: "
        if "mean_error_meq" in scores:
            error = scores["standard_error_meq"]
            spread = "" if error is None else f" +- {error:.2f} (standard error)"
            lines.append(
                f"{place}{scores['decisions']} decisions: "
                f"{scores['mean_error_meq']:.2f}{spread} mEq lost per decision"
            )
        if "rmse" in scores:
            lines.append(
                f"{place}{scores['positions']} positions: mean absolute error "
                f"{scores['mean_absolute_error']:.4f}, RMSE {scores['rmse']:.4f}, "
                f"bias {scores['bias']:+.4f} points"
            )
    return "\n".join(lines)


def _rules(options: Options) -> Rules | None:
    if options.match < 0:
        raise ValueError(f"matches to {options.match} points: 1 or more are accepted")
    if options.match:
        if options.jacoby or options.beavers:
            raise ValueError("Jacoby and beavers are rules of money play, not of matches")
        return Rules(length=options.match)
    if options.cube:
        return Rules(jacoby=options.jacoby, beavers=options.beavers, cube_limit=options.cube_limit)
    if options.jacoby or options.beavers:
        raise ValueError("--jacoby and --beavers need --cube")
    return None


def _tell(options: Options, data: dict[str, Any], words: str) -> None:
    if not leads():
        return
    text = json.dumps(data, indent=2)
    print(text if options.json else words)
    if options.output is not None:
        write_atomically(options.output, f"{text}\n".encode())
