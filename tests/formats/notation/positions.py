"""Hypothesis strategies for matches and positions."""

import numpy as np
from hypothesis import strategies as st

from engine.rules.match import MatchState, Owner, Rules
from engine.rules.position import Pending, Position
from tests.reached import any_boards


@st.composite
def matches(draw):
    """A money session or a match at any score, with any cube."""
    length = draw(st.one_of(st.just(0), st.integers(1, 255)))
    score = tuple(draw(st.integers(0, max(length - 1, 0) or 99)) for _ in range(2))
    money = length == 0
    if length:
        score = tuple(min(s, length - 1) for s in score)
    crawford = bool(length) and max(score) == length - 1 and draw(st.booleans())
    cube = 1 if crawford else 1 << draw(st.integers(0, 9))
    owner = Owner.CENTRED if cube == 1 else Owner(draw(st.integers(-1, 1)))
    rules = Rules(length=length, jacoby=money and draw(st.booleans()))
    return MatchState(rules, score, cube, owner, crawford)


@st.composite
def positions(draw, beavers=True):
    """A position of either player, with or without dice or a pending double."""
    match = draw(matches())
    dice = draw(st.one_of(st.none(), st.tuples(st.integers(1, 6), st.integers(1, 6))))
    pending = Pending.NOTHING
    if dice is None and not match.crawford and match.owner is not Owner.OPPONENT:
        offers = [Pending.NOTHING, Pending.DOUBLE]
        if beavers and match.is_money and (match.cube > 1) == (match.owner is Owner.MINE):
            offers.append(Pending.BEAVER)
        pending = draw(st.sampled_from(offers))
    if pending is Pending.BEAVER:
        rules = Rules(jacoby=match.rules.jacoby, beavers=True)
        match = MatchState(rules, match.score, match.cube, match.owner)
    return Position(draw(any_boards()), match, dice, draw(st.integers(0, 1)), pending)


def same(first, second):
    """Whether two positions are equal, board included."""
    fields = ("match", "dice", "on_roll", "pending", "resignation")
    return np.array_equal(first.board, second.board) and all(
        getattr(first, name) == getattr(second, name) for name in fields
    )
