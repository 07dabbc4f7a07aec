"""Plays and cube verdicts in GNU Backgammon's form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from engine.cube.decision import CubeDecision, CubeValues
from engine.rules.outcome import equity, mirror_outcome

NO_MOVES = "There are no legal moves. Figure it out yourself."
NO_DOUBLE = "You cannot double."


class RankedPlay(Protocol):
    """A play as analyses of positions and of matches both have it."""

    @property
    def text(self) -> str:
        """As people write it."""
        ...

    @property
    def equity(self) -> float:
        """Of the mover."""
        ...

    @property
    def outcome(self) -> tuple[float, ...]:
        """The mover's five chances."""
        ...

    @property
    def level(self) -> str:
        """Such as ``2-ply``."""
        ...


def play_lines(plays: Sequence[RankedPlay], made: str | None = None) -> list[str]:
    """Return two lines for each play, the best first; ``made`` is marked with a star."""
    best = plays[0].equity
    lines = []
    for rank, play in enumerate(plays, 1):
        star = "*" if made is not None and play.text == made else " "
        # Equities of different levels are not compared.
        comparable = rank > 1 and play.level == plays[0].level
        behind = f" ({play.equity - best:+.3f})" if comparable else ""
        head = f"{star}{rank:5}. Cubeful {play.level:<8} {play.text:<28}"
        lines.append(f"{head} Eq.: {play.equity:+.3f}{behind}")
        lines.append(f"       {_chances(play.outcome)}")
    return lines


def cube_lines(decision: CubeDecision, answering: bool = False) -> list[str]:
    """Return the block ``Cube analysis``; seen by the other player when he is ``answering``."""
    sign = -1 if answering else 1
    outcome = np.array(decision.outcome)
    money = float(equity(outcome))
    if answering:
        outcome = mirror_outcome(outcome)
    told = "" if decision.state.is_money else f" (Money: {sign * money:+.3f})"
    values = decision.equities
    return [
        "Cube analysis",
        f"{decision.level} cubeless equity {sign * decision.cubeless:+.3f}{told}",
        f"  {_chances(tuple(outcome.tolist()))}",
        "Cubeful equities:",
        *_actions(decision, values, sign),
        f"Proper cube action: {decision.text}",
    ]


def _actions(decision: CubeDecision, values: CubeValues, sign: int) -> list[str]:
    """Return the three actions, the proper one first, with what they differ from it."""
    take, pass_ = values.double_take, values.double_pass
    if take is None or pass_ is None:
        return [f"1. No double           {sign * values.no_double:+.3f}"]
    right = decision.equity
    doubled = {"Double, take": take, "Double, pass": pass_}
    if decision.double:
        first, second = ("take", "pass") if decision.take else ("pass", "take")
        names = [f"Double, {first}", f"Double, {second}", "No double"]
    else:
        names = ["No double", "Double, pass", "Double, take"]
    worth = {"No double": values.no_double, **doubled}
    lines = []
    for rank, name in enumerate(names, 1):
        behind = f"  ({sign * (worth[name] - right):+.3f})" if rank > 1 else ""
        lines.append(f"{rank}. {name:<19} {sign * worth[name]:+.3f}{behind}")
    return lines


def _chances(outcome: tuple[float, ...]) -> str:
    win, gammon, backgammon, lost_gammon, lost_backgammon = outcome
    return (
        f"{win:.3f} {gammon:.3f} {backgammon:.3f} - "
        f"{1 - win:.3f} {lost_gammon:.3f} {lost_backgammon:.3f}"
    )
