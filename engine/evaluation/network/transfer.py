"""From numpy to where a network lives."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt
import torch
from torch import Tensor


def to_device(array: npt.NDArray[Any], device: torch.device) -> Tensor:
    """Return ``array`` as a tensor on ``device``; on the CPU they share memory.

    To a GPU it goes by way of pinned memory, so that the processor need not wait for the copy.
    """
    tensor = torch.from_numpy(array)
    if device.type == "cuda":
        return tensor.pin_memory().to(device, non_blocking=True)
    return tensor.to(device)
