"""Rankings: filters, levels, ties of depth, and the choice itself."""

import numpy as np
import pytest

from engine.rules.board import board_of, mirror, start
from engine.rules.dice import ROLLS
from engine.rules.outcome import equity
from engine.search.filters import DEEPEST, FILTERS, Stage, stages_of
from engine.search.search import Search, Settings
from tests.search.fake import HashEvaluator, PipEvaluator, brute_force, random_boards

ROLL_31 = np.array([[3, 1]], dtype=np.int8)


def test_zero_ply_ranks_by_the_evaluator():
    evaluator = HashEvaluator()
    (ranking,) = Search(evaluator).rank(start()[None], ROLL_31)
    assert len(ranking.candidates) == 16
    equities = [c.equity for c in ranking.candidates]
    assert equities == sorted(equities, reverse=True)
    for c in ranking.candidates:
        direct = -equity(evaluator.evaluate(mirror(c.afterstate)[None]))[0]
        assert c.equity == pytest.approx(float(direct), abs=1e-6)
        assert c.loss == pytest.approx(ranking.best.equity - c.equity)


def test_without_filter_all_candidates_are_deep():
    evaluator = HashEvaluator()
    (ranking,) = Search(evaluator, Settings(1, "none")).rank(start()[None], ROLL_31)
    assert not ranking.mixed and len(ranking.groups()) == 1
    for c in ranking.candidates:
        theirs = brute_force(evaluator, mirror(c.afterstate), 1)
        assert c.equity == pytest.approx(-float(equity(theirs)), abs=1e-6)


@pytest.mark.parametrize("name", ["tiny", "normal", "large"])
@pytest.mark.parametrize("ply", [1, 2])
def test_the_top_two_are_equally_deep(name, ply):
    # gnubg-android-16: 3-1 from the start left one candidate deep and the rest at 0-ply.
    for evaluator in (HashEvaluator(), PipEvaluator(steepness=2.0)):
        (ranking,) = Search(evaluator, Settings(ply, name)).rank(start()[None], ROLL_31)
        assert [c.ply for c in ranking.candidates[:2]] == [ply, ply]
        assert ranking.candidates[0].level == f"{ply}-ply"
        for level, group in ranking.groups().items():
            assert {c.level for c in group} == {level}
            assert [c.equity for c in group] == sorted((c.equity for c in group), reverse=True)
        for c in ranking.candidates:
            assert (c.loss is None) == (c.ply != ply)
        depths = [c.ply for c in ranking.candidates]
        assert depths == sorted(depths, reverse=True)


def test_a_forced_play_is_evaluated_at_the_depth_asked_for():
    board = board_of("bar:2 6:13", "6:2 5:2 4:2 3:2 2:2 1:2")
    (ranking,) = Search(HashEvaluator(), Settings(2)).rank(board[None], ROLL_31)
    assert len(ranking.candidates) == 1
    assert ranking.best.ply == 2
    np.testing.assert_array_equal(ranking.best.afterstate, board)


@pytest.mark.parametrize("ply", [0, 1])
def test_choosing_is_the_top_of_ranking(ply):
    boards = random_boards(40, 25, seed=6)
    rolls = ROLLS[np.random.default_rng(7).integers(21, size=40)]
    search = Search(PipEvaluator(), Settings(ply, "none"))
    chosen = search.choose(boards, rolls)
    for board, ranking in zip(chosen, search.rank(boards, rolls), strict=True):
        at = {c.afterstate.tobytes(): c.equity for c in ranking.candidates}
        assert at[board.tobytes()] == pytest.approx(ranking.best.equity, abs=1e-9)


def test_choosing_stops_early_but_chooses_the_same():
    boards = random_boards(40, 25, seed=8)
    rolls = ROLLS[np.random.default_rng(9).integers(21, size=40)]
    search = Search(HashEvaluator(), Settings(1, "tiny"))
    chosen = search.choose(boards, rolls)
    for i, ranking in enumerate(search.rank(boards, rolls)):
        near = [c for c in ranking.candidates if c.ply == 1]
        assert chosen[i].tobytes() in {c.afterstate.tobytes() for c in near}


def test_a_dance_leaves_the_board():
    board = board_of("bar 6:14", "6:2 5:2 4:2 3:2 2:2 1:2")
    np.testing.assert_array_equal(
        Search(HashEvaluator(), Settings(2)).choose(board[None], ROLL_31)[0], board
    )


def test_no_decisions_are_no_trouble():
    search = Search(HashEvaluator(), Settings(1))
    none = np.empty((0, 26), np.int8)
    assert search.rank(none, np.empty((0, 2), np.int8)) == []
    assert search.choose(none, np.empty((0, 2), np.int8)).shape == (0, 26)
    assert search.equities(none)[1].shape == (0,)


def test_the_filter_table_is_sound():
    for name, depths in FILTERS.items():
        assert set(depths) == set(range(DEEPEST + 1))
        for ply, stages in depths.items():
            assert all(isinstance(s, Stage) and s.ply < ply for s in stages)
            assert [s.ply for s in stages] == sorted({s.ply for s in stages})
            assert stages_of(name, ply) == stages


def test_unknown_settings_are_one_clear_line():
    with pytest.raises(ValueError, match=r"^move filter 'huge': none, tiny, normal, large are acc"):
        Settings(1, "huge")
    with pytest.raises(ValueError, match=r"^4 plies: 0 to 3 are accepted$"):
        Settings(4)
