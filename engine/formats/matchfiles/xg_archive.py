"""The container of eXtreme Gammon's .xg and .xgp files, and the one position of an .xgp file.

Format: extremegammon.com/XGformat.aspx.  A header with a thumbnail is followed by zlib archives;
the first holds records of one size.  Boards are seen by the first player, whose checkers are
positive, whoever is to move; he is the lower player of an XGID.
"""

from __future__ import annotations

import struct
import zlib

import numpy as np

from engine.formats.matchfiles.error import MatchFileError
from engine.rules.board import BAR, OPPONENT_BAR, Board, BoardError, mirror, validate
from engine.rules.dice import Roll
from engine.rules.match import MatchError, MatchState, Owner, Rules
from engine.rules.position import Position

MAGIC = b"RGMH"
MONEY = 99999
"""The match length of a money session."""

_HEADER, _RECORD = 8232, 2560
_THUMBNAIL_SIZE, _KIND = 20, 8
_MOST_BYTES = 1 << 27
_MATCH, _GAME, _CUBE, _MOVE = range(4)


def xg_records(data: bytes) -> list[bytes]:
    """Return the records of a whole file; one that breaks off is refused."""
    if not data.startswith(MAGIC):
        raise MatchFileError("an eXtreme Gammon file, which begins with RGMH, was expected")
    thumbnail = int.from_bytes(data[_THUMBNAIL_SIZE : _THUMBNAIL_SIZE + 4], "little")
    archive = zlib.decompressobj()
    try:
        content = archive.decompress(data[_HEADER + thumbnail :], _MOST_BYTES)
    except zlib.error as error:
        raise MatchFileError(f".xg: a zlib archive was expected, {error}") from error
    if not archive.eof:
        raise MatchFileError(".xg: the file breaks off, or is larger than any match")
    if not content or len(content) % _RECORD:
        raise MatchFileError(f".xg: records of {_RECORD} bytes were expected")
    return [content[at : at + _RECORD] for at in range(0, len(content), _RECORD)]


def read_xgp(data: bytes) -> Position:
    """Return the position of an .xgp file: before the roll, or with dice when a play is asked.

    A cube record next to a move record only says what was decided before the roll.
    """
    records = {record[_KIND]: record for record in reversed(xg_records(data))}
    decision = records.get(_MOVE, records.get(_CUBE))
    if _MATCH not in records or _GAME not in records or decision is None:
        raise MatchFileError(".xgp: a match, a game and one decision were expected")
    is_move = decision[_KIND] == _MOVE
    (active,) = struct.unpack_from("<i", decision, 64 if is_move else 12)
    counts = struct.unpack_from("<26b", decision, 9 if is_move else 36)
    (cube,) = struct.unpack_from("<i", decision, 108 if is_move else 32)
    first = active == 1
    try:
        board = _board(counts)
        match = _match(records[_MATCH], records[_GAME], cube)
    except (BoardError, MatchError) as error:
        raise MatchFileError(f".xgp: {error}") from error
    return Position(
        board if first else mirror(board),
        match if first else match.mirror(),
        _dice(decision) if is_move else None,
        on_roll=int(first),
    )


def _board(counts: tuple[int, ...]) -> Board:
    """Return the board seen by the first player; bars are told by their sign, not their index."""
    board = np.array(counts, dtype=np.int64)
    bars = (board[OPPONENT_BAR], board[BAR])
    board[BAR] = sum(max(count, 0) for count in bars)
    board[OPPONENT_BAR] = sum(min(count, 0) for count in bars)
    return validate(board)


def _match(header: bytes, game: bytes, cube: int) -> MatchState:
    """Return the match seen by the first player; the cube's sign tells its owner."""
    (length,) = struct.unpack_from("<i", header, 92)
    length = 0 if length == MONEY else length
    score = struct.unpack_from("<2i", game, 12)
    if abs(cube) > 14:
        raise MatchFileError(f".xgp: cube exponent {cube}, -14 to 14 were expected")
    return MatchState(
        Rules(
            length=length,
            crawford=bool(header[100]) or length == 0,
            jacoby=length == 0 and bool(header[101]),
            beavers=length == 0 and bool(header[102]),
        ),
        (score[0], score[1]),
        1 << abs(cube),
        Owner((cube > 0) - (cube < 0)),
        crawford=length > 0 and bool(game[20]),
    )


def _dice(move: bytes) -> Roll:
    """Return the dice of a move record."""
    first, second = struct.unpack_from("<2i", move, 100)
    if not (1 <= first <= 6 and 1 <= second <= 6):
        raise MatchFileError(f".xgp: dice {first} and {second}, 1 to 6 were expected")
    return first, second
