"""How a table lies on disk: whole or not at all, checked, and mapped into memory.

=======  ======================================================================
bytes    content
=======  ======================================================================
0..8     ``CHQTABLE``
8..40    SHA-256 of everything that follows
40..48   length of the header, little-endian
48..     the header in JSON: format, kind, facts, length of the arrays, and the
         type, shape and place of each array
...      the arrays, little-endian, each at a multiple of 64 bytes
=======  ======================================================================
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

FORMAT = 1
_MAGIC = b"CHQTABLE"
_DIGEST = slice(8, 40)
_LENGTH = slice(40, 48)
_HEADER = 48
_ALIGNMENT = 64

Arrays = Mapping[str, npt.NDArray[Any]]
"""The arrays of a table by name."""


class TableError(ValueError):
    """A file that is no sound table: the message says what is wrong and what to do."""


@dataclass(frozen=True, slots=True)
class TableFile:
    """The content of a table file."""

    kind: str
    """What the table is, such as ``one-sided``."""
    facts: Mapping[str, int]
    """What describes it, such as the number of checkers."""
    arrays: Arrays
    """Read-only; mapped from the file when it was read from one."""


def write_table(path: Path, table: TableFile) -> None:
    """Write ``table`` to ``path``; a reader sees the old file or the whole new one."""
    places: dict[str, tuple[str, list[int], int]] = {}
    blocks: list[bytes] = []
    size = 0
    for name, array in table.arrays.items():
        little = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))
        places[name] = (little.dtype.str, list(little.shape), size)
        blocks.append(_padded(little.tobytes()))
        size += len(blocks[-1])
    facts = {"format": FORMAT, "kind": table.kind, "facts": dict(table.facts)}
    text = json.dumps({**facts, "size": size, "arrays": places}).encode()
    header = text + b" " * (-(_HEADER + len(text)) % _ALIGNMENT)
    body = [len(header).to_bytes(8, "little"), header, *blocks]
    digest = hashlib.sha256()
    for block in body:
        digest.update(block)
    _replace(path, [_MAGIC, digest.digest(), *body])


def read_table(path: Path, kind: str) -> TableFile:
    """Return the table in ``path``, its arrays mapped from the file.

    Raises :class:`TableError` when the file is of another kind, truncated or damaged, and OSError
    when it cannot be read.
    """
    with path.open("rb") as file:
        if os.fstat(file.fileno()).st_size < _HEADER:
            raise TableError(f"{path}: too short for a bear-off table; build it again")
        content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    header, start = _header(path, content)
    if header["kind"] != kind:
        raise TableError(f"{path}: a {header['kind']} table, where a {kind} one is needed")
    view = memoryview(content)
    if hashlib.sha256(view[_LENGTH.start :]).digest() != content[_DIGEST]:
        raise TableError(f"{path}: damaged (its checksum does not match); build it again")
    arrays = {
        name: np.frombuffer(
            content, dtype, count=int(np.prod(shape)), offset=start + place
        ).reshape(shape)
        for name, (dtype, shape, place) in header["arrays"].items()
    }
    return TableFile(kind, header["facts"], arrays)


def _header(path: Path, content: mmap.mmap) -> tuple[dict[str, Any], int]:
    """Return the header and where the arrays begin, or raise :class:`TableError`."""
    if content[:8] != _MAGIC:
        raise TableError(f"{path}: not a bear-off table of this program")
    start = _HEADER + int.from_bytes(content[_LENGTH], "little")
    if len(content) < start:
        raise TableError(f"{path}: truncated within its header; build it again")
    try:
        header = json.loads(content[_HEADER:start])
        version, size = header["format"], header["size"]
    except (ValueError, KeyError, TypeError):
        raise TableError(f"{path}: damaged (its header cannot be read); build it again") from None
    if version != FORMAT:
        raise TableError(f"{path}: table format {version}, this program reads {FORMAT}")
    if len(content) != start + size:
        raise TableError(
            f"{path}: {len(content)} bytes where {start + size} are needed; build it again"
        )
    return header, start


def _padded(block: bytes) -> bytes:
    return block + bytes(-len(block) % _ALIGNMENT)


def _replace(path: Path, blocks: list[bytes]) -> None:
    """Put ``blocks`` in place of the file ``path`` at once, and nothing if that fails."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(blocks)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
