"""The value network: encoding, layers, folded inference and model files."""

from engine.network.folded import FoldedNetwork
from engine.network.modelfile import load_model, load_network, save_model

__all__ = ["FoldedNetwork", "load_model", "load_network", "save_model"]
