"""What is written beside a suite: how it was made, and how exact each class is."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.search.search import Search
from training.bench.suite.classes import CLASSES


def maker_of(player: str, search: Search) -> dict[str, Any]:
    """Return who rolls out: names, and of a network its games and the hash of its file.

    Where the file lies is left out: it says nothing to others.
    """
    scout = search.shortlist
    maker: dict[str, Any] = {
        "evaluator": search.evaluator.name,
        "scout": None if scout is None else scout.scout.name,
        "level": search.settings.level,
        "filter": search.settings.filter,
    }
    kind, _, rest = player.partition(":")
    name, _, options = rest.partition("?")
    if kind == "model":
        from engine.evaluation.network.modelfile import find_model, read_header

        path = find_model(name)
        maker["options"] = options
        maker["lineage"] = read_header(path)["lineage"]
        maker["sha256"] = hashlib.sha256(path.read_bytes()).hexdigest()
    return maker


def classes_in(lines: Sequence[dict[str, Any]]) -> dict[str, dict[str, float]]:
    """Return for each class how many decisions there are and how exact they are, points."""
    told = {}
    for name in CLASSES:
        some = [line for line in lines if line["class"] == name]
        if not some:
            continue
        candidates = [c for line in some for c in line["candidates"]]
        equities = [[c["equity"] for c in line["candidates"]] for line in some]
        told[name] = {
            "decisions": len(some),
            "candidates": len(candidates),
            "trials": round(float(np.mean([line["trials"] for line in some])), 1),
            "mean_standard_error": round(float(np.mean([c["se"] for c in candidates])), 5),
            "mean_gap_to_second": round(float(np.mean([e[0] - e[1] for e in equities])), 5),
        }
    return told


def as_text(classes: dict[str, dict[str, float]]) -> str:
    """Return the classes as a Markdown table."""
    rows = [
        "| class | decisions | candidates | trials each | standard error, points | gap to second |",
        "|---|---|---|---|---|---|",
    ]
    rows += [
        f"| {name} | {c['decisions']} | {c['candidates']} | {c['trials']:.0f} "
        f"| {c['mean_standard_error']:.4f} | {c['mean_gap_to_second']:.4f} |"
        for name, c in classes.items()
    ]
    return "\n".join(rows)
