"""One network that learns: weights, their running average, and the optimizer."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits

from engine.evaluation.network.folded import FoldedNetwork
from engine.evaluation.network.network import Network
from training.distributed import add_up, count


class Learner:
    """Fits a network to outcome targets by cross-entropy and Adam.

    With several processes :func:`average_gradients` stands between :meth:`differentiate` and
    :meth:`step`, so all hold the same weights.
    """

    def __init__(self, network: Network, average: float, dtype: torch.dtype) -> None:
        """Teach ``network``, whose averaged copy (decay ``average`` an update) plays."""
        self.network = network
        self.updates = 0
        self._decay = average
        self._dtype = dtype
        self._average = copy.deepcopy(network).requires_grad_(False)
        self._optimizer = torch.optim.Adam(network.parameters(), fused=True)
        self.player = FoldedNetwork(self._average, dtype=dtype)

    @property
    def averaged(self) -> Network:
        """The network of averaged weights."""
        return self._average

    def differentiate(
        self, rows: Tensor, offsets: Tensor, targets: Tensor, counted: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        """Find the gradients of the mean loss over a batch; :meth:`step` then follows them.

        Args:
            rows: ``int32 [K]``, active rows of the batch.
            offsets: ``int32 [N + 1]``.
            targets: outcome probabilities ``float32 [N, 5]``.
            counted: expert inputs ``float32 [N, EXPERT]``; a network without them needs none.

        Returns:
            The loss in nats a position, ``float32 []``, and the outcomes ``float32 [N, 5]`` that
            the network predicts.
        """
        low = self._dtype == torch.bfloat16
        with torch.autocast(targets.device.type, torch.bfloat16, enabled=low):
            logits = self.network(rows, offsets, counted)
        losses = binary_cross_entropy_with_logits(logits.float(), targets, reduction="none")
        loss = losses.sum(dim=1).mean()
        self._optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]  # torch does not annotate it
        return loss.detach(), torch.sigmoid(logits.detach().float())

    def step(self, rate: float) -> None:
        """Make one step of Adam at the learning rate ``rate``."""
        for group in self._optimizer.param_groups:
            group["lr"] = rate
        self._optimizer.step()
        self.updates += 1
        self._follow()

    def _follow(self) -> None:
        """Move the average; early on its horizon grows with the updates made."""
        decay = min(self._decay, self.updates / (self.updates + 9)) if self._decay else 0.0
        with torch.no_grad():
            torch._foreach_lerp_(
                list(self._average.parameters()), list(self.network.parameters()), 1 - decay
            )

    def fold(self) -> None:
        """Let the player have the averaged weights."""
        self.player.fold(self._average)

    def state(self) -> dict[str, Any]:
        """Return all that learning depends on, for :meth:`restore`."""
        return {
            "network": self.network.state_dict(),
            "average": self._average.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "updates": self.updates,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on exactly where ``state`` was taken."""
        self.network.load_state_dict(state["network"])
        self._average.load_state_dict(state["average"])
        self._optimizer.load_state_dict(state["optimizer"])
        self.updates = state["updates"]
        self.fold()


def average_gradients(networks: Sequence[Network]) -> None:
    """Replace every gradient by its mean over the processes; nothing to do in a plain run.

    All travel in one message: on one machine that takes as long as a small one.
    """
    if count() == 1:
        return
    parameters = [p for network in networks for p in network.parameters()]
    gradients = [p.grad for p in parameters if p.grad is not None]
    flat = torch.cat([g.flatten() for g in gradients])
    add_up(flat)
    flat /= count()
    sizes = [g.numel() for g in gradients]
    for gradient, mean in zip(gradients, torch.split(flat, sizes), strict=True):
        gradient.copy_(mean.view_as(gradient))
