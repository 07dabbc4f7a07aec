"""The bytes of an .xg file as eXtreme Gammon lays them out, as far as readers need them.

Format: extremegammon.com/XGformat.aspx.
"""

import struct
import zlib

from engine.rules.board import BAR, mirror
from engine.rules.plays import apply_play
from engine.rules.record import Word
from engine.rules.session import replay

RECORD, HEADER = 2560, 8232
MATCH, GAME, CUBE, MOVE, GAME_END, MATCH_END = range(6)


def record(kind, *fields):
    data = bytearray(RECORD)
    data[8] = kind
    for form, offset, *values in fields:
        struct.pack_into(f"<{form}", data, offset, *values)
    return bytes(data)


def pascal(text):
    return f"{len(text) + 1}s", bytes([len(text)]) + text.encode("latin-1")


def xg_bytes(match):
    """Return the file; the match has doubles, takes and drops, but no beavers."""
    records = [match_record(match.rules, match.players)]
    for number, game in enumerate(match.games, 1):
        records.append(
            record(GAME, ("2i", 12, *game.score), ("B", 20, game.crawford), ("i", 48, number))
        )
        doubler = None
        for turn, action in zip(replay(game, match.rules), game.actions, strict=False):
            sign = 1 if action.side == 0 else -1
            if action.choice is Word.DOUBLE:
                doubler = sign
            elif action.choice in (Word.TAKE, Word.DROP):
                take = int(action.choice is Word.TAKE)
                records.append(record(CUBE, ("3i", 12, doubler, 1, take)))
            elif isinstance(action.choice, tuple):
                records.append(move_record(turn.position.board, action, sign))
        records.append(
            record(
                GAME_END,
                ("2i", 12, *game.score_after),
                ("3i", 24, 1 if game.winner == 0 else -1, game.points, 0),
            )
        )
    records.append(record(MATCH_END, ("2i", 12, *match.score)))
    return packed(records)


def packed(records):
    """The file of some records."""
    return b"RGMH".ljust(HEADER, b"\0") + zlib.compress(b"".join(records))


def match_record(rules, players):
    """The match, of two names."""
    return record(
        MATCH,
        *[(f, at, t) for (f, t), at in zip(map(pascal, players), (9, 50), strict=True)],
        ("i", 92, rules.length or 99999),
        ("3B", 100, rules.crawford, rules.jacoby, rules.beavers),
        ("d", 128, 45000.5),
        ("i", 612, 10),
    )


def xgp_bytes(position):
    """An .xgp file of a position with dice, or before the roll."""
    match = position.match
    bottom = position.on_roll == 1
    board = position.board if bottom else mirror(position.board)
    score = match.score if bottom else match.score[::-1]
    sign = 1 if bottom else -1
    cube = (match.cube.bit_length() - 1) * int(match.owner) * sign
    decision = [record(CUBE, ("i", 12, sign), ("i", 32, cube), ("26b", 36, *board))]
    if position.dice:
        move = (("26b", 9, *board), ("i", 64, sign), ("2i", 100, *position.dice), ("i", 108, cube))
        decision.append(record(MOVE, *move))
    game = record(GAME, ("2i", 12, *score), ("B", 20, match.crawford), ("i", 48, 1))
    return packed([match_record(match.rules, ("Ann", "Bob")), game, *decision])


def move_record(board, action, sign):
    """A move and its only candidate, both from the first player's side."""
    after = apply_play(board, action.choice)
    before, after = (b if sign == 1 else mirror(b) for b in (board, after))
    pairs = [p for a, b in action.choice for p in (BAR - 1 if a == BAR else a - 1, b - 1)]
    pairs += [-1] * (8 - len(pairs))
    return record(
        MOVE,
        ("26b", 9, *before),
        ("26b", 35, *after),
        ("i", 64, sign),
        ("2i", 100, *action.roll),
        ("i", 120, 1),
        ("26b", 192, *after),
        ("8b", 1024, *pairs),
        ("d", 2312, -1000.0),
        ("d", 2320, -1000.0),
    )
