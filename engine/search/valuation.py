"""What outcomes are worth at a match state: the seam between search and cube.

A ``worth`` is what the player on roll stands to win, in a unit in which his opponent stands to win
just the negative: points with the cube counted in money play, ``2 * mwc - 1`` in a match.  An
``equity`` is a worth in the unit people read: points per cube now on the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from engine.rules.board import Board
from engine.rules.match import MatchState
from engine.rules.outcome import Outcome

Worths = npt.NDArray[np.float64]
"""Worths or equities, ``float64 [N]``."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How to read a worth as an equity: ``(worth - centre) / unit``."""

    centre: float
    unit: float

    def equity(self, worths: Any) -> Any:
        """Return ``worths`` as points per cube on the table."""
        return (worths - self.centre) / self.unit


class Valuation(Protocol):
    """Judges outcomes at a match state, for the player on roll."""

    @property
    def name(self) -> str:
        """How results are labelled: ``cubeless`` or ``cubeful``."""
        ...

    @property
    def cubeful(self) -> bool:
        """Whether the cube may still be turned: then the search branches on it."""
        ...

    @property
    def cube(self) -> str:
        """How the cube is valued, in a word or two, for saved results."""
        ...

    def exact(self, boards: Board, state: MatchState) -> npt.NDArray[np.bool_]:
        """Return where the cube's worth is known exactly: there is no need to look ahead, [N]."""
        ...

    def linear(self, state: MatchState) -> Worths:
        """Return the weights of the five outcomes and the constant, ``float64 [6]``.

        They give the worth when the cube stays where it is, and so also that of finished games.
        """
        ...

    def held(self, outcomes: Outcome, boards: Board, state: MatchState) -> Worths:
        """Return the worth ``[N]`` of unfinished games when the player on roll rolls now."""
        ...

    def passed(self, state: MatchState) -> float:
        """Return the worth when the opponent passes a double offered now."""
        ...

    def scale(self, state: MatchState) -> Scale:
        """Return how to read a worth at ``state`` as an equity."""
        ...


def linear_worths(outcomes: Outcome, weights: Worths) -> Worths:
    """Return ``float64 [N]`` of ``outcomes [N, 5]`` and ``weights [6]`` (or ``[N, 6]``)."""
    # Column by column: BLAS now and then raises a floating-point flag on so narrow a product.
    total = outcomes[:, 0] * weights[..., 0] + weights[..., 5]
    for column in range(1, 5):
        total += outcomes[:, column] * weights[..., column]
    return np.asarray(total, dtype=np.float64)


class States:
    """The match states of one search, numbered, so that a batch holds numbers instead of them.

    Grows as the search turns the cube; :attr:`mirrored` and :attr:`taken` map numbers to numbers.
    """

    def __init__(self) -> None:
        """Begin without any."""
        self.states: list[MatchState] = []
        self._numbers: dict[MatchState, int] = {}
        self._mirrored: dict[int, int] = {}
        self._taken: dict[int, int] = {}

    def number(self, state: MatchState) -> int:
        """Return the number of ``state``."""
        if state not in self._numbers:
            self._numbers[state] = len(self.states)
            self.states.append(state)
        return self._numbers[state]

    def numbers(self, states: Sequence[MatchState] | None, count: int) -> npt.NDArray[np.int64]:
        """Return the numbers ``int64 [N]`` of ``states``; None is money, ``count`` times."""
        if states is None:
            return np.full(count, self.number(MatchState()), dtype=np.int64)
        if len(states) != count:
            raise ValueError(f"{count} boards and {len(states)} match states: one each is accepted")
        # Batches repeat few states many times, and hashing one costs more than comparing objects.
        objects = np.fromiter(map(id, states), dtype=np.int64, count=count)
        _, first, which = np.unique(objects, return_index=True, return_inverse=True)
        numbers = np.empty(len(first), dtype=np.int64)
        for place in np.argsort(first).tolist():
            numbers[place] = self.number(states[int(first[place])])
        return numbers[which]

    def mirrored(self, numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return the numbers of the same states seen by the other player, same shape."""
        return self._mapped(numbers, self._mirrored, MatchState.mirror)

    def taken(self, numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return the states after double and take; those without a double stay as they are."""

        def take(state: MatchState) -> MatchState:
            return state.taken() if state.may_double else state

        return self._mapped(numbers, self._taken, take)

    def _mapped(
        self,
        numbers: npt.NDArray[np.int64],
        known: dict[int, int],
        change: Any,
    ) -> npt.NDArray[np.int64]:
        different, which = np.unique(numbers, return_inverse=True)
        for n in different.tolist():
            if n not in known:
                known[n] = self.number(change(self.states[n]))
        mapped = np.array([known[n] for n in different.tolist()], dtype=np.int64)
        return mapped[which].reshape(numbers.shape)
