"""``analyse`` for match files: every decision of a match with its error, and what came of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import tyro
from tqdm import tqdm

from engine.analysis.analyser import Analyser
from engine.analysis.match.data import review_data
from engine.analysis.match.page import review_html
from engine.analysis.match.review import review_match
from engine.analysis.match.text import review_text
from engine.cli.line import read_options, run
from engine.cube.met_xml import read_table
from engine.files import write_atomically
from engine.formats.matchfiles.files import read_matches
from engine.rules.record import Match

SUFFIXES = (".mat", ".txt", ".sgf", ".xg", ".bgf", ".ogxm")
"""How the names of match files end."""


@dataclass(frozen=True, slots=True)
class Options:
    """Analyse a match file: errors, best plays, luck, and statistics of both players.

    Plies are counted as GNU Backgammon does: 0 is the network alone, which eXtreme Gammon calls
    1-ply.  Equities are cubeful, in points per cube; in a match they are normalised to it (EMG).
    """

    match: Annotated[Path, tyro.conf.Positional]
    """The match: a .mat, .txt, .sgf, .xg, .bgf or OGXM file."""
    number: int = 1
    """Which match, where a file holds several."""
    model: str = "default"
    """A shipped model's name, a file's path, or another evaluator such as gnubg:0."""
    ply: int = 0
    """Plies to look ahead, 0 to 3."""
    filter: str = "normal"
    """Move filter: none, tiny, normal or large."""
    luck_ply: int = 0
    """Plies at which the luck of rolls is judged."""
    met: Path | None = None
    """A match equity table, an XML file of GNU Backgammon's; Kazaross-XG2 without it."""
    html: Path | None = None
    """Write the report to this file too, as one self-contained page."""
    language: Literal["en", "es"] = "en"
    """Of text and page: English or Spanish."""
    json: bool = False
    """Print data instead of text."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    options = read_options(Options, argv, "analyse")
    return run(lambda: _analyse(options))


def _analyse(options: Options) -> int:
    match = _match(options)
    met = None if options.met is None else read_table(options.met)
    analyser = Analyser.load(options.model, options.ply, options.filter, met)
    # Progress goes to a terminal only: output stays clean when it is piped.
    with tqdm(unit=" decisions", disable=None) as bar:
        review = review_match(match, analyser, options.luck_ply, _shown_on(bar))
    if options.html is not None:
        write_atomically(options.html, review_html(review, options.language).encode())
    if options.json:
        print(json.dumps(review_data(review), allow_nan=False))
    else:
        print(review_text(review, options.language))
    return 0


def _match(options: Options) -> Match:
    matches = read_matches(options.match)
    if not 1 <= options.number <= len(matches):
        raise ValueError(f"match number {options.number}: 1 to {len(matches)} are accepted")
    return matches[options.number - 1]


def _shown_on(bar: tqdm[None]) -> Callable[[int, int], None]:
    def show(done: int, total: int) -> None:
        bar.total = total
        bar.update(done - bar.n)

    return show
