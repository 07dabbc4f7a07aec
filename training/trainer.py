"""A run's engine: play a pool of positions, learn it, play on with the new weights.

The trainer knows nothing of files, bars or clocks: what it does depends on its settings, its rank
and its state alone, so a run that is stopped and resumed equals one that was not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from zlib import crc32

import numpy as np
import torch

from engine.evaluation.bearoff.build import ready_tables
from engine.evaluation.network.encoding import active_rows
from engine.evaluation.network.expert import expert_inputs
from engine.evaluation.network.modelfile import find_model, load_model, read_header
from engine.evaluation.network.network import Network, NetworkShape
from engine.evaluation.network.transfer import to_device
from engine.rules.board import Board
from training.config import TrainConfig
from training.devices import device_of, dtype_of, generator_threads_of
from training.distributed import add_up
from training.growth import grown
from training.learner import Learner, average_gradients
from training.policy import Policy
from training.replay import Memory
from training.selfplay import Course, Experience, SelfPlay


@dataclass(frozen=True, slots=True)
class Progress:
    """What one round of play and learning did, over all processes unless said otherwise."""

    games: int
    """Games finished since the run began."""
    plies: int
    """Plies played since the run began."""
    updates: int
    loss: float
    """Mean loss of this process in nats a position."""
    scout_loss: float
    calibration: float
    """Mean distance, in probability, of predicted wins from their targets over 20 bins."""
    length: float
    """Mean plies of the games finished in this round (this process)."""
    gammons: float
    """Share of them that were gammons or better."""
    rate: float
    lambda_: float
    stop: bool
    """Whether a process was asked to stop."""
    save: bool
    """Whether a process asked all to save."""


class Trainer:
    """Self-play and learning of a judge and, unless the settings do without, a scout."""

    def __init__(self, config: TrainConfig, rank: int = 0, world: int = 1) -> None:
        """Begin a run as process ``rank`` of ``world``."""
        self.config = config
        self.world = world
        self.games = 0
        self.plies = 0
        self.device = device_of(config.device)
        self._threads = generator_threads_of(config.generator_threads, self.device)
        dtype = dtype_of(config.precision, self.device)
        seeds = np.random.SeedSequence(config.seed)
        weights = torch.Generator().manual_seed(int(seeds.generate_state(1)[0]))
        judge = _network(config.parent, config.judge_shape, weights)
        self.ancestry = read_header(find_model(config.parent))["lineage"] if config.parent else None
        self.judge = Learner(judge.to(self.device), config.average, dtype)
        self.scout: Learner | None = None
        if config.scout_hidden:
            scout = _network(config.scout_parent, config.scout_shape, weights)
            self.scout = Learner(scout.to(self.device), config.average, dtype)
        play, order = np.random.SeedSequence([config.seed, rank]).spawn(2)
        course = Course(
            config.explore_share,
            config.explore_plies,
            config.start_share,
            config.stray_share,
            config.judged_throws,
            config.play_out_share,
        )
        self._tables = ready_tables() if config.endgames else None
        games = max(config.parallel_games // world, 1)
        self.selfplay = SelfPlay(games, config.history, course, np.random.default_rng(play))
        self._order = np.random.default_rng(order)
        self._memory = Memory(config.memory // world if config.replay else 0)
        self._boards: Board = np.zeros((0, 26), np.int8)
        self._targets = np.zeros((0, 5), np.float32)

    @property
    def finished(self) -> bool:
        """Whether all games have been played."""
        return self.games >= self.config.games

    def round(self, stop: bool = False, save: bool = False) -> Progress:
        """Play until the pool is full, learn it, and let the new weights play.

        ``stop`` and ``save`` reach all processes: each sees in the result what any was asked.
        """
        rate, lambda_ = self.config.at(self.games / self.config.games)
        finished = self._play(lambda_)
        loss, scout_loss, calibration = self._learn(rate)
        games, plies, stops, saves = self._sum(
            sum(e.games for e in finished), self._steps * len(self.selfplay), stop, save
        )
        self.games += games
        self.plies += plies
        lengths = np.concatenate([e.plies for e in finished])
        points = np.concatenate([e.points for e in finished])
        return Progress(
            games=self.games,
            plies=self.plies,
            updates=self.judge.updates,
            loss=loss,
            scout_loss=scout_loss,
            calibration=calibration,
            length=float(lengths.mean()) if len(lengths) else float("nan"),
            gammons=float((points > 1).mean()) if len(points) else float("nan"),
            rate=rate,
            lambda_=lambda_,
            stop=stops > 0,
            save=saves > 0,
        )

    def _play(self, lambda_: float) -> list[Experience]:
        policy = Policy(
            self.judge.player,
            self.scout.player if self.scout else None,
            self.config.keep,
            self._tables,
            self._threads,
        )
        wanted = max(self.config.pool // self.world, self._batch)
        finished: list[Experience] = []
        boards, targets = [self._boards], [self._targets]
        self._steps = 0
        # At least one ply a round, also when what was left over fills the pool.
        while not finished or sum(map(len, boards)) < wanted:
            experience = self.selfplay.advance(policy, self.config.backup, lambda_)
            finished.append(experience)
            boards.append(experience.boards)
            targets.append(experience.targets)
            self._steps += 1
        self._boards, self._targets = np.concatenate(boards), np.concatenate(targets)
        return finished

    @property
    def _batch(self) -> int:
        return max(self.config.batch // self.world, 1)

    def _learn(self, rate: float) -> tuple[float, float, float]:
        """Return the mean losses of judge and scout, and the judge's calibration error."""
        boards, targets = self._lesson()
        learners = [self.judge, self.scout] if self.scout else [self.judge]
        losses: list[list[torch.Tensor]] = []
        calibration = 0.0
        for begin in range(0, len(boards), self._batch):
            chosen = slice(begin, begin + self._batch)
            arrays = [*active_rows(boards[chosen]), targets[chosen]]
            if self.config.expert:
                arrays.append(expert_inputs(boards[chosen]))
            batch = [to_device(a, self.device) for a in arrays]
            results = [learner.differentiate(*batch) for learner in learners]
            average_gradients([learner.network for learner in learners])
            for learner in learners:
                learner.step(rate)
            losses.append([loss for loss, _ in results])
            if begin == 0:
                predicted = results[0][1][:, 0].cpu().numpy()
                calibration = calibration_error(predicted, targets[chosen][:, 0])
        for learner in learners:
            learner.fold()
        # Read only now: until here the processor need not wait for a GPU.
        judge, *scout = np.mean([[float(x) for x in pair] for pair in losses], axis=0)
        return judge, scout[0] if scout else float("nan"), calibration

    def _lesson(self) -> tuple[Board, Any]:
        """Return what a round learns: new positions, and old ones among them, in whole batches."""
        # Every process makes the same number of updates; what is left over waits.
        wanted = max(self.config.pool // self.world, self._batch)
        used = wanted - wanted % self._batch
        order = self._order.permutation(len(self._boards))
        boards, targets = self._boards[order[:used]], self._targets[order[:used]]
        rest = np.sort(order[used:])
        self._boards, self._targets = self._boards[rest], self._targets[rest]
        if not self.config.replay:
            return boards, targets
        self._memory.add(boards, targets)
        old_boards, old_targets = self._memory.draw(self.config.replay * used, self._order)
        order = self._order.permutation(len(boards) + len(old_boards))
        return (
            np.concatenate([boards, old_boards])[order],
            np.concatenate([targets, old_targets])[order],
        )

    def _sum(self, *numbers: int) -> list[int]:
        """Return the sums of ``numbers`` over all processes."""
        total = torch.tensor(numbers, dtype=torch.int64, device=self.device)
        add_up(total)
        return [int(n) for n in total]

    def fingerprint(self) -> tuple[int, int, int]:
        """Return what tells one state of learning from another: games, updates, a checksum."""
        weights = self.judge.network.state_dict().values()
        flat = torch.cat([w.detach().flatten() for w in weights]).cpu().numpy()
        return self.games, self.judge.updates, crc32(flat.tobytes())

    def learned_state(self) -> dict[str, Any]:
        """Return what all processes share: networks, optimizers and counters."""
        return {
            "judge": self.judge.state(),
            "scout": self.scout.state() if self.scout else None,
            "games": self.games,
            "plies": self.plies,
            "world": self.world,
        }

    def played_state(self) -> dict[str, Any]:
        """Return what this process has of its own: its games, dice and positions left over."""
        return {
            "selfplay": self.selfplay.state(),
            "order": self._order.bit_generator.state,
            "boards": self._boards,
            "targets": self._targets,
            "memory": self._memory.state(),
        }

    def restore(self, learned: dict[str, Any], played: dict[str, Any] | None) -> None:
        """Go on where the states were taken; without ``played`` new games are begun."""
        self.judge.restore(learned["judge"])
        if self.scout:
            self.scout.restore(learned["scout"])
        self.games, self.plies = learned["games"], learned["plies"]
        if played is not None:
            self.selfplay.restore(played["selfplay"])
            self._order.bit_generator.state = played["order"]
            self._boards, self._targets = played["boards"], played["targets"]
            self._memory.restore(played["memory"])


def calibration_error(predicted: Any, targets: Any, bins: int = 20) -> float:
    """Return the expected calibration error, a probability, of predictions ``[N]`` in 0..1."""
    which = np.minimum((predicted * bins).astype(int), bins - 1)
    gaps = np.bincount(which, weights=predicted - targets, minlength=bins)
    return float(np.abs(gaps).sum() / len(predicted))


def _network(parent: str, shape: NetworkShape, generator: torch.Generator) -> Network:
    if not parent:
        return Network(shape, generator)
    network, _ = load_model(find_model(parent))
    return network if network.shape == shape else grown(network, shape, generator)
