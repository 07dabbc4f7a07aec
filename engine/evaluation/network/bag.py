"""Sums of table rows: torch's embedding bag, with a faster backward pass on CPUs."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn.functional import embedding_bag


@numba.njit(cache=True, nogil=True, fastmath=True)
def _scatter(
    gradient: npt.NDArray[np.float32],
    rows: npt.NDArray[np.int32],
    offsets: npt.NDArray[np.int32],
    table: npt.NDArray[np.float32],
    begin: int,
    end: int,
) -> None:
    """Add ``gradient [N, H]``, columns begin:end, to each board's rows of ``table [ROWS, H]``."""
    for i in range(len(gradient)):
        # Slices, so that the compiler sees two contiguous vectors: five times faster.
        source = gradient[i, begin:end]
        for k in range(offsets[i], offsets[i + 1]):
            target = table[rows[k], begin:end]
            for h in range(len(source)):
                target[h] += source[h]


class _Bag(torch.autograd.Function):
    """``embedding_bag(mode="sum")`` whose backward pass visits the active rows only."""

    @staticmethod
    def forward(ctx: Any, table: Tensor, rows: Tensor, offsets: Tensor) -> Tensor:
        ctx.save_for_backward(rows, offsets)
        ctx.shape = table.shape
        return embedding_bag(rows, table, offsets, mode="sum", include_last_offset=True)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, None, None]:
        rows, offsets = ctx.saved_tensors
        table = torch.zeros(ctx.shape, dtype=torch.float32)
        gradient = gradients[0].float().contiguous().numpy()
        # Threads take columns, so the order of the additions, and the result, is always the same.
        threads = torch.get_num_threads()
        cuts = [int(c) for c in np.linspace(0, table.shape[1], threads + 1)]
        arguments = (gradient, rows.numpy(), offsets.numpy(), table.numpy())
        if threads == 1:
            _scatter(*arguments, 0, table.shape[1])
        else:
            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(lambda b, e: _scatter(*arguments, b, e), cuts[:-1], cuts[1:]))
        return table, None, None


def sum_rows(table: Tensor, rows: Tensor, offsets: Tensor) -> Tensor:
    """Return the sum of each board's rows, ``[N, H]``.

    Args:
        table: ``float [ROWS, H]``.
        rows: ``int32 [K]``, the active rows of all boards.
        offsets: ``int32 [N + 1]``, where each board's rows begin.
    """
    if table.device.type == "cpu" and table.requires_grad:
        apply: Callable[..., Tensor] = _Bag.apply
        return apply(table, rows, offsets)
    return embedding_bag(rows, table, offsets, mode="sum", include_last_offset=True)
