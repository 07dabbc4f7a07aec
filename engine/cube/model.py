"""What a cube that may still be turned is worth: the seam between cube theory and its users."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from engine.cube.janowski import cubeful
from engine.cube.life import cube_lives
from engine.cube.met import MatchEquityTable
from engine.cube.stakes import FAR, Values
from engine.evaluation.bearoff.tables import BearoffTables
from engine.evaluation.bearoff.two_sided import Column
from engine.rules.board import Board
from engine.rules.match import MatchState, Owner
from engine.rules.outcome import Outcome

_COLUMNS = {
    Owner.CENTRED: Column.CENTRED,
    Owner.MINE: Column.MINE,
    Owner.OPPONENT: Column.OPPONENT,
}


class CubeModel(Protocol):
    """Values positions whose cube is alive, for the player on roll who rolls now."""

    @property
    def name(self) -> str:
        """What saved results are labelled with."""
        ...

    def values(
        self, outcomes: Outcome, boards: Board, state: MatchState, met: MatchEquityTable | None
    ) -> Values:
        """Return the utilities ``float64 [N]`` of rolling now, with the right to double later.

        Args:
            outcomes: ``float [N, 5]`` of the player on roll.
            boards: ``int8 [N, 26]``, unfinished games.
            state: of the whole batch.
            met: the match equity table; Kazaross-XG2 when None.
        """
        ...

    def exact(self, boards: Board, state: MatchState) -> npt.NDArray[np.bool_]:
        """Return where rolling now, and doubling first, have exact values, ``bool [N]``."""
        ...


@dataclass(frozen=True, slots=True)
class Janowski:
    """Janowski's interpolation between a dead cube and a live one."""

    name: str = "Janowski"

    def values(
        self, outcomes: Outcome, boards: Board, state: MatchState, met: MatchEquityTable | None
    ) -> Values:
        """Return the utilities ``float64 [N]`` of rolling now."""
        return cubeful(outcomes, state, cube_lives(boards), met)

    def exact(self, boards: Board, state: MatchState) -> npt.NDArray[np.bool_]:
        """Return that nothing is known exactly."""
        return np.zeros(len(boards), dtype=np.bool_)


JANOWSKI = Janowski()


@dataclass(frozen=True, slots=True, eq=False)
class ExactFirst:
    """The two-sided bear-off table in money play, and another model where it does not reach.

    The table knows neither matches nor beavers nor a cube limit that could be reached.
    """

    tables: BearoffTables
    other: CubeModel = JANOWSKI

    @property
    def name(self) -> str:
        """The other model's name, marked."""
        return f"{self.other.name}+bearoff"

    def values(
        self, outcomes: Outcome, boards: Board, state: MatchState, met: MatchEquityTable | None
    ) -> Values:
        """Return the utilities ``float64 [N]`` of rolling now."""
        if not _reaches(state, state.cube):
            return self.other.values(outcomes, boards, state, met)
        equities, known = self.tables.money(np.asarray(boards))
        values = state.cube * equities[:, _COLUMNS[state.owner]].astype(np.float64)
        rest = ~known
        if rest.any():
            values[rest] = self.other.values(outcomes[rest], boards[rest], state, met)
        return values

    def exact(self, boards: Board, state: MatchState) -> npt.NDArray[np.bool_]:
        """Return where the table knows the board, and the cube after a double, too."""
        if not _reaches(state, 2 * state.cube):
            return np.zeros(len(boards), dtype=np.bool_)
        return self.tables.money(np.asarray(boards))[1]


def _reaches(state: MatchState, cube: int) -> bool:
    """Whether the table tells what games at ``state`` with this cube are worth."""
    limit = state.rules.cube_limit
    return state.is_money and not state.rules.beavers and not 0 < limit < FAR * cube
