"""The OpenSpiel bot against OpenSpiel's own random bot, with OpenSpiel as the referee."""

import numpy as np
import pytest

from engine.players.greedy import GreedyPlayer
from engine.players.names import player_of
from engine.rules.board import start
from engine.rules.plays import legal_plays
from engine.serve.openspiel import (
    NotBackgammon,
    board_of_state,
    choose_action,
    openspiel_bot,
)

pyspiel = pytest.importorskip("pyspiel", reason="needs the extra `peers`")

pytestmark = pytest.mark.peers

SCORINGS = ["winloss_scoring", "enable_gammons", "full_scoring"]


def game_of(scoring="winloss_scoring"):
    return pyspiel.load_game(f"backgammon(scoring_type={scoring})")


def play(game, bot, seat, rng, check):
    """Play a game against a random player; ``check`` every state the bot is asked in."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            action = int(rng.choice(outcomes, p=chances))
        elif state.current_player() == seat:
            action = bot.step(state)
            assert action in state.legal_actions()
            check(state, action)
        else:
            action = int(rng.choice(state.legal_actions()))
        state.apply_action(action)
    return state.returns()[seat]


def turn_check(state, action):
    """A whole turn must be one of ours; halves of doubles are checked by OpenSpiel alone."""
    player = state.current_player()
    child = state.child(action)
    if not child.is_terminal() and child.current_player() == player:
        return
    dice = tuple(int(die) for die in state.observation_tensor(player)[-2:])
    if dice[0] == dice[1]:
        return
    after = board_of_state(child, player)
    board = board_of_state(state, player)
    assert any((after == legal).all() for _, legal in legal_plays(board, dice))


@pytest.mark.parametrize("scoring", SCORINGS)
def test_whole_games_are_legal(analyser, scoring):
    bot = openspiel_bot(GreedyPlayer(analyser.evaluator))
    rng = np.random.default_rng(SCORINGS.index(scoring))
    for seat in (0, 1):
        assert play(game_of(scoring), bot, seat, rng, turn_check) != 0


def test_counting_pips_beats_chance():
    bot = openspiel_bot(player_of("pip", np.random.default_rng(0)))
    rng = np.random.default_rng(5)
    won = sum(play(game_of(), bot, number % 2, rng, turn_check) > 0 for number in range(10))
    assert won >= 8  # A fair coin does that once in 18 times; the pip player wins 98 of 100.


def test_openspiel_itself_runs_the_bot(analyser):
    game = game_of()
    bots = [
        openspiel_bot(GreedyPlayer(analyser.evaluator)),
        pyspiel.make_uniform_random_bot(1, 7),
    ]
    returns = pyspiel.evaluate_bots(game.new_initial_state(), bots, 7)
    assert sorted(returns) == [-1.0, 1.0]


def test_the_board_is_read_from_both_sides():
    state = game_of().new_initial_state()
    state.apply_action(state.legal_actions()[0])
    for player in (0, 1):
        assert (board_of_state(state, player) == start()).all()


def test_other_states_are_refused(analyser):
    player = GreedyPlayer(analyser.evaluator)
    state = game_of().new_initial_state()
    with pytest.raises(NotBackgammon, match="nobody is to play"):
        choose_action(player, state)
    hyper = pyspiel.load_game("backgammon(hyper_backgammon=True)").new_initial_state()
    hyper.apply_action(hyper.legal_actions()[0])
    with pytest.raises(NotBackgammon, match="15 checkers"):
        choose_action(player, hyper)
    with pytest.raises(NotBackgammon, match="tic_tac_toe"):
        choose_action(player, pyspiel.load_game("tic_tac_toe").new_initial_state())
