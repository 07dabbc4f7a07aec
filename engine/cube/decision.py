"""The cube verdict: what to do, what each action is worth, and what a wrong one costs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np
import numpy.typing as npt

from engine.cube.janowski import Life, cubeful, cubeless
from engine.cube.life import CubeLife
from engine.cube.met import MatchEquityTable
from engine.cube.stakes import Stakes, Values, equity_of, stakes_of
from engine.cube.window import GammonValues, MarketWindow, gammon_values, market_window
from engine.rules.match import MatchState, Owner
from engine.rules.outcome import Outcome

TIE = 1e-7
"""Equities closer than this are the same: doubling is optional."""

Answers = npt.NDArray[np.bool_]
"""Yes or no for each board, ``bool [N]``."""


class Verdict(Enum):
    """The proper cube action: what the player on roll does, and the answer to a double."""

    NOT_AVAILABLE = "Cube not available"
    DEAD_CUBE = "Never double, take (dead cube)"
    NO_DOUBLE_TAKE = "No double, take"
    NO_DOUBLE_BEAVER = "No double, beaver"
    OPTIONAL_TAKE = "Optional double, take"
    OPTIONAL_BEAVER = "Optional double, beaver"
    OPTIONAL_PASS = "Optional double, pass"
    DOUBLE_TAKE = "Double, take"
    DOUBLE_BEAVER = "Double, beaver"
    DOUBLE_PASS = "Double, pass"
    TOO_GOOD_TAKE = "Too good to double, take"
    TOO_GOOD_PASS = "Too good to double, pass"


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """The right actions of a batch; utilities as in :mod:`engine.cube.stakes`."""

    double: Answers
    """Double now."""
    take: Answers
    """The right answer to a double is to take (or beaver)."""
    beaver: Answers
    """The right answer to a double is to beaver."""
    value: Values
    """``float64 [N]``: what the position is worth with right actions."""
    doubled: Values
    """``float64 [N]``: what it is worth after doubling and the right answer."""


@dataclass(frozen=True, slots=True)
class CubeValues:
    """What the actions are worth to the player on roll, in one unit (equity per cube, or mwc)."""

    no_double: float
    double_take: float | None = None
    """None, as the next two, where the rules forbid a double."""
    double_pass: float | None = None
    double_beaver: float | None = None


@dataclass(frozen=True, slots=True)
class CubeErrors:
    """Equity per cube that an action throws away; 0 for a right one."""

    no_double: float
    double: float
    take: float
    pass_: float
    beaver: float | None = None


@dataclass(frozen=True, slots=True)
class CubeDecision:
    """The verdict on one position before the roll, for the player on roll."""

    state: MatchState
    verdict: Verdict
    equities: CubeValues
    """Per cube: +1 is winning a single game at the present cube; in a match normalised (EMG)."""
    mwc: CubeValues | None
    """The same as match-winning chances; None in money play."""
    errors: CubeErrors | None
    """None where the cube is not available."""
    outcome: tuple[float, ...]
    """The five probabilities of the player on roll."""
    cubeless: float
    """Equity per cube if the cube stayed where it is."""
    life: float
    """Cube life of the position."""
    window: MarketWindow | None
    gammons: tuple[GammonValues, GammonValues]
    """Gammon values of (the player on roll, the opponent) at the present cube."""
    level: str
    """How the outcomes were found, such as ``2-ply``."""

    @property
    def text(self) -> str:
        """The proper cube action in words; turning an owned cube is a redouble."""
        text = self.verdict.value
        if self.state.owner == Owner.CENTRED:
            return text
        return text.replace("double", "redouble").replace("Double", "Redouble")

    @property
    def double(self) -> bool:
        """Whether to double now (an optional double is not offered)."""
        return self.verdict in _DOUBLES

    @property
    def take(self) -> bool:
        """Whether to take a double (or beaver it)."""
        return self.verdict not in _PASSES

    @property
    def equity(self) -> float:
        """The equity per cube with right actions."""
        values = self.equities
        if values.double_take is None or values.double_pass is None:
            return values.no_double
        return max(values.no_double, min(_answered(values), values.double_pass))


_DOUBLES = {Verdict.DOUBLE_TAKE, Verdict.DOUBLE_BEAVER, Verdict.DOUBLE_PASS}
_PASSES = {Verdict.DOUBLE_PASS, Verdict.TOO_GOOD_PASS, Verdict.OPTIONAL_PASS}


def choose(
    state: MatchState, held: Values, taken: Values, met: MatchEquityTable | None = None
) -> Choice:
    """Return the right actions where a double is allowed.

    Args:
        state: of the whole batch, seen by the player on roll.
        held: utilities if he does not double, ``float64 [N]``.
        taken: utilities if he doubles and is taken, ``float64 [N]``.
        met: the match equity table.
    """
    stakes = stakes_of(state, met)
    tie = TIE * stakes.half
    if not state.may_double:
        no = np.zeros(len(held), dtype=np.bool_)
        return Choice(no, ~no, no, held, held)
    beaver = taken < -tie if state.may_beaver else np.zeros(len(held), dtype=np.bool_)
    answered = np.where(beaver, 2 * taken, taken)
    take = answered <= stakes.cash + tie
    doubled = np.where(take, answered, stakes.cash)
    # Where losing at this cube loses the match anyway, waiting gains nothing at a tie.
    free = bool((stakes.lose[0] == stakes.lose[1]).all())
    double = doubled > held + (-tie if free else tie)
    return Choice(double, take, beaver, np.maximum(held, doubled), doubled)


def decide_static(
    outcome: Outcome,
    state: MatchState,
    life: Life,
    level: str = "0-ply",
    met: MatchEquityTable | None = None,
) -> CubeDecision:
    """Return the verdict on one ``outcome [5]``, by Janowski's formula without looking ahead."""
    row = np.asarray(outcome, dtype=np.float64)[np.newaxis]
    held = float(cubeful(row, state, life, met)[0])
    taken = float(cubeful(row, state.taken(), life, met)[0]) if state.no_double is None else None
    return decide(outcome, state, held, taken, life, level, met)


