"""The trials: dice, exact endings, unbiased luck, and the cube."""

from dataclasses import replace

import numpy as np
import pytest

from engine.rollout.dice import CYCLE, ROLL_OF_FACES, rolls_of
from engine.rollout.estimate import estimates, lead_of
from engine.rollout.trials import WORTH, Outcomes, Play, Start, luck_of, other_side, play_trials
from engine.rules.board import board_of, mirror, start
from engine.rules.dice import ROLLS, WEIGHTS
from engine.rules.match import MatchState, Owner, Rules
from engine.rules.outcome import equity
from engine.search.replies import Shortlist
from engine.search.search import Search, Settings
from engine.search.worths import CUBEFUL
from tests.search.fake import HashEvaluator, PipEvaluator, random_boards

MONEY = MatchState()
LAST_ROLL = board_of("6:1", "1:1")


def play_of(evaluator, ply=0, luck_ply=None, **options):
    valuation = {"valuation": options.pop("valuation")} if "valuation" in options else {}
    search = Search(evaluator, Settings(ply), **valuation)
    luck = search if luck_ply is None else replace(search, settings=Settings(luck_ply))
    return Play(search, luck, **options)


def trials_of(play, board, count, match=MONEY, **options):
    return play_trials(play, [Start(board, match, **options)], np.arange(count))


def estimate_of(outcomes, play, match=MONEY):
    (found,) = estimates(outcomes, [play.search.valuation.scale(match)])
    return found


def test_the_36_throws_are_the_21_rolls():
    counts = np.bincount(ROLL_OF_FACES, minlength=21)
    np.testing.assert_allclose(counts / 36, WEIGHTS)


def test_first_and_second_rolls_are_stratified():
    trials = np.arange(CYCLE)
    first, second = (rolls_of(5, trials, turn) for turn in (0, 1))
    expected = np.rint(36 * WEIGHTS).astype(int)
    for rolls in (first, second):
        for begin in range(0, CYCLE, 36):
            np.testing.assert_array_equal(
                np.bincount(rolls[begin : begin + 36], minlength=21), expected
            )
    pairs = np.bincount(first * 21 + second, minlength=441).reshape(21, 21)
    np.testing.assert_array_equal(pairs, np.outer(expected, expected))


def test_dice_depend_on_seed_trial_and_turn_alone():
    some = np.array([3, 1296, 40, 7000])
    for turn in (0, 1, 2, 30):
        every = rolls_of(1, np.arange(7001), turn)
        np.testing.assert_array_equal(rolls_of(1, some, turn), every[some])
        assert not np.array_equal(rolls_of(2, np.arange(7001), turn), every)


def test_the_last_roll_is_won_27_times_in_36():
    play = play_of(PipEvaluator())
    outcomes = trials_of(play, LAST_ROLL, 36)
    assert outcomes.plain[0, :, 0].sum() == 27
    np.testing.assert_allclose(outcomes.plain[0, :, WORTH].mean(), 0.5)


def test_perfect_judgement_leaves_no_variance():
    # After the first roll the game is decided, so judged exactly, luck is all there was.
    play = play_of(PipEvaluator(), ply=2)
    outcomes = trials_of(play, LAST_ROLL, 20)
    np.testing.assert_allclose(outcomes.reduced[0, :, WORTH], 0.5, atol=1e-9)


@pytest.mark.parametrize("options", [{}, {"turns": 3}, {"ply": 1, "luck_ply": 0, "turns": 2}])
def test_reduced_and_plain_means_agree(options):
    # The evaluator is nonsense, which makes luck large; the reduction is unbiased all the same.
    board = board_of("6:2 5:2 4:2 3:1", "6:3 4:2 2:2")
    play = play_of(HashEvaluator(), **options)
    outcomes = trials_of(play, board, 1296)
    difference = outcomes.plain[0] - outcomes.reduced[0]
    error = difference.std(axis=0, ddof=1) / np.sqrt(len(difference))
    assert (np.abs(difference.mean(axis=0)) <= 4 * error + 1e-12).all()
    assert np.isfinite(outcomes.reduced).all()


def test_a_sensible_evaluator_reduces_the_error():
    board = board_of("6:3 5:3 4:3 3:2 2:2 1:2", "6:3 5:3 4:3 3:2 2:2 1:2")
    play = play_of(PipEvaluator(steepness=0.12))
    found = estimate_of(trials_of(play, board, 324), play)
    assert found.reduction > 1.4
    assert abs(found.equity - found.plain_equity) < 4 * found.plain_error


def test_trials_do_not_depend_on_their_company():
    play = play_of(HashEvaluator(), seed=3, turns=6)
    starts = [Start(b, MONEY) for b in random_boards(3, 40, seed=2)]
    together = play_trials(play, starts, np.arange(40))
    alone = play_trials(play, starts[1:2], np.arange(30, 40))
    np.testing.assert_allclose(together.reduced[1, 30:], alone.reduced[0], atol=1e-9)


def test_both_sides_see_the_same_trials():
    # A start and the equal start of the other player, one turn cut off: 1-ply by another way.
    search = Search(HashEvaluator(), Settings(0))
    outcomes = play_trials(Play(search, search, turns=1), [Start(start(), MONEY)], np.arange(36))
    deep, equities = search.equities(start()[None], ply=1)
    np.testing.assert_allclose(outcomes.plain[0].mean(axis=0)[:5], deep[0], atol=1e-6)
    np.testing.assert_allclose(outcomes.reduced[0][:, WORTH], equities[0], atol=1e-6)


