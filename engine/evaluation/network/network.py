"""The network as it is trained: a folded first layer, a small ReLU tail, five logits."""

from __future__ import annotations

import os
from itertools import pairwise

import torch
from torch import Tensor, nn

from engine.evaluation.network.bag import sum_rows
from engine.evaluation.network.encoding import COUNTS, OFF
from engine.evaluation.network.expert import EXPERT
from engine.evaluation.network.shape import NetworkShape
from engine.rules.board import SLOTS
from engine.rules.outcome import OUTCOMES

__all__ = ["Network", "NetworkShape", "run_layers"]

if hasattr(os, "register_at_fork"):
    # OpenMP's threads do not survive a fork, and a child that used them would wait for ever.
    os.register_at_fork(after_in_child=lambda: torch.set_num_threads(1))

_FIRST_GUESS = (0.0, -1.2, -4.0, -1.2, -4.0)
"""Logits of the outcomes before anything is learnt: even chances, a gammon in four."""


class Network(nn.Module):
    """Boards in, logits of the five outcomes out.

    The first layer's weights act on the features of each slot
    (:mod:`engine.evaluation.network.encoding`); :meth:`table` folds the two, so the layer is a sum
    of rows, in training as in play.
    """

    counts: Tensor
    off: Tensor

    def __init__(self, shape: NetworkShape, generator: torch.Generator | None = None) -> None:
        """Draw weights from ``generator`` (He's scale for ReLU layers)."""
        super().__init__()
        self.shape = shape
        self.register_buffer("counts", torch.from_numpy(COUNTS.copy()), persistent=False)
        self.register_buffer("off", torch.from_numpy(OFF.copy()), persistent=False)

        def normal(*size: int, scale: float) -> nn.Parameter:
            return nn.Parameter(torch.randn(*size, generator=generator) * scale)

        # About 15 slots are active with about 4 features each.
        self.slot_weights = normal(SLOTS, COUNTS.shape[1], shape.hidden, scale=(2 / 60) ** 0.5)
        self.off_weights = normal(2, OFF.shape[1], shape.hidden, scale=(2 / 60) ** 0.5)
        self.bias = nn.Parameter(torch.zeros(shape.hidden))
        self.expert_weights = (
            normal(EXPERT, shape.hidden, scale=(2 / 60) ** 0.5) if shape.expert else None
        )
        widths = (shape.hidden, *shape.tail, OUTCOMES)
        self.tail_weights = nn.ParameterList(
            normal(after, before, scale=(2 / before) ** 0.5) for before, after in pairwise(widths)
        )
        self.tail_biases = nn.ParameterList(
            nn.Parameter(torch.zeros(after)) for after in widths[1:]
        )

        # Nearly the same guess everywhere: what random weights believe takes long to unlearn.
        with torch.no_grad():
            self.tail_weights[-1] *= 0.1
            self.tail_biases[-1] += torch.tensor(_FIRST_GUESS)

    def table(self) -> Tensor:
        """Return encoding times weights, and the bias, ``float32 [ROWS, H]``."""
        slots = self.counts @ self.slot_weights
        off = self.off @ self.off_weights
        return torch.cat([slots.flatten(0, 1), off.flatten(0, 1), self.bias[None]])

    def forward(self, rows: Tensor, offsets: Tensor, counted: Tensor | None = None) -> Tensor:
        """Return logits ``float32 [N, 5]``.

        Args:
            rows: ``int32 [K]``, the active rows of all boards.
            offsets: ``int32 [N + 1]``, where each board's rows begin.
            counted: ``float32 [N, EXPERT]``; a network without expert inputs needs none.

        Raises:
            ValueError: the network has expert inputs and ``counted`` is None.
        """
        return run_layers(
            self.table(),
            self.expert_weights,
            list(self.tail_weights),
            list(self.tail_biases),
            rows,
            offsets,
            counted,
        )


def run_layers(
    table: Tensor,
    expert: Tensor | None,
    weights: list[Tensor],
    biases: list[Tensor],
    rows: Tensor,
    offsets: Tensor,
    counted: Tensor | None,
) -> Tensor:
    """Return logits ``[N, 5]``: the one forward pass of training and folded inference."""
    x = sum_rows(table, rows, offsets)
    if expert is not None:
        if counted is None:
            raise ValueError("a network with expert inputs needs what was counted")
        x = x + counted.to(expert.dtype) @ expert
    for weight, bias in zip(weights, biases, strict=True):
        x = nn.functional.linear(x.relu_(), weight, bias)
    return x
