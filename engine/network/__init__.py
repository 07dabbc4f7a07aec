"""The value network: encoding, layers, folded inference and model files."""

import os

import torch

from engine.network.folded import FoldedNetwork
from engine.network.modelfile import load_model, load_network, save_model

__all__ = ["FoldedNetwork", "load_model", "load_network", "save_model"]

if hasattr(os, "register_at_fork"):
    # OpenMP's threads do not survive a fork, and a child that used them would wait for ever.
    os.register_at_fork(after_in_child=lambda: torch.set_num_threads(1))
