"""Whole rollouts: limits, threads, resuming, interrupts, and company in one process."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from engine.rollout.plan import plan_of
from engine.rollout.report import as_json, as_text, report_of
from engine.rollout.rollout import Limits, Rollout, Stopped
from engine.rollout.store import load, save
from engine.rollout.trials import WORTH, Play, Start
from engine.rules.board import board_of, start
from engine.rules.match import MatchState, Rules
from engine.rules.position import Position
from engine.search.cache import Cache
from engine.search.search import Search, Settings
from engine.search.worths import CUBEFUL
from tests.search.fake import HashEvaluator, PipEvaluator, random_boards

RACE = board_of("6:2 5:2 4:2", "6:3 5:2 4:1")


def rollout_of(board=RACE, evaluator=None, limits=None, seed=0, **options):
    search = Search(evaluator or PipEvaluator(), Settings(0), **options)
    starts = [Start(board, MatchState())]
    return Rollout(Play(search, search, seed=seed), starts, limits or Limits(72, batch=36))


def test_batches_and_threads_change_no_trial():
    record, stopped = rollout_of().run()
    assert stopped is Stopped.TRIALS and record.trials == 72
    for limits in (Limits(72, batch=7), Limits(72, threads=2), Limits(72, threads=3, batch=20)):
        other, _ = rollout_of(limits=limits).run()
        np.testing.assert_allclose(other.outcomes.reduced, record.outcomes.reduced, atol=1e-9)


def test_more_threads_than_trials():
    # bgsage-d2fcb0b: parallel trials deadlocked.
    record, _ = rollout_of(limits=Limits(3, threads=8)).run()
    assert record.trials == 3


def test_seeds():
    one, again, two = (rollout_of(seed=s).run()[0].outcomes.plain for s in (1, 1, 2))
    np.testing.assert_array_equal(one, again)
    assert not np.array_equal(one, two)


def test_stops_at_a_standard_error():
    rollout = rollout_of(limits=Limits(100_000, error=0.05, fewest=36, batch=36))
    record, stopped = rollout.run()
    assert stopped is Stopped.ERROR and record.trials < 100_000
    assert rollout.estimates(record)[0].error <= 0.05


def test_stops_when_the_best_is_decided():
    rollout = rollout_of(limits=Limits(100_000, certainty=3, fewest=36, batch=36))
    worse = Start(board_of("6:4 5:4 4:4", "6:3 5:2 4:1"), MatchState())
    rollout = replace(rollout, starts=[*rollout.starts, worse])
    record, stopped = rollout.run()
    assert stopped is Stopped.DECIDED and record.trials < 1000
    assert rollout.lead(record).best == 0


def test_an_interrupt_keeps_whole_batches():
    def interrupt(record):
        if record.trials == 36:
            raise KeyboardInterrupt

    record, stopped = rollout_of().run(progress=interrupt)
    assert stopped is Stopped.INTERRUPTED and record.trials == 36
    whole, _ = rollout_of().run(record)
    straight, _ = rollout_of().run()
    np.testing.assert_allclose(whole.outcomes.reduced, straight.outcomes.reduced, atol=1e-9)


def test_a_saved_rollout_goes_on(tmp_path):
    path = tmp_path / "trials.npz"
    first = rollout_of(limits=Limits(36))
    record, _ = first.run(load(path, first))
    save(path, first, record)
    second = rollout_of()
    resumed, _ = second.run(load(path, second))
    straight, _ = rollout_of().run()
    np.testing.assert_allclose(resumed.outcomes.plain, straight.outcomes.plain, atol=1e-9)
    assert not list(tmp_path.glob(".*"))


def test_another_rollouts_file_is_refused(tmp_path):
    path = tmp_path / "trials.npz"
    first = rollout_of(limits=Limits(2))
    save(path, first, first.run()[0])
    with pytest.raises(ValueError, match="holds another rollout: seed 0, now 1"):
        load(path, rollout_of(seed=1))
    with pytest.raises(ValueError, match="another rollout: evaluates to"):
        load(path, rollout_of(evaluator=PipEvaluator(steepness=0.5)))
    path.write_bytes(b"PK nonsense")
    with pytest.raises(ValueError, match="damaged or no rollout file"):
        load(path, first)


def test_fifty_rollouts_in_a_row_equal_fresh_ones():
    # bgsage-7c8389a: what one rollout leaves behind must neither grow nor leak into the next.
    boards = random_boards(50, 70, seed=1)
    cache = Cache(size=500)
    evaluator = HashEvaluator()
    limits = Limits(4)
    shared = Search(evaluator, Settings(0), cache=cache)
    for i, board in enumerate(boards):
        play = Play(shared, shared, turns=4)
        record, _ = Rollout(play, [Start(board, MatchState())], limits).run()
        assert len(cache) <= 500
        if i % 10 == 9:
            fresh = Search(HashEvaluator(), Settings(0))
            alone, _ = Rollout(
                Play(fresh, fresh, turns=4), [Start(board, MatchState())], limits
            ).run()
            np.testing.assert_array_equal(alone.outcomes.reduced, record.outcomes.reduced)


def test_two_evaluators_side_by_side():
    # bgsage-05611a4: several evaluators at once, in turn and at the same time.
    evaluators = [PipEvaluator(), HashEvaluator(1)] * 2

    def run(evaluator):
        return rollout_of(evaluator=evaluator, limits=Limits(40, threads=2)).run()[0].outcomes

    alone = [run(evaluator).plain for evaluator in evaluators]
    with ThreadPoolExecutor(4) as pool:
        together = [outcomes.plain for outcomes in pool.map(run, evaluators)]
    for one, other in zip(alone, together, strict=True):
        np.testing.assert_array_equal(one, other)


def test_a_two_checker_bearoff_is_exact():
    # bgsage-520bcb4: 23 of 36 rolls take both checkers off, after any other the game is lost.
    board = board_of("4:1 2:1", "1:1")
    search = Search(PipEvaluator(), Settings(2), CUBEFUL)
    for match in (MatchState(), MatchState(Rules(length=1), crawford=True)):
        start = Start(board, match, cube_first=False)
        record, _ = Rollout(Play(search, search), [start], Limits(36)).run()
        ends = record.outcomes.plain[0]
        assert ends[:, 0].mean() == pytest.approx(23 / 36)
        assert ends[:, WORTH].mean() == pytest.approx(2 * 23 / 36 - 1)


def test_plays_are_rolled_out_for_the_mover():
    search = Search(PipEvaluator(), Settings(0))
    position = Position(start(), dice=(3, 1))
    plan = plan_of(position, search, ["8/5 6/5", "24/20"])
    assert plan.labels == ("8/5 6/5", "24/20") and plan.plays
    rollout = Rollout(Play(search, search, turns=2), list(plan.starts), Limits(72), plays=True)
    record, stopped = rollout.run()
    report = report_of(plan, rollout, record, stopped)
    assert report.lines[0].behind == 0 <= report.lines[1].behind
    equities = [line.estimate.equity for line in report.lines]
    assert equities == sorted(equities, reverse=True)
    for line in report.lines:
        o = line.estimate.outcome
        assert 2 * o[0] - 1 + o[1] + o[2] - o[3] - o[4] == pytest.approx(line.estimate.equity)
    text, data = as_text(report), json.loads(json.dumps(as_json(report)))
    assert "8/5 6/5" in text and "all trials played" in text
    assert {c["candidate"] for c in data["candidates"]} == {"8/5 6/5", "24/20"}
    assert data["candidates"][0]["standard_error"] > 0


def test_the_best_candidates_are_found():
    search = Search(PipEvaluator(), Settings(1))
    plan = plan_of(Position(start(), dice=(3, 1)), search, candidates=3)
    assert len(plan.starts) == 3


def test_cube_actions_get_a_verdict():
    search = Search(PipEvaluator(), Settings(2), CUBEFUL)
    plan = plan_of(Position(board_of("6:1", "1:1")), search)
    assert plan.labels == ("no double", "double, take")
    rollout = Rollout(Play(search, search), list(plan.starts), Limits(36))
    record, stopped = rollout.run()
    report = report_of(plan, rollout, record, stopped)
    held, taken = (line.estimate.equity for line in report.lines)
    assert (held, taken) == (pytest.approx(0.5), pytest.approx(1.0))
    assert report.cube is not None and report.cube.text == "Double, take"
    assert "proper cube action: Double, take" in as_text(report)


def test_matches_report_normalised_equities():
    match = MatchState(Rules(length=5), (2, 3))
    search = Search(PipEvaluator(), Settings(0), CUBEFUL)
    plan = plan_of(Position(RACE, match), search)
    rollout = Rollout(Play(search, search), list(plan.starts), Limits(36))
    report = report_of(plan, rollout, rollout.run()[0])
    assert all(np.isfinite(line.estimate.equity) for line in report.lines)
    assert all(-1 <= line.estimate.worth <= 1 for line in report.lines)
    for line, candidate in zip(report.lines, as_json(report)["candidates"], strict=True):
        assert candidate["mwc"] == pytest.approx((line.estimate.worth + 1) / 2)


def test_bad_settings_are_one_clear_line():
    with pytest.raises(ValueError, match=r"^trials 0: 1 or more are accepted$"):
        Limits(0)
    with pytest.raises(ValueError, match=r"^error nan: 0 or more is accepted$"):
        Limits(error=float("nan"))
    search = Search(PipEvaluator(), Settings(0))
    with pytest.raises(ValueError, match="the game is over"):
        plan_of(Position(board_of("6:1", "")), search)
    with pytest.raises(ValueError, match="has no dice"):
        plan_of(Position(start()), search, ["8/5"])
