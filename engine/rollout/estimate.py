"""What trials add up to: means, standard errors, and which candidate is best."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.rollout.trials import WORTH, Outcomes
from engine.rules.outcome import NAMES
from engine.search.valuation import Scale

Columns = npt.NDArray[np.float64]
"""``float64 [K]``: five outcomes and the worth, or ``[C]``: one number per candidate."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What is known about one candidate, for the player on roll at its start."""

    trials: int
    equity: float
    """Points per cube; in a match normalised."""
    error: float
    """Its standard error."""
    plain_equity: float
    """The mean without variance reduction."""
    plain_error: float
    worth: float
    """Points with the cube counted, or in a match ``2 * mwc - 1``."""
    worth_error: float
    outcome: tuple[float, ...]
    """Five probabilities."""
    outcome_error: tuple[float, ...]

    @property
    def reduction(self) -> float:
        """How many times smaller the standard error is than without variance reduction."""
        if self.plain_error == 0:
            return 1.0
        return self.plain_error / self.error if self.error > 0 else float("inf")

    def as_json(self) -> dict[str, object]:
        """Return plain data."""
        return {
            "trials": self.trials,
            "equity": self.equity,
            "standard_error": self.error,
            "plain_equity": self.plain_equity,
            "plain_standard_error": self.plain_error,
            "outcome": dict(zip(NAMES, self.outcome, strict=True)),
            "outcome_standard_error": dict(zip(NAMES, self.outcome_error, strict=True)),
        }


def estimates(outcomes: Outcomes, scales: list[Scale]) -> list[Estimate]:
    """Sum up trials ``[C, T, K]`` of C starts, each read by its scale.

    The errors treat trials as independent.  The stratified first two rolls make them a little
    smaller than that, so they err on the safe side.  A single trial has an infinite error.
    """
    found = []
    for plain, reduced, scale in zip(outcomes.plain, outcomes.reduced, scales, strict=True):
        mean, error = _mean_and_error(reduced)
        plain_mean, plain_error = _mean_and_error(plain)
        found.append(
            Estimate(
                trials=len(plain),
                equity=float(scale.equity(mean[WORTH])),
                error=float(error[WORTH] / scale.unit),
                plain_equity=float(scale.equity(plain_mean[WORTH])),
                plain_error=float(plain_error[WORTH] / scale.unit),
                worth=float(mean[WORTH]),
                worth_error=float(error[WORTH]),
                # Luck taken out may leave a hair less than nothing, or more than everything.
                outcome=tuple(np.clip(mean[:WORTH], 0, 1).tolist()),
                outcome_error=tuple(error[:WORTH].tolist()),
            )
        )
    return found


def _mean_and_error(rows: npt.NDArray[np.float64]) -> tuple[Columns, Columns]:
    """Return mean and standard error, ``[K]`` each, of ``[T, K]``."""
    mean = rows.mean(axis=0)
    if len(rows) < 2:
        return mean, np.full(rows.shape[1], np.inf)
    return mean, rows.std(axis=0, ddof=1) / np.sqrt(len(rows))


@dataclass(frozen=True, slots=True)
class Lead:
    """How far the best candidate is ahead of the others."""

    best: int
    """Its number."""
    behind: Columns
    """``[C]``: worth lost against it."""
    error: Columns
    """``[C]``: the joint standard error of that difference (the dice are the same)."""

    @property
    def certainty(self) -> float:
        """The smallest lead in joint standard errors; infinite for a single candidate."""
        others = np.delete(np.arange(len(self.behind)), self.best)
        if len(others) == 0:
            return float("inf")
        behind, error = self.behind[others], self.error[others]
        # Candidates whose trials all came out alike have no difference to decide.
        ratios = np.where(error > 0, behind / np.where(error > 0, error, 1), np.inf)
        return float(ratios.min())


def lead_of(outcomes: Outcomes, sign: int = 1) -> Lead:
    """Return the lead of the best candidate.

    Args:
        outcomes: trials ``[C, T, K]`` on the same dice.
        sign: -1 when the candidates are plays, whose starts are seen by the opponent.
    """
    worths = sign * outcomes.reduced[:, :, WORTH]
    best = int(worths.mean(axis=1).argmax())
    differences = worths[best] - worths
    trials = differences.shape[1]
    error = differences.std(axis=1, ddof=min(1, trials - 1)) / np.sqrt(trials)
    if trials < 2:
        error = np.full(len(worths), np.inf)
    return Lead(best, differences.mean(axis=1), error)
