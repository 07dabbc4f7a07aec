"""The desk that all work goes over: a few threads, a bounded queue, a time limit for each job."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from engine.serve.interrupt import Budget, Interrupted, within

T = TypeVar("T")

Tell = Callable[[Any], None]
"""Reports progress from the thread that works."""

_END = object()


class Refused(Exception):
    """Work that is not taken on, or was given up: the status to answer with, and why."""

    def __init__(self, status: int, reason: str) -> None:
        """Carry an HTTP status."""
        super().__init__(reason)
        self.status = status


class Desk:
    """Runs jobs in threads; must be used from one event loop."""

    def __init__(self, threads: int, waiting: int, waiting_each: int, seconds: float) -> None:
        """Open the desk.

        Args:
            threads: jobs worked on at once.
            waiting: jobs waiting, of all clients.
            waiting_each: jobs waiting or worked on, of one client.
            seconds: for one job, waiting included.
        """
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="desk")
        self._most = threads + waiting
        self._most_each = waiting_each
        self._seconds = seconds
        self._open: Counter[str] = Counter()
        self._budgets: set[Budget] = set()

    async def run(self, client: str, job: Callable[[], T]) -> T:
        """Return what ``job`` returns; raises :class:`Refused` when it cannot be done."""
        budget, future = self._take(client, job)
        try:
            # The job gives up by itself; the rest is for one that has not even begun.
            return await asyncio.wait_for(asyncio.wrap_future(future), self._seconds + 1)
        except (TimeoutError, Interrupted):
            raise self._late() from None
        finally:
            budget.stop()

    async def stream(self, client: str, job: Callable[[Tell], T]) -> AsyncGenerator[Any, None]:
        """Yield what ``job`` tells while it works, then what it returns.

        Nothing is taken on before the first item is asked for.
        """
        loop = asyncio.get_running_loop()
        items: asyncio.Queue[Any] = asyncio.Queue()

        def tell(item: Any) -> None:
            loop.call_soon_threadsafe(items.put_nowait, item)

        budget, future = self._take(client, lambda: job(tell))
        future.add_done_callback(lambda _: tell(_END))
        try:
            while (item := await items.get()) is not _END:
                yield item
            yield await asyncio.wrap_future(future)
        except (Interrupted, asyncio.CancelledError) as stopped:
            raise self._late() from stopped
        finally:
            budget.stop()

    def close(self) -> None:
        """Give up all work."""
        for budget in list(self._budgets):
            budget.stop()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _take(self, client: str, job: Callable[[], T]) -> tuple[Budget, Future[T]]:
        if self._open[client] >= self._most_each:
            raise Refused(429, f"{self._most_each} requests of yours are being worked on")
        if self._open.total() >= self._most:
            raise Refused(503, "too many requests are waiting; try again later")
        budget = Budget.of_seconds(self._seconds)
        loop = asyncio.get_running_loop()
        self._open[client] += 1
        self._budgets.add(budget)
        future = self._pool.submit(_within, budget, job)
        # Not when the client has gone, but when the thread is free again.
        future.add_done_callback(lambda _: _soon(loop, self._leave, client, budget))
        return budget, future

    def _leave(self, client: str, budget: Budget) -> None:
        self._budgets.discard(budget)
        self._open[client] -= 1
        if not self._open[client]:
            del self._open[client]

    def _late(self) -> Refused:
        return Refused(503, f"no answer within {self._seconds:g} seconds")


def _within(budget: Budget, job: Callable[[], T]) -> T:
    with within(budget):
        budget.spend(0)  # It may have waited too long already.
        return job()


def _soon(loop: asyncio.AbstractEventLoop, call: Callable[..., None], *arguments: Any) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(call, *arguments)
