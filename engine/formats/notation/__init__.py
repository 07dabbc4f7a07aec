"""How positions and plays are written: identifiers, play text, and the board for people."""

from engine.formats.notation.diagram import diagram
from engine.formats.notation.error import NotationError
from engine.formats.notation.fibs import read_fibs_line, write_fibs_line
from engine.formats.notation.gnubg_id import read_gnubg_id, write_gnubg_id, write_match_id
from engine.formats.notation.ogid import read_ogid, write_ogid
from engine.formats.notation.parse import parse_position
from engine.formats.notation.play_text import read_play, spell_play, write_play
from engine.formats.notation.position_id import read_position_id, write_position_id
from engine.formats.notation.xgid import read_xgid, write_xgid

__all__ = [
    "NotationError",
    "diagram",
    "parse_position",
    "read_fibs_line",
    "read_gnubg_id",
    "read_ogid",
    "read_play",
    "read_position_id",
    "read_xgid",
    "spell_play",
    "write_fibs_line",
    "write_gnubg_id",
    "write_match_id",
    "write_ogid",
    "write_play",
    "write_position_id",
    "write_xgid",
]
