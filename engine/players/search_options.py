"""The options behind a player's name: ``model:default?ply=2&filter=tiny``.

========== ===================================================================================
``ply``    plies to search, 0 to 3
``filter`` which candidates are searched: none, tiny, normal or large
``scout``  the small network that shortlists replies inside the tree: a name or path, ``none``,
           or ``beside`` (unless told otherwise): the ``scout.safetensors`` or
           ``small.safetensors`` that lies with the model, where there is one
``cube``   another player who turns the cube, such as ``pip`` (a race formula); unless told
           otherwise ``own``
========== ===================================================================================

Our networks, and who searches, answer exactly in the bear-offs that
:mod:`engine.evaluation.bearoff` knows.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.search.filters import DEEPEST, stages_of

SCOUT_FILES = ("scout.safetensors", "small.safetensors")
"""What a scout is called in a run folder, and among the shipped models."""
BESIDE, NONE = "beside", "none"
OWN = "own"


class BadOption(ValueError):
    """An option that no player has, or a value it cannot take."""


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How a named player searches."""

    ply: int = 0
    filter: str = "normal"
    scout: str = BESIDE
    cube: str = OWN

    @property
    def searches(self) -> bool:
        """Whether anything asks for more than the network itself."""
        return self.ply > 0 or self.scout not in (BESIDE, NONE)

    def scout_of(self, model: str) -> str | None:
        """Return the name of the scout of ``model`` (``model:NAME``), or None."""
        kind, _, name = model.partition(":")
        if self.scout == NONE or (self.scout == BESIDE and kind != "model"):
            return None
        if self.scout != BESIDE:
            return f"model:{self.scout}"
        from engine.evaluation.network.modelfile import find_model

        path = find_model(name)
        for file in SCOUT_FILES:
            scout = path.with_name(file)
            if scout.is_file() and scout != path:
                return f"model:{scout}"
        return None


def read_options(text: str) -> SearchOptions:
    """Return the options of ``ply=2&filter=tiny``; raises :class:`BadOption`."""
    values = {"ply": "0", "filter": "normal", "scout": BESIDE, "cube": OWN}
    for word in text.split("&") if text else ():
        key, _, value = word.partition("=")
        if key not in values or not value:
            raise BadOption(
                f"{word!r}: ?ply=0 to ?ply={DEEPEST}, filter=, scout= and cube= are accepted"
            )
        values[key] = value
    if values["ply"] not in map(str, range(DEEPEST + 1)):
        raise BadOption(f"{values['ply']!r} plies: ?ply=0 to ?ply={DEEPEST} are accepted")
    options = SearchOptions(int(values["ply"]), values["filter"], values["scout"], values["cube"])
    try:
        stages_of(options.filter, options.ply)
    except ValueError as error:
        raise BadOption(str(error)) from error
    return options
