"""A server of lines over TCP or a Unix socket: one thread and one session for every client.

Clients are not trusted.  A line has a longest length and, once begun, a latest end; a client who
does not read his answers is dropped; and only so many may be connected at once.  A client may be
silent between lines for long: his opponent may be thinking.
"""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import socketserver
import stat
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

log = logging.getLogger(__name__)

_CHUNK = 4096


class Session(Protocol):
    """One client's conversation."""

    def answer(self, line: str) -> str | None:
        """Return the answer to ``line``, without its last newline; None says goodbye."""
        ...

    def refuse(self, reason: str) -> str:
        """Return how this protocol says that a line was not understood."""
        ...


@dataclass(frozen=True, slots=True)
class Limits:
    """What a client may ask for."""

    line_bytes: int = 4096
    """The longest line."""
    line_seconds: float = 10.0
    """From the first byte of a line to its last, and for a client to read an answer."""
    idle_seconds: float = 3600.0
    """Between lines, while somebody thinks."""
    clients: int = 64
    """Connections at once; one more is told so and closed."""


class LineTooLong(ValueError):
    """A line longer than the limit; it has been skipped."""


class LineServer:
    """Listens at an address and holds a session with each client, until it is closed."""

    def __init__(
        self, address: str, session: Callable[[], Session], limits: Limits | None = None
    ) -> None:
        """Listen at ``address``.

        Args:
            address: ``host:port`` (port 0 finds a free one), or the path of a Unix socket, which
                has no colon or has a slash.
            session: makes the session of a new client.
            limits: what a client may ask for.

        Raises:
            ValueError: ``address`` is no address.
            OSError: somebody else listens there, or it cannot be listened at.
        """
        self._limits = limits or Limits()
        self._session = session
        self._free = threading.BoundedSemaphore(self._limits.clients)
        self._sockets: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._path = address if "/" in address or ":" not in address else None
        self._server = _listening(address, self._path is not None, self._talk)
        self.address = self._path or _written(self._server.socket.getsockname())
        """The address listened at, with the port that was found."""
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.1,), daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening and hang up on everybody."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
        with self._lock:
            for connection in self._sockets:
                _hang_up(connection)
        if self._path:
            os.unlink(self._path)

    def __enter__(self) -> LineServer:
        """Return the server, which closes at the end of the ``with`` statement."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()

    def _talk(self, connection: socket.socket) -> None:
        """Hold the conversation with one client (in his own thread)."""
        session = self._session()
        connection.settimeout(self._limits.line_seconds)
        if not self._free.acquire(blocking=False):
            _send(connection, session.refuse(f"{self._limits.clients} clients are connected"))
            return
        with self._lock:
            self._sockets.add(connection)
        try:
            if connection.family != socket.AF_UNIX:
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._converse(connection, session)
        except OSError:
            pass  # The client has gone, or does not read; there is nobody to tell.
        finally:
            with self._lock:
                self._sockets.discard(connection)
            self._free.release()

    def _converse(self, connection: socket.socket, session: Session) -> None:
        for line in lines_of(connection, self._limits):
            if isinstance(line, ValueError):
                answer: str | None = session.refuse(str(line))
            else:
                answer = _answered(session, line)
            if answer is None:
                return
            _send(connection, answer)


def _written(name: tuple[str, int]) -> str:
    host, port = name[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


class _Tcp(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128


class _Tcp6(_Tcp):
    address_family = socket.AF_INET6


class _Unix(socketserver.ThreadingUnixStreamServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128


def _listening(
    address: str, local: bool, talk: Callable[[socket.socket], None]
) -> socketserver.TCPServer:
    """Return a server that calls ``talk`` with each new connection, in a thread of its own."""

    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            talk(self.request)

    if local:
        _remove_abandoned(address)
        return _Unix(address, Handler)
    host, _, port = address.rpartition(":")
    if not (port.isascii() and port.isdigit()) or int(port) > 65535:
        raise ValueError(f"address {address!r}: host:port or a path is accepted")
    return (_Tcp6 if ":" in host else _Tcp)((host.strip("[]"), int(port)), Handler)


def lines_of(connection: socket.socket, limits: Limits) -> Iterator[str | LineTooLong]:
    """Yield the lines a client sends, without their ends; a NUL counts as nothing.

    Ends with the connection, or when a line that was begun is not ended in time.
    """
    buffer, begun, skipping = b"", 0.0, False
    while True:
        head, newline, rest = buffer.partition(b"\n")
        if newline:
            buffer, begun = rest, time.monotonic()
            if not skipping:
                yield _text(head) if len(head) <= limits.line_bytes else _too_long(limits)
            skipping = False
            continue
        if len(buffer) > limits.line_bytes:
            if not skipping:
                yield _too_long(limits)
            buffer, skipping = b"", True
        waiting = skipping or bool(buffer.strip(b"\0"))
        left = begun + limits.line_seconds - time.monotonic()
        if waiting and left <= 0:
            return
        connection.settimeout(left if waiting else limits.idle_seconds)
        chunk = connection.recv(_CHUNK)
        if not chunk:
            return
        if not waiting:
            buffer, begun = b"", time.monotonic()
        connection.settimeout(limits.line_seconds)
        buffer += chunk


def _text(line: bytes) -> str:
    return line.replace(b"\0", b"").decode("utf-8", "replace").strip()


def _too_long(limits: Limits) -> LineTooLong:
    return LineTooLong(f"the line is too long: {limits.line_bytes} bytes are accepted")


def _answered(session: Session, line: str) -> str | None:
    """Return the session's answer; an error of our own is logged, and told to the client."""
    try:
        return session.answer(line)
    except Exception:
        log.exception("no answer to %r", line[:200])
        return session.refuse("the engine failed to answer this; its log says why")


def _send(connection: socket.socket, answer: str) -> None:
    connection.sendall(f"{answer}\n".encode())


def _hang_up(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):  # He may have been faster.
        connection.shutdown(socket.SHUT_RDWR)


def _remove_abandoned(path: str) -> None:
    """Remove a socket file nobody listens at: a server that was killed leaves one behind."""
    try:
        if not stat.S_ISSOCK(os.stat(path).st_mode):
            return
    except FileNotFoundError:
        return
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(path)
        except ConnectionRefusedError:
            os.unlink(path)
