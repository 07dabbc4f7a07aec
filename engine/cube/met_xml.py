"""Read match equity tables from the XML files of GNU Backgammon."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

import numpy as np

from engine.cube.met import MatchEquityTable, Table

BUILT_IN = "kazaross_xg2.xml"


class TableError(ValueError):
    """A file that is no match equity table this engine can read."""


@lru_cache(maxsize=1)
def default_table() -> MatchEquityTable:
    """Return Kazaross-XG2, which comes with the engine (its notice is in the file)."""
    return table_of(files("engine.cube").joinpath("data", BUILT_IN).read_text(encoding="utf-8"))


def read_table(path: Path | str) -> MatchEquityTable:
    """Return the table in the file ``path``; raises :class:`TableError` or ``OSError``."""
    try:
        return table_of(Path(path).read_text(encoding="utf-8"))
    except ValueError as error:
        raise TableError(f"{path}: {error}") from None


def table_of(text: str) -> MatchEquityTable:
    """Return the table written as ``text``; raises :class:`TableError`.

    Accepted are explicit tables, one row per score, with one post-Crawford row for both players.
    """
    if "<!ENTITY" in text:
        raise TableError("a match equity table defines no entities")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise TableError(f"not a match equity table: {error}") from None
    if root.tag != "met":
        raise TableError(f"not a match equity table: <{root.tag}> instead of <met>")
    post_tables = root.findall("post-crawford-table")
    if len(post_tables) != 1 or post_tables[0].get("player", "both") != "both":
        raise TableError("one post-Crawford table, for both players, is accepted")
    pre_rows = _rows(root.find("pre-crawford-table"))
    post_rows = _rows(post_tables[0])
    if len(post_rows) != 1 or any(len(row) != len(pre_rows) for row in (*pre_rows, *post_rows)):
        raise TableError("the rows of the table have different lengths")
    notice = "\n".join(comment.strip() for comment in re.findall(r"<!--(.*?)-->", text, re.DOTALL))
    name = (root.findtext("info/name") or "unnamed").strip()
    try:
        return MatchEquityTable(name, _array(pre_rows), _array(post_rows)[0], notice)
    except ValueError as error:
        raise TableError(str(error)) from None


def _rows(table: ElementTree.Element | None) -> list[list[float]]:
    if table is None:
        raise TableError("a pre-Crawford and a post-Crawford table are needed")
    if table.get("type") != "explicit":
        raise TableError(f"a table of type {table.get('type')!r}: 'explicit' is accepted")
    try:
        return [[float(me.text or "") for me in row.iter("me")] for row in table.iter("row")]
    except ValueError as error:
        raise TableError(f"a match equity that is no number ({error})") from None


def _array(rows: list[list[float]]) -> Table:
    return np.array(rows, dtype=np.float64)
