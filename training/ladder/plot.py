"""The ladder as a picture: strength over the games and the hours of training."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from training.ladder.rows import Row

_OVER = (("trained_games", "games of training"), ("trained_hours", "hours of training"))


def plot(rows: Sequence[Row], path: Path) -> None:
    """Draw points per game, and mEq per decision where known, over games and over hours.

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
    duels = [r for r in rows if r["measured"] == "duel" and r["kind"] == "fixed"]
    answers = [r for r in rows if r["measured"] == "decisions"]
    drawn = [part for part in (duels, answers) if part]
    if not drawn:
        raise ValueError("no duel with a fixed opponent and no decisions: nothing to draw")
    figure = Figure(figsize=(11, 4.2 * len(drawn)), layout="constrained")
    grid = figure.subplots(len(drawn), 2, sharey="row", squeeze=False)
    for axes, part in zip(grid, drawn, strict=True):
        for axis, (key, label) in zip(axes, _OVER, strict=True):
            if part is duels:
                _draw(axis, part, key, "opponent", _points)
            else:
                _draw(axis, part, key, "suite", _errors)
            axis.set_xlabel(label)
            axis.grid(alpha=0.3)
        axes[0].set_ylabel(
            "points per game, cubeless money" if part is duels else "mEq lost per decision"
        )
        axes[1].legend()
    # Metadata would hold the version, and equal pictures would differ.
    figure.savefig(path, format="png", dpi=120, metadata={"Software": None})


def _points(row: Row) -> tuple[float, float]:
    """Return a duel's points per game and half its 95 % interval."""
    interval = row["interval_95"]
    return row["points_per_game"], 0.0 if interval is None else interval[1] - row["points_per_game"]


def _errors(row: Row) -> tuple[float, float]:
    """Return the mean error, mEq, and 1.96 times its standard error."""
    return row["mean_error_meq"], 1.96 * (row["standard_error_meq"] or 0.0)


def _draw(axis: Any, rows: Sequence[Row], over: str, by: str, value: Any) -> None:
    """Draw a line for each opponent or suite, with 95 % bars."""
    for name in dict.fromkeys(row[by] for row in rows):
        latest = {row["sha256"]: row for row in rows if row[by] == name}
        line = sorted(latest.values(), key=lambda row: row[over])
        values, spreads = zip(*(value(row) for row in line), strict=True)
        places = [row[over] for row in line]
        axis.errorbar(places, values, spreads, marker="o", markersize=3, capsize=2, label=name)