def decide(
    outcome: Outcome,
    state: MatchState,
    held: float,
    taken: float | None,
    life: Life,
    level: str,
    met: MatchEquityTable | None = None,
    window: bool = True,
) -> CubeDecision:
    """Return the verdict on one position whose actions have been valued.

    Args:
        outcome: ``float [5]`` of the player on roll.
        state: seen by the player on roll.
        held: utility if he does not double.
        taken: utility if he doubles and is taken; ignored where the rules forbid that.
        life: cube life of the position, for the market window.
        level: how the values were found.
        met: the match equity table.
        window: find the market window too, which takes longer than all the rest.
    """
    stakes = stakes_of(state, met)
    row = np.asarray(outcome, dtype=np.float64)
    verdict, errors, values = Verdict.NOT_AVAILABLE, None, CubeValues(held)
    if state.no_double is None and taken is not None:
        beavered = 2 * taken if state.may_beaver else None
        values = CubeValues(held, taken, stakes.cash, beavered)
        verdict = _verdict(state, held, taken, met)
        errors = _errors(_equities(values, stakes))
    return CubeDecision(
        state=state,
        verdict=verdict,
        equities=_equities(values, stakes),
        mwc=None if state.is_money else values,
        errors=errors,
        outcome=tuple(row.tolist()),
        cubeless=float(equity_of(cubeless(row[np.newaxis], state, met)[0], stakes)),
        life=_life_of(life, state),
        window=market_window(row, state, life, met) if window else None,
        gammons=gammon_values(state, met),
        level=level,
    )


def _life_of(life: Life, state: MatchState) -> float:
    """Return one number to show: midway for a centred cube, at its owner's cash point else."""
    if isinstance(life, CubeLife):
        life = life.at(state.owner, np.full(1, 0.5 if state.owner == Owner.CENTRED else 1.0))
    return float(np.ravel(life)[0])


def _equities(values: CubeValues, stakes: Stakes) -> CubeValues:
    """Turn utilities into equities per cube."""

    def equity(value: float | None) -> float | None:
        return None if value is None else float(equity_of(value, stakes))

    return CubeValues(
        float(equity_of(values.no_double, stakes)),
        equity(values.double_take),
        equity(values.double_pass),
        equity(values.double_beaver),
    )


def _answered(values: CubeValues) -> float:
    """What a double is worth if it is not passed."""
    assert values.double_take is not None
    if values.double_beaver is None:
        return values.double_take
    return min(values.double_take, values.double_beaver)


def _verdict(state: MatchState, held: float, taken: float, met: MatchEquityTable | None) -> Verdict:
    if not state.may_double:
        return Verdict.DEAD_CUBE
    stakes = stakes_of(state, met)
    choice = choose(state, np.array([held]), np.array([taken]), met)
    take, beaver = bool(choice.take[0]), bool(choice.beaver[0])
    answer = "BEAVER" if beaver else "TAKE" if take else "PASS"
    tie = TIE * stakes.half
    if choice.double[0]:
        return Verdict[f"DOUBLE_{answer}"]
    if abs(held - choice.doubled[0]) <= tie:
        return Verdict[f"OPTIONAL_{answer}"]
    if held > stakes.cash + tie:
        return Verdict.TOO_GOOD_TAKE if take else Verdict.TOO_GOOD_PASS
    return Verdict[f"NO_DOUBLE_{answer}"]


def _errors(equities: CubeValues) -> CubeErrors:
    """Costs against the right action: of not doubling, doubling, taking, passing, beavering."""
    take, pass_ = equities.double_take, equities.double_pass
    assert take is not None and pass_ is not None
    answered = _answered(equities)
    doubled = min(answered, pass_)
    best = max(equities.no_double, doubled)
    beaver = equities.double_beaver
    return CubeErrors(
        no_double=best - equities.no_double,
        double=best - doubled,
        take=take - doubled,
        pass_=pass_ - doubled,
        beaver=None if beaver is None else beaver - doubled,
    )
