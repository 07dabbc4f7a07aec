import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cube.janowski import cubeful, cubeful_each, cubeless, doubling_points, prizes_of
from engine.cube.life import CubeLife, RaceLife, cube_lives, race_life
from engine.cube.stakes import equity_of, flip, stakes_of, utility_of
from engine.evaluation.bearoff.evaluator import BearoffEvaluator
from engine.evaluation.bearoff.tables import load_tables
from engine.evaluation.network.modelfile import load_network
from engine.rules.board import board_of
from engine.rules.match import MatchError, MatchState, Owner, Rules
from engine.rules.outcome import equity, mirror_outcome
from engine.search.search import Search, Settings
from engine.search.worths import CUBEFUL

SOME = np.array(
    [
        [0.611156, 0.257407, 0.017780, 0.132267, 0.003676],
        [0.530708, 0.246582, 0.008491, 0.146072, 0.008475],
        [0.9, 0.4, 0.1, 0.01, 0.0],
        [0.05, 0.0, 0.0, 0.4, 0.05],
        [1.0, 0.0, 0.0, 0.0, 0.0],
        [0.0, 0.0, 0.0, 1.0, 1.0],
    ]
)


def row(win, gammon=0.0, backgammon=0.0, lost=0.0, lost_backgammon=0.0):
    return np.array([[win, gammon, backgammon, lost, lost_backgammon]])


@st.composite
def outcomes(draw):
    chance = st.floats(0, 1, allow_nan=False)
    win, a, b, c, d = (draw(chance) for _ in range(5))
    return row(win, win * a, win * a * b, (1 - win) * c, (1 - win) * c * d)


@st.composite
def states(draw):
    length = draw(st.integers(0, 9))
    cube = 2 ** draw(st.integers(0, 3))
    owner = Owner(draw(st.integers(-1, 1)))
    if length == 0:
        jacoby, beavers = draw(st.booleans()), draw(st.booleans())
        limit = draw(st.sampled_from([0, 8, 16, 64]))
        rules = Rules(jacoby=jacoby, beavers=beavers, cube_limit=limit)
        return MatchState(rules, (0, 0), cube, owner)
    score = (draw(st.integers(0, length - 1)), draw(st.integers(0, length - 1)))
    crawford = length - 1 in score and draw(st.booleans())
    if crawford:
        cube, owner = 1, Owner.CENTRED
    return MatchState(Rules(length=length), score, cube, owner, crawford)


@given(outcomes(), states(), st.floats(0, 1))
def test_value_is_a_number_between_the_worst_and_the_best_result(outcome, state, life):
    value = cubeful(outcome, state, life)[0]
    stakes = stakes_of(state)
    assert np.isfinite(value)
    assert np.isfinite(equity_of(value, stakes))
    assert stakes.lose.min() - 1e-9 <= value <= stakes.win.max() + 1e-9


@given(outcomes(), states(), st.floats(0, 1))
def test_the_two_sides_see_the_same_value(outcome, state, life):
    """Unless a double is free: that, the side to play decides at once."""
    stakes = stakes_of(state)
    if len(stakes.win) > 1 and (
        (stakes.win[0] == stakes.win[1]).all() or (stakes.lose[0] == stakes.lose[1]).all()
    ):
        return
    mine = cubeful(outcome, state, life)
    theirs = cubeful(mirror_outcome(outcome), state.mirror(), life)
    assert flip(theirs, state.is_money) == pytest.approx(mine, abs=1e-9)


@given(outcomes(), states())
def test_owning_the_cube_is_never_worse(outcome, state):
    if state.crawford:
        return
    values = [
        cubeful(outcome, MatchState(state.rules, state.score, state.cube, owner), 0.68)[0]
        for owner in (Owner.OPPONENT, Owner.CENTRED, Owner.MINE)
    ]
    if not state.rules.jacoby:
        assert values[0] <= values[1] + 1e-9
        assert values[1] <= values[2] + 1e-9


def test_money_points_without_gammons():
    stakes = stakes_of(MatchState())
    cash, drop = doubling_points(prizes_of(row(0.5), stakes))
    assert cash[:, 0] == pytest.approx(0.8)
    assert drop[:, 0] == pytest.approx(0.2)
    # The dead take point .25: a taken 2-cube that is never turned again is worth passing.
    state = MatchState(Rules(cube_limit=2))
    assert cubeful(row(0.75), state.taken(), 0.68) == pytest.approx(1.0)


def test_a_far_cube_limit_is_none():
    limited = MatchState(Rules(cube_limit=1024))
    assert (cubeful(SOME, limited, 0.68) == cubeful(SOME, MatchState(), 0.68)).all()
    near = cubeful(SOME, MatchState(Rules(cube_limit=128)), 0.68)
    assert near == pytest.approx(cubeful(SOME, MatchState(), 0.68), abs=0.002)
    assert (near != cubeful(SOME, MatchState(), 0.68)).any()


