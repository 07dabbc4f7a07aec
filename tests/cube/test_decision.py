import numpy as np
import pytest

from engine.cube.decision import Verdict, choose, decide, decide_static
from engine.cube.stakes import stakes_of
from engine.rules.match import MatchState, Owner, Rules

FIVE = Rules(length=5)


def outcome(win, gammon=0.0, backgammon=0.0, lost=0.0, lost_backgammon=0.0):
    return np.array([win, gammon, backgammon, lost, lost_backgammon])


@pytest.mark.parametrize(
    ("chances", "text"),
    [
        (outcome(0.5, 0.1, 0, 0.1), "No double, take"),
        (outcome(0.75), "Double, take"),
        (outcome(0.85), "Double, pass"),
        (outcome(0.9, 0.6, 0.1), "Too good to double, pass"),
    ],
)
def test_money_verdicts(chances, text):
    centred = decide_static(chances, MatchState(), 0.68)
    assert centred.text == text
    owned = decide_static(chances, MatchState(Rules(), (0, 0), 2, Owner.MINE), 0.68)
    redouble = text.replace("double", "redouble").replace("Double", "Redouble")
    assert owned.text == redouble or chances[0] == 0.75


def test_money_equities_are_per_cube():
    owned = decide_static(outcome(0.8), MatchState(Rules(), (0, 0), 4, Owner.MINE), 0.68)
    assert owned.equities.double_pass == pytest.approx(1)
    assert owned.equities.no_double < 1
    assert owned.mwc is None


def test_errors_of_the_wrong_actions():
    pass_ = decide_static(outcome(0.85), MatchState(), 0.68)
    assert pass_.errors.double == pass_.errors.pass_ == 0
    assert pass_.errors.take == pytest.approx(pass_.equities.double_take - 1)
    assert pass_.errors.no_double == pytest.approx(1 - pass_.equities.no_double)
    assert pass_.equity == pytest.approx(1)
    no_double = decide_static(outcome(0.5, 0.1, 0, 0.1), MatchState(), 0.68)
    assert no_double.errors.no_double == no_double.errors.take == 0
    assert no_double.errors.double > 0
    assert not no_double.double
    assert no_double.take


def test_too_good_costs_the_double_against_playing_on():
    decision = decide_static(outcome(0.9, 0.6, 0.1), MatchState(), 0.68)
    assert decision.verdict == Verdict.TOO_GOOD_PASS
    assert decision.errors.double == pytest.approx(decision.equities.no_double - 1)
    assert not decision.take
    assert decision.equity == decision.equities.no_double


def test_jacoby_is_never_too_good_with_a_centred_cube():
    rules = Rules(jacoby=True)
    decision = decide_static(outcome(0.9, 0.6, 0.1), MatchState(rules), 0.68)
    assert decision.text == "Double, pass"
    owned = decide_static(outcome(0.9, 0.6, 0.1), MatchState(rules, (0, 0), 2, Owner.MINE), 0.68)
    assert owned.text == "Too good to redouble, pass"


def test_beavers():
    rules = Rules(beavers=True)
    weak = outcome(0.35, 0.05, 0, 0.05)
    decision = decide_static(weak, MatchState(rules), 0.68)
    assert decision.text == "No double, beaver"
    assert decision.equities.double_beaver == pytest.approx(2 * decision.equities.double_take)
    assert decision.errors.take > 0
    assert decision.errors.beaver == 0
    assert decide_static(weak, MatchState(), 0.68).text == "No double, take"
    strong = decide_static(outcome(0.7), MatchState(rules), 0.68)
    assert strong.text == "Double, take"
    assert strong.errors.beaver == pytest.approx(strong.equities.double_take)


def test_optional_double():
    decision = decide(outcome(0.5), MatchState(), 0.0, 0.0, 0.68, "exact")
    assert decision.text == "Optional double, take"
    assert not decision.double


def test_cube_that_is_not_available():
    for state in (
        MatchState(FIVE, (4, 1), crawford=True),
        MatchState(FIVE, (0, 0), 2, Owner.OPPONENT),
    ):
        decision = decide_static(outcome(0.7, 0.2), state, 0.68)
        assert decision.verdict == Verdict.NOT_AVAILABLE
        assert decision.equities.double_take is None
        assert decision.errors is None
        assert decision.window is None
        assert decision.equity == decision.equities.no_double


@pytest.mark.parametrize(
    "state", [MatchState(FIVE, (4, 1)), MatchState(FIVE, (3, 3), 2, Owner.MINE)]
)
def test_a_dead_cube_is_never_turned_and_always_taken(state):
    decision = decide_static(outcome(0.7, 0.2), state, 0.68)
    assert decision.verdict == Verdict.DEAD_CUBE
    assert decision.take and not decision.double
    assert decision.errors.no_double == decision.errors.take == 0
    assert decision.mwc.double_pass == 1
    assert decision.errors.pass_ == pytest.approx(1 - decision.equities.double_take)
    assert decision.equity == decision.equities.no_double
    assert decision.window is None
    # Doubling hands over a cube that only the opponent can still use; if he cannot, it is nothing.
    assert (decision.errors.double > 0.1) == (state.score == (4, 1))


def test_match_equities_are_normalised():
    state = MatchState(FIVE, (2, 1))
    decision = decide_static(outcome(0.7, 0.2, 0, 0.05), state, 0.68)
    stakes = stakes_of(state)
    assert decision.mwc.double_pass == stakes.cash
    assert decision.equities.double_pass == pytest.approx(1)
    half = (stakes.cash - stakes.drop) / 2
    assert decision.mwc.no_double == pytest.approx(
        (stakes.cash + stakes.drop) / 2 + half * decision.equities.no_double
    )


def test_post_crawford():
    """The trailer doubles at once; the leader drops freely at an even score, else takes."""
    even = decide_static(outcome(0.5, 0.12, 0, 0.12), MatchState(FIVE, (3, 4)), 0.68)
    odd = decide_static(outcome(0.5, 0.12, 0, 0.12), MatchState(FIVE, (2, 4)), 0.68)
    assert even.double
    assert odd.double
    assert odd.text == "Double, take"
    worse = decide_static(outcome(0.53, 0.01, 0, 0.12), MatchState(FIVE, (3, 4)), 0.68)
    assert worse.text == "Double, pass"


def test_last_roll_positions_are_exact_with_a_dead_cube():
    """27 of 36 rolls bear off the last checker from the 6-point: double, and a close take."""
    win = 27 / 36
    held, taken = 2 * win - 1, 2 * (2 * win - 1)
    decision = decide(outcome(win), MatchState(), held, taken, 0.0, "exact")
    assert decision.text == "Double, take"
    assert decision.equities.double_take == pytest.approx(1)
    assert decision.errors.take == pytest.approx(0)
    assert decision.errors.pass_ == pytest.approx(0)


def test_choices_of_a_batch():
    held = np.array([0.2, 0.7, 0.95, 1.2])
    taken = np.array([0.1, 0.8, 1.1, 1.5])
    choice = choose(MatchState(), held, taken)
    assert choice.double.tolist() == [False, True, True, False]
    assert choice.take.tolist() == [True, True, False, False]
    assert choice.value.tolist() == [0.2, 0.8, 1.0, 1.2]
    assert not choose(MatchState(FIVE, (4, 0)), held / 2, taken / 2).double.any()
    beavers = choose(MatchState(Rules(beavers=True)), np.array([-0.5]), np.array([-0.4]))
    assert beavers.beaver[0]
    assert beavers.doubled[0] == -0.8
