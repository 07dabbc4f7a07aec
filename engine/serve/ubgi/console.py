"""The conversation over a pair of streams, which are standard input and output."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from engine.analysis.analyser import Analyser
from engine.serve.ubgi.session import UbgiSession

LONGEST_LINE = 4096


def converse(analyser: Analyser, source: BinaryIO, sink: BinaryIO) -> None:
    """Carry out the commands of ``source``, until ``quit`` or its end."""

    def write(line: str) -> None:
        sink.write(f"{line}\n".encode())
        sink.flush()

    session = UbgiSession(analyser, write)
    try:
        for line in _lines(source):
            if line is None:
                session.refuse(f"the line is too long: {LONGEST_LINE} bytes are accepted")
            elif not session.handle(line):
                return
        session.close(at_once=False)  # The last question of a script is still answered.
    except BrokenPipeError:
        pass  # Nobody reads the answers any more.
    finally:
        session.close()


def _lines(source: BinaryIO) -> Iterator[str | None]:
    """Yield each line, or None for one that is too long."""
    while chunk := source.readline(LONGEST_LINE + 1):
        if len(chunk) <= LONGEST_LINE:
            yield chunk.decode("utf-8", "replace")
            continue
        while chunk and not chunk.endswith(b"\n"):
            chunk = source.readline(LONGEST_LINE)
        yield None
