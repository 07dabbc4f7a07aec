"""Answers to offers: doubles, beavers, raccoons and resignations.

They follow from values found elsewhere; :class:`engine.analysis.analyser.Analyser` finds them.
"""

from __future__ import annotations

from engine.analysis.results import Action, Chances, Decision
from engine.cube.decision import CubeDecision
from engine.cube.stakes import Stakes, equity_of
from engine.rules.match import MatchState
from engine.rules.outcome import LOSE_BACKGAMMON, LOSE_GAMMON, WIN, Win
from engine.rules.position import Pending, Position

TIE = 1e-7
_CERTAIN = 1e-3
"""Chances below this are none when a game is given up."""


def answer_cube(cube: CubeDecision, position: Position) -> Decision:
    """Return the answer to the double, beaver or raccoon that is pending.

    Args:
        cube: the verdict on the position before the double.
        position: with the offer; equities are those of the one who answers.

    Raises:
        ValueError: the player on roll could not have doubled.
    """
    if position.pending == Pending.DOUBLE:
        return _answer_double(cube, position)
    return _answer_beaver(cube, position)


def _answer_double(cube: CubeDecision, position: Position) -> Decision:
    """Take, pass or beaver; equities are the taker's."""
    taken, passed = cube.equities.double_take, cube.equities.double_pass
    if taken is None or passed is None:
        raise ValueError("a double is pending, but the player on roll may not double")
    gains = {Action.TAKE: -taken, Action.PASS: -passed}
    if position.match.may_beaver:
        gains[Action.BEAVER] = -2 * taken
    return _best(gains)


def _answer_beaver(cube: CubeDecision, position: Position) -> Decision:
    """Accept a beaver or a raccoon, give up the cube it turned, or (a beaver) raccoon it.

    A beaver leaves a cube of 4 with the taker, a raccoon one of 8, whatever the cube was before;
    who refuses loses what was at stake before the last turn.
    """
    taken = cube.equities.double_take
    if taken is None:
        raise ValueError("a beaver is pending, but the player on roll may not double")
    if position.pending == Pending.RACCOON:
        return _best({Action.TAKE: -4 * taken, Action.PASS: -4.0})
    gains = {Action.TAKE: 2 * taken, Action.PASS: -2.0}
    limit = position.match.rules.cube_limit
    if position.match.rules.raccoons and not (limit and 8 * position.match.cube > limit):
        gains[Action.RACCOON] = 4 * taken
    return _best(gains)


def _best(gains: dict[Action, float]) -> Decision:
    """The action that gains most; of equals the first."""
    action = max(gains, key=lambda a: gains[a] + (TIE if a == next(iter(gains)) else 0))
    most = max(gains.values())
    return Decision(action, gains[action], {a: most - gain for a, gain in gains.items()})


def answer_resignation(played: float, position: Position, stakes: Stakes) -> Decision:
    """Accept the resignation when it is worth at least what playing on is.

    Args:
        played: equity per cube of playing on, to the player on roll.
        position: with a resignation.
        stakes: of its match state.
    """
    offered_by_mover = position.resignation > 0
    kind = abs(position.resignation)
    # Who accepts wins: the opponent of the player on roll, or he himself.
    accepted = stakes.lose[0, kind - 1] if offered_by_mover else stakes.win[0, kind - 1]
    sign = -1 if offered_by_mover else 1
    gain = float(equity_of(accepted, stakes))
    return _best({Action.ACCEPT: sign * gain, Action.REFUSE: sign * played})


def resignation_of(outcome: Chances, state: MatchState) -> Win | None:
    """Return what the player on roll, with that ``outcome``, should resign; None to play on.

    A game is given up only when its result is as good as certain, and at that level.  Where the
    resignation would end the match it must be certain without an "as good as".
    """
    win, gammon, backgammon = outcome[WIN], outcome[LOSE_GAMMON], outcome[LOSE_BACKGAMMON]
    if win > _CERTAIN:
        return None
    if gammon <= _CERTAIN:
        level, doubt = Win.SINGLE, win
    elif backgammon <= _CERTAIN and gammon >= 1 - _CERTAIN:
        level, doubt = Win.GAMMON, max(win, 1 - gammon)
    elif backgammon >= 1 - _CERTAIN:
        level, doubt = Win.BACKGAMMON, 1 - backgammon
    else:
        return None
    ends_match = not state.is_money and state.points(level) >= state.away[1]
    return None if ends_match and doubt > 0 else level
