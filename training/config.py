"""What a training run is: every setting, its meaning, and the presets."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal

from engine.evaluation.network.network import NetworkShape
from engine.rules.dice import THROWS

Backup = Literal["sampled", "adjusted", "expected"]
"""What a position is backed up by; :attr:`TrainConfig.backup` says how they differ."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainConfig:
    """Settings of a training run."""

    games: int = 240_000
    """Games of self-play in all; the rates below are schedules over them."""
    seed: int = 1
    """Of everything random: weights, dice, the order of learning."""
    parent: str = ""
    """Model to start from (a path or a shipped name); empty: random weights.  Where the layers
    below are wider or more than its own, it is grown and at first evaluates as before."""

    hidden: int = 256
    """Units of the judge's first layer."""
    tail: tuple[int, ...] = (64, 32)
    """Units of the judge's further layers."""
    expert: bool = False
    """Tell the judge what a player counts: shots, blocked checkers, primes and the like."""
    scout_hidden: int = 64
    """First layer of the scout, a small network that learns beside the judge and shortlists the
    plays it looks at; 0: no scout, the judge looks at every play."""
    scout_tail: tuple[int, ...] = (16,)
    """Units of the scout's further layers."""
    scout_parent: str = ""
    """Model that the scout starts from; empty: random weights."""
    keep: int = 4
    """Plays that the scout shortlists."""

    parallel_games: int = 2048
    """Games that advance together, over all processes."""
    history: int = 256
    """Plies of each game that are remembered; of longer games only the last are learnt from."""
    explore_share: float = 0.1
    """Share of the games that begin with random plies."""
    explore_plies: int = 24
    """The most random plies of such a game."""
    start_share: float = 0.0
    """Share of the games that begin as backgames, prime against prime, containment, long races,
    with checkers on the bar or as bear-offs against contact."""
    stray_share: float = 0.0
    """Share of plies at which any play on the shortlist is made: what the judge undervalues, it
    would never see again."""

    endgames: bool = True
    """Let the exact bear-off tables value what they know, in choices and in targets."""
    play_out_share: float = 0.25
    """With the tables: the share of games that are played on once these know how the game ends;
    the others end there, with the exact outcome."""

    backup: Backup = "sampled"
    """What a position is backed up by.  sampled: the roll that fell (TD(lambda)).  adjusted: all
    21 rolls by the scout, set right by the judge on some; some three times as dear.  expected: all
    21 rolls by the judge, exactly; some seven times as dear.  Both pay once noise is what holds TD
    back, with a small lambda."""
    judged_throws: int = 4
    """Of the 36 throws of two dice, those that the judge looks at for an adjusted backup; a
    divisor of 36."""
    lambda_start: float = 0.7
    """Lambda of TD(lambda) at the start."""
    lambda_end: float = 0.1
    """Lambda at the end; between them it falls linearly."""
    rate_start: float = 1e-3
    """Adam's learning rate at the start."""
    rate_end: float = 2e-5
    """Learning rate at the end; between them it falls linearly."""
    batch: int = 1024
    """Positions an update learns from, over all processes."""
    pool: int = 16_384
    """Positions that are gathered, shuffled and learnt before play goes on with the new weights."""
    replay: int = 0
    """Times each position is learnt again, on average, from the memory.  It pays where a position
    costs much more to value than to learn; a new one teaches more than an old one."""
    memory: int = 1_000_000
    """Latest positions that are remembered for that, over all processes."""
    average: float = 0.999
    """Decay, per update, of the averaged weights that play and are saved; 0: no averaging."""
    precision: Literal["auto", "float32", "bfloat16"] = "auto"
    """Arithmetic of learning, and of play on a GPU; auto: bfloat16 where that is in hardware."""

    device: Literal["auto", "cpu", "cuda"] = "auto"
    """Where the networks live; auto: a GPU if there is one."""
    generator_threads: int = 0
    """Threads of each process's move generator; 0: its share of the cores where a GPU does the
    rest, else one."""
    processes: int = 0
    """Processes that play and learn together; 0: one for each core (one with a GPU)."""
    save_minutes: float = 3.0
    """Minutes between saves; a killed run loses at most these."""
    evaluate_minutes: float = 5.0
    """Minutes between games against the pip-count player."""
    evaluate_games: int = 1000
    """Games of each such evaluation."""
    keep_models: float = 15.0
    """Minutes between models that are kept for good (the latest is always there)."""

    def __post_init__(self) -> None:
        """Refuse settings that mean nothing: the message names the setting and what is accepted."""
        positive = (
            "games parallel_games history batch pool keep save_minutes evaluate_minutes "
            "evaluate_games keep_models rate_start rate_end explore_plies"
        )
        for name in positive.split():
            if not getattr(self, name) > 0:
                raise ValueError(f"{name} {getattr(self, name)}: more than 0 is accepted")
        shares = (
            "explore_share start_share stray_share play_out_share lambda_start lambda_end average"
        )
        for name in shares.split():
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} {getattr(self, name)}: 0 to 1 is accepted")
        if self.judged_throws < 1 or len(THROWS) % self.judged_throws:
            raise ValueError(
                f"judged_throws {self.judged_throws}: 1, 2, 3, 4, 6, 9, 12, 18 or 36 is accepted"
            )
        if self.average == 1:
            raise ValueError("average 1: weights that never move; less than 1 is accepted")
        if self.pool < self.batch:
            raise ValueError(f"pool {self.pool}: at least one batch ({self.batch}) is accepted")
        if self.replay and self.memory < self.pool:
            raise ValueError(f"memory {self.memory}: at least one pool ({self.pool}) is accepted")
        for name in ("processes", "scout_hidden", "seed", "generator_threads", "replay", "memory"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} {getattr(self, name)}: 0 or more is accepted")
        _ = self.judge_shape
        if self.scout_hidden:
            _ = self.scout_shape

    @property
    def judge_shape(self) -> NetworkShape:
        """The judge's layers and inputs."""
        return NetworkShape(self.hidden, self.tail, self.expert)

    @property
    def scout_shape(self) -> NetworkShape:
        """The scout's layers; it has no time to count."""
        return NetworkShape(self.scout_hidden, self.scout_tail)

    def at(self, progress: float) -> tuple[float, float]:
        """Return (learning rate, lambda) at ``progress`` 0..1 through the games."""
        p = min(max(progress, 0.0), 1.0)
        rate = self.rate_start + p * (self.rate_end - self.rate_start)
        return rate, self.lambda_start + p * (self.lambda_end - self.lambda_start)


