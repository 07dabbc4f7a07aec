"""Where a training process computes: its processor or GPU, its arithmetic, its threads."""

from __future__ import annotations

import os

import torch

from engine.cores import cores


def device_of(name: str) -> torch.device:
    """Return the device that the setting ``name`` (auto, cpu or cuda) means for this process.

    The processes that torchrun starts on one machine take its GPUs in turn.

    Raises:
        ValueError: cuda, and there is no GPU.
    """
    if name == "cuda" and not torch.cuda.is_available():
        raise ValueError("device cuda: this machine has no GPU that torch can use; try cpu or auto")
    if name == "cpu" or not torch.cuda.is_available():
        return torch.device("cpu")
    return torch.device("cuda", _on_machine("LOCAL_RANK", 0) % torch.cuda.device_count())


def backend_of(device: torch.device) -> str:
    """Return what carries the gradients: nccl where every process has a GPU to itself."""
    if device.type == "cpu":
        return "gloo"
    alone = _on_machine("LOCAL_WORLD_SIZE", 1) <= torch.cuda.device_count()
    return "nccl" if alone else "gloo"


def dtype_of(precision: str, device: torch.device) -> torch.dtype:
    """Return the arithmetic that the setting ``precision`` means on ``device``."""
    if precision == "auto":
        fast = device.type == "cuda" or _has_fast_bfloat16()
        return torch.bfloat16 if fast else torch.float32
    return torch.bfloat16 if precision == "bfloat16" else torch.float32


def _has_fast_bfloat16() -> bool:
    """Tell whether this processor multiplies bfloat16 matrices in hardware."""
    return bool(torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported())


def generator_threads_of(setting: int, device: torch.device) -> int:
    """Return the threads of the move generator; 0 is this process's share of the cores on a GPU.

    Without a GPU the processes themselves fill the cores, and one thread is enough.
    """
    if setting or device.type == "cpu":
        return max(setting, 1)
    return max(cores() // _on_machine("LOCAL_WORLD_SIZE", 1), 1)


def _on_machine(name: str, otherwise: int) -> int:
    """Return what torchrun tells of this machine."""
    return int(os.environ.get(name, otherwise))
