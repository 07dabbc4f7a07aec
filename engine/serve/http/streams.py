"""``/v1``: long work, which answers with lines of JSON: progress, progress, ..., result.

A line is ``{"progress": {"done": n, "of": m}}``, ``{"result": {...}}`` or
``{"error": {"message": "..."}}``; the last one is a result or an error.  A client who hangs up
stops the work.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from typing import Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, ConfigDict, Field

from engine.analysis.data import cube_data, plays_data
from engine.analysis.match.data import review_data
from engine.analysis.match.review import review_match
from engine.analysis.rolled import RolloutSettings, rolled_cube, rolled_plays
from engine.formats.matchfiles import MatchFileError, parse_matches
from engine.serve.http.desk import Refused, Tell
from engine.serve.http.routes import Data, Question, head
from engine.serve.http.service import Service, client_of

log = logging.getLogger(__name__)

_BATCH = 36
"""Trials between two lines of progress."""
_SOON = 1.0
"""Seconds in which a refusal can still be a status; then the lines begin."""

MEDIA_TYPE = "application/x-ndjson"


class RolloutQuestion(Question):
    """A position to roll out: its best plays if there are dice, else its cube actions."""

    trials: int = Field(144, ge=1)
    """Trials of each candidate."""
    count: int = Field(3, ge=1, le=20)
    """How many of the best plays."""
    seed: int = Field(0, ge=0, le=2**31 - 1)
    about: Literal["plays", "cube"] | None = None
    """Left out: plays if there are dice, else the cube."""


class MatchQuestion(BaseModel):
    """A match file to analyse."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

    match: str
    """The text of a .mat, .txt or .sgf file."""
    ply: int | None = Field(None, ge=0, le=3)
    number: int = Field(1, ge=1)
    """Which match, where the file holds several."""


def router_of(service: Service) -> APIRouter:
    """Return the routes."""
    router = APIRouter(prefix="/v1", tags=["long work"])

    @router.post("/rollout")
    async def rollout(question: RolloutQuestion, request: Request) -> StreamingResponse:
        """Roll a position out; lines of JSON tell the progress, the last one the result."""
        position = question.read()
        if question.trials > service.limits.trials:
            raise ValueError(f"trials {question.trials}: 1 to {service.limits.trials} are accepted")
        analyser = service.at(0)
        ply = service.at(question.ply or 0).settings.ply
        settings = RolloutSettings(question.trials, ply, 1, question.seed, batch=_BATCH)
        about = question.about or ("plays" if position.dice else "cube")

        def job(tell: Tell) -> str:
            def progress(trials: int) -> None:
                tell(_progress(trials, question.trials))

            if about == "cube":
                data = cube_data(rolled_cube(analyser, position, settings, progress))
            else:
                plays = rolled_plays(analyser, position, settings, question.count, progress)
                data = plays_data(plays)
            return _text({"result": {**head(position, analyser), **data}})

        return await _streamed(service, request, job)

    @router.post("/match")
    async def match(question: MatchQuestion, request: Request) -> StreamingResponse:
        """Analyse a match; lines of JSON tell the progress, the last one the result."""
        content = question.match.encode()
        matches = await service.answer(request, lambda: parse_matches(content))
        if question.number > len(matches):
            raise MatchFileError(f"number {question.number}: the file holds {len(matches)}")
        analyser = service.at(question.ply)

        def job(tell: Tell) -> str:
            review = review_match(
                matches[question.number - 1],
                analyser,
                progress=lambda done, of: tell(_progress(done, of)),
            )
            return _text({"result": review_data(review)})

        return await _streamed(service, request, job)

    return router


async def _streamed(
    service: Service, request: Request, job: Callable[[Tell], str]
) -> StreamingResponse:
    """Begin the work, wait a little for a refusal, and return the stream of its lines.

    Lines are written in the thread that works: one result can be megabytes.
    """
    items = service.back_office.stream(client_of(request), job)
    first = asyncio.ensure_future(_line(items))
    try:
        done, _ = await asyncio.wait({first}, timeout=_SOON)
    except asyncio.CancelledError:
        first.cancel()
        raise
    if done:
        first.result()

    async def lines() -> AsyncIterator[str]:
        waiting: Awaitable[str | None] = first
        try:
            if not done:
                yield _progress(0, None)
            while (line := await _caught(waiting)) is not None:
                yield line
                waiting = _line(items)
        finally:
            first.cancel()
            await items.aclose()

    return StreamingResponse(lines(), media_type=MEDIA_TYPE)


async def _line(items: AsyncGenerator[Any, None]) -> str | None:
    """Return the next line, or None at the end."""
    line: str | None = await anext(items, None)
    return line


async def _caught(line: Awaitable[str | None]) -> str | None:
    """Return the next line; what goes wrong is a line too, for the status has been sent."""
    try:
        return await line
    except (Refused, ValueError) as error:
        message = str(error)
    except Exception:
        log.exception("long work failed")
        message = "the engine failed to answer this; its log says why"
    return _text({"error": {"message": message}})


def _text(item: Data) -> str:
    return json.dumps(item, allow_nan=False) + "\n"


def _progress(done: int, of: int | None) -> str:
    return _text({"progress": {"done": done, "of": of}})
