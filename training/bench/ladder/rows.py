"""The rows of the ladder: one JSON object a line, each a measurement of one network."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from training.bench.arena.result import Result
from training.bench.ladder.checkpoint import Checkpoint
from training.checkout import commit

Row = dict[str, Any]


def read_rows(path: Path) -> list[Row]:
    """Return the rows of a ladder file; none when there is no file.

    Raises:
        ValueError: a line is no row.
    """
    if not path.exists():
        return []
    rows = []
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not text.strip():
            continue
        try:
            row = json.loads(text)
            rows.append({**row, "network": str(row["network"]), "measured": str(row["measured"])})
        except (json.JSONDecodeError, KeyError, TypeError) as error:
            raise ValueError(f"{path.name} line {number} is no row of a ladder") from error
    return rows


def add_row(path: Path, row: Row) -> None:
    """Append a row."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


def has_duel(rows: Sequence[Row], network: Checkpoint, opponent: str, games: int) -> bool:
    """Tell whether ``network`` has met ``opponent`` in so many games."""
    return any(
        row["measured"] == "duel"
        and row["sha256"] == network.sha256
        and row["opponent"] == opponent
        and row["games"] >= games
        for row in rows
    )


def has_decisions(rows: Sequence[Row], network: Checkpoint, suite: str) -> bool:
    """Tell whether ``network`` has answered the ``suite`` of this name and hash."""
    return any(
        row["measured"] == "decisions" and row["sha256"] == network.sha256 and row["suite"] == suite
        for row in rows
    )


def duel_row(network: Checkpoint, opponent: str, kind: str, result: Result) -> Row:
    """Return the row of a duel; ``kind`` of opponent is ``fixed`` or ``ancestor``."""
    told = result.as_dict()
    kept = ("play", "games", "points_per_game", "interval_95", "wins", "gammons", "seed")
    return {
        **_of(network, "duel"),
        "opponent": opponent,
        "kind": kind,
        **{key: told[key] for key in kept},
        "command": f"python scripts/evaluate.py model:{network.name} {opponent} "
        f"--games {result.games} --seed {result.seed}",
    }


def decisions_row(network: Checkpoint, suite: str, scores: Row) -> Row:
    """Return the row of a suite's decisions."""
    kept = ("decisions", "mean_error_meq", "standard_error_meq", "best_found", "classes")
    return {
        **_of(network, "decisions"),
        "suite": suite,
        **{key: scores[key] for key in kept},
        "command": f"python scripts/evaluate.py model:{network.name} --decisions {suite}",
    }


def _of(network: Checkpoint, measured: str) -> Row:
    return {
        "network": network.name,
        "trained_games": network.games,
        "trained_hours": network.hours,
        "sha256": network.sha256,
        "commit": commit(),
        "measured": measured,
    }
