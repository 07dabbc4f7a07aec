"""The vectorised generator against three independent programs, on boards reached by play.

20,000 pairs each with gnubg-nn and bgsage, in about two seconds; with open-spiel 1,000 by default
and 20,000, in about half a minute, with ``pytest -m slow``.
"""

from itertools import pairwise

import numpy as np
import pytest

from engine.rules.board import BAR, OPPONENT_BAR, POINTS
from engine.rules.movegen import afterstates
from tests.reached import reached_by_play

pytestmark = pytest.mark.peers


def ours(boards, rolls):
    """Return the set of afterstates of every pair, as bytes."""
    after, offsets = afterstates(boards, rolls)
    return [{board.tobytes() for board in after[first:last]} for first, last in pairwise(offsets)]


def gnubg_nn_sets(boards, rolls):
    """gnubg-nn's boards are two lists of 25 counts: the opponent's, then those of the mover.

    A key it returns decodes to the mover's side first.
    """
    gnubg_nn = pytest.importorskip("gnubg_nn")
    for board, roll in zip(boards, rolls, strict=True):
        mover = [max(int(n), 0) for n in board[1:]]
        opponent = [max(-int(n), 0) for n in board[BAR - 1 :: -1]]
        found = set()
        for key in gnubg_nn.moves([opponent, mover], int(roll[0]), int(roll[1])):
            sides = np.array(gnubg_nn.board_from_position_key(key), dtype=np.int8)
            after = np.zeros(26, dtype=np.int8)
            after[1:] += sides[1]
            after[:BAR] -= sides[0][::-1]
            found.add(after.tobytes())
        yield found or {board.tobytes()}


def bgsage_sets(boards, rolls):
    """bgsage's boards are ours, but both bars count upwards."""
    bgsage = pytest.importorskip("bgsage")
    for board, roll in zip(boards, rolls, strict=True):
        given = [abs(int(board[OPPONENT_BAR])), *(int(n) for n in board[1:])]
        found = bgsage.possible_moves(given, int(roll[0]), int(roll[1]))
        after = np.array(found or [given], dtype=np.int8)
        after[:, OPPONENT_BAR] *= -1
        yield {row.tobytes() for row in after}


def assert_same(boards, rolls, theirs):
    for board, roll, mine, other in zip(boards, rolls, ours(boards, rolls), theirs, strict=True):
        assert mine == other, (board.tolist(), roll.tolist())


def test_20000_pairs_equal_those_of_gnubg_nn():
    boards, rolls = reached_by_play(20_000, seed=11)
    assert_same(boards, rolls, gnubg_nn_sets(boards, rolls))


def test_20000_pairs_equal_those_of_bgsage():
    boards, rolls = reached_by_play(20_000, seed=12)
    assert_same(boards, rolls, without_early_ends(boards, rolls, bgsage_sets(boards, rolls)))


def without_early_ends(boards, rolls, theirs):
    """Drop what bgsage alone allows: the last checker off with one die though two can be played.

    With one checker on 2 and a blot on 1, a 51 must hit on the way off, and gnubg-nn agrees;
    bgsage lets the 5 end the game at once.
    """
    for mine, other in zip(ours(boards, rolls), theirs, strict=True):
        extra = {after for after in other - mine if not np.frombuffer(after, np.int8).max() > 0}
        yield other - extra


def open_spiel_board(state, player):
    """Return the position of an open-spiel state, seen by ``player`` (0 moves upwards)."""
    board = np.zeros(26, dtype=np.int8)
    for place in range(POINTS):
        point = POINTS - place if player == 0 else place + 1
        board[point] = state.board(player, place) - state.board(1 - player, place)
    tensor = state.observation_tensor(player)
    board[BAR], board[OPPONENT_BAR] = tensor[192], -tensor[195]
    return board


def open_spiel_afterstates(state, player):
    """Return {afterstate: dice used} of a whole turn; a double takes two of its turns."""
    found = {}
    for action in state.legal_actions():
        moves = state.spiel_move_to_checker_moves(player, action)
        used = sum(move.num > 0 for move in moves)  # A pass is a move of -1.
        child = state.child(action)
        if not child.is_terminal() and child.current_player() == player:
            for after, more in open_spiel_afterstates(child, player).items():
                found[after] = max(found.get(after, 0), used + more)
        else:
            after = open_spiel_board(child, player).tobytes()
            found[after] = max(found.get(after, 0), used)
    return found


def compare_with_open_spiel(pairs, seed):
    """Play open-spiel's own games at random and compare every turn with ours."""
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("backgammon")
    rng = np.random.default_rng(seed)
    boards, rolls, theirs = [], [], []
    while len(boards) < pairs:
        state = game.new_initial_state()
        while not state.is_terminal() and len(boards) < pairs:
            if state.is_chance_node():
                state.apply_action(int(rng.choice([a for a, _ in state.chance_outcomes()])))
                continue
            player = state.current_player()
            dice = [int(die) for die in state.observation_tensor(player)[-2:]]
            boards.append(open_spiel_board(state, player))
            rolls.append(dice)
            found = open_spiel_afterstates(state, player)
            most = max(found.values())
            theirs.append({after for after, used in found.items() if used == most})
            while not state.is_terminal() and state.current_player() == player:
                state.apply_action(int(rng.choice(state.legal_actions())))
    assert_same(np.array(boards), np.array(rolls, dtype=np.int8), theirs)


def test_turns_equal_those_of_open_spiel():
    compare_with_open_spiel(1_000, seed=13)


@pytest.mark.slow
def test_20000_turns_equal_those_of_open_spiel():
    compare_with_open_spiel(20_000, seed=14)
