"""Read and write match files of any known format."""

from __future__ import annotations

import codecs
from pathlib import Path

from engine.files import write_atomically
from engine.formats.matchfiles.error import MatchFileError
from engine.formats.matchfiles.gammonview import read_bgf, read_ogxm, read_xg
from engine.formats.matchfiles.mat_reader import read_mat
from engine.formats.matchfiles.mat_writer import write_mat
from engine.formats.matchfiles.sgf_reader import read_sgf
from engine.formats.matchfiles.sgf_writer import write_sgf
from engine.rules.record import Match

LARGEST = 1 << 25
"""Bytes; no match comes near."""

_WRITERS = {".mat": write_mat, ".txt": write_mat, ".sgf": write_sgf}


def read_matches(path: Path) -> list[Match]:
    """Return all matches of a file: .mat, .txt, .sgf, .xg, .bgf or OGXM, told by its content.

    Raises :class:`MatchFileError` when any of it cannot be read, OSError when the file cannot.
    """
    if path.stat().st_size > LARGEST:
        raise MatchFileError(f"{path.name}: larger than {LARGEST >> 20} MiB, which no match is")
    try:
        return parse_matches(path.read_bytes())
    except MatchFileError as error:
        raise MatchFileError(f"{path.name}: {error}") from error


def read_match(path: Path) -> Match:
    """Return the match of a file that holds one; :func:`read_matches` reads files with several."""
    matches = read_matches(path)
    if len(matches) != 1:
        raise MatchFileError(f"{path.name}: one match was expected, the file has {len(matches)}")
    return matches[0]


def parse_matches(data: bytes) -> list[Match]:
    """Return the matches of a file's content; raises :class:`MatchFileError`."""
    if data.startswith(b"RGMH"):
        return read_xg(data)
    if data.startswith(b"OGXM"):
        return read_ogxm(data)
    beginning = data[:4096].lstrip()
    if beginning.startswith(b"{"):
        return read_bgf(data) if b'"BGF"' in beginning.split(b"\n")[0] else read_ogxm(data)
    text = decoded_text(data)
    return read_sgf(text) if text.lstrip().startswith("(") else read_mat(text)


def write_match(path: Path, match: Match) -> None:
    """Write a .mat, .txt or .sgf file, told by the suffix; the old file stays until it is whole."""
    writer = _WRITERS.get(path.suffix.lower())
    if writer is None:
        raise MatchFileError(f"{path.name}: .mat, .txt and .sgf files are written")
    write_atomically(path, writer(match).encode("utf-8"))


def decoded_text(data: bytes) -> str:
    """Return text in whichever encoding: UTF-8, UTF-16 with its mark, or the one of Windows."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encodings = ["utf-16"]
    else:
        encodings = ["utf-8-sig", "cp1252"]
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" in text:
            break
        return text
    raise MatchFileError("no text: expected a .mat, .txt, .sgf, .xg, .bgf or OGXM file")
