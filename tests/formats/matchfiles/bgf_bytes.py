"""The bytes of a .bgf file as BGBlitz lays them out, as far as readers need them.

A line of JSON, then gzip around Smile, a binary form of JSON.  Formats: the documentation of
kevung/bgfparser; github.com/FasterXML/smile-format-specification.
"""

import gzip
import json

from engine.rules.board import start
from engine.rules.record import Resign, Word

NOBODY = [-1] * 4
HEADER = {"format": "BGF", "version": "1.0", "compress": True, "useSmile": True}


def bgf_bytes(match):
    """Return the file; the match has doubles, takes and drops, but no beavers."""
    (green, red), final = match.players, match.score
    document = {
        "matchlen": match.rules.length,
        "nameGreen": green,
        "nameRed": red,
        "useCrawford": match.rules.crawford,
        "useJacoby": match.rules.jacoby,
        "finalGreen": final[0],
        "finalRed": final[1],
        "games": [game_of(game) for game in match.games],
    }
    return packed(document)


def packed(document):
    """The file of a document."""
    content = gzip.compress(b":)\n\0" + smile(document))
    return json.dumps(HEADER).encode() + b"\n" + content


def game_of(game):
    moves = []
    for action in game.actions:
        player = -1 if action.side == 0 else 1
        if action.choice is Word.DOUBLE:
            moves.append(cube_of(player))
        elif action.choice in (Word.TAKE, Word.DROP):
            decision = moves[-1]["equity"]["cubeDecision"]
            decision["hasAccepted"] = action.choice is Word.TAKE
            moves.append({"player": player, "from": NOBODY, "to": NOBODY})
        elif isinstance(action.choice, tuple):
            moves.append(move_of(player, action))
    return {
        "scoreGreen": game.score[0],
        "scoreRed": game.score[1],
        "isCrawford": game.crawford,
        "wonPoints": game.points,
        "wasResignation": any(isinstance(action.choice, Resign) for action in game.actions),
        # Points are numbered for red, and green's checkers are positive.
        "initial": {"points": [*map(int, start()[24:0:-1]), 0, 0], "cube": 1, "cubeOwner": 0},
        "moves": moves,
    }


def cube_of(player):
    decision = {"hasDoubled": True, "hasAccepted": False}
    equity = {"cubeDecision": decision}
    return {"player": player, "from": NOBODY, "to": NOBODY, "equity": equity}


def move_of(player, action):
    first, second = action.roll
    if not action.choice:  # A dance keeps its dice where the steps would be.
        origins, targets = [first, *NOBODY[1:]], [second, *NOBODY[1:]]
        return {"player": player, "from": origins, "to": targets, "dancingEquity": 0}
    steps = [*action.choice, *[(-1, -1)] * (4 - len(action.choice))]
    return {
        "player": player,
        "from": [origin for origin, _ in steps],
        "to": [target for _, target in steps],
        "red": first,
        "green": second,
    }


def smile(value):
    """The tokens of a value; short keys and texts, whole numbers, no shared names."""
    if value is None:
        return b"\x21"
    if isinstance(value, bool):
        return b"\x23" if value else b"\x22"
    if isinstance(value, int):
        zigzag = (value << 1) ^ (value >> 31)
        if zigzag < 32:
            return bytes([0xC0 + zigzag])
        digits = [zigzag & 0x3F | 0x80]
        while zigzag := zigzag >> 6:
            digits.insert(0, zigzag & 0x3F)
        return bytes([0x24, *digits])
    if isinstance(value, str):
        return bytes([0x3F + len(value)]) + value.encode("ascii") if value else b"\x20"
    if isinstance(value, list):
        return b"\xf8" + b"".join(map(smile, value)) + b"\xf9"
    fields = (bytes([0x7F + len(key)]) + key.encode() + smile(v) for key, v in value.items())
    return b"\xfa" + b"".join(fields) + b"\xfb"
