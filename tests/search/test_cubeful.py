"""The cube in the tree: branches, scores, and the bearoffs that can be worked out by hand."""

from dataclasses import replace

import numpy as np
import pytest

from engine.cube.stakes import equity_of, stakes_of
from engine.players.player import CubePlayer
from engine.players.searching import SearchPlayer
from engine.rules.board import board_of, mirror, start
from engine.rules.dice import ROLLS, WEIGHTS
from engine.rules.match import MatchState, Owner, Rules
from engine.rules.movegen import afterstates
from engine.search.replies import Judge
from engine.search.search import Search, Settings
from engine.search.tree import look
from engine.search.valuation import States
from engine.search.worths import CUBEFUL, CUBELESS, utility
from tests.search.fake import HashEvaluator, PipEvaluator, random_boards

LAST_ROLL = board_of("6:1", "1:1")
MONEY = MatchState()
MATCH = MatchState(Rules(length=7), (4, 2), cube=2, owner=Owner.MINE)


def recursive(evaluator, valuation, board, state, ply):
    """(held, taken, worth) by plain recursion; no game here can end within the plies."""

    def held_at(state):
        if ply == 0:
            return valuation.held(evaluator.evaluate(board[None]), board[None], state)[0]
        states = States()
        total = 0.0
        for roll, weight in zip(ROLLS, WEIGHTS, strict=True):
            judge = Judge(evaluator, valuation)
            # Plays are picked for the state in which the search began: the cube not turned.
            after, _ = judge.replies(board[None], roll[None], states.numbers([root], 1), states)
            worth = recursive(evaluator, valuation, after[0], state.mirror(), ply - 1)[2]
            total -= weight * worth
        return total

    root = state
    held = held_at(state)
    if not state.may_double:
        return held, None, held
    taken = held_at(state.taken())
    return held, taken, max(held, min(taken, valuation.passed(state)))


@pytest.mark.parametrize("state", [MONEY, replace(MONEY, cube=4, owner=Owner.MINE), MATCH])
@pytest.mark.parametrize("ply", [0, 1])
def test_the_cube_branches_as_in_plain_recursion(state, ply):
    evaluator = HashEvaluator()
    board = board_of("13:3 8:4 6:5 4:3", "13:3 8:4 6:5 4:3")
    values = Search(evaluator, Settings(ply), CUBEFUL).values(board[None], [state])
    held, taken, worth = recursive(evaluator, CUBEFUL, board, state, ply)
    assert values.held[0, 0] == pytest.approx(held, abs=1e-6)
    assert values.taken[0, 0] == pytest.approx(taken, abs=1e-6)
    assert values.worth[0, 0] == pytest.approx(worth, abs=1e-6)


@pytest.mark.parametrize("ply", [2, 3])
def test_last_roll_doubles_are_exact(ply):
    # 27 of 36 rolls win: no double .5, double/take 1.0, double/pass 1.0.
    values = Search(PipEvaluator(), Settings(ply), CUBEFUL).values(LAST_ROLL[None], [MONEY])
    assert values.held[0, 0] == pytest.approx(0.5)
    assert values.taken[0, 0] == pytest.approx(1.0)
    assert values.worth[0, 0] == pytest.approx(1.0)


def test_who_owns_the_cube_may_use_it_and_nobody_else():
    evaluator = PipEvaluator()
    owned = [replace(MONEY, cube=2, owner=owner) for owner in Owner]
    boards = np.stack([start()] * 3)
    _, equities = Search(evaluator, Settings(1), CUBEFUL).equities(boards, owned)
    assert equities[0] < equities[1] < equities[2]
    values = Search(evaluator, Settings(1), CUBEFUL).values(boards, owned)
    assert np.isnan(values.taken[:, 0]).tolist() == [True, False, False]


def test_states_of_one_batch_do_not_touch_each_other():
    evaluator = PipEvaluator()
    boards = random_boards(6, 20, seed=3)
    states = [
        MONEY,
        MATCH,
        MATCH.mirror(),
        MatchState(Rules(jacoby=True)),
        MatchState(Rules(length=3), (2, 0), crawford=True),
        MatchState(Rules(length=3), (2, 0)),
    ]
    search = Search(evaluator, Settings(1), CUBEFUL)
    _, together = search.equities(boards, states)
    for board, state, equity in zip(boards, states, together, strict=True):
        _, alone = search.equities(board[None], [state])
        assert alone[0] == pytest.approx(equity, abs=1e-9)
    rolls = ROLLS[[2, 4, 7, 11, 13, 20]]
    for i, ranking in enumerate(search.rank(boards, rolls, states)):
        (alone,) = search.rank(boards[i][None], rolls[i][None], [states[i]])
        assert alone.best.equity == pytest.approx(ranking.best.equity, abs=1e-9)


