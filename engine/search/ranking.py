"""What a search answers: candidates, each with the level it was evaluated at."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.rules.board import Board


@dataclass(frozen=True, slots=True)
class Candidate:
    """One play of a roll."""

    afterstate: Board
    """``int8 [26]``, seen by the mover."""
    outcome: npt.NDArray[np.float64]
    """The mover's outcome, ``[5]``."""
    equity: float
    """The mover's equity in points per cube: cubeful, or for the score, as the search was set."""
    ply: int
    """The plies this candidate was evaluated at."""
    level: str
    """The same in words: ``2-ply``."""
    loss: float | None
    """Equity lost against the best; None when the best was evaluated at another depth."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The candidates of one decision, deeper evaluations first, then by equity.

    The first two always have the same depth.  Equities of different depths are not comparable;
    :attr:`mixed` tells that some were left behind, and their ``loss`` is None.
    """

    candidates: tuple[Candidate, ...]

    @property
    def best(self) -> Candidate:
        """The play to make."""
        return self.candidates[0]

    @property
    def mixed(self) -> bool:
        """Whether the candidates were evaluated at more than one depth."""
        return any(c.ply != self.best.ply for c in self.candidates)

    def groups(self) -> dict[str, tuple[Candidate, ...]]:
        """Return the candidates by level, the deepest first: each group is a ranking of its own."""
        levels = dict.fromkeys(c.level for c in self.candidates)
        return {n: tuple(c for c in self.candidates if c.level == n) for n in levels}


def ranked(
    afterstates: Board,
    outcomes: npt.NDArray[np.float64],
    equities: npt.NDArray[np.float64],
    plies: npt.NDArray[np.int64],
) -> Ranking:
    """Rank one decision's ``afterstates [M, 26]`` with ``outcomes [M, 5]`` and equities ``[M]``."""
    order = np.lexsort((np.arange(len(plies)), -equities, -plies))
    top = order[0]
    return Ranking(
        tuple(
            Candidate(
                afterstates[i],
                outcomes[i],
                float(equities[i]),
                int(plies[i]),
                level_name(int(plies[i])),
                float(equities[top] - equities[i]) if plies[i] == plies[top] else None,
            )
            for i in order
        )
    )


def level_name(ply: int) -> str:
    """Return the level in words."""
    return f"{ply}-ply"
