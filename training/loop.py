"""A whole run in one process of possibly many: rounds, saves, evaluations, interruption."""

from __future__ import annotations

import signal
import time
from types import FrameType, TracebackType

from training.config import TrainConfig
from training.distributed import agree
from training.folder import RunFolder
from training.monitor import Monitor, against_pip
from training.trainer import Trainer


class _StopSignals:
    """While entered, Ctrl-C and SIGTERM ask for a save and an end instead of killing."""

    def __enter__(self) -> _StopSignals:
        self.asked = False
        self._old = {s: signal.signal(s, self._ask) for s in (signal.SIGINT, signal.SIGTERM)}
        return self

    def _ask(self, number: int, frame: FrameType | None) -> None:
        self.asked = True

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for number, handler in self._old.items():
            signal.signal(number, handler)


class _Clock:
    """Says when something that recurs is due."""

    def __init__(self, minutes: float) -> None:
        self._period = 60 * minutes
        self._next = time.monotonic() + self._period

    def due(self) -> bool:
        now = time.monotonic()
        if now < self._next:
            return False
        self._next = now + self._period
        return True


def run(config: TrainConfig, folder: RunFolder, rank: int = 0, world: int = 1) -> bool:
    """Train in ``folder``, from its last save if it has one; return whether the run finished.

    Rank 0 writes models, shared state and metrics; every rank writes its own games.  Ctrl-C and
    SIGTERM save first.  Raises OSError when nothing can be written; the last save stays whole.
    """
    trainer = Trainer(config, rank, world)
    before = folder.restore(trainer, rank)
    agree(trainer.fingerprint(), "the networks to begin with (is the run folder shared?)")
    monitor = Monitor(folder, config.games, trainer.games) if rank == 0 else None
    began = time.monotonic() - before
    saves, keeps = _Clock(config.save_minutes), _Clock(config.keep_models)
    evaluations = _Clock(config.evaluate_minutes)
    stopped = False
    with _StopSignals() as signals:
        try:
            while not trainer.finished and not stopped:
                # Rank 0 decides for all, by its clock, so that every rank saves at one point.
                wants_save = rank == 0 and saves.due()
                progress = trainer.round(stop=signals.asked, save=wants_save)
                stopped = progress.stop
                seconds = time.monotonic() - began
                if monitor:
                    extra = _evaluated(trainer, monitor) if evaluations.due() else {}
                    monitor.show(progress, seconds, extra)
                if progress.save or stopped or trainer.finished:
                    _save(trainer, folder, rank, seconds, keeps.due() or trainer.finished)
        finally:
            if monitor:
                monitor.close()
    return trainer.finished


def _save(trainer: Trainer, folder: RunFolder, rank: int, seconds: float, keep: bool) -> None:
    folder.save_played(trainer, rank)
    # Equal networks are what the averaged gradients promise; it also waits until all have written.
    agree(trainer.fingerprint(), "the networks learnt")
    if rank == 0:
        folder.save_models(trainer, seconds, keep)
        folder.save_learned(trainer, seconds)


def _evaluated(trainer: Trainer, monitor: Monitor) -> dict[str, float]:
    result = against_pip(trainer.judge.player, trainer.config.evaluate_games, seed=trainer.games)
    monitor.tell(f"{trainer.games:,} games: {result}")
    return {"points_against_pip": result.mean}
