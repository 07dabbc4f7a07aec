"""Limits on bodies and on clients who send them slowly, as a layer around the application.

Slow heads, and clients who do not read, are :mod:`engine.serve.http.patience`'s.
"""

from __future__ import annotations

import asyncio
import json
import logging

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from engine.serve.http.limits import HttpLimits

log = logging.getLogger(__name__)

_DRAINED = 16
"""Bodies of so many times the accepted size are still read to their end."""


class Guard:
    """Reads a request whole before the application sees it, within limits of size and time.

    The application does not wait for the rest of a body.
    """

    def __init__(self, app: ASGIApp, limits: HttpLimits) -> None:
        """Stand around ``app``."""
        self._app = app
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, if it keeps to the limits."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        seconds, started = self._limits.transfer_seconds, False

        async def noting_send(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            body = await asyncio.wait_for(self._body(receive), seconds)
        except TimeoutError:
            reason = f"the request took longer than {seconds:g} seconds"
            await _refuse(noting_send, 408, reason)
            return
        if body is None:
            reason = f"a body of {self._limits.body_bytes} bytes at most is accepted"
            await _refuse(noting_send, 413, reason)
            return
        try:
            await self._app(scope, _replaying(body, receive), noting_send)
        except Exception:
            log.exception("no answer to %s", scope["path"][:200])
            if not started:
                reason = "the engine failed to answer this; its log says why"
                await _refuse(noting_send, 500, reason)

    async def _body(self, receive: Receive) -> bytes | None:
        """Return the body, or None when it is too large.

        The rest of one that is not absurdly large is read all the same: a connection closed with
        bytes unread may take the refusal with it.
        """
        most = self._limits.body_bytes
        body, size = bytearray(), 0
        while True:
            message = await receive()
            part = message.get("body", b"")
            size += len(part)
            if size <= most:
                body += part
            if size > _DRAINED * most or not message.get("more_body", False):
                return bytes(body) if size <= most else None


def _replaying(body: bytes, receive: Receive) -> Receive:
    """Return a ``receive`` that gives ``body`` at once; then comes the end of the connection."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return messages.pop() if messages else await receive()

    return replay


async def _refuse(send: Send, status: int, reason: str) -> None:
    """Answer with an error and close the connection."""
    body = json.dumps({"message": reason}).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
