"""Model files: weights and a header that says what they are, in the safetensors format.

The format holds numbers and text only, so a file from a stranger cannot run code.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save as to_bytes

from engine.evaluation.network.compiled import CompiledNetwork
from engine.evaluation.network.encoding import FEATURE_VERSION
from engine.evaluation.network.shape import NetworkShape
from engine.files import write_atomically

if TYPE_CHECKING:
    from engine.evaluation.network.network import Network

Floats = npt.NDArray[np.float32]

FORMAT_VERSION = 1
SUFFIX = ".safetensors"


class ModelError(ValueError):
    """A file that is no model this version can play with: the message says why."""


def save_model(network: Network, path: Path, lineage: dict[str, Any] | None = None) -> None:
    """Write ``network`` to ``path`` atomically.

    ``lineage``, plain JSON data, says where it comes from: run, parent, games, commit.
    """
    header = {
        "format_version": FORMAT_VERSION,
        "feature_version": FEATURE_VERSION,
        "shape": asdict(network.shape),
        "lineage": lineage or {},
    }
    tensors = {name: t.detach().cpu().numpy() for name, t in network.state_dict().items()}
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, to_bytes(tensors, {"chaquete": json.dumps(header)}))


def find_model(name: str) -> Path:
    """Return the file of a model: a path, or the name of one that is shipped (``default``).

    Shipped models lie in ``models/`` of a checkout or inside the installed package.
    """
    if name.endswith(SUFFIX) or "/" in name or os.sep in name:
        return Path(name)
    package = Path(__file__).resolve().parents[2]
    folders = (package / "models", package.parent / "models")
    for folder in folders:
        if (folder / (name + SUFFIX)).is_file():
            return folder / (name + SUFFIX)
    known = sorted({p.stem for folder in folders for p in folder.glob("*" + SUFFIX)})
    raise ModelError(f"model {name!r}: a path to a {SUFFIX} file or one of {known} is accepted")


def read_header(path: Path) -> dict[str, Any]:
    """Return the header of a model file; raises :class:`ModelError` or OSError."""
    if not path.is_file():
        raise ModelError(f"model {str(path)!r}: no such file")
    try:
        with safe_open(path, framework="np") as file:
            text = (file.metadata() or {}).get("chaquete")
    except SafetensorError as error:
        raise ModelError(f"model {str(path)!r} is damaged or no {SUFFIX} file: {error}") from error
    if text is None:
        raise ModelError(f"model {str(path)!r} is a {SUFFIX} file of another program")
    try:
        header: dict[str, Any] = dict(json.loads(text))
    except (ValueError, TypeError) as error:
        raise ModelError(f"model {str(path)!r} has a damaged header: {error}") from error
    for key, known in (("format_version", FORMAT_VERSION), ("feature_version", FEATURE_VERSION)):
        if header.get(key) != known:
            raise ModelError(
                f"model {str(path)!r} has {key} {header.get(key)}: this version reads {known}"
            )
    return header


def read_weights(path: Path) -> tuple[NetworkShape, dict[str, Any], dict[str, Floats]]:
    """Return (shape, lineage, weights by name) of a model file.

    Raises:
        ModelError: the file is missing, damaged, of another version, or its weights do not have
            the shapes its header states.
    """
    header = read_header(path)
    try:
        stated = header["shape"]
        # Older files do not mention expert inputs: they have none.
        expert = stated.get("expert", False)
        shape = NetworkShape(stated["hidden"], tuple(stated["tail"]), expert)
        lineage: dict[str, Any] = header["lineage"]
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ModelError(f"model {str(path)!r} has a damaged header ({error!r})") from error
    with safe_open(path, framework="np") as file:
        weights = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 - no mapping
    if {name: w.shape for name, w in weights.items()} != shape.weights:
        raise ModelError(f"model {str(path)!r} does not fit its header {shape}")
    if not all(w.dtype == np.float32 and np.isfinite(w).all() for w in weights.values()):
        raise ModelError(f"model {str(path)!r} holds weights that are not finite float32")
    return shape, lineage, weights


def load_model(path: Path) -> tuple[Network, dict[str, Any]]:
    """Return (network, lineage) of a model file, to learn on; raises as :func:`read_weights`."""
    import torch

    from engine.evaluation.network.network import Network

    shape, lineage, weights = read_weights(path)
    network = Network(shape)
    network.load_state_dict({name: torch.from_numpy(w) for name, w in weights.items()})
    return network, lineage


def load_network(name: str = "default") -> CompiledNetwork:
    """Return the evaluator of a shipped model or of a model file, by name or path.

    Raises :class:`ModelError` as :func:`find_model` and :func:`read_weights` do.
    """
    path = find_model(name)
    _, _, weights = read_weights(path)
    return CompiledNetwork(weights, path.stem)
