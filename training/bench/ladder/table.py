"""The ladder as a Markdown table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from training.bench.ladder.rows import Row

BEGIN, END = "<!-- ladder -->", "<!-- end of ladder -->"


def table(rows: Sequence[Row]) -> str:
    """Return the table: a row a network, the least trained first; the latest measurements count.

    Points per game with their 95 % intervals, and mEq per decision with standard errors.
    """
    networks = {row["sha256"]: row for row in rows}
    order = sorted(networks.values(), key=lambda r: (r["trained_games"], r["trained_hours"]))
    fixed = _in_order(r["opponent"] for r in rows if _is_duel(r, "fixed"))
    suites = _in_order(r["suite"] for r in rows if r["measured"] == "decisions")
    ancestors = any(_is_duel(r, "ancestor") for r in rows)
    heads = ["network", "games", "hours", *suites, *fixed, *(["ancestor"] if ancestors else [])]
    lines = ["| " + " | ".join(heads) + " |", "|---" * len(heads) + "|"]
    for network in order:
        own = [row for row in rows if row["sha256"] == network["sha256"]]
        cells = [
            network["network"],
            f"{network['trained_games'] / 1e6:.2f}M",
            f"{network['trained_hours']:.2f}",
        ]
        for suite in suites:
            found = [r for r in own if r["measured"] == "decisions" and r["suite"] == suite]
            cells.append(_errors(found[-1]) if found else "")
        for opponent in fixed:
            duels = [r for r in own if _is_duel(r, "fixed") and r["opponent"] == opponent]
            cells.append(_points(duels[-1]) if duels else "")
        if ancestors:
            met = {r["opponent"]: r for r in own if _is_duel(r, "ancestor")}
            cells.append(", ".join(f"{name}: {_points(row)}" for name, row in met.items()))
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def between_marks(text: str, ladder: str) -> str:
    """Return ``text`` with what is between the marks replaced by the table.

    Raises:
        ValueError: the marks are not there.
    """
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the table goes between {BEGIN} and {END}, which are not there")
    return f"{before}{BEGIN}\n\n{ladder}\n\n{END}{after}"


def _is_duel(row: Row, kind: str) -> bool:
    return bool(row["measured"] == "duel" and row["kind"] == kind)


def _in_order(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))


def _points(row: Row) -> str:
    points, interval = row["points_per_game"], row["interval_95"]
    return f"{points:+.3f}" + ("" if interval is None else f" ± {interval[1] - points:.3f}")


def _errors(row: Row) -> str:
    error = row["standard_error_meq"]
    return f"{row['mean_error_meq']:.2f}" + ("" if error is None else f" ± {error:.2f}")
