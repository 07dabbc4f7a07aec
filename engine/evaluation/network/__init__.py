"""The value network: encoding, layers, folded inference and model files.

Playing needs no torch (:mod:`.compiled`, :mod:`.modelfile`); learning, and playing on a GPU, do.
"""

from engine.evaluation.network.modelfile import load_model, load_network, save_model

__all__ = ["load_model", "load_network", "save_model"]
