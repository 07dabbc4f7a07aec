"""Recognise a position in whichever notation it is written."""

from __future__ import annotations

import re

from engine.formats.notation import fibs, gnubg_id, ogid, position_id, xgid
from engine.formats.notation.error import NotationError
from engine.rules.position import Position

ACCEPTED = (
    "accepted are XGID=..., a GNU Backgammon position ID (14 characters) or PositionID:MatchID, "
    "a FIBS line (board:...) and an OGID"
)
_LONGEST = 4000
_PASTED_XGID = re.compile(r"XGID=\S+")
_PASTED_ID = re.compile(r"(?:GNUBG ?ID|Position ID)\s*[:=]\s*(\S+)", re.IGNORECASE)
_PASTED_MATCH = re.compile(r"Match ID\s*:\s*(\S+)", re.IGNORECASE)


def parse_position(text: str) -> Position:
    """Return the position that ``text`` states; raises NotationError naming what is wrong.

    Accepted are XGIDs (with or without prefix, with 9 or 10 fields), GNU Backgammon IDs (position
    or ``position:match``), FIBS board lines and OGIDs, alone or in text pasted from a program that
    prints ``XGID=...`` or ``Position ID: ...  Match ID: ...``.

    >>> parse_position("4HPwATDgc/ABMA:cAkFAAAAAAAA").dice
    (2, 1)
    """
    if len(text) > _LONGEST:
        raise NotationError(f"a text of {len(text)} characters is no position: {ACCEPTED}")
    word = _extracted(text)
    if word.startswith(fibs.PREFIX):
        return fibs.read_fibs_line(word)
    if word.startswith(xgid.PREFIX) or re.fullmatch(r"[-A-Oa-o]{24,28}:[^:]*:.*", word):
        return xgid.read_xgid(word)
    if ogid.SHAPE.fullmatch(word):
        return ogid.read_ogid(word)
    length = len(word.partition(":")[0])
    if length == position_id.LENGTH or (
        word.count(":") <= 1 and 10 <= length <= 18 and set(word) <= position_id.ALPHABET | {":"}
    ):
        return gnubg_id.read_gnubg_id(word)
    shown = word if len(word) <= 60 else word[:60] + "..."
    raise NotationError(f"{shown!r} is no position: {ACCEPTED}" if word else f"empty: {ACCEPTED}")


def _extracted(text: str) -> str:
    """Return the identifier in ``text``: all of it, or what a program printed around it."""
    word = text.strip(" \t\r\n\0\"'")
    if len(word.split()) == 1 and not _PASTED_ID.match(word):
        return word
    if pasted := _PASTED_XGID.search(word):
        return pasted[0]
    if pasted := _PASTED_ID.search(word):
        match = _PASTED_MATCH.search(word)
        return pasted[1] if match is None or ":" in pasted[1] else f"{pasted[1]}:{match[1]}"
    return word