PRESETS: dict[str, dict[str, object]] = {
    # About five minutes.  In so short a run results must reach the first plies of a game quickly:
    # whole games count at first, and the averages are short.  Its updates are so small that a
    # second process would wait for gradients longer than it helps.
    "quick": {
        "games": 240_000,
        "processes": 1,
        "lambda_start": 1.0,
        "lambda_end": 0.5,
        "average": 0.98,
        "batch": 512,
    },
    # About an hour on two cores.
    "standard": {"games": 3_000_000, "hidden": 512, "tail": (256, 64)},
}


def preset(name: str) -> TrainConfig:
    """Return the settings of a preset; raises ValueError with the known names."""
    if name not in PRESETS:
        raise ValueError(f"preset {name!r}: {', '.join(PRESETS)} are accepted")
    return TrainConfig(**PRESETS[name])  # type: ignore[arg-type]  # checked by the test of presets


def config_of(data: object) -> TrainConfig:
    """Return the settings written as JSON data; an unknown key is an error that names it."""
    if not isinstance(data, dict):
        raise ValueError(f"settings: a JSON object is accepted, got {type(data).__name__}")
    unknown = set(data) - {f.name for f in fields(TrainConfig)}
    if unknown:
        raise ValueError(f"unknown settings: {', '.join(sorted(unknown))}")
    values = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items()}
    try:
        return TrainConfig(**values)  # type: ignore[arg-type]  # what a person has put there
    except TypeError as error:
        raise ValueError(f"settings: a value of the wrong kind ({error})") from error
