"""A short .mat text to vary, and what is asked of how it is read."""

import pytest

from engine.formats.matchfiles import MatchFileError, read_mat

HEAD = " 5 point match\n\n Game 1\n Ann : 0                        Bob : 0\n"
PLAIN = (
    HEAD
    + """  1) 31: 8/5 6/5                 42: 8/4 6/4
  2)  Doubles => 2                Takes
  3) 65: 24/13                   66: 24/18(2) 13/7(2)
"""
)


def one(text):
    (match,) = read_mat(text)
    return match


def refused(text, reason, line):
    with pytest.raises(MatchFileError, match=r"^[^\n]+$") as error:
        read_mat(text)
    assert reason in str(error.value)
    assert error.value.line == line