def test_money_is_janowskis_formula():
    """x * live + (1 - x) * dead, written out for the centred cube and both owners."""
    win, gammon, lost, life = 0.6, 0.15, 0.1, 0.7
    worth_won, worth_lost = 1 + gammon / win, 1 + lost / (1 - win)
    span = worth_won + worth_lost + 0.5
    take, cash = (worth_lost - 0.5) / span, (worth_lost + 1) / span
    dead = win * worth_won - (1 - win) * worth_lost
    live = {
        Owner.CENTRED: -1 + 2 * (win - take) / (cash - take),
        Owner.MINE: -worth_lost + (1 + worth_lost) * win / cash,
        Owner.OPPONENT: -1 + (worth_won + 1) * (win - take) / (1 - take),
    }
    for owner, value in live.items():
        found = cubeful(row(win, gammon, 0, lost), MatchState(Rules(), (0, 0), 4, owner), life)
        assert found == pytest.approx(4 * (life * value + (1 - life) * dead))


def test_values_of_gnubg():
    """Static values printed by GNU Backgammon 1.07 at the same outcome (its cube life: .68)."""
    outcome = SOME[:1]
    nine = MatchState(Rules(length=9), (2, 4))
    owned = MatchState(Rules(length=9), (2, 4), 2, Owner.MINE)
    assert cubeful(outcome, owned, 0.68) == pytest.approx(0.4720848, abs=2e-6)
    assert cubeful(outcome, owned.taken(), 0.68) == pytest.approx(0.4997438, abs=2e-6)
    assert cubeful(outcome, nine.taken(), 0.68) == pytest.approx(0.4122074, abs=2e-6)
    assert cubeless(outcome, owned) == pytest.approx(0.4200782, abs=2e-6)
    assert cubeful(outcome, MatchState(), 0.68) == pytest.approx(0.4939, abs=2e-6)
    assert cubeful(outcome, MatchState().taken(), 0.68) == pytest.approx(0.4587, abs=2e-6)
    jacoby = MatchState(Rules(jacoby=True))
    assert cubeful(outcome, jacoby, 0.68) == pytest.approx(0.449342, abs=2e-6)


def test_jacoby_gammons_count_once_the_cube_is_turned():
    jacoby, plain = MatchState(Rules(jacoby=True)), MatchState()
    sure_gammon = row(1, 1)
    assert cubeful(sure_gammon, jacoby, 0.68) == pytest.approx(1)
    assert cubeful(sure_gammon, plain, 0.68) == pytest.approx(2)
    assert cubeful(sure_gammon, jacoby.taken(), 0.68) == pytest.approx(4)
    # Never too good with a centred cube: no position is worth more than cashing.
    assert (cubeful(SOME, jacoby, 0.68) <= 1 + 1e-12).all()
    assert cubeful(SOME[2:3], plain, 0.68)[0] > 1


def test_double_match_point_is_the_winning_chance():
    """Gammons must not matter at 1-away, 1-away."""
    for score, length in (((0, 0), 1), ((4, 4), 5)):
        state = MatchState(Rules(length=length), score, crawford=length == 1)
        assert cubeful(SOME, state, 0.68) == pytest.approx(SOME[:, 0])
        assert equity_of(cubeful(SOME, state, 0.68), stakes_of(state)) == pytest.approx(
            2 * SOME[:, 0] - 1
        )


def test_two_away_two_away_last_cube():
    """The doubled cube decides the match, so taker and doubler play for it: dead for both."""
    state = MatchState(Rules(length=2))
    assert cubeful(SOME, state.taken(), 0.68) == pytest.approx(SOME[:, 0])
    assert not state.taken().mirror().may_double


def test_automatic_redouble():
    """At 2-away, 4-away the leader's 2-cube comes back at 4 at once."""
    leader = MatchState(Rules(length=5), (3, 1))
    assert cubeful(row(0.6, 0.2, 0, 0.1), leader.taken(), 0.68) == pytest.approx(0.6)
    # So it does not pay to double where money play would.
    held, taken = (cubeful(row(0.72), s, 0.68)[0] for s in (leader, leader.taken()))
    assert held > taken


def test_post_crawford_trailer_doubles_at_once():
    trailer = MatchState(Rules(length=7), (3, 6))
    outcome = row(0.2, 0.05, 0, 0.2)
    held, taken = (cubeful(outcome, s, 0.68) for s in (trailer, trailer.taken()))
    assert held < taken
    # The leader, to play, expects that double.
    leader = cubeful(mirror_outcome(outcome), trailer.mirror(), 0.68)
    assert 1 - leader == pytest.approx(taken)
    assert trailer.may_double
    assert not trailer.mirror().may_double


def test_free_drop_exists_when_the_trailer_is_an_even_number_away():
    """The leader gives up nothing much by dropping at 2-away, a lot at 3-away."""

    def least_take(score):
        state = MatchState(Rules(length=7), (score, 6))
        chances = np.linspace(0, 1, 1001)
        wins = np.zeros((1001, 5))
        wins[:, 0] = chances
        taken = cubeful(wins, state.taken(), 0.68)
        return 1 - chances[np.flatnonzero(taken > stakes_of(state).cash)[0]]

    assert least_take(5) == pytest.approx(0.5, abs=0.002)
    assert least_take(4) < least_take(5) - 0.1
    assert least_take(3) > least_take(2) + 0.02


