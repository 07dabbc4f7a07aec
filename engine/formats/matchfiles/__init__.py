"""Match files of other programs, read into records that the rules have been checked against."""

from engine.formats.matchfiles.error import MatchFileError
from engine.formats.matchfiles.files import parse_matches, read_match, read_matches, write_match
from engine.formats.matchfiles.mat_reader import read_mat
from engine.formats.matchfiles.mat_writer import write_mat
from engine.formats.matchfiles.sgf_reader import read_sgf
from engine.formats.matchfiles.sgf_writer import write_sgf
from engine.formats.matchfiles.xg_archive import read_xgp

__all__ = [
    "MatchFileError",
    "parse_matches",
    "read_mat",
    "read_match",
    "read_matches",
    "read_sgf",
    "read_xgp",
    "write_mat",
    "write_match",
    "write_sgf",
]
