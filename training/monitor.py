"""What a person sees of a run: a progress bar, TensorBoard, and games against the pip player."""

from __future__ import annotations

import time
import warnings
from collections.abc import Mapping

import numpy as np
from tqdm import tqdm

from engine.evaluation.protocol import Evaluator
from engine.players.greedy import GreedyPlayer
from engine.players.simple import PipPlayer
from training.bench.arena.dice import PairedDice
from training.bench.arena.games import play_cubeless
from training.bench.arena.result import Result
from training.folder import RunFolder
from training.trainer import Progress


class Monitor:
    """Shows and records the progress of a run."""

    def __init__(self, folder: RunFolder, games: int, done: int) -> None:
        """Watch a run of ``games`` games of which ``done`` have been played."""
        # TensorBoard is slow to import and only wanted here.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            from torch.utils.tensorboard import SummaryWriter

            self._writer = SummaryWriter(str(folder.path / "tensorboard"))
        self._folder = folder
        self._bar = tqdm(
            total=games,
            initial=done,
            unit="game",
            unit_scale=True,
            dynamic_ncols=True,
            smoothing=0.05,
        )
        self._last: tuple[float, int, int] | None = None

    def show(self, progress: Progress, seconds: float, extra: Mapping[str, float]) -> None:
        """Show one round; ``extra`` holds what was measured besides, if anything."""
        now = time.monotonic()
        speeds: dict[str, float] = {}
        if self._last is not None:
            elapsed = max(now - self._last[0], 1e-9)
            speeds = {
                "games_per_second": (progress.games - self._last[1]) / elapsed,
                "plies_per_second": (progress.plies - self._last[2]) / elapsed,
            }
        self._last = (now, progress.games, progress.plies)
        numbers = {
            "loss/judge": progress.loss,
            "loss/scout": progress.scout_loss,
            "calibration_error": progress.calibration,
            "game/plies": progress.length,
            "game/gammon_rate": progress.gammons,
            "schedule/rate": progress.rate,
            "schedule/lambda": progress.lambda_,
            **{f"speed/{k}": v for k, v in speeds.items()},
            **{f"evaluation/{k}": v for k, v in extra.items()},
        }
        for name, value in numbers.items():
            if not np.isnan(value):
                self._writer.add_scalar(name, value, progress.games)
        self._folder.note(progress, seconds, {**speeds, **extra})
        self._bar.set_postfix_str(
            f"loss {progress.loss:.4f}, {speeds.get('plies_per_second', 0):,.0f} plies/s",
            refresh=False,
        )
        self._bar.update(progress.games - self._bar.n)

    def tell(self, text: str) -> None:
        """Print a line above the bar."""
        self._bar.write(text)

    def close(self) -> None:
        """Finish the bar and the TensorBoard file."""
        self._bar.close()
        self._writer.close()


def against_pip(evaluator: Evaluator, games: int, seed: int) -> Result:
    """Return cubeless paired games of the evaluator's greedy player against the pip player."""
    dice = PairedDice(max(games // 2, 1), np.random.default_rng(seed))
    player, opponent = GreedyPlayer(evaluator), PipPlayer()
    began = time.monotonic()
    played = play_cubeless(player, opponent, dice)
    seconds = time.monotonic() - began
    return Result((player.name, opponent.name), played, seconds, seed, "cubeless money")
