"""The network at play while it learns: its weights at one moment, on its own device."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import torch

from engine.evaluation.final import clamp
from engine.evaluation.network.compiled import CompiledNetwork
from engine.evaluation.network.encoding import active_rows
from engine.evaluation.network.expert import expert_inputs
from engine.evaluation.network.network import Network, run_layers
from engine.evaluation.network.transfer import to_device
from engine.rules.board import Board
from engine.rules.outcome import OUTCOMES

_CHUNK = 1 << 16
"""Boards that a GPU evaluates at once: enough to keep it busy."""


class FoldedNetwork:
    """An evaluator: compiled code on a processor, torch on a GPU."""

    def __init__(
        self, network: Network, name: str = "network", dtype: torch.dtype = torch.float32
    ) -> None:
        """Fold ``network``; ``dtype`` is the arithmetic of a GPU, a processor's is float32."""
        self.name = name
        self.dtype = dtype
        self.fold(network)

    def fold(self, network: Network) -> None:
        """Take over the present weights of ``network``."""
        # Copies, never views: the network goes on learning while this one plays.
        self._device = network.bias.device
        self._compiled: CompiledNetwork | None = None
        with torch.no_grad():
            if self._device.type == "cpu":
                weights = {name: w.numpy() for name, w in network.state_dict().items()}
                self._compiled = CompiledNetwork(weights, self.name)
                return
            self._table = network.table().to(self.dtype, copy=True)
            expert = network.expert_weights
            self._expert = None if expert is None else expert.to(self.dtype, copy=True)
            self._weights = [w.detach().to(self.dtype, copy=True) for w in network.tail_weights]
            self._biases = [b.detach().to(self.dtype, copy=True) for b in network.tail_biases]

    def evaluate(self, boards: Board) -> npt.NDArray[np.float32]:
        """Return outcomes ``float32 [N, 5]`` of ``boards int8 [N, 26]``, for the player on roll.

        Finished games are exact and impossible outcomes zero.
        """
        if self._compiled is not None:
            return self._compiled.evaluate(boards, torch.get_num_threads())
        outcomes = np.empty((len(boards), OUTCOMES), np.float32)
        for begin in range(0, len(boards), _CHUNK):
            chunk = np.ascontiguousarray(boards[begin : begin + _CHUNK])
            outcomes[begin : begin + _CHUNK] = self._sigmoids(chunk)
        clamp(outcomes, boards)
        return outcomes

    def _sigmoids(self, boards: Board) -> npt.NDArray[np.float32]:
        with torch.inference_mode():
            rows, offsets = (to_device(a, self._device) for a in active_rows(boards))
            counted = None
            if self._expert is not None:
                counted = to_device(expert_inputs(boards), self._device)
            logits = run_layers(
                self._table, self._expert, self._weights, self._biases, rows, offsets, counted
            )
            result: npt.NDArray[np.float32] = torch.sigmoid(logits.float()).cpu().numpy()
        return result
