"""The network as it is played: table folded once, boards evaluated in cache-sized chunks."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import torch

from engine.board import Board
from engine.clamp import clamp
from engine.network.encoding import active_rows
from engine.network.network import Network, run_layers
from engine.network.transfer import to_device
from engine.outcome import OUTCOMES

_CHUNK = 4096
"""Boards evaluated at once on a CPU: what fits its cache."""
_GPU_CHUNK = 1 << 16
"""On a GPU: enough to keep it busy."""

_PAD = 256
"""Batches of bfloat16 come in multiples of this, or, below it, in powers of two."""


def has_fast_bfloat16() -> bool:
    """Tell whether this processor multiplies bfloat16 matrices in hardware."""
    return bool(torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported())


class FoldedNetwork:
    """An evaluator: the network's weights at one moment, folded for speed."""

    def __init__(
        self, network: Network, name: str = "network", dtype: torch.dtype = torch.float32
    ) -> None:
        """Fold ``network``; ``dtype`` is float32, or bfloat16 for speed (errors about .001)."""
        self.name = name
        self.dtype = dtype
        self.fold(network)

    def fold(self, network: Network) -> None:
        """Take over the present weights of ``network``."""
        with torch.no_grad():
            # A copy, never a view: the network goes on learning while this one plays.
            self._table = network.table().to(self.dtype, copy=True)
            self._weights = [w.detach().to(self.dtype, copy=True) for w in network.tail_weights]
            self._biases = [b.detach().to(self.dtype, copy=True) for b in network.tail_biases]

    def evaluate(self, boards: Board) -> npt.NDArray[np.float32]:
        """Return outcomes ``float32 [N, 5]`` of ``boards int8 [N, 26]``, for the player on roll.

        Finished games are exact and impossible outcomes zero.
        """
        outcomes = np.empty((len(boards), OUTCOMES), np.float32)
        size = _CHUNK if self._table.device.type == "cpu" else _GPU_CHUNK
        for begin in range(0, len(boards), size):
            chunk = np.ascontiguousarray(boards[begin : begin + size])
            outcomes[begin : begin + size] = self._sigmoids(self._padded(chunk))[: len(chunk)]
        clamp(outcomes, boards)
        return outcomes

    def _padded(self, boards: Board) -> Board:
        """Fill a batch up with empty boards to one of a few dozen sizes.

        Torch's library for bfloat16 on CPUs prepares itself for every size of batch that it meets
        and keeps what it prepared, about a megabyte each.
        """
        if self.dtype != torch.bfloat16 or self._table.device.type != "cpu":
            return boards
        count = len(boards)
        full = -(-count // _PAD) * _PAD if count > _PAD else 1 << max(count - 1, 0).bit_length()
        padded = np.zeros((full, boards.shape[1]), np.int8)
        padded[:count] = boards
        return padded

    def _sigmoids(self, boards: Board) -> npt.NDArray[np.float32]:
        device = self._table.device
        with torch.inference_mode():
            rows, offsets = (to_device(a, device) for a in active_rows(boards))
            logits = run_layers(self._table, self._weights, self._biases, rows, offsets)
            result: npt.NDArray[np.float32] = torch.sigmoid(logits.float()).cpu().numpy()
        return result
