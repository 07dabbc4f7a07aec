"""Duels: many pairs of games, in blocks, on one core or several.

Every block has its own generators, spawned from the seed and the block's number, and its own
players; so the result depends on the seed and the number of games, not on the workers.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace

import numpy as np
from tqdm import tqdm

from engine.players.names import Factory, factory_of
from engine.rules.match import Rules
from training.bench.arena.clock import timed
from training.bench.arena.cubeful import play_with_cube
from training.bench.arena.dice import PairedDice
from training.bench.arena.games import Played, play_cubeless
from training.bench.arena.result import NORMAL_95, Result
from training.distributed import gathered, joined

_MOST_PAIRS, _FEWEST_PAIRS, _FEWEST_BLOCKS = 512, 32, 16


@dataclass(frozen=True, slots=True)
class Contest:
    """What is to be played."""

    players: tuple[str, str]
    """The names of the first and the second player."""
    games: int
    """Money games or matches; rounded up to whole pairs."""
    seed: int = 1
    rules: Rules | None = None
    """With the cube, by these rules; None is cubeless money play."""

    def __post_init__(self) -> None:
        """Refuse what cannot be played."""
        if self.games < 2:
            raise ValueError(f"{self.games} games: 2 or more are accepted, one pair at least")
        if self.seed < 0:
            raise ValueError(f"seed {self.seed}: 0 or more is accepted")

    @property
    def play(self) -> str:
        """What is played, in words."""
        if self.rules is None:
            return "cubeless money"
        if self.rules.length:
            return f"{self.rules.length}-point matches"
        return "money with the cube" + (", Jacoby rule" if self.rules.jacoby else "")

    def blocks(self) -> list[int]:
        """Return the pairs of each block: large enough to batch, enough of them to share out."""
        pairs = (self.games + 1) // 2
        size = min(max(-(-pairs // _FEWEST_BLOCKS), _FEWEST_PAIRS), _MOST_PAIRS)
        return [min(size, pairs - done) for done in range(0, pairs, size)]


def play_block(
    contest: Contest, number: int, pairs: int, first: Factory, second: Factory
) -> Played:
    """Play one block of ``contest``."""
    seeds = np.random.SeedSequence(contest.seed, spawn_key=(number,)).spawn(3)
    for_dice, for_first, for_second = (np.random.default_rng(seed) for seed in seeds)
    players = timed(first(for_first)), timed(second(for_second))
    dice = PairedDice(pairs, for_dice)
    if contest.rules is None:
        played = play_cubeless(*players, dice)
    else:
        played = play_with_cube(*players, dice, contest.rules)
    return replace(played, thought=(players[0].seconds, players[1].seconds))


def run(contest: Contest, workers: int = 1, progress: bool = True) -> Result:
    """Play ``contest`` and return its result; after Ctrl-C that of the blocks that were finished.

    Under torchrun every process plays the blocks that fall to its rank.  Blocks do not depend on
    who plays them, so the result is that of a single process.

    Raises:
        ValueError: a player's name, program or model is not there, or he cannot play the rules.
        KeyboardInterrupt: Ctrl-C came before the first block was finished, or under torchrun.
        RankLost: another process of the job is gone.
    """
    if workers < 1:
        raise ValueError(f"{workers} workers: 1 or more are accepted")
    # Here, once, so that a wrong name is told at once and not by a worker that died of it.
    factories = _factories(contest)
    began = time.perf_counter()
    done: dict[int, Played] = {}
    stopped = False
    with joined() as (rank, world):
        blocks = {n: pairs for n, pairs in enumerate(contest.blocks()) if n % world == rank}
        silent = not progress or rank > 0
        with tqdm(total=2 * sum(blocks.values()), unit="game", disable=silent) as bar:
            try:
                for number, played in _finished(contest, blocks, workers, factories):
                    done[number] = played
                    bar.update(2 * blocks[number])
                    bar.set_postfix_str(_short(done))
            except KeyboardInterrupt:
                if not done or world > 1:
                    raise
                stopped = True
        everything = {n: played for part in gathered(done) for n, played in part.items()}
    played = Played.joined([everything[number] for number in sorted(everything)])
    seconds = time.perf_counter() - began
    return Result(contest.players, played, seconds, contest.seed, contest.play, stopped)


def _short(done: dict[int, Played]) -> str:
    pairs = np.concatenate([played.points.mean(axis=1) for played in done.values()])
    error = NORMAL_95 * pairs.std() / np.sqrt(len(pairs))
    return f"{pairs.mean():+.3f} +- {error:.3f} points a game"


def _finished(
    contest: Contest, blocks: dict[int, int], workers: int, factories: tuple[Factory, Factory]
) -> Iterator[tuple[int, Played]]:
    """Yield (number, games) of the blocks as they are finished."""
    if workers == 1 or len(blocks) <= 1:
        for number, pairs in blocks.items():
            yield number, play_block(contest, number, pairs, *factories)
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(
        min(workers, len(blocks)), context, initializer=_begin_worker, initargs=(contest,)
    )
    try:
        jobs = {pool.submit(_work, number, pairs): number for number, pairs in blocks.items()}
        for job in as_completed(jobs):
            yield jobs[job], job.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _factories(contest: Contest) -> tuple[Factory, Factory]:
    first, second = contest.players
    one = factory_of(first)
    return one, one if first == second else factory_of(second)


_worker: tuple[Contest, Factory, Factory] | None = None


def _begin_worker(contest: Contest) -> None:
    """Prepare a worker process: one thread, its players loaded, deaf to Ctrl-C."""
    global _worker
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ["OMP_NUM_THREADS"] = "1"
    _worker = (contest, *_factories(contest))


def _work(number: int, pairs: int) -> Played:
    if _worker is None:
        raise RuntimeError("the worker was not prepared")
    contest, first, second = _worker
    return play_block(contest, number, pairs, first, second)
