"""What the server allows."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.cores import cores


@dataclass(frozen=True, slots=True)
class HttpLimits:
    """What clients may ask for, and how much of the machine they get."""

    threads: int = field(default_factory=cores)
    """Answers worked on at once."""
    waiting: int = 256
    """Requests waiting for a thread; one more gets 503."""
    waiting_each: int = 128
    """The same for each client address; one more gets 429."""
    seconds: float = 30.0
    """For an answer, waiting included; then it is given up and the client gets 503."""
    long_jobs: int = 1
    """Rollouts and match analyses worked on at once."""
    long_waiting: int = 4
    """Rollouts and match analyses waiting."""
    long_seconds: float = 600.0
    """For a rollout or a match analysis."""
    body_bytes: int = 1 << 20
    """The largest body."""
    transfer_seconds: float = 10.0
    """For a client to send his request, and to take each piece of the answer."""
    connections: int = 512
    """Connections at once; one more gets 503."""
    plies: int = 3
    """The most plies a request may ask for."""
    trials: int = 10_368
    """The most trials of a rollout."""

    def __post_init__(self) -> None:
        """Refuse limits that let nothing through."""
        for name in ("threads", "waiting", "waiting_each", "long_jobs", "connections"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} {getattr(self, name)}: 1 or more is accepted")
        if not 0 <= self.plies <= 3:
            raise ValueError(f"plies {self.plies}: 0 to 3 are accepted")
        if not self.seconds > 0:
            raise ValueError(f"seconds {self.seconds}: more than 0 is accepted")
