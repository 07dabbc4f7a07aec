"""Score, cube and rules: what is refused, who may double, and how scores go on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.match import MatchError, MatchState, Owner, Rules
from engine.rules.outcome import Win


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"length": -1}, "match length"),
        ({"cube_limit": 3}, "power of two"),
        ({"cube_limit": -2}, "power of two"),
        ({"automatic_doubles": -1}, "automatic doubles"),
        ({"raccoons": True}, "need beavers"),
        ({"length": 5, "jacoby": True}, "jacoby: a rule of money play"),
        ({"length": 5, "beavers": True}, "beavers: a rule of money play"),
        ({"length": 5, "automatic_doubles": 1}, "automatic doubles: a rule of money play"),
    ],
)
def test_rules_that_cannot_be_agreed_on(arguments, said):
    with pytest.raises(MatchError, match=said):
        Rules(**arguments)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"score": (-1, 0)}, "0 or more"),
        ({"rules": Rules(7), "score": (7, 0)}, "below 7"),
        ({"rules": Rules(7), "score": (0, 9)}, "below 7"),
        ({"cube": 0}, "power of two"),
        ({"cube": 3}, "power of two"),
        ({"rules": Rules(cube_limit=4), "cube": 8}, "above its limit"),
        ({"crawford": True}, "matches with the Crawford rule"),
        ({"rules": Rules(7, crawford=False), "score": (6, 0), "crawford": True}, "Crawford rule"),
        ({"rules": Rules(7), "score": (5, 3), "crawford": True}, "exactly 1 point away"),
        ({"rules": Rules(7), "score": (6, 3), "crawford": True, "cube": 2}, "centred at 1"),
    ],
)
def test_states_that_cannot_be(arguments, said):
    with pytest.raises(MatchError, match=said):
        MatchState(**arguments)


@pytest.mark.parametrize("length", [1, 99, 127, 128, 255, 10_000])
def test_matches_of_any_length(length):
    """bgammon commit 58f62bf: points beyond an int8."""
    state = MatchState.first(Rules(length))
    while state is not None:
        before, state = state, state.after_game(1)
        assert before.score[0] < length
        length_left = before.away[0]
    assert length_left == 1
    assert MatchState(Rules(length), (length - 1, 0)).after_game(3 * 2**70) is None


def test_the_match_is_over_exactly_when_its_length_is_reached():
    """lila pull request 1022."""
    state = MatchState(Rules(7), (5, 4))
    assert state.after_game(1) is not None
    assert state.after_game(2) is None
    assert state.after_game(-2).score == (5, 6)
    assert state.after_game(-3) is None


def test_the_crawford_game_is_the_first_with_a_player_one_point_away_and_only_that():
    """gnubg bug 35179 and its 2007-06-28 import bug."""
    state = MatchState.first(Rules(5))
    flags = []
    for points in (2, 2, -1, -1, -2):
        flags.append((state.score, state.crawford, state.post_crawford))
        state = state.after_game(points)
    assert flags == [
        ((0, 0), False, False),
        ((2, 0), False, False),
        ((4, 0), True, False),
        ((4, 1), False, True),
        ((4, 2), False, True),
    ]
    # Both one away, the other player only now: the Crawford game has been.
    assert (state.score, state.crawford, state.post_crawford) == ((4, 4), False, True)


def test_a_one_point_match_is_its_own_crawford_game():
    assert MatchState.first(Rules(1)).crawford
    assert not MatchState.first(Rules(1, crawford=False)).crawford
    assert not MatchState.first(Rules(3)).crawford


def test_without_the_crawford_rule_there_is_no_crawford_game():
    state = MatchState(Rules(5, crawford=False), (2, 0)).after_game(2)
    assert (state.crawford, state.post_crawford) == (False, False)
    assert state.mirror().may_double


@pytest.mark.parametrize(
    ("state", "may"),
    [
        (MatchState(), True),
        (MatchState(cube=2, owner=Owner.MINE), True),
        (MatchState(cube=2, owner=Owner.OPPONENT), False),
        (MatchState(Rules(cube_limit=1)), False),
        (MatchState(Rules(cube_limit=4), cube=2, owner=Owner.MINE), True),
        (MatchState(Rules(cube_limit=4), cube=4, owner=Owner.MINE), False),
        (MatchState(Rules(5), (4, 0), crawford=True), False),
        (MatchState(Rules(5), (0, 4), crawford=True), False),
        (MatchState(Rules(5), (4, 0)), False),  # One point is all he needs: a dead cube.
        (MatchState(Rules(5), (0, 4)), True),
        (MatchState(Rules(5), (3, 3), cube=2, owner=Owner.MINE), False),
        (MatchState(Rules(5), (2, 3), cube=2, owner=Owner.MINE), True),
    ],
)
def test_who_may_double(state, may):
    assert state.may_double is may


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        (MatchState(Rules(5), (4, 0), crawford=True), "Crawford game"),
        (MatchState(cube=2, owner=Owner.OPPONENT), "the opponent owns the cube"),
        (MatchState(Rules(cube_limit=4), cube=4, owner=Owner.MINE), "no higher than 4"),
    ],
)
def test_what_forbids_a_double(state, reason):
    assert reason in state.no_double
    assert not state.may_double


def test_a_dead_cube_may_be_turned_by_the_rules_but_is_never_considered():
    for state in (
        MatchState(Rules(5), (4, 0)),
        MatchState(Rules(5), (3, 3), cube=2, owner=Owner.MINE),
    ):
        assert state.no_double is None
        assert not state.may_double


def test_when_a_double_may_be_beavered():
    assert MatchState(Rules(beavers=True)).may_beaver
    assert not MatchState().may_beaver
    assert not MatchState(Rules(beavers=True, cube_limit=2)).may_beaver


def test_after_a_take_only_the_taker_may_redouble():
    """bgammon commit 70d2ccb."""
    taken = MatchState().taken()
    assert (taken.cube, taken.owner) == (2, Owner.OPPONENT)
    assert not taken.may_double
    assert taken.mirror().may_double
    redoubled = taken.mirror().taken()
    assert (redoubled.cube, redoubled.mirror().owner) == (4, Owner.MINE)


@pytest.mark.parametrize(
    ("state", "points"),
    [
        (MatchState(), (1, 2, 3)),
        (MatchState(cube=4, owner=Owner.MINE), (4, 8, 12)),
        (MatchState(Rules(jacoby=True)), (1, 1, 1)),
        (MatchState(Rules(jacoby=True, automatic_doubles=1), cube=2), (2, 2, 2)),
        (MatchState(Rules(jacoby=True), cube=2, owner=Owner.OPPONENT), (2, 4, 6)),
        (MatchState(Rules(7), (6, 0), crawford=True), (1, 2, 3)),
    ],
)
def test_what_a_win_is_worth(state, points):
    assert tuple(state.points(win) for win in Win) == points
    assert tuple(state.mirror().points(win) for win in Win) == points


states = st.builds(
    lambda length, first, second, cube, owner: MatchState(
        Rules(length),
        (first % length, second % length) if length else (first, second),
        2**cube,
        owner,
    ),
    st.integers(0, 30),
    st.integers(0, 500),
    st.integers(0, 500),
    st.integers(0, 10),
    st.sampled_from(Owner),
)


@given(states, st.integers(-20, 20).filter(bool))
def test_mirroring_swaps_the_sides_and_nothing_else(state, points):
    other = state.mirror()
    assert other.mirror() == state
    assert other.away == state.away[::-1]
    assert other.owner == -state.owner
    after, mirrored = state.after_game(points), other.after_game(-points)
    assert mirrored == (after and after.mirror())


@given(states, st.integers(1, 20))
def test_the_next_game_begins_with_the_cube_in_the_middle(state, points):
    after = state.after_game(points)
    if after is not None:
        assert (after.cube, after.owner) == (1, Owner.CENTRED)
        assert after.score == (state.score[0] + points, state.score[1])
