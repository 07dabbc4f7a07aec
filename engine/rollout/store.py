"""The file that a rollout is resumed from."""

from __future__ import annotations

import io
import json
import os
import zipfile
from pathlib import Path

import numpy as np

from engine.rollout.rollout import Record, Rollout
from engine.rollout.trials import COLUMNS, Outcomes
from engine.search.search import Search

FORMAT = 1


def description_of(rollout: Rollout) -> dict[str, object]:
    """Return, as plain data, everything that the trials of ``rollout`` depend on."""
    play, boards = rollout.play, np.stack([start.board for start in rollout.starts])
    search = play.search
    probe = search.evaluator.evaluate(boards)
    cube = {"cube": search.valuation.cube} if search.valuation.cubeful else {}
    return {
        "format": FORMAT,
        "evaluator": search.evaluator.name,
        # Two networks of one name differ in what they make of the first board.
        "evaluates to": [round(float(p), 4) for p in probe[0]],
        "shortlist": _shortlist_of(search),
        "value": search.valuation.name,
        **cube,
        "level": search.settings.level,
        "filter": search.settings.filter,
        "luck": [play.luck.settings.level, _shortlist_of(play.luck)],
        "turns": play.turns,
        "seed": play.seed,
        "positions": [board.tolist() for board in boards],
        "matches": [repr(start.match) for start in rollout.starts],
        "cube first": [start.cube_first for start in rollout.starts],
    }


def _shortlist_of(search: Search) -> list[object] | None:
    scout = search.shortlist
    return None if scout is None else [scout.scout.name, scout.most, scout.within]


def save(path: Path, rollout: Rollout, record: Record) -> None:
    """Write the trials played so far, atomically."""
    buffer = io.BytesIO()
    np.savez_compressed(
        buffer,
        description=np.array(json.dumps(description_of(rollout))),
        plain=record.outcomes.plain,
        reduced=record.outcomes.reduced,
    )
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        temporary.write_bytes(buffer.getvalue())
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def load(path: Path, rollout: Rollout) -> Record:
    """Return the trials of an earlier run of the same rollout; none when there is no file.

    Raises:
        ValueError: the file is damaged, or holds a rollout with other settings.
    """
    if not path.exists():
        return Record.empty(len(rollout.starts))
    try:
        with np.load(path, allow_pickle=False) as file:
            description = json.loads(str(file["description"]))
            outcomes = Outcomes(file["plain"], file["reduced"])
    except (ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise ValueError(f"{str(path)!r} is damaged or no rollout file") from error
    for key, ours in description_of(rollout).items():
        if description.get(key) != ours:
            raise ValueError(
                f"{str(path)!r} holds another rollout: {key} {description.get(key)}, now {ours}"
            )
    shape = outcomes.plain.shape
    if outcomes.reduced.shape != shape or shape[::2] != (len(rollout.starts), COLUMNS):
        raise ValueError(f"{str(path)!r} is damaged: its trials have the shape {shape}")
    return Record(outcomes)