def test_rows_turn_round():
    rows = np.concatenate([HashEvaluator().evaluate(random_boards(9, 9, 1)), np.ones((9, 1))], 1)
    rows[:, WORTH] = equity(rows[:, :5])
    np.testing.assert_allclose(other_side(other_side(rows, False), False), rows, atol=1e-6)
    np.testing.assert_allclose(
        other_side(rows, False)[:, WORTH], equity(other_side(rows, False)[:, :5]), atol=1e-6
    )
    np.testing.assert_allclose(
        other_side(rows[:4] - rows[4:8], True),
        other_side(rows[:4], False) - other_side(rows[4:8], False),
        atol=1e-6,
    )


def test_who_has_borne_off_loses_no_gammon_in_rollouts():
    board = board_of("6:4 5:4 3:6", "6:4 5:4 3:6")
    outcomes = trials_of(play_of(HashEvaluator()), board, 72)
    np.testing.assert_array_equal(outcomes.plain[0, :, 1:5], 0)


def test_a_shortlist_plays_trials_too():
    search = Search(HashEvaluator(), Settings(0), shortlist=Shortlist(PipEvaluator(), 2))
    outcomes = play_trials(Play(search, search, turns=5), [Start(start(), MONEY)], np.arange(8))
    assert np.isfinite(outcomes.reduced).all()


def test_luck_is_judged_at_the_level_of_play_or_shallower():
    plain = Search(HashEvaluator(), Settings(1))
    assert luck_of(plain) is plain and luck_of(plain, 0).settings.ply == 0
    short = replace(plain, shortlist=Shortlist(PipEvaluator(), 6))
    assert luck_of(short) is short and luck_of(short, 0).shortlist is short.shortlist


def test_cubeful_trials_end_in_passes_and_takes():
    play = play_of(PipEvaluator(), valuation=CUBEFUL, ply=2, luck_ply=0)
    held = trials_of(play, LAST_ROLL, 36, cube_first=False)
    taken = trials_of(play, LAST_ROLL, 36, MONEY.taken())
    assert held.plain[0, :, WORTH].mean() == pytest.approx(0.5)
    assert taken.plain[0, :, WORTH].mean() == pytest.approx(1.0)
    # A take here is worth just a pass; with one roll better the double is passed.
    passed = trials_of(play, board_of("5:1 1:0", "1:1"), 36)
    np.testing.assert_array_equal(passed.plain[0, :, WORTH], 1)


@pytest.mark.parametrize(
    "match",
    [
        MONEY,
        MatchState(Rules(jacoby=True, beavers=True)),
        MatchState(Rules(length=5), (3, 3)),
        MatchState(Rules(length=7), (4, 2), cube=2, owner=Owner.MINE),
    ],
)
def test_cubeful_reduction_is_unbiased(match):
    board = board_of("6:3 5:3 4:3 3:2", "6:3 5:3 4:3 3:1 1:1")
    play = play_of(PipEvaluator(), valuation=CUBEFUL)
    outcomes = trials_of(play, board, 648, match)
    found = estimate_of(outcomes, play, match)
    difference = (outcomes.plain - outcomes.reduced)[0, :, WORTH]
    error = difference.std(ddof=1) / np.sqrt(len(difference))
    assert abs(difference.mean()) < 4 * error
    assert np.isfinite(found.equity) and found.error < found.plain_error


def test_at_two_away_all_the_taker_redoubles():
    # bgsage-8539e30: at 2-away 2-away the owner of the cube turns it at once.
    match = MatchState(Rules(length=5), (3, 3))
    play = play_of(PipEvaluator(), valuation=CUBEFUL)
    board = board_of("6:3 5:3 4:3 3:2", "6:3 5:3 4:3 3:1 1:1")
    taken = trials_of(play, board, 72, match.taken())
    # After the redouble the match hangs on this game: worth, 2 mwc - 1, is 1 or -1 at its end.
    assert set(np.unique(taken.plain[0, :, WORTH])) == {-1.0, 1.0}


def test_the_same_dice_decide_between_candidates():
    play = play_of(PipEvaluator())
    good = mirror(board_of("6:2 5:2", "6:3 5:3"))
    bad = mirror(board_of("6:3 5:2", "6:3 5:3"))
    outcomes = play_trials(play, [Start(bad, MONEY), Start(good, MONEY)], np.arange(144))
    lead = lead_of(outcomes, sign=-1)
    assert lead.best == 1 and lead.behind[1] == 0 and lead.behind[0] > 0
    assert lead.certainty > 2
    same = lead_of(Outcomes(outcomes.plain[:1], outcomes.reduced[:1]))
    assert same.certainty == np.inf


def test_luck_of_a_sole_roll_is_its_value_less_the_mean():
    evaluator = HashEvaluator()
    search = Search(evaluator, Settings(0))
    outcomes = play_trials(Play(search, search, turns=1), [Start(start(), MONEY)], np.arange(36))
    rolls = rolls_of(0, np.arange(36), 0)
    for trial in (0, 7, 21):
        (ranking,) = search.rank(start()[None], ROLLS[rolls[trial]][None])
        assert outcomes.plain[0, trial, WORTH] == pytest.approx(ranking.best.equity, abs=1e-6)
