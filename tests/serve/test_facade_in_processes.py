"""The facade under threads, and in processes that are forked and spawned."""

import multiprocessing
import os
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from engine.analysis.analyser import Analyser
from engine.formats.notation import parse_position
from engine.rules.board import mirror, start
from engine.rules.match import MatchState, Rules
from engine.rules.plays import legal_plays
from engine.rules.position import Position
from engine.search.cache import Cache
from engine.search.search import Settings

ROOT = Path(__file__).parents[2]
START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"


def positions(count):
    """Different boards, in money play and at two scores."""
    states = [MatchState(), MatchState(Rules(length=5), (3, 1)), MatchState(Rules(length=3))]
    board = start()
    for number in range(count):
        dice = (1 + number % 6, 1 + (number * 5 + 2) % 6)
        plays = legal_plays(board, dice)
        yield Position(board, states[number % 3], dice)
        board = mirror(plays[number % len(plays)][1])


def judged(analyser, position):
    plays = analyser.plays(position)
    cube = analyser.cube(replace(position, dice=None))
    return [(play.text, play.equity) for play in plays], cube.verdict, cube.equity


def test_threads_share_an_analyser_and_get_what_one_thread_gets(analyser):
    """Money and match positions at once: nothing of one may reach another through the cache."""
    shared = replace(analyser, settings=Settings(1), cache=Cache())
    asked = list(positions(12)) * 4
    alone = [judged(replace(shared, cache=Cache()), position) for position in asked[:12]]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda position: judged(shared, position), asked))
    assert together == alone * 4


_analyser = None


def _in_a_process(text):
    position = parse_position(text)
    global _analyser
    if _analyser is None:
        _analyser = Analyser.load("default", 2)
    return _analyser.choose_play(position).text, os.getpid()


@pytest.fixture
def two_threads():
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    yield
    torch.set_num_threads(before)


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.parametrize("method", ["fork", pytest.param("spawn", marks=pytest.mark.slow)])
def test_it_answers_in_other_processes(method, two_threads):
    """Also in forks of a process whose network has answered before, with several threads."""
    here, _ = _in_a_process(START)
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(2, context) as pool:
        there = list(pool.map(_in_a_process, [START] * 4, timeout=120))
    assert {text for text, _ in there} == {here}
    assert os.getpid() not in {number for _, number in there}


def test_the_first_answer_waits_for_nothing_heavy():
    """What took seconds to import once: torch, and the frameworks of servers and of training."""
    code = (
        "import sys, engine\n"
        f"print(engine.load().choose_play(engine.parse_position({START!r})).text)\n"
        "heavy = {'torch', 'fastapi', 'uvicorn', 'tensorboard', 'tyro', 'matplotlib', 'pandas'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[1:] == ["[]"], done.stdout
