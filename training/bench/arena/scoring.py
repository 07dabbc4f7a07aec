"""Scores on decisions and positions with known answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from tqdm import tqdm

from engine.players.player import Ranker, Ranks
from engine.rules.board import Board
from training.bench.arena.suites import Decision, Position

MEQ = 1000
"""Milli-equity: thousandths of a point."""

_DECISIONS_AT_ONCE = 512
_POSITIONS_AT_ONCE = 1024

Errors = npt.NDArray[np.float64]


def score_decisions(
    player: Ranker, decisions: Sequence[Decision], progress: bool = False
) -> dict[str, Any]:
    """Return what ``player`` loses on average by the plays he puts first.

    Of plays he ranks equal, each counts as chosen with the same chance: that candidates come best
    first in a file must not help those who cannot tell them apart.
    """
    errors = np.empty(len(decisions))
    starts = range(0, len(decisions), _DECISIONS_AT_ONCE)
    for low in tqdm(starts, disable=not progress, desc=player.name):
        part = decisions[low : low + _DECISIONS_AT_ONCE]
        boards = np.stack([d.board for d in part])
        offsets = np.cumsum([0, *(len(d.losses) for d in part)], dtype=np.int64)
        ranks = player.rank(boards, np.concatenate([d.afterstates for d in part]), offsets)
        losses = np.concatenate([d.losses for d in part])
        errors[low : low + len(part)] = _lost(np.asarray(ranks), losses, offsets)
    return {
        "player": player.name,
        "decisions": len(decisions),
        **_error_of(errors),
        "best_found": float((errors == 0).mean()),
        "classes": {
            kind: {"decisions": int(rows.sum()), **_error_of(errors[rows])}
            for kind, rows in _classes(decisions).items()
        },
    }


def _lost(ranks: Ranks, losses: Errors, offsets: npt.NDArray[np.int64]) -> Errors:
    """Return the mean loss of the highest ranked play or plays of each decision, points."""
    top = np.repeat(np.maximum.reduceat(ranks, offsets[:-1]), np.diff(offsets))
    chosen = ranks == top
    total = np.add.reduceat(np.where(chosen, losses, 0.0), offsets[:-1])
    return np.asarray(total / np.add.reduceat(chosen.astype(np.int64), offsets[:-1]))


def _error_of(errors: Errors) -> dict[str, float | None]:
    spread = errors.std(ddof=1) / np.sqrt(len(errors)) if len(errors) > 1 else None
    return {
        "mean_error_meq": float(errors.mean()) * MEQ,
        "standard_error_meq": None if spread is None else float(spread) * MEQ,
    }


def score_positions(
    name: str,
    estimate: Callable[[Board], Ranks],
    positions: Sequence[Position],
    progress: bool = False,
) -> dict[str, Any]:
    """Return how far ``estimate(afterstates) -> equities`` is from the known equities, points."""
    boards = np.stack([p.afterstate for p in positions])
    starts = range(0, len(boards), _POSITIONS_AT_ONCE)
    estimates = np.concatenate(
        [
            np.asarray(estimate(boards[low : low + _POSITIONS_AT_ONCE]), dtype=np.float64)
            for low in tqdm(starts, disable=not progress, desc=name)
        ]
    )
    errors = estimates - np.array([p.equity for p in positions])
    return {
        "player": name,
        "positions": len(positions),
        **_distance_of(errors),
        "classes": {
            kind: {"positions": int(rows.sum()), **_distance_of(errors[rows])}
            for kind, rows in _classes(positions).items()
        },
    }


def _distance_of(errors: Errors) -> dict[str, float]:
    return {
        "mean_absolute_error": float(np.abs(errors).mean()),
        "rmse": float(np.sqrt((errors**2).mean())),
        "bias": float(errors.mean()),
    }


def _classes(items: Sequence[Decision] | Sequence[Position]) -> dict[str, npt.NDArray[np.bool_]]:
    """Return which items are of each class that the file names, in order of appearance."""
    kinds = np.array([item.kind or "" for item in items])
    return {str(kind): kinds == kind for kind in dict.fromkeys(kinds.tolist()) if kind}
