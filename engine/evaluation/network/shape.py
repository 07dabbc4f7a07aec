"""How wide the layers of a network are, and so which weights it has."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from engine.evaluation.network.encoding import COUNTS, OFF
from engine.evaluation.network.expert import EXPERT
from engine.rules.board import SLOTS
from engine.rules.outcome import OUTCOMES


@dataclass(frozen=True, slots=True)
class NetworkShape:
    """Widths of the layers."""

    hidden: int = 256
    """Units of the first layer, H."""
    tail: tuple[int, ...] = (64, 32)
    """Units of the layers behind it."""
    expert: bool = False
    """Whether it is also told what a player counts (:mod:`engine.evaluation.network.expert`)."""

    def __post_init__(self) -> None:
        """Refuse widths that are no layer."""
        for width in (self.hidden, *self.tail):
            if not 1 <= width <= 16384:
                raise ValueError(f"layer width {width}: 1 to 16384 units are accepted")

    def __str__(self) -> str:
        """Return, for instance, ``512/256-64 expert``."""
        return f"{self.hidden}/{'-'.join(map(str, self.tail))}{' expert' * self.expert}"

    @property
    def weights(self) -> dict[str, tuple[int, ...]]:
        """The names and shapes of all weights, as :class:`Network` has."""
        found: dict[str, tuple[int, ...]] = {
            "slot_weights": (SLOTS, COUNTS.shape[1], self.hidden),
            "off_weights": (2, OFF.shape[1], self.hidden),
            "bias": (self.hidden,),
        }
        if self.expert:
            found["expert_weights"] = (EXPERT, self.hidden)
        for i, (before, after) in enumerate(pairwise((self.hidden, *self.tail, OUTCOMES))):
            found[f"tail_weights.{i}"] = (after, before)
            found[f"tail_biases.{i}"] = (after,)
        return found