def test_a_race_reads_its_life_off_the_table_by_owner_length_and_part_of_the_market():
    life = CubeLife(np.array([True]), np.array([50.0]))
    table = race_life()
    centred, mine, theirs = (
        MatchState(owner=owner) for owner in (Owner.CENTRED, Owner.MINE, Owner.OPPONENT)
    )
    outcome, length = row(0.5), np.array([50.0])
    # Without gammons the live points of indifference are .8 and .2.
    for state, part in ((centred, 0.5), (mine, 0.5 / 0.8), (theirs, 0.5 / 0.8)):
        expected = float(table.at(state.owner, length, np.array([part]))[0])
        assert cubeful(outcome, state, life) == pytest.approx(cubeful(outcome, state, expected))
    assert cubeful_each(outcome, [theirs], life) == cubeful(outcome, theirs, life)


def test_the_table_is_interpolated_between_knots_and_held_beyond_them():
    lives = np.array([[0.0, 1.0], [2.0, 3.0]])
    table = RaceLife(np.array([0.0, 10.0]), np.array([0.0, 1.0]), {Owner.CENTRED: lives})
    at = table.at(Owner.CENTRED, np.array([0, 5, 10, 99.0]), np.array([1, 0.5, 0, 0.5]))
    assert at.tolist() == [1.0, 1.5, 2.0, 2.5]


@pytest.mark.parametrize("owner", list(Owner))
def test_looking_a_ply_further_does_not_move_the_equity_of_a_symmetric_race(owner):
    """In 15-checker home races, where winning chances are exact; it moved by .0150 once."""
    tables = load_tables()
    rng = np.random.default_rng(5)
    boards = np.zeros((400, 26), np.int8)
    for board in boards:
        points = rng.integers(1, 7, 15)
        np.add.at(board, points, 1)
        np.subtract.at(board, 25 - points, 1)
    evaluator = BearoffEvaluator(tables, load_network("small"))
    states = [MatchState(owner=owner)] * len(boards)
    static, ahead = (
        Search(evaluator, Settings(ply), CUBEFUL).values(boards, states).held for ply in (0, 1)
    )
    assert abs((ahead - static).mean()) < 0.002


def test_exact_race_values_are_met():
    """Near the race 90-100 of pip counts, solved exactly without waste: .797 held, .855 taken."""
    outcome, boards = row(0.753), board_of("6:15", "6:10 8:5")[np.newaxis]
    life = cube_lives(boards)
    assert cubeful(outcome, MatchState(), life) == pytest.approx(0.797, abs=0.02)
    assert cubeful(outcome, MatchState().taken(), life) == pytest.approx(0.855, abs=0.05)


def test_crawford_and_dead_cubes_are_cubeless():
    crawford = MatchState(Rules(length=5), (4, 2), crawford=True)
    dead = MatchState(Rules(length=5), (3, 1), 4, Owner.MINE)
    for state in (crawford, dead, MatchState(Rules(cube_limit=1))):
        assert cubeful(SOME, state, 0.68) == pytest.approx(cubeless(SOME, state))


def test_cubeless_money_is_the_equity():
    assert cubeless(SOME, MatchState(cube=2)) == pytest.approx(2 * equity(SOME))


def test_no_wild_equity_at_five_away_four_away():
    """Once reported as -.716 for a position near the opening one; the truth is about -.03."""
    state = MatchState(Rules(length=9), (4, 5))
    value = cubeful(row(0.49, 0.13, 0.006, 0.14, 0.007), state, 0.68)
    assert abs(equity_of(value, stakes_of(state))[0]) < 0.15


def test_each_row_with_its_own_state_and_no_memory():
    money, match = MatchState(), MatchState(Rules(length=3))
    both = cubeful_each(SOME[[0, 0, 0]], [money, match, money], 0.68)
    assert both[0] == both[2] == cubeful(SOME[:1], money, 0.68)[0]
    assert both[1] == cubeful(SOME[:1], match, 0.68)[0]
    lives = np.array([0.0, 0.5])
    rows = cubeful_each(SOME[[0, 0]], [money, money], lives)
    assert rows[0] == pytest.approx(cubeless(SOME[:1], money)[0])
    with pytest.raises(ValueError, match="2 outcomes and 1 match states"):
        cubeful_each(SOME[:2], [money], 0.68)


def test_long_and_lopsided_matches_stay_finite():
    for score in ((254, 0), (0, 254), (0, 0), (253, 1)):
        state = MatchState(Rules(length=255), score)
        value = cubeful(SOME, state, 0.68)
        assert np.isfinite(equity_of(value, stakes_of(state))).all()
    stakes = stakes_of(MatchState(Rules(length=7)))
    assert equity_of(utility_of([0.3], stakes), stakes) == pytest.approx([0.3])


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_what_is_no_number_is_refused(bad):
    with pytest.raises(ValueError, match="no number"):
        cubeful(row(bad), MatchState(), 0.68)


def test_impossible_states_are_refused_by_the_core():
    with pytest.raises(MatchError):
        MatchState(cube=3)
