import threading

import numpy as np
import pytest

from engine.analysis.analyser import Analyser
from engine.analysis.results import Action, NothingToDecide
from engine.cube.decision import Verdict
from engine.evaluation.bearoff.tables import BearoffTables, read_one_sided
from engine.evaluation.bearoff.two_sided import TwoSidedBuilder
from engine.evaluation.final import clamp
from engine.rules.board import board_of, start
from engine.rules.match import MatchError, MatchState, Owner, Rules
from engine.rules.outcome import equity
from engine.rules.plays import apply_play, legal_plays
from engine.rules.position import Pending, Position
from engine.search.search import Settings
from tests.pips import Pips


class Fixed:
    """The same outcome whatever the board, but for what the board makes certain."""

    name = "fixed"

    def __init__(self, *outcome):
        self.outcome = np.array(outcome, dtype=np.float32)

    def evaluate(self, boards):
        outcomes = np.tile(self.outcome, (len(boards), 1))
        clamp(outcomes, boards)
        return outcomes


PIPS = Analyser(Pips())
FIVE = Rules(length=5)


def fixed(win, gammon=0.0, lost=0.0):
    return Analyser(Fixed(win, gammon, 0, lost, 0))


def test_plays_are_ranked_and_replay_to_their_afterstates():
    position = Position(start(), dice=(3, 1))
    plays = PIPS.plays(position)
    assert len(plays) == len(legal_plays(start(), (3, 1)))
    equities = [play.equity for play in plays]
    assert equities == sorted(equities, reverse=True)
    for play in plays:
        assert np.array_equal(apply_play(start(), play.play), play.afterstate)
        assert play.difference == pytest.approx(play.equity - plays[0].equity)
        assert play.cubeless_equity == pytest.approx(equity(np.array(play.outcome)))
        assert play.level == "0-ply"
        assert play.mwc is None
    assert PIPS.choose_play(position).text == plays[0].text
    assert len(PIPS.plays(position, count=3)) == 3
    assert PIPS.plays(Position(start()), (1, 3))[0].text == plays[0].text


def test_plays_in_a_match_have_mwc():
    match = MatchState(FIVE, (2, 1))
    best = PIPS.choose_play(Position(start(), match, (6, 1)))
    assert 0 < best.mwc < 1
    deeper = Analyser(Pips(), Settings(1)).choose_play(Position(start(), match, (6, 1)))
    assert deeper.level == "1-ply"


def test_gammons_do_not_matter_at_double_match_point():
    match = MatchState(FIVE, (4, 4))
    for play in PIPS.plays(Position(start(), match, (5, 2))):
        assert play.equity == pytest.approx(2 * play.outcome[0] - 1, abs=1e-6)


def test_levels_are_never_compared():
    plays = Analyser(Pips(), Settings(1, "tiny")).plays(Position(start(), dice=(3, 1)))
    levels = {play.level for play in plays}
    assert levels == {"0-ply", "1-ply"}
    assert plays[0].level == plays[1].level == "1-ply"
    assert all((play.difference is None) == (play.level == "0-ply") for play in plays)


def test_dance_is_one_empty_play():
    board = board_of("bar 6:14", "1:2 2:2 3:2 4:2 5:2 6:2 7:3")
    (only,) = PIPS.plays(Position(board, dice=(6, 5)))
    assert only.text == ""
    assert only.play == ()


def test_questions_a_position_does_not_pose():
    with pytest.raises(NothingToDecide, match="no dice"):
        PIPS.plays(Position(start()))
    over = Position(board_of("", "6:15"), dice=(6, 5))
    for ask in (PIPS.plays, PIPS.cube, PIPS.evaluate):
        with pytest.raises(NothingToDecide, match="over"):
            ask(over)


@pytest.mark.parametrize(
    ("win", "verdict"),
    [(0.5, Verdict.NO_DOUBLE_TAKE), (0.76, Verdict.DOUBLE_TAKE), (0.83, Verdict.DOUBLE_PASS)],
)
def test_cube_verdicts_follow_the_chances(win, verdict):
    decision = fixed(win).cube(Position(start()))
    assert decision.verdict == verdict
    assert decision.level == "0-ply"
    assert decision.outcome[0] == pytest.approx(win)


