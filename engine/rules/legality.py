"""Why a play is illegal: each refusal names the rule that forbids it."""

from __future__ import annotations

from engine.rules.board import BAR, Board
from engine.rules.dice import Roll
from engine.rules.plays import (
    HOME,
    OFF,
    Counts,
    IllegalPlay,
    Play,
    Step,
    apply_play,
    moved,
    plays_to,
    point_name,
    steps_of,
)


def check_play(board: Board, roll: Roll, play: Play) -> tuple[Play, Board]:
    """Return the legal play, as :func:`legal_plays` writes it, and its afterstate ``int8 [26]``.

    The steps of ``play`` may come in any order.  Raises :class:`IllegalPlay` with the rule.
    """
    refusal = explain_illegal(board, roll, play)
    if refusal is not None:
        raise IllegalPlay(refusal)
    reached = apply_play(board, tuple(sorted(play, reverse=True)))
    return plays_to(board, roll)[tuple(reached.tolist())], reached


def explain_illegal(board: Board, roll: Roll, play: Play) -> str | None:
    """Return one line naming the rule that ``play`` breaks; None when it is legal.

    The steps may come in any order; the refusal is about the order that gets furthest.
    """
    counts = tuple(board.tolist())
    dice = roll if roll[0] != roll[1] else (roll[0],) * 4
    if len(play) > len(dice):
        return f"{len(play)} steps, but the roll {_text(roll)} has {len(dice)} dice to play"
    _, refusal = _furthest(counts, roll, dice, play)
    if refusal:
        return refusal
    legal = plays_to(board, roll).values()
    most = len(next(iter(legal)))
    if len(play) < most:
        return _too_few(roll, len(play), most)
    if most == 1 and play not in legal:
        return f"only one die can be played, and it must be the larger one, the {max(roll)}"
    return None


def _furthest(counts: Counts, roll: Roll, dice: tuple[int, ...], play: Play) -> tuple[int, str]:
    """Return how many steps of ``play`` the best order makes, and why the next one is refused."""
    best = (0, "")
    for i, step in enumerate(play):
        usable = [die for die in sorted(set(dice)) if step in steps_of(counts, die)]
        if not usable and not best[1]:
            best = (0, _refusal(counts, roll, dice, step))
        for die in usable:
            rest = list(dice)
            rest.remove(die)
            done, refusal = _furthest(
                moved(counts, step), roll, tuple(rest), (*play[:i], *play[i + 1 :])
            )
            if not refusal:
                return done + 1, ""
            if done + 1 > best[0]:
                best = (done + 1, refusal)
    return best


def _refusal(counts: Counts, roll: Roll, dice: tuple[int, ...], step: Step) -> str:
    """Return why none of ``dice`` makes ``step`` on this board."""
    origin, target = step
    name = f"{'bar' if origin == BAR else origin}/{'off' if target == OFF else target}"
    if not (1 <= origin <= BAR and OFF <= target < origin):
        return f"{name} is no step: checkers move from 25 (the bar) down to 0 (off)"
    if counts[origin] <= 0:
        return f"{name}: there is no checker to move on {point_name(origin)}"
    if counts[BAR] > 0 and origin != BAR:
        return f"{name}: a checker on the bar must enter first"
    if target == OFF:
        return f"{name}: {_no_bearing_off(counts, dice, origin)}"
    if origin - target not in roll:
        return f"{name} moves {origin - target} pips, and no die of {_text(roll)} shows that"
    if origin - target not in dice:
        return f"{name}: the {origin - target} has been played already"
    return f"{name}: point {target} is blocked, the opponent holds it"


def _no_bearing_off(counts: Counts, dice: tuple[int, ...], origin: int) -> str:
    """Return why the checker on ``origin`` may not be borne off with any of ``dice``."""
    rearmost = max(point for point in range(1, BAR + 1) if counts[point] > 0)
    if rearmost > HOME:
        return f"no bearing off before all checkers are home, and one is on {point_name(rearmost)}"
    if max(dice, default=0) > origin:
        return f"a larger die bears off from the rearmost point only, which is point {rearmost}"
    return f"bearing off from point {origin} needs an unplayed die of {origin} or more"


def _too_few(roll: Roll, played: int, most: int) -> str:
    """Return the refusal of a play that leaves dice which could have been used."""
    if roll[0] == roll[1]:
        return f"{played} steps, but {most} can be made with {_text(roll)} and must be"
    if most == 2:
        return f"both dice of {_text(roll)} can be played and must be"
    return f"a die of {_text(roll)} can be played and must be"


def _text(roll: Roll) -> str:
    """Return the dice as people write them."""
    return f"{max(roll)}{min(roll)}"
