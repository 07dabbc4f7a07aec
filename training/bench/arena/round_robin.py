"""Round robins: everybody against everybody, as a Markdown table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from training.bench.arena.duel import Contest, run
from training.bench.arena.result import NORMAL_95, Result
from training.distributed import joined


@joined()
def round_robin(
    players: Sequence[str], contest: Contest, workers: int = 1, progress: bool = True
) -> list[Result]:
    """Let each two of ``players`` play what ``contest`` says; its own two players do not count.

    After Ctrl-C the results that are known are returned; the last may have fewer games.
    """
    results: list[Result] = []
    for first, second in combinations(players, 2):
        duel = Contest((first, second), contest.games, contest.seed, contest.rules)
        try:
            results.append(run(duel, workers, progress))
        except KeyboardInterrupt:
            break
        if results[-1].stopped:
            break
    return results


def table(players: Sequence[str], results: Sequence[Result]) -> str:
    """Return the points per game of the row against the column, with 95 % errors, in Markdown.

    Rows are ordered by their mean over the opponents they have met; the last column gives it.
    """
    cells: dict[tuple[str, str], tuple[float, float | None]] = {}
    for result in results:
        first, second = result.players
        error = result.standard_error
        cells[first, second] = (result.mean, error)
        cells[second, first] = (-result.mean, error)
    means = {
        name: [mean for (row, _), (mean, _) in cells.items() if row == name] for name in players
    }
    order = sorted(players, key=lambda name: -sum(means[name]) / max(len(means[name]), 1))
    rows = ["| points per game | " + " | ".join(order) + " | mean |"]
    rows.append("|---" * (len(order) + 2) + "|")
    for row in order:
        words = [_cell(cells.get((row, column)), row == column) for column in order]
        mean = f"{sum(means[row]) / len(means[row]):+.3f}" if means[row] else ""
        rows.append(f"| {row} | " + " | ".join(words) + f" | {mean} |")
    return "\n".join(rows)


def _cell(cell: tuple[float, float | None] | None, same: bool) -> str:
    if same:
        return "."
    if cell is None:
        return ""
    mean, error = cell
    return f"{mean:+.3f}" + ("" if error is None else f" ± {NORMAL_95 * error:.3f}")