def test_many_states_in_many_chunks_come_back_in_order():
    boards = random_boards(600, 20, seed=4)
    kinds = [MONEY, MATCH, MATCH.mirror(), replace(MONEY, cube=2, owner=Owner.MINE)]
    states = [kinds[i % 4] for i in range(600)]
    search = Search(PipEvaluator(), Settings(1), CUBEFUL)
    _, together = search.equities(boards, states)
    some = [0, 5, 255, 256, 301, 599]
    _, few = search.equities(boards[some], [states[i] for i in some])
    np.testing.assert_allclose(together[some], few, atol=1e-9)


def test_zero_ply_is_janowski():
    outcomes, equities = Search(PipEvaluator(), Settings(0), CUBEFUL).equities(start()[None])
    held = CUBEFUL.held(outcomes, start()[None], MONEY)
    assert equities[0] == pytest.approx(float(held[0]))


def test_cubeless_match_equities_are_for_the_score():
    # At double match point gammons are worthless: the equity is 2 p - 1.
    state = MatchState(Rules(length=3), (2, 2))
    outcomes, equities = Search(HashEvaluator(), Settings(1)).equities(start()[None], [state])
    assert equities[0] == pytest.approx(2 * outcomes[0, 0] - 1)


def test_worths_scale_to_equities_of_the_cube():
    for state in (MONEY, MATCH, replace(MONEY, cube=4, owner=Owner.OPPONENT)):
        outcomes = HashEvaluator().evaluate(random_boards(5, 20, seed=1))
        worths = CUBEFUL.held(outcomes, random_boards(5, 20, seed=1), state)
        direct = equity_of(utility(worths, state), stakes_of(state))
        np.testing.assert_allclose(CUBEFUL.scale(state).equity(worths), direct, atol=1e-12)


def test_jacoby_makes_gammons_count_only_after_a_turn():
    board = board_of("6:5 5:5 4:5", "bar:2 24:13")
    plain, jacoby = MatchState(), MatchState(Rules(jacoby=True))
    search = Search(HashEvaluator(), Settings(1), CUBEFUL)
    held = search.values(np.stack([board] * 2), [plain, jacoby]).held[:, 0]
    assert held[0] != held[1]
    _, same = Search(HashEvaluator(), Settings(1), CUBELESS).equities(
        np.stack([board] * 2), [plain, jacoby]
    )
    assert same[0] == same[1]


def test_beavers_punish_doubles_of_the_underdog():
    # bgsage-3180b43: the flag reaches the tree.
    board = board_of("13:5 8:5 6:5", "6:5 5:5 4:5")
    state, beavers = MatchState(), MatchState(Rules(beavers=True))
    numbers = np.array([[0]])
    found = []
    for s in (state, beavers):
        states = States()
        states.number(s)
        judge = Judge(PipEvaluator(), CUBEFUL)
        found.append(look(judge, board[None], numbers, states, 1))
    assert found[0].taken[0, 0] == found[1].taken[0, 0] < 0
    assert found[0].worth[0, 0] >= found[1].worth[0, 0]


def test_the_player_doubles_takes_and_beavers():
    player = SearchPlayer(Search(PipEvaluator(), Settings(1), CUBEFUL))
    assert isinstance(player, CubePlayer) and player.name == "pip?ply=1"
    ahead, behind = board_of("6:3 5:3", "6:4 5:5 4:5"), board_of("6:4 5:5 4:5", "6:3 5:3")
    boards = np.stack([ahead, LAST_ROLL, behind])
    states = [MatchState(Rules(beavers=True))] * 3
    deep = SearchPlayer(Search(PipEvaluator(), Settings(2), CUBEFUL))
    assert deep.doubles(boards, states).tolist() == [True, True, False]
    assert deep.takes(boards, states).tolist() == [False, True, True]
    assert deep.beavers(boards, states).tolist() == [False, False, True]
    rolls = ROLLS[[2, 4, 7]]
    chosen = player.choose(boards, rolls, states)
    for board, roll, after in zip(boards, rolls, chosen, strict=True):
        plays, _ = afterstates(board[None], roll[None])
        assert after.tobytes() in {p.tobytes() for p in plays}


def test_a_cubeful_choice_at_zero_ply_is_the_players_best():
    boards, states = random_boards(30, 20, seed=5), [MATCH] * 30
    rolls = ROLLS[np.random.default_rng(2).integers(21, size=30)]
    search = Search(PipEvaluator(), Settings(0), CUBEFUL)
    chosen = search.choose(boards, rolls, states)
    _, theirs = search.equities(mirror(chosen), [MATCH.mirror()] * 30)
    best = [ranking.best.equity for ranking in search.rank(boards, rolls, states)]
    np.testing.assert_allclose(-theirs, best, atol=1e-6)
