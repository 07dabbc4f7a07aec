"""Match files of other programs, read into records that the rules have been checked against."""

from engine.matchfiles.error import MatchFileError
from engine.matchfiles.files import parse_matches, read_match, read_matches, write_match
from engine.matchfiles.mat_reader import read_mat
from engine.matchfiles.mat_writer import write_mat
from engine.matchfiles.sgf_reader import read_sgf
from engine.matchfiles.sgf_writer import write_sgf
from engine.matchfiles.xg_archive import read_xgp

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
