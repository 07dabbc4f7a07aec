"""The ladder as a picture: strength over the games and the hours of training."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from training.bench.arena.result import NORMAL_95
from training.bench.ladder.rows import Row

_OVER = (
    ("trained_games", 1e6, "games of training, millions"),
    ("trained_hours", 1.0, "hours of training"),
)
"""What strength is drawn over: the key of a row, its unit, and the label."""


def plot(rows: Sequence[Row], path: Path) -> None:
    """Draw points on each opponent, and mEq on each suite, over games and over hours.

    Raises:
        ValueError: nothing to draw, or matplotlib is not installed.
        OSError: the file cannot be written.
    """
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError as error:
        raise ValueError(
            "matplotlib is not installed: pip install 'chaquete[plots]' brings it"
        ) from error
    lines = _lines(rows)
    if not lines:
        raise ValueError("no duel with a fixed opponent and no decisions: nothing to draw")
    figure = Figure(figsize=(9, 0.6 + 1.8 * len(lines)), layout="constrained")
    grid = figure.subplots(len(lines), 2, sharex="col", sharey="row", squeeze=False)
    for axes, (name, line) in zip(grid, lines.items(), strict=True):
        for axis, (key, scale, _) in zip(axes, _OVER, strict=True):
            _draw(axis, line, key, scale)
            axis.grid(alpha=0.3)
        axes[0].set_ylabel(name)
    for axis, (_, _, label) in zip(grid[-1], _OVER, strict=True):
        axis.set_xlabel(label)
    # Metadata would hold the version, and equal pictures would differ.
    figure.savefig(path, format="png", dpi=120, metadata={"Software": None})


def _lines(rows: Sequence[Row]) -> dict[str, list[Row]]:
    """Return the rows of each fixed opponent and each suite, by what its axis is called."""
    lines: dict[str, list[Row]] = {}
    for row in rows:
        if row["measured"] == "decisions":
            lines.setdefault(f"{row['suite']}\nmEq lost", []).append(row)
        elif row["kind"] == "fixed":
            lines.setdefault(f"on {row['opponent']}\npoints per game", []).append(row)
    return lines


def _value(row: Row) -> tuple[float, float]:
    """Return what was measured and half its 95 % interval."""
    if row["measured"] == "decisions":
        return row["mean_error_meq"], NORMAL_95 * (row["standard_error_meq"] or 0.0)
    interval = row["interval_95"]
    return row["points_per_game"], 0.0 if interval is None else interval[1] - row["points_per_game"]


def _draw(axis: Any, rows: Sequence[Row], over: str, scale: float) -> None:
    """Draw the latest measurement of each network, with 95 % bars."""
    latest = {row["sha256"]: row for row in rows}
    line = sorted(latest.values(), key=lambda row: row[over])
    values, spreads = zip(*(_value(row) for row in line), strict=True)
    places = [row[over] / scale for row in line]
    axis.errorbar(places, values, spreads, marker="o", markersize=3, capsize=2)
