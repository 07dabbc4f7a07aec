"""Growing a network: wider layers that at first compute what the narrow ones did.

New units see their inputs through fresh random weights and are ignored by the layer behind them
(weights of zero), so the grown network evaluates every board as its parent does, and training can
put the new units to use.
"""

from __future__ import annotations

import torch

from engine.network.network import Network, NetworkShape


def grown(parent: Network, shape: NetworkShape, generator: torch.Generator) -> Network:
    """Return a network of ``shape`` that evaluates as ``parent``; new weights from ``generator``.

    Raises:
        ValueError: ``shape`` has another number of layers, or a narrower one.
    """
    old, new = (parent.shape.hidden, *parent.shape.tail), (shape.hidden, *shape.tail)
    if len(old) != len(new) or any(a > b for a, b in zip(old, new, strict=True)):
        raise ValueError(f"a network {parent.shape} grows into wider layers only, not {shape}")
    child = Network(shape, generator)
    with torch.no_grad():
        for name in ("slot_weights", "off_weights", "bias"):
            getattr(child, name)[..., : old[0]] = getattr(parent, name)
        for layer, inputs in enumerate(old):
            weights, kept = child.tail_weights[layer], parent.tail_weights[layer]
            outputs = len(kept)
            weights[:outputs, inputs:] = 0
            weights[:outputs, :inputs] = kept
            child.tail_biases[layer][:outputs] = parent.tail_biases[layer]
    return child
