"""Files that are whole or not there."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path


def write_atomically(path: Path, content: bytes) -> None:
    """Write ``content`` so that ``path`` always holds either the old file or all of the new one.

    Raises OSError (disk full, no permission, no such folder) and then leaves the old file whole.
    """
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "no such folder", str(path.parent))
    try:
        _write(path, content)
    except OSError as error:
        # A full disk is told without the file's name, a refusal with that of the temporary one.
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error


def _write(path: Path, content: bytes) -> None:
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    temporary = Path(name)
    try:
        with open(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        # A temporary file is private; what replaces it has the rights of any new file.
        umask = os.umask(0)
        os.umask(umask)
        temporary.chmod(0o666 & ~umask)
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
