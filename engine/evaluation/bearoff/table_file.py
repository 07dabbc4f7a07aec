"""How a table lies on disk: whole or not at all, checked, and mapped into memory.

=======  ======================================================================
bytes    content
=======  ======================================================================
0..8     ``CHQTABLE``
8..40    SHA-256 of everything that follows
40..48   length of the file in bytes, little-endian
48..56   where the header ends, little-endian
56..     the header in JSON: format, kind, facts, and the type, shape and place
         (from the end of the header) of each array
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
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

FORMAT = 1
_MAGIC = b"CHQTABLE"
_DIGEST = slice(8, 40)
_CHECKED = 40
_SIZE = slice(40, 48)
_END = slice(48, 56)
_HEADER = 56
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
    blocks: list[bytes | memoryview] = []
    size = 0
    for name, array in table.arrays.items():
        little = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))
        places[name] = (little.dtype.str, list(little.shape), size)
        padding = bytes(-little.nbytes % _ALIGNMENT)
        blocks += [little.reshape(-1).view(np.uint8).data, padding]
        size += little.nbytes + len(padding)
    facts = {"format": FORMAT, "kind": table.kind, "facts": dict(table.facts)}
    text = json.dumps({**facts, "arrays": places}).encode()
    text += b" " * (-(_HEADER + len(text)) % _ALIGNMENT)
    end = _HEADER + len(text)
    body = [(end + size).to_bytes(8, "little"), end.to_bytes(8, "little"), text, *blocks]
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
    _check(path, content)
    end = int.from_bytes(content[_END], "little")
    header = json.loads(content[_HEADER:end])
    if header["format"] != FORMAT:
        raise TableError(f"{path}: table format {header['format']}, this program reads {FORMAT}")
    if header["kind"] != kind:
        raise TableError(f"{path}: a {header['kind']} table, where a {kind} one is needed")
    arrays = {
        name: np.frombuffer(content, dtype, count=prod(shape), offset=end + place).reshape(shape)
        for name, (dtype, shape, place) in header["arrays"].items()
    }
    return TableFile(kind, header["facts"], arrays)


def _check(path: Path, content: mmap.mmap) -> None:
    """Raise :class:`TableError` unless ``content`` is a table as it was written."""
    if content[: len(_MAGIC)] != _MAGIC:
        raise TableError(f"{path}: not a bear-off table of this program")
    size = int.from_bytes(content[_SIZE], "little")
    if len(content) != size:
        raise TableError(f"{path}: {len(content)} bytes where {size} are needed; build it again")
    if hashlib.sha256(memoryview(content)[_CHECKED:]).digest() != content[_DIGEST]:
        raise TableError(f"{path}: damaged (its checksum does not match); build it again")


def _replace(path: Path, blocks: list[bytes | memoryview]) -> None:
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
