"""The patience that uvicorn lacks: it waits for a request's head, and for a reader, for ever."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol


def patient_for(seconds: float, ahead: int) -> type[asyncio.Protocol]:
    """Return uvicorn's protocol, for clients of whom no good is expected.

    Args:
        seconds: from the first byte of a head to its last, from the connection to the first byte,
            and for a client to take what is ready for him.
        ahead: bytes that a client may send before his last request has been answered.
    """

    class Patient(H11Protocol):
        _waiting: asyncio.TimerHandle | None = None
        _unread: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            # What the system does not take at once is not read: the clock starts then.
            transport.set_write_buffer_limits(0)
            self._wait()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if len(self.conn.trailing_data[0]) > ahead:
                self.transport.abort()
            if self.conn.their_state is h11.IDLE and self.conn.trailing_data[0]:
                self._wait()
            else:
                self._done()

        def pause_writing(self) -> None:
            super().pause_writing()
            # Not closed: that would wait for the reader.
            self._unread = self.loop.call_later(seconds, self.transport.abort)

        def resume_writing(self) -> None:
            super().resume_writing()
            self._read()

        def connection_lost(self, exc: Exception | None) -> None:
            self._done()
            self._read()
            super().connection_lost(exc)

        def _read(self) -> None:
            if self._unread is not None:
                self._unread.cancel()
                self._unread = None

        def _wait(self) -> None:
            if self._waiting is None:
                self._waiting = self.loop.call_later(seconds, self.transport.close)

        def _done(self) -> None:
            if self._waiting is not None:
                self._waiting.cancel()
                self._waiting = None

    return Patient
