"""Growing a network: wider and further layers that at first compute what the parent did.

New units see their inputs through fresh random weights and are ignored by the layer behind them
(weights of zero); old units ignore new inputs.  New layers pass on what they get (the identity,
which ReLU leaves alone).  So the grown network evaluates every board as its parent does, and
training can put what is new to use: Net2Net (Chen, Goodfellow and Shlens 2016) with idle units in
place of copies.
"""

from __future__ import annotations

import torch
from torch import Tensor

from engine.evaluation.network.network import Network, NetworkShape


def grown(parent: Network, shape: NetworkShape, generator: torch.Generator) -> Network:
    """Return a network of ``shape`` that evaluates as ``parent``; new weights from ``generator``.

    Further layers come behind the first of the tail.

    Raises:
        ValueError: ``shape`` has fewer layers, a narrower one, or no expert inputs where
            ``parent`` has them.
    """
    weights, biases = _deepened(parent, len(shape.tail))
    old = (parent.shape.hidden, *(len(w) for w in weights[:-1]))
    new = (shape.hidden, *shape.tail)
    lost = parent.shape.expert and not shape.expert
    if lost or len(old) != len(new) or any(a > b for a, b in zip(old, new, strict=True)):
        raise ValueError(
            f"a network {parent.shape} grows into wider and more layers and expert inputs, "
            f"not {shape}"
        )
    child = Network(shape, generator)
    with torch.no_grad():
        for name in ("slot_weights", "off_weights", "bias"):
            getattr(child, name)[..., : old[0]] = getattr(parent, name)
        if child.expert_weights is not None:
            child.expert_weights[:, : old[0]] = (
                0 if parent.expert_weights is None else parent.expert_weights
            )
        for mine, kept in zip(child.tail_weights, weights, strict=True):
            outputs, inputs = kept.shape
            mine[:outputs, inputs:] = 0
            mine[:outputs, :inputs] = kept
        for mine, kept in zip(child.tail_biases, biases, strict=True):
            mine[: len(kept)] = kept
    return child


def _deepened(parent: Network, layers: int) -> tuple[list[Tensor], list[Tensor]]:
    """Return weights and biases of the tail with identities to make it ``layers`` long."""
    weights, biases = list(parent.tail_weights), list(parent.tail_biases)
    for _ in range(layers - len(parent.shape.tail)):
        width = parent.shape.tail[0]
        weights.insert(1, torch.eye(width))
        biases.insert(1, torch.zeros(width))
    return weights, biases
