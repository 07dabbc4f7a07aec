"""Batches of boards: what is known, and what the answers are."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from engine.evaluation.bearoff import tables
from engine.evaluation.bearoff.build import build_two_sided, ready_tables
from engine.evaluation.bearoff.evaluator import BearoffEvaluator
from engine.evaluation.bearoff.positions import all_positions, board_of
from engine.evaluation.bearoff.table_file import TableError
from engine.evaluation.bearoff.tables import BearoffTables, load_tables, read_one_sided
from engine.evaluation.bearoff.two_sided import Column, TwoSidedBuilder
from engine.rules.board import board_of as board
from engine.rules.board import mirror, start
from engine.rules.outcome import WIN, equity, final_outcome


@pytest.fixture(scope="module")
def exact():
    builder = TwoSidedBuilder(threads=2)
    for _ in builder.steps():
        pass
    return BearoffTables(read_one_sided(), builder.table())


@pytest.fixture(scope="module")
def one_sided(exact):
    return BearoffTables(exact.one_sided)


def random_boards(count, most, seed=0):
    """Boards of both sides home, ``most`` checkers at most, none finished."""
    positions = all_positions(most)[1:]
    own, opponent = np.random.default_rng(seed).integers(0, len(positions), (2, count))
    return board_of(positions[own], positions[opponent])


@pytest.mark.parametrize(
    ("own", "opponent", "known"),
    [
        ("6:2 1:3", "5:4", True),
        ("6:15", "6:15", True),
        ("7 1:3", "5:4", False),
        ("6:2 1:3", "7", False),
        ("bar 1:3", "5:4", False),
        ("6:2 1:3", "bar 6", False),
        ("6:2 1:3", "23", False),
        ("6:2", "", True),
        ("", "18:3 bar", True),
    ],
)
def test_what_is_known(exact, own, opponent, known):
    outcomes, found = exact.lookup(np.array([board(own, opponent)]))
    assert found.tolist() == [known]
    assert known or not outcomes.any()


@pytest.mark.parametrize(
    ("own", "opponent"),
    [("", "6:15"), ("", "20:1 6:14"), ("", "bar 6:14"), ("", "18:15"), ("", "3"),
     ("6:15", ""), ("20:1 6:14", ""), ("bar 6:14", ""), ("18:15", ""), ("3", "")],
)  # fmt: skip
def test_finished_games_are_exact(exact, own, opponent):
    finished = board(own, opponent)
    outcomes, known = exact.lookup(finished[None])
    assert known.all()
    np.testing.assert_array_equal(outcomes[0], final_outcome(finished))


def test_gammons_by_hand(exact):
    boards = np.array([board("1", "6:15"), board("1:3", "6:15"), board("6:15", "1")])
    outcomes, _ = exact.lookup(boards)
    np.testing.assert_allclose(outcomes[0], [1, 1, 0, 0, 0], atol=1e-6)
    # Three on the ace point: off at once with a double, else 19 of 36 miss the first checker.
    saved = 6 / 36 + 30 / 36 * 19 / 36
    np.testing.assert_allclose(outcomes[1], [1, saved, 0, 0, 0], atol=1e-6)
    np.testing.assert_allclose(outcomes[2], [0, 0, 0, 19 / 36, 0], atol=1e-6)


def test_one_sided_win_is_the_convolution(one_sided):
    boards = random_boards(500, 15)
    outcomes, _ = one_sided.lookup(boards)
    mine = one_sided.one_sided.rolls(boards[:, 1:7]).astype(float)
    theirs = one_sided.one_sided.rolls(mirror(boards)[:, 1:7]).astype(float)
    at_least = theirs[:, ::-1].cumsum(axis=1)[:, ::-1]
    np.testing.assert_allclose(outcomes[:, WIN], (mine * at_least).sum(axis=1), atol=2e-6)
    assert ((outcomes >= 0) & (outcomes <= 1)).all()


def test_two_sided_win_is_the_equity(exact):
    boards = random_boards(500, 6)
    outcomes, _ = exact.lookup(boards)
    equities, known = exact.money(boards)
    assert known.all()
    np.testing.assert_allclose(equity(outcomes), equities[:, Column.CUBELESS], atol=1e-6)


def test_one_sided_is_close_to_exact_within_six_checkers(exact, one_sided):
    # All 851,929 pairs of positions: the error of the winning probability.
    positions = all_positions(6)[1:]
    own, opponent = np.indices((923, 923)).reshape(2, -1)
    boards = board_of(positions[own], positions[opponent])
    error = np.abs(one_sided.lookup(boards)[0][:, WIN] - exact.lookup(boards)[0][:, WIN])
    assert error.mean() < 0.0009
    assert error.max() < 0.0141


def test_batches_and_threads_agree_with_single_boards(exact):
    boards = np.concatenate([random_boards(300, 15), random_boards(300, 6), [start()]])
    outcomes, known = exact.lookup(boards)
    assert known.tolist() == [True] * 600 + [False]
    with ThreadPoolExecutor(4) as pool:
        for again, _ in pool.map(exact.lookup, [boards] * 8):
            np.testing.assert_array_equal(again, outcomes)
    for i in range(0, 600, 60):
        np.testing.assert_array_equal(exact.lookup(boards[i : i + 1])[0][0], outcomes[i])


def test_money_knows_the_two_sided_domain_only(exact, one_sided):
    boards = np.array([board("6:6", "6:6"), board("6:7", "6:6"), board("7", "6")])
    assert exact.money(boards)[1].tolist() == [True, False, False]
    assert not one_sided.money(boards)[1].any()


def test_sixteen_checkers_are_unknown(exact):
    crowd = board("6:15", "1")
    crowd[1] = 1
    assert not exact.lookup(crowd[None])[1].any()
    assert not exact.money(mirror(crowd)[None])[1].any()


def test_other_shapes_are_refused(exact):
    with pytest.raises(ValueError, match=r"\[N, 26\]"):
        exact.lookup(start())


class Halves:
    name = "halves"

    def __init__(self):
        self.asked = []

    def evaluate(self, boards):
        self.asked.extend(boards)
        return np.full((len(boards), 5), 0.5, dtype=np.float32)


def test_the_evaluator_asks_only_about_the_rest(exact):
    inner = Halves()
    evaluator = BearoffEvaluator(exact, inner)
    assert evaluator.name == "halves+bearoff"
    outcomes = evaluator.evaluate(np.array([board("1", "6"), start(), board("", "3")]))
    assert outcomes.dtype == np.float32
    np.testing.assert_array_equal(outcomes[:, WIN], [1, 0.5, 1])
    np.testing.assert_array_equal(inner.asked, [start()])


def test_tables_are_found_built_and_missed(tmp_path, monkeypatch):
    monkeypatch.setenv(tables.CACHE_VARIABLE, str(tmp_path))
    assert load_tables().two_sided is None
    with pytest.raises(OSError):
        load_tables(tmp_path / "nowhere.table")
    build_two_sided(tmp_path / "small.table", checkers=2)
    assert load_tables(tmp_path / "small.table").two_sided.checkers == 2
    assert ready_tables().two_sided.checkers == 6
    assert load_tables().two_sided.checkers == 6
    tables.two_sided_path().write_bytes(b"no table")
    with pytest.raises(TableError, match="build it again"):
        load_tables()


def test_tables_serve_where_none_can_be_kept(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv(tables.CACHE_VARIABLE, str(tmp_path / "file"))
    assert ready_tables().two_sided.checkers == 6
