"""``analyse``: rank the plays of a position, or give its cube verdict."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import tyro
from tqdm import tqdm

from engine.analysis.analyser import Analyser
from engine.analysis.answers import answer_cube
from engine.analysis.data import Data, answer_data, cube_data, plays_data, scores_data
from engine.analysis.report import answer_text, cube_text, plays_text, scores_text
from engine.analysis.results import PlayAnalysis
from engine.analysis.rolled import RolloutSettings, rolled_cube, rolled_plays
from engine.cli import analyse_match
from engine.cli.line import checked_seed, read_options, run
from engine.cube.decision import CubeDecision
from engine.cube.met_xml import read_table
from engine.files import write_atomically
from engine.formats.matchfiles.xg_archive import read_xgp
from engine.formats.notation.diagram import diagram
from engine.formats.notation.parse import parse_position
from engine.formats.notation.position_id import write_position_id
from engine.formats.pictures import picture, png_of
from engine.rules.dice import roll_of
from engine.rules.position import Pending, Position

ROLLED_PLAYS = 5


@dataclass(frozen=True, slots=True)
class Options:
    """Analyse a position: ranked plays if there are dice, else the cube verdict.

    The name of a match file in place of the position analyses that match: see
    ``analyse.py match.mat --help``.

    Plies are counted as GNU Backgammon does: 0 is the network alone, which eXtreme Gammon calls
    1-ply.  Equities are cubeful, in points per cube; in a match they are normalised to it (EMG).
    """

    position: Annotated[str, tyro.conf.Positional]
    """XGID=..., a GNU Backgammon ID (position or position:match), a FIBS line, an OGID, or the name
    of an .xgp file."""
    dice: str | None = None
    """Two dice such as 31; without them those of the position count, if it has any."""
    model: str = "default"
    """A shipped model's name, a file's path, or another evaluator such as gnubg:0."""
    ply: int = 0
    """Plies to look ahead, 0 to 3."""
    filter: str = "normal"
    """Move filter: none, tiny, normal or large."""
    count: int = 10
    """The most plays shown; 0 is all."""
    cube: bool = False
    """Give the cube verdict even if there are dice."""
    rollout: int = 0
    """Roll the best plays (at most 5), or the cube actions, out so many times."""
    seed: int = 0
    """Of the rollout's dice."""
    scores: int = 0
    """Give the cube action at all scores of a match of so many points."""
    met: Path | None = None
    """A match equity table, an XML file of GNU Backgammon's; Kazaross-XG2 without it."""
    json: bool = False
    """Print data instead of text."""
    svg: Path | None = None
    """Draw the position, with the best play if there are dice, and save the picture here."""
    png: Path | None = None
    """The same as PNG; needs the pictures extra."""
    clockwise: bool = False
    """Draw and print the board with the home of the player on roll at the left."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command, for a position or for a match file; return its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if any(Path(argument).suffix.lower() in analyse_match.SUFFIXES for argument in arguments):
        return analyse_match.main(arguments)
    # A position may begin with a dash, as XGIDs without their prefix do.
    arguments = [f"XGID={a}" if a.startswith("-") and a.count(":") >= 8 else a for a in arguments]
    options = read_options(Options, arguments, "analyse")
    return run(lambda: _analyse(options))


def _analyse(options: Options) -> int:
    position = _position(options.position)
    if options.dice is not None:
        position = replace(position, dice=roll_of(options.dice))
    if options.count < 0:
        raise ValueError(f"count {options.count}: 0 (all) or more plays are accepted")
    if options.scores and options.rollout:
        raise ValueError("--scores and --rollout: one of them is accepted")
    met = None if options.met is None else read_table(options.met)
    analyser = Analyser.load(options.model, options.ply, options.filter, met)
    data, text = _answer(options, analyser, position)
    if options.json:
        head = {
            "position_id": write_position_id(position.board),
            "dice": position.dice,
            "model": analyser.evaluator.name,
        }
        print(json.dumps({**head, **data}, allow_nan=False))
    else:
        print(f"{diagram(position, clockwise=options.clockwise)}\n\n{text}")
    _draw(options, analyser, position)
    return 0


def _position(text: str) -> Position:
    """Return the position that ``text`` states, or that lies in the file it names."""
    if Path(text).suffix.lower() == ".xgp":
        return read_xgp(Path(text).read_bytes())
    return parse_position(text)


def _draw(options: Options, analyser: Analyser, position: Position) -> None:
    """Save the pictures that were asked for."""
    if options.svg is None and options.png is None:
        return
    ranks = position.dice is not None and position.pending == Pending.NOTHING
    play = analyser.choose_play(position).play if ranks else ()
    svg = picture(position, clockwise=options.clockwise, play=play)
    if options.svg is not None:
        write_atomically(options.svg, svg.encode())
    if options.png is not None:
        write_atomically(options.png, png_of(svg))


def _answer(options: Options, analyser: Analyser, position: Position) -> tuple[Data, str]:
    """Return what was asked for, as data and as text."""
    if options.scores:
        decisions = analyser.scores(position, options.scores)
        return scores_data(decisions), scores_text(decisions)
    asks_for_plays = (
        position.dice is not None and not options.cube and position.pending == Pending.NOTHING
    )
    rolled = options.rollout != 0
    if asks_for_plays:
        if rolled:
            plays = _rolled_plays(options, analyser, position)
        else:
            plays = analyser.plays(position, count=options.count or None)
        data, text = plays_data(plays), plays_text(plays)
    else:
        cube = _rolled_cube(options, analyser, position) if rolled else analyser.cube(position)
        data, text = cube_data(cube), cube_text(cube)
    if position.resignation:
        answer = analyser.decide(position)
    elif position.pending != Pending.NOTHING:
        answer = answer_cube(cube, position)
    else:
        return data, text
    return {**data, **answer_data(answer)}, f"{text}\n\n{answer_text(answer, position)}"


def _rolled_plays(
    options: Options, analyser: Analyser, position: Position
) -> tuple[PlayAnalysis, ...]:
    count = min(options.count or ROLLED_PLAYS, ROLLED_PLAYS)
    with _progress(options) as progress:
        return rolled_plays(analyser, position, _settings(options), count, progress)


def _rolled_cube(options: Options, analyser: Analyser, position: Position) -> CubeDecision:
    with _progress(options) as progress:
        return rolled_cube(analyser, position, _settings(options), progress)


def _settings(options: Options) -> RolloutSettings:
    return RolloutSettings(options.rollout, seed=checked_seed(options.seed))


@contextmanager
def _progress(options: Options) -> Iterator[Callable[[int], None]]:
    """Show how many trials have been played, on a terminal only."""
    with tqdm(total=options.rollout, unit=" trials", disable=None) as bar:
        yield lambda trials: bar.update(trials - bar.n)
