"""How many requests a second the HTTP server answers, and how soon, with many clients at once."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlencode, urlsplit

import numpy as np

from engine.formats.notation.position_id import write_position_id
from engine.rules.board import Board
from engine.rules.dice import Roll
from engine.rules.plays import legal_plays

_PATIENCE = 120.0


@dataclass(frozen=True, slots=True)
class Asked:
    """One request, and how to tell that the answer is its own."""

    path: str
    body: dict[str, Any] | None
    """Sent with POST; None is GET."""
    is_own: Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class Load:
    """What came of one kind of request."""

    requests: int
    lost: int
    """Not answered, or with an error."""
    mixed_up: int
    """Answered with what others had asked."""
    seconds: float
    """From the first request to the last answer, by the clock."""
    latencies: tuple[float, ...]
    """Seconds of each request."""

    @property
    def per_second(self) -> float:
        """Requests answered in a second."""
        return (self.requests - self.lost) / self.seconds

    def latency(self, share: float) -> float:
        """Return the seconds within which ``share`` of the requests were answered."""
        return float(np.quantile(self.latencies, share))


def requests_of(board: Board, roll: Roll) -> dict[str, Asked]:
    """Return one request of each kind about ``board int8 [26]``."""
    pips = {f"p{slot}": int(count) for slot, count in enumerate(board) if count}
    dice = {"die1": roll[0], "die2": roll[1]}
    named = write_position_id(board)
    plays = len(legal_plays(board, roll))

    def same(answer: Any) -> bool:
        return bool(answer["position_id"] == named)

    question = {"position": named, "dice": f"{roll[0]}{roll[1]}", "ply": 0}
    return {
        "GET /eval": Asked(f"/eval?{urlencode(pips)}", None, lambda a: "cube" in a),
        "GET /move": Asked(
            f"/move?{urlencode({**dice, **pips})}", None, lambda a: len(a["moves"]) == plays
        ),
        "POST /v1/plays, 0-ply": Asked("/v1/plays", question, same),
        "POST /v1/cube, 1-ply": Asked("/v1/cube", {**question, "ply": 1}, same),
        "GET /v1/engine": Asked("/v1/engine", None, lambda a: a["name"] == "Chaquete"),
    }


def load(url: str, asked: Sequence[Asked], clients: int) -> Load:
    """Ask everything, shared among ``clients`` that keep their connections and ask at once."""
    address = urlsplit(url).netloc
    began = time.perf_counter()
    with ThreadPoolExecutor(clients) as pool:
        parts = list(pool.map(lambda n: _talk(address, asked[n::clients]), range(clients)))
    seconds = time.perf_counter() - began
    answers = [answer for part in parts for answer in part]
    return Load(
        requests=len(asked),
        lost=sum(own is None for _, own in answers),
        mixed_up=sum(own is False for _, own in answers),
        seconds=seconds,
        latencies=tuple(seconds for seconds, _ in answers),
    )


def _talk(address: str, asked: Sequence[Asked]) -> list[tuple[float, bool | None]]:
    """Return the seconds of each request, and whether the answer was its own (None: there is none).

    One client with one connection, which it opens again when it was closed.
    """
    connection = HTTPConnection(address, timeout=_PATIENCE)
    answers: list[tuple[float, bool | None]] = []
    for request in asked:
        body = None if request.body is None else json.dumps(request.body)
        began, own = time.perf_counter(), None
        try:
            connection.request(
                "GET" if body is None else "POST",
                request.path,
                body,
                {} if body is None else {"Content-Type": "application/json"},
            )
            answer = connection.getresponse()
            content = answer.read()
            own = request.is_own(json.loads(content)) if answer.status == 200 else None
        except (OSError, HTTPException):
            connection.close()
        answers.append((time.perf_counter() - began, own))
    connection.close()
    return answers