def test_evaluation_is_the_value_of_the_best_cube_action():
    for win in (0.4, 0.76, 0.9):
        analyser = fixed(win, 0.1, 0.1)
        evaluation = analyser.evaluate(Position(start()))
        assert evaluation.equity == pytest.approx(analyser.cube(Position(start())).equity)
        assert evaluation.cubeless_equity == pytest.approx(2 * win - 1, abs=1e-6)
    match = fixed(0.4).evaluate(Position(start(), MatchState(FIVE, (4, 4))))
    assert match.mwc == pytest.approx(0.4)


def test_deeper_cube_decisions_branch_on_the_cube():
    decision = Analyser(Pips(), Settings(1)).cube(Position(start(), MatchState(FIVE, (1, 1))))
    assert decision.level == "1-ply"
    assert decision.equities.no_double > decision.equities.double_take


def test_money_match_money_answers_do_not_mix():
    """A cache once returned money equities for match questions; also across threads."""
    analyser = Analyser(Pips(), Settings(1))
    money, match = Position(start()), Position(start(), MatchState(Rules(length=3)))
    first, second, third = (analyser.cube(p).equities for p in (money, match, money))
    assert first == third
    assert first != second
    found = {}

    def ask(key, position):
        found[key] = analyser.cube(position).equities

    threads = [threading.Thread(target=ask, args=(n, (money, match)[n % 2])) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(found[n] == (first, second)[n % 2] for n in range(6))


def test_all_scores_in_one_batch_equal_the_single_ones():
    position = Position(start(), MatchState(FIVE, (2, 1)))
    decisions = fixed(0.7, 0.2, 0.05).scores(position, 5)
    assert len(decisions) == 25
    single = fixed(0.7, 0.2, 0.05).cube(position)
    assert decisions[3, 4] == single
    assert decisions[1, 3].verdict == Verdict.DEAD_CUBE
    assert decisions[4, 1].double  # After the Crawford game the trailer doubles.


def test_scores_keep_cube_and_owner():
    owned = Position(start(), MatchState(Rules(), (0, 0), 2, Owner.MINE))
    decisions = PIPS.scores(owned, 5)
    assert all(d.state.cube == 2 and d.state.owner == Owner.MINE for d in decisions.values())
    assert (3, 1) not in decisions  # The opponent had no use for a cube.
    with pytest.raises(MatchError, match="1 to 25"):
        PIPS.scores(owned, 26)
    with pytest.raises(MatchError, match="2-cube"):
        PIPS.scores(Position(start(), MatchState(cube=2)), 5)


def test_decisions():
    roll = fixed(0.5).decide(Position(start()))
    assert (roll.action, roll.costs[Action.ROLL]) == (Action.ROLL, 0)
    assert roll.costs[Action.DOUBLE] > 0
    assert fixed(0.76).decide(Position(start())).action == Action.DOUBLE
    play = PIPS.decide(Position(start(), dice=(3, 1)))
    assert play.action == Action.PLAY
    assert play.play.text == PIPS.choose_play(Position(start(), dice=(3, 1))).text
    crawford = Position(start(), MatchState(FIVE, (4, 1), crawford=True))
    assert fixed(0.9).decide(crawford).action == Action.ROLL


@pytest.mark.parametrize(
    ("win", "action"), [(0.7, Action.TAKE), (0.83, Action.PASS), (0.3, Action.BEAVER)]
)
def test_answers_to_a_double(win, action):
    match = MatchState(Rules(beavers=True))
    decision = fixed(win).decide(Position(start(), match, pending=Pending.DOUBLE))
    assert decision.action == action
    assert decision.costs[action] == 0
    assert min(decision.costs.values()) >= 0


def test_answers_to_beavers_and_raccoons():
    rules = Rules(beavers=True, raccoons=True)
    beaver = Position(start(), MatchState(rules), pending=Pending.BEAVER)
    assert fixed(0.7).decide(beaver).action == Action.RACCOON
    assert fixed(0.4).decide(beaver).action == Action.TAKE
    assert fixed(0.05).decide(beaver).action == Action.PASS
    raccoon = Position(start(), MatchState(rules), pending=Pending.RACCOON)
    assert fixed(0.4).decide(raccoon).action == Action.TAKE
    assert fixed(0.9).decide(raccoon).action == Action.PASS


def test_answers_to_resignations():
    def answer(win, gammon, kind, match=None):
        position = Position(start(), match or MatchState(), resignation=kind)
        return fixed(win, 0.0, gammon).decide(position).action

    # The player on roll offers to lose a single game; his opponent would win gammons.
    assert answer(0.0, 0.0, 1) == Action.ACCEPT
    assert answer(0.0, 0.9, 1) == Action.REFUSE
    assert answer(0.0, 0.9, 2) == Action.ACCEPT
    # The opponent offers.
    assert answer(0.6, 0.0, -1) == Action.ACCEPT
    # At double match point any resignation is good enough.
    assert answer(0.0, 0.9, 1, MatchState(FIVE, (4, 4))) == Action.ACCEPT
    # With the dice thrown it is the opponent's turn that is judged.
    thrown = Position(start(), dice=(6, 5), resignation=1)
    assert fixed(1.0, 0.9).decide(thrown).action == Action.REFUSE


def test_resigning_only_what_is_certain():
    money, match = Position(start()), Position(start(), MatchState(FIVE, (1, 4)))
    assert fixed(0.0).resignation(money) == 1
    assert fixed(0.0, 0, 1.0).resignation(money) == 2
    assert fixed(0.0, 0, 0.5).resignation(money) is None
    assert fixed(0.1).resignation(money) is None
    assert fixed(0.0005).resignation(money) == 1
    assert fixed(0.0005).resignation(match) is None
    backgammon = Analyser(Fixed(0, 0, 0, 1, 1))
    assert backgammon.resignation(money) == 3


def test_an_evaluator_that_fails_never_reaches_the_user():
    with pytest.raises(ValueError, match="no number"):
        fixed(float("nan")).cube(Position(start()))


def test_exact_bear_offs_in_money_play():
    """27 of 36 rolls bear off from the 6-point: the take is exactly as good as the pass."""
    builder = TwoSidedBuilder(2)
    for _ in builder.steps():
        pass
    analyser = Analyser(Pips(), tables=BearoffTables(read_one_sided(), builder.table()))
    last_roll = Position(board_of("6", "1"))
    decision = analyser.cube(last_roll)
    assert decision.level == "exact"
    assert decision.text == "Double, take"
    assert decision.equities.no_double == pytest.approx(0.5, abs=1e-6)
    assert decision.equities.double_take == pytest.approx(1, abs=1e-6)
    match = Position(last_roll.board, MatchState(FIVE))
    assert analyser.cube(match).level == "0-ply"
    assert analyser.cube(Position(start())).level == "0-ply"


def test_rules_reach_the_ranking_of_plays():
    """The Jacoby flag once got lost on the way to checker play."""
    plain = Position(start(), MatchState(), (4, 3))
    jacoby = Position(start(), MatchState(Rules(jacoby=True)), (4, 3))
    values = [{p.text: p.equity for p in PIPS.plays(p)} for p in (plain, jacoby)]
    assert values[0].keys() == values[1].keys()
    assert all(values[0][text] != values[1][text] for text in values[0])


def test_answers_do_not_depend_on_what_was_asked_before():
    analyser = Analyser(Pips(), Settings(1))
    one, other = Position(board_of("6:2 5:2", "6:2 4:2")), Position(board_of("3:3", "2:3 1:1"))
    assert analyser.cube(one) == Analyser(Pips(), Settings(1)).cube(one)
    analyser.cube(other)
    assert analyser.cube(one) == Analyser(Pips(), Settings(1)).cube(one)
