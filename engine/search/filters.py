"""Move filters: how many candidates go on from one depth to the next, as a data table.

A candidate is first evaluated shallowly; those that come near the best go deeper.  At least two
always do, so the two best candidates of a ranking have been evaluated equally deep.
"""

from __future__ import annotations

from dataclasses import dataclass

DEEPEST = 3
"""The deepest search that can be asked for, in plies."""

FEWEST = 2
"""Candidates that a stage of a ranking keeps however far the second is behind."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Evaluate at ``ply`` and keep what comes near the best."""

    ply: int
    most: int
    """The most candidates kept."""
    within: float
    """How far behind the best a candidate may be, in points."""


FILTERS: dict[str, dict[int, tuple[Stage, ...]]] = {
    "none": {0: (), 1: (), 2: (), 3: ()},
    "tiny": {
        0: (),
        1: (Stage(0, 5, 0.07),),
        2: (Stage(0, 5, 0.08),),
        3: (Stage(0, 5, 0.08), Stage(1, 2, 0.02)),
    },
    "normal": {
        0: (),
        1: (Stage(0, 8, 0.07),),
        2: (Stage(0, 8, 0.16), Stage(1, 4, 0.06)),
        3: (Stage(0, 8, 0.16), Stage(1, 4, 0.06), Stage(2, 2, 0.04)),
    },
    "large": {
        0: (),
        1: (Stage(0, 16, 0.32),),
        2: (Stage(0, 16, 0.32),),
        3: (Stage(0, 16, 0.32), Stage(2, 4, 0.08)),
    },
}
"""By name and by the depth asked for: the stages before it."""


def stages_of(name: str, ply: int) -> tuple[Stage, ...]:
    """Return the stages before a ``ply``-ply evaluation; ValueError lists what is accepted."""
    if name not in FILTERS:
        raise ValueError(f"move filter {name!r}: {', '.join(FILTERS)} are accepted")
    if not 0 <= ply <= DEEPEST:
        raise ValueError(f"{ply} plies: 0 to {DEEPEST} are accepted")
    return FILTERS[name][ply]
