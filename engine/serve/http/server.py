"""The server: the application on a socket, in threads of its own."""

from __future__ import annotations

import socket
import threading

import uvicorn

from engine.analysis.analyser import Analyser
from engine.serve.http.app import app_of
from engine.serve.http.limits import HttpLimits
from engine.serve.http.patience import patient_for
from engine.serve.http.service import Service


class HttpServer:
    """Serves from its construction until it is closed."""

    def __init__(
        self,
        analyser: Analyser,
        host: str = "127.0.0.1",
        port: int = 0,
        limits: HttpLimits | None = None,
    ) -> None:
        """Begin to serve.

        Args:
            analyser: answers.
            host: the address to listen at; others than loopback let the network in.
            port: 0 finds a free one.
            limits: what clients may do.

        Raises:
            OSError: the address cannot be listened at.
        """
        limits = limits or HttpLimits()
        self._socket = _listening(host, port)
        self._service = Service(analyser, limits)
        config = uvicorn.Config(
            app_of(self._service),
            http=patient_for(limits.transfer_seconds, limits.body_bytes),
            ws="none",
            lifespan="off",
            log_config=None,
            log_level="warning",
            access_log=False,
            server_header=False,
            limit_concurrency=limits.connections,
            timeout_keep_alive=30,
            timeout_graceful_shutdown=2,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],))
        self._thread.start()
        name = self._socket.getsockname()
        self.url = f"http://{f'[{name[0]}]' if ':' in name[0] else name[0]}:{name[1]}"
        """Where it is found, with the port that was."""

    @property
    def connections(self) -> int:
        """How many connections are open."""
        return len(self._server.server_state.connections)

    def close(self) -> None:
        """Finish what is being answered, give up what takes long, and stop."""
        self._server.should_exit = True
        self._service.close()
        self._thread.join()
        self._socket.close()

    def __enter__(self) -> HttpServer:
        """Return the server, which closes at the end of the ``with`` statement."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()


def _listening(host: str, port: int) -> socket.socket:
    """Return a listening socket.

    asyncio turns Nagle's algorithm off only for sockets that name their protocol; with it each
    answer takes 40 ms more.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(512)
    except OSError:
        listening.close()
        raise
    return listening
