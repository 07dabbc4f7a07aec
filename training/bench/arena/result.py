"""What a duel says: points per game with their error, and how the games were won."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from training.bench.arena.games import Played

NORMAL_95 = 1.959964
"""Standard errors on either side that hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a duel, from the first player's side."""

    players: tuple[str, str]
    played: Played
    seconds: float
    seed: int
    play: str
    """What was played, such as ``cubeless money``."""
    stopped: bool = False
    """Ctrl-C came before all games were played."""

    @property
    def games(self) -> int:
        """Games (or matches) played: two a pair."""
        return 2 * len(self.played.points)

    @property
    def mean(self) -> float:
        """The first player's points per game; per match 1 is won, -1 lost."""
        return float(self.played.points.mean()) if self.games else 0.0

    @property
    def standard_error(self) -> float | None:
        """The standard error of :attr:`mean`, from the means of the pairs; None below 2 pairs.

        The two games of a pair share their dice and are not independent; the pairs are.
        """
        pairs = self.played.points.mean(axis=1)
        return float(pairs.std(ddof=1) / np.sqrt(len(pairs))) if len(pairs) > 1 else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of :attr:`mean`; None below 2 pairs."""
        error = self.standard_error
        if error is None:
            return None
        return self.mean - NORMAL_95 * error, self.mean + NORMAL_95 * error

    @property
    def of_matches(self) -> bool:
        """Whether matches were played, not games."""
        return "match" in self.play

    def counts(self, least: int) -> tuple[int, int]:
        """Return how many wins of at least this kind (first, second player)."""
        kinds = self.played.kinds
        return int((kinds >= least).sum()), int((kinds <= -least).sum())

    def as_dict(self) -> dict[str, Any]:
        """Return what ``--json`` prints."""
        interval = self.interval
        return {
            "players": list(self.players),
            "play": self.play,
            "games": self.games,
            "pairs": self.games // 2,
            "points_per_game": self.mean,
            "standard_error": self.standard_error,
            "interval_95": None if interval is None else list(interval),
            "match_wins": (1 + self.mean) / 2 if self.of_matches else None,
            "wins": list(self.counts(1)),
            "gammons": list(self.counts(2)),
            "backgammons": list(self.counts(3)),
            "plies_per_game": float(self.played.plies.mean()) if self.games else 0.0,
            "seconds": self.seconds,
            "seconds_of_players": list(self.played.thought),
            "games_per_second": self.games / self.seconds if self.seconds > 0 else 0.0,
            "seed": self.seed,
        }

    def __str__(self) -> str:
        """Return the lines that are printed."""
        first, second = self.players
        unit = "match" if self.of_matches else "game"
        units = "matches" if self.of_matches else "games"
        data = self.as_dict()
        lines = [
            f"{first} against {second}: {self.games} {units} in {self.games // 2} pairs, "
            f"{self.play}"
        ]
        if self.of_matches:
            won, lost = self.counts(1)
            lines.append(f"matches won  {won} to {lost}: {(1 + self.mean) / 2:.2%}{self._share()}")
        else:
            lines.append(f"points per game  {self.mean:+.4f}{self._spread()}")
            for name, least in (("wins", 1), ("gammons", 2), ("backgammons", 3)):
                won, lost = self.counts(least)
                total = max(self.games, 1)
                lines.append(
                    f"{name:<12}{won:8d} ({won / total:6.2%}) {lost:8d} ({lost / total:6.2%})"
                )
        lines.append(
            f"{data['plies_per_game']:.1f} plies a {unit}, {data['games_per_second']:.1f} {units}/s"
        )
        mine, theirs = self.played.thought
        lines.append(f"time taken  {first} {mine:.1f} s, {second} {theirs:.1f} s")
        return "\n".join(lines)

    def _spread(self) -> str:
        interval = self.interval
        if interval is None:
            return ""
        low, high = interval
        return f" +- {high - self.mean:.4f} (95 % interval {low:+.4f} to {high:+.4f})"

    def _share(self) -> str:
        interval = self.interval
        if interval is None:
            return ""
        low, high = ((1 + end) / 2 for end in interval)
        return f" +- {(high - low) / 2:.2%} (95 % interval {low:.2%} to {high:.2%})"
