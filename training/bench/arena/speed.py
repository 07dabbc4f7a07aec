"""How fast the engine is, beside the independent programs, on the same work in the same run.

All contestants work on one core, on (board, roll) pairs of strong play.  They take turns, so that
whatever else the machine does meets them alike, and are timed by the processor time they used.
Wrappers count: ours is called with arrays and returns arrays, the others as their users call them
from Python, with boards that were turned into their form beforehand.  Only of the GNU Backgammon
program, which runs by itself, is it the time of the program alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from engine.analysis.analyser import Analyser
from engine.evaluation.protocol import Evaluator
from engine.players.names import player_of
from engine.players.player import Player, Rolls
from engine.players.third_party.bgsage import to_bgsage
from engine.players.third_party.gnubg_program import GnubgProgram
from engine.players.third_party.gnubg_program_player import GnubgProgramPlayer
from engine.players.third_party.peers import PeerMissing, import_peer, to_gnubg
from engine.rollout.rollout import Limits, Rollout
from engine.rollout.trials import Play, Start
from engine.rules.board import Board, mirror, start
from engine.rules.match import MatchState, Rules
from engine.rules.movegen import afterstates
from engine.rules.position import Position
from engine.search.worths import CUBELESS
from training.bench.arena.games import wins_of

_PLIES = 200
"""How long each series of games goes on that positions are taken from."""

_CUBELESS = MatchState(Rules(cube_limit=1))

Work = Callable[[int], int]
"""Does the work of repetition ``i`` and returns how much was done."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """Somebody whose speed is measured."""

    name: str
    work: Work
    clock: Callable[[], float] = time.process_time
    """Tells the processor time that was used, in seconds."""
    tick: float = 1e-9
    """Seconds: the least that the clock can tell."""


def met_in_play(player: Player, count: int, rng: np.random.Generator) -> tuple[Board, Rolls]:
    """Return ``count`` (boards ``int8 [N, 26]``, rolls ``[N, 2]``) of the player's own games."""
    # A few games after one another rather than many openings: every stage of play occurs.
    boards = np.tile(start(), (-(-count // _PLIES), 1))
    kept: list[tuple[Board, Rolls]] = []
    while len(kept) * len(boards) < count:
        rolls = rng.integers(1, 7, (len(boards), 2), dtype=np.int8)
        kept.append((boards.copy(), rolls))
        after = player.choose(boards, rolls)
        boards = mirror(after)
        boards[wins_of(after) > 0] = start()
    order = rng.permutation(len(kept) * len(boards))[:count]
    return np.concatenate([b for b, _ in kept])[order], np.concatenate([r for _, r in kept])[order]


def take_turns(contestants: Sequence[Contestant], repetitions: int) -> dict[str, Any]:
    """Measure all of them, interleaved; the first is compared with each of the others.

    Speeds are work per second of processor time: the median of the repetitions and their range.
    Ratios are formed within each repetition before their median is taken.
    """
    for contestant in contestants:
        contestant.work(-1)  # Compiles and loads what is only loaded when first used.
    rates: dict[str, list[float]] = {c.name: [] for c in contestants}
    done: dict[str, int] = dict.fromkeys(rates, 0)
    for repetition in range(repetitions):
        for contestant in contestants:
            began = contestant.clock()
            amount = contestant.work(repetition)
            spent = max(contestant.clock() - began, contestant.tick)
            rates[contestant.name].append(amount / spent)
            done[contestant.name] += amount
    ours = np.array(rates[contestants[0].name])
    return {
        name: {
            "per_second": _spread(np.array(values)),
            "repetitions": repetitions,
            "done": done[name],
            **({} if name == contestants[0].name else {"ours_times": _spread(ours / values)}),
        }
        for name, values in rates.items()
    }


def _spread(values: Any) -> dict[str, float]:
    return {
        "median": float(np.median(values)),
        "least": float(values.min()),
        "most": float(values.max()),
    }


def generators(boards: Board, rolls: Rolls) -> list[Contestant]:
    """Return the move generators that are installed, ours first, on the same pairs.

    Raises:
        ValueError: they do not agree on how many afterstates there are.
    """
    dice = [(int(first), int(second)) for first, second in rolls]

    def one_by_one(name: str, theirs: Sequence[Any], plays_of: Any) -> Contestant:
        def work(_: int) -> int:
            total = 0
            for board, (first, second) in zip(theirs, dice, strict=True):
                total += len(plays_of(board, first, second))
            return total

        return Contestant(name, work)

    found = [Contestant("chaquete", lambda _: len(afterstates(boards, rolls)[0]))]
    gnubg = _installed("gnubg_nn", "gnubg-nn")
    if gnubg is not None:
        found.append(one_by_one("gnubg-nn moves", to_gnubg(boards), gnubg.moves))
    bgsage = _installed("bgsage", "bgsage")
    if bgsage is not None:
        found.append(one_by_one("bgsage possible_moves", to_bgsage(boards), bgsage.possible_moves))
    _check_counts({c.name: c.work(0) for c in found}, boards, rolls)
    return found


def _check_counts(counts: dict[str, int], boards: Board, rolls: Rolls) -> None:
    """Refuse to compare generators that do not find equally many afterstates."""
    plays, offsets = afterstates(boards, rolls)
    alone = offsets[:-1][np.diff(offsets) == 1]
    stays = np.repeat(boards, np.diff(offsets), axis=0)
    dances = int((plays[alone] == stays[alone]).all(axis=1).sum())
    # Who cannot move has one afterstate here and at bgsage's, and none at gnubg-nn's.
    for name, count in counts.items():
        if count not in (len(plays), len(plays) - dances):
            raise ValueError(f"{name} finds {count} afterstates, chaquete {len(plays)}")


def evaluators(named: Sequence[Evaluator], boards: Board, repetitions: int) -> list[Contestant]:
    """Return evaluators, ours first, each repetition on boards of its own.

    Other programs remember what they have evaluated, so no board may come twice.
    """
    parts = np.array_split(boards, repetitions + 1)

    def contestant(evaluator: Evaluator) -> Contestant:
        return Contestant(evaluator.name, lambda i: len(evaluator.evaluate(parts[i])))

    return [contestant(evaluator) for evaluator in named]


def deciders(ply: int, boards: Board, rolls: Rolls, repetitions: int) -> list[Contestant]:
    """Return players that look ``ply`` plies ahead, ours first, as far as they are installed.

    They choose the play of each of ``boards [N, 26]`` and ``rolls [N, 2]``, many in one call; each
    repetition has positions of its own, since programs remember what they have evaluated.
    """
    parts = list(
        zip(
            np.array_split(boards, repetitions + 1),
            np.array_split(rolls, repetitions + 1),
            strict=True,
        )
    )
    found = []
    # What Open Sage calls 1-ply is our 0-ply.
    for name in (f"model:default?ply={ply}", f"gnubg-program:{ply}", f"bgsage:{ply + 1}"):
        try:
            player = player_of(name, np.random.default_rng(0))
        except ValueError:
            continue
        found.append(_decider(player, parts))
    return found


def _decider(player: Player, parts: Sequence[tuple[Board, Rolls]]) -> Contestant:
    def work(repetition: int) -> int:
        return len(player.choose(*parts[repetition]))

    if isinstance(player, GnubgProgramPlayer):
        program = player
        return Contestant(player.name, work, lambda: program.seconds, tick=0.01)
    return Contestant(player.name, work)


def rollers(trials: int, boards: Board) -> list[Contestant]:
    """Return who rolls positions out at 0-ply, ours first, as far as they are installed.

    Each repetition rolls out another of ``boards [N, 26]``: ``trials`` games to the end, cubeless,
    with the luck taken out.  What is counted are trials.
    """
    found = [Contestant("chaquete", _our_rollouts(trials, boards))]
    try:
        program = GnubgProgram(0, cubeful=False)
    except PeerMissing:
        pass
    else:

        def by_gnubg(repetition: int) -> int:
            program.roll_out(Position(boards[repetition], _CUBELESS), trials)
            return trials

        found.append(Contestant("gnubg-program", by_gnubg, lambda: program.seconds, tick=0.01))
    bgsage = _installed("bgsage", "bgsage")
    if bgsage is not None:
        analyzer = bgsage.BgBotAnalyzer(
            eval_level="rollout", cubeful=False, n_trials=trials, parallel_threads=1
        )
        after_plays = to_bgsage(mirror(boards))

        def by_bgsage(repetition: int) -> int:
            analyzer.post_move_analytics(after_plays[repetition])
            return trials

        found.append(Contestant("bgsage", by_bgsage))
    return found


def _our_rollouts(trials: int, boards: Board) -> Work:
    search = replace(Analyser.load().search, valuation=CUBELESS)

    def work(repetition: int) -> int:
        limits = Limits(trials, batch=trials)
        start_here = Start(boards[repetition], MatchState())
        return Rollout(Play(search, search), [start_here], limits).run()[0].trials

    return work


def _installed(module: str, distribution: str) -> Any:
    try:
        return import_peer(module, distribution)
    except ValueError:
        return None
