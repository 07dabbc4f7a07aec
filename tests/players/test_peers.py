"""The other programs as players: their frames, their own choices, and what ends them."""

import subprocess
import sys

import numpy as np
import pytest

from engine.players.greedy import GreedyPlayer
from engine.players.third_party.bgsage import BgsageEvaluator, BgsagePlayer, to_bgsage
from engine.players.third_party.bgsage_search import BgsageSearchPlayer
from engine.players.third_party.gnubg import GnubgEvaluator, GnubgPlayer
from engine.players.third_party.peers import from_gnubg, to_gnubg
from engine.players.third_party.pubeval import Pubeval
from engine.rules.board import board_of, mirror, start
from engine.rules.movegen import afterstates
from engine.rules.outcome import equity, is_over
from engine.rules.plays import Play, apply_play
from tests.reached import reached_by_play

pytestmark = pytest.mark.peers
gnubg_nn = pytest.importorskip("gnubg_nn")
bgsage = pytest.importorskip("bgsage")


@pytest.fixture(scope="module")
def reached():
    return reached_by_play(4000, seed=11)


def two_plies():
    return BgsageSearchPlayer(2)


OPENINGS: dict[tuple[int, int], Play] = {
    (3, 1): ((8, 5), (6, 5)),
    (4, 2): ((8, 4), (6, 4)),
    (6, 1): ((13, 7), (8, 7)),
    (6, 5): ((24, 18), (18, 13)),
}


@pytest.mark.parametrize("player", [GnubgPlayer, BgsagePlayer, two_plies, Pubeval])
@pytest.mark.parametrize("roll", OPENINGS)
def test_known_openings(player, roll):
    after = player().choose(start()[None], np.array([roll], dtype=np.int8))[0]
    np.testing.assert_array_equal(after, apply_play(start(), OPENINGS[roll]))


def test_gnubg_boards_there_and_back(reached):
    boards, _ = reached
    np.testing.assert_array_equal(from_gnubg(to_gnubg(boards)), boards)


def test_frames_agree_on_who_is_winning():
    ahead = board_of("1 2", "20:2 13:5 8:3 7:5")[None]
    assert GnubgEvaluator().evaluate(ahead)[0, 0] > 0.99
    assert GnubgEvaluator().evaluate(mirror(ahead))[0, 0] < 0.01
    evaluator = BgsageEvaluator()
    assert evaluator.evaluate(ahead)[0, 0] > 0.99
    assert evaluator.evaluate(mirror(ahead))[0, 0] < 0.01


def test_gnubgs_own_choice_is_the_best_of_its_evaluations(reached):
    boards, rolls = reached
    own = GnubgPlayer().choose(boards, rolls)
    evaluator = GnubgEvaluator()
    plays, offsets = afterstates(boards, rolls)
    values = -equity(evaluator.evaluate(mirror(plays)))
    for i in range(len(boards)):
        part = slice(offsets[i], offsets[i + 1])
        place = np.flatnonzero((plays[part] == own[i]).all(axis=1))
        assert len(place) == 1, "its choice is one of our afterstates"
        assert values[part].max() - values[part][place[0]] < 1e-6
    assert GreedyPlayer(evaluator).name == "gnubg:0"


def test_pubevals_scores_are_gnubg_nns(reached):
    boards, _ = reached
    # The race is judged by the board before the play: take the same board for both.
    ends = np.arange(len(boards) + 1)
    ranks = Pubeval().rank(boards, boards, ends)
    scores = [gnubg_nn.pub_eval_score(board) for board in to_gnubg(mirror(boards))]
    np.testing.assert_allclose(ranks, scores, atol=1e-4)


def test_pubeval_chooses_as_gnubg_nns_own(reached):
    boards, rolls = reached
    plays, offsets = afterstates(boards, rolls)
    ranks = Pubeval().rank(boards, plays, offsets)
    for i, (board, (first, second)) in enumerate(
        zip(to_gnubg(boards), rolls.tolist(), strict=True)
    ):
        slots = gnubg_nn.pub_best_move(board, first, second)
        # Pairs (from, to), both one less than in our numbering.
        play = tuple((a + 1, max(b + 1, 0)) for a, b in zip(slots[::2], slots[1::2], strict=True))
        theirs = apply_play(boards[i], play)
        part = slice(offsets[i], offsets[i + 1])
        place = np.flatnonzero((plays[part] == theirs).all(axis=1))
        np.testing.assert_allclose(ranks[part][place], ranks[part].max(), atol=1e-4)


def test_bgsages_own_choice_is_the_best_of_its_evaluations(reached):
    boards, rolls = (part[:150] for part in reached)
    player = BgsagePlayer()
    analyser = bgsage.BgBotAnalyzer(eval_level="1ply", cubeful=False)
    plays, offsets = afterstates(boards, rolls)
    ranks = player.rank(boards, plays, offsets)
    for i, board in enumerate(to_bgsage(boards)):
        moves = analyser.checker_play(board, int(rolls[i, 0]), int(rolls[i, 1])).moves
        if not moves:
            continue
        theirs = max(move.equity for move in moves)
        part = slice(offsets[i], offsets[i + 1])
        if not is_over(plays[part]).any():
            assert ranks[part].max() == pytest.approx(theirs, abs=1e-5)


def test_what_bgsage_chooses_by_search_is_nearly_its_best(reached):
    # Its own filter may drop what full depth would like better, but not by much.
    boards, rolls = (part[:20] for part in reached)
    player = BgsageSearchPlayer(2)
    own = player.choose(boards, rolls)
    plays, offsets = afterstates(boards, rolls)
    ranks = player.rank(boards, plays, offsets)
    for i in range(len(boards)):
        part = slice(offsets[i], offsets[i + 1])
        place = np.flatnonzero((plays[part] == own[i]).all(axis=1))
        assert len(place) == 1, "its choice is one of our afterstates"
        assert ranks[part].max() - ranks[part][place[0]] < 0.1


CRASH = """
import gnubg_nn
gnubg_nn.pub_best_move([[0] * 25, [2] * 24 + [0]], 1, 1)
"""


def test_what_ends_gnubg_nns_own_pubeval_and_not_ours():
    """48 checkers: more afterstates than its own choice has room for.  Play never gets there."""
    ended = subprocess.run([sys.executable, "-c", CRASH], capture_output=True, check=False)
    if ended.returncode == 0:
        pytest.skip("this version of gnubg-nn survives")
    # The boards with most afterstates that 15 checkers allow: ours, and theirs, stand them.
    board = board_of(" ".join(str(point) for point in range(9, 24)), "1:15")
    after = Pubeval().choose(board[None], np.array([[1, 1]], dtype=np.int8))
    assert after.shape == (1, 26)
    assert gnubg_nn.pub_best_move(to_gnubg(board[None])[0], 1, 1)
