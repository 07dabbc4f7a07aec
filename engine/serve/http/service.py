"""What the routes share: the analyser, the two desks and the limits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from fastapi import Request

from engine.analysis.analyser import Analyser
from engine.search.search import Settings
from engine.serve.http.desk import Desk
from engine.serve.http.limits import HttpLimits
from engine.serve.interrupt import interruptible

T = TypeVar("T")


@dataclass(slots=True)
class Service:
    """The engine behind the routes."""

    analyser: Analyser
    limits: HttpLimits = field(default_factory=HttpLimits)
    desk: Desk = field(init=False)
    """For answers that are found at once."""
    back_office: Desk = field(init=False)
    """For rollouts and matches, so that nothing else waits for them."""

    def __post_init__(self) -> None:
        """Open the desks."""
        limits = self.limits
        self.analyser = interruptible(self.analyser)
        each = limits.waiting_each
        self.desk = Desk(limits.threads, limits.waiting, each, limits.seconds)
        self.back_office = Desk(limits.long_jobs, limits.long_waiting, each, limits.long_seconds)

    async def answer(self, request: Request, job: Callable[[], T]) -> T:
        """Return what ``job`` finds, in a thread."""
        return await self.desk.run(client_of(request), job)

    def at(self, ply: int | None, cubeful: bool = True) -> Analyser:
        """Return the analyser at ``ply``, or at its own when None.

        Raises ValueError when it is deeper than allowed.
        """
        own = self.analyser.settings
        if ply is None:
            return self.analyser if cubeful else replace(self.analyser, cubeful=False)
        if ply > self.limits.plies:
            raise ValueError(f"ply {ply}: 0 to {self.limits.plies} are accepted")
        return replace(self.analyser, settings=Settings(ply, own.filter), cubeful=cubeful)

    def close(self) -> None:
        """Give up all work."""
        self.desk.close()
        self.back_office.close()


def client_of(request: Request) -> str:
    """Return the address of the client."""
    return request.client.host if request.client else ""
