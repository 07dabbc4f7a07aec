"""GNU Backgammon's match ID (12 characters) and the pair ``PositionID:MatchID``.

Format: GNU Backgammon manual, "A technical description of the Match ID", and what its version
1.07.001 prints.  The key has 72 bits, the least significant first.  Players are absolute here: 0
is the upper one on GNU Backgammon's board, 1 the lower.  While a double is pending, the player
to decide differs from the player on roll; after a beaver the cube already has the value the
beaverer accepted, and is his.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass

from engine.formats.notation.error import NotationError
from engine.formats.notation.position_id import decoded, read_position_id, write_position_id
from engine.rules.board import Board
from engine.rules.match import MatchError, MatchState, Owner, Rules
from engine.rules.position import Pending, Position

LENGTH = 12
PLAYING = 1
_CENTRED = 3
_LAYOUT = {
    "cube_log": 4,
    "owner": 2,
    "on_roll": 1,
    "crawford": 1,
    "state": 3,
    "turn": 1,
    "doubled": 1,
    "resigned": 2,
    "die1": 3,
    "die2": 3,
    "length": 15,
    "score0": 15,
    "score1": 15,
    "jacoby_off": 1,
    "unused": 5,
}
_ACCEPTED = {Pending.BEAVER: 1, Pending.RACCOON: 2}
"""How often the cube has been turned already when the offer is made."""


@dataclass(frozen=True, slots=True)
class MatchId:
    """The fields of a match ID as they are written, in the order of their bits."""

    cube_log: int = 0
    owner: int = _CENTRED
    on_roll: int = 1
    crawford: int = 0
    state: int = PLAYING
    turn: int = 1
    doubled: int = 0
    resigned: int = 0
    die1: int = 0
    die2: int = 0
    length: int = 0
    score0: int = 0
    score1: int = 0
    jacoby_off: int = 0
    unused: int = 0


def write_gnubg_id(position: Position) -> str:
    """Return ``PositionID:MatchID``; raises NotationError for what a match ID cannot say."""
    return f"{write_position_id(position.board)}:{write_match_id(position)}"


def read_gnubg_id(text: str) -> Position:
    """Read a position ID, or ``PositionID:MatchID``.  Alone, the board is played for money."""
    position_id, colon, match_id = text.partition(":")
    board = read_position_id(position_id)
    return _position_of(board, _fields_of(match_id)) if colon else Position(board)


def write_match_id(position: Position) -> str:
    """Return the match ID of all but the board; raises NotationError for what it cannot say."""
    fields = _match_id_of(position)
    key = shift = 0
    for name, width in _LAYOUT.items():
        value = getattr(fields, name)
        if value >> width:
            raise NotationError(f"match ID: {name} {value} does not fit in {width} bits")
        key |= value << shift
        shift += width
    return base64.b64encode(key.to_bytes(LENGTH * 6 // 8, "little")).decode("ascii")


def _fields_of(text: str) -> MatchId:
    """Return the fields of a match ID, after checking each by itself."""
    if len(text) != LENGTH:
        raise NotationError(f"match ID: {LENGTH} characters are accepted, got {len(text)}")
    key = int.from_bytes(decoded(text, "match ID"), "little")
    values = {}
    for name, width in _LAYOUT.items():
        values[name] = key & ((1 << width) - 1)
        key >>= width
    fields = MatchId(**values)
    if fields.cube_log == 15:
        raise NotationError("match ID: cube exponent 15, 0 to 14 are accepted")
    if fields.owner == 2:
        raise NotationError("match ID: cube owner 2, accepted are 0, 1 and 3 (centred)")
    if fields.state > PLAYING:
        raise NotationError(
            f"match ID: game state {fields.state} is a finished game; 0 and 1 are accepted"
        )
    if max(fields.die1, fields.die2) > 6 or (fields.die1 == 0) != (fields.die2 == 0):
        raise NotationError(
            f"match ID: dice {fields.die1}-{fields.die2}, accepted are 0-0 or two of 1 to 6"
        )
    if fields.unused:
        raise NotationError("match ID: bits are set after bit 66")
    if fields.crawford and not fields.length:
        raise NotationError("match ID: the Crawford bit is set in money play")
    return fields


def _position_of(board: Board, fields: MatchId) -> Position:
    """Return the position that a board and a match ID's fields describe together."""
    pending, resignation = _offers_of(fields)
    cube, owner = 1 << fields.cube_log, _owner_of(fields)
    if pending in _ACCEPTED:  # Go back to the cube before the offer.
        if fields.cube_log < _ACCEPTED[pending]:
            raise NotationError(f"match ID: a cube at {cube} cannot have been beavered")
        cube >>= _ACCEPTED[pending]
        owner = Owner.CENTRED if cube == 1 else Owner.MINE
    score = (fields.score0, fields.score1)
    try:
        rules = Rules(
            length=fields.length,
            jacoby=not fields.length and not fields.jacoby_off,
            beavers=pending in _ACCEPTED,
            raccoons=pending == Pending.RACCOON,
        )
        match = MatchState(
            rules, score if fields.on_roll == 0 else score[::-1], cube, owner, bool(fields.crawford)
        )
    except MatchError as error:
        raise NotationError(f"match ID: {error}") from error
    if pending != Pending.NOTHING and (fields.die1 or match.crawford):
        reason = "the dice are rolled" if fields.die1 else "this is the Crawford game"
        raise NotationError(f"match ID: a double is pending although {reason}")
    dice = (fields.die1, fields.die2) if fields.die1 else None
    return Position(board, match, dice, fields.on_roll, pending, resignation)


def _owner_of(fields: MatchId) -> Owner:
    """Return who owns the cube, seen by the player on roll."""
    if fields.owner == _CENTRED:
        return Owner.CENTRED
    return Owner.MINE if fields.owner == fields.on_roll else Owner.OPPONENT


def _offers_of(fields: MatchId) -> tuple[Pending, int]:
    """Return the pending offer and the resignation (negative: by the player not on roll)."""
    on_roll_decides = (fields.turn == fields.on_roll) != (fields.resigned > 0)
    if not fields.doubled:
        if not on_roll_decides and not fields.resigned:
            raise NotationError(
                "match ID: the turn bit differs from the player on roll, which is accepted "
                "only while a double or a resignation is pending"
            )
        return Pending.NOTHING, fields.resigned if on_roll_decides else -fields.resigned
    resignation = fields.resigned if on_roll_decides else -fields.resigned
    if _owner_of(fields) == Owner.OPPONENT:
        return (Pending.BEAVER if on_roll_decides else Pending.RACCOON), resignation
    if on_roll_decides:
        raise NotationError("match ID: a double is pending but the doubler is to decide")
    return Pending.DOUBLE, resignation


def _match_id_of(position: Position) -> MatchId:
    """Return the fields that say all of ``position`` but the board."""
    match, pending = position.match, position.pending
    on_roll_decides = pending in (Pending.NOTHING, Pending.BEAVER)
    cube_log, owner = match.cube.bit_length() - 1, match.owner
    if pending in _ACCEPTED:
        if owner == Owner.CENTRED and cube_log:
            raise NotationError(
                f"match ID: a beavered cube that was centred at {match.cube} cannot be written"
            )
        cube_log, owner = cube_log + _ACCEPTED[pending], Owner.OPPONENT
    if position.resignation:
        if pending != Pending.NOTHING and (position.resignation > 0) != on_roll_decides:
            raise NotationError(
                "match ID: while a double is pending only the player to decide can resign"
            )
        on_roll_decides = position.resignation < 0
    score = match.score if position.on_roll == 0 else match.score[::-1]
    first, second = position.dice or (0, 0)
    return MatchId(
        cube_log=cube_log,
        owner=_CENTRED if owner == Owner.CENTRED else position.on_roll ^ (owner != Owner.MINE),
        on_roll=position.on_roll,
        crawford=int(match.crawford),
        turn=position.on_roll ^ (not on_roll_decides),
        doubled=int(pending != Pending.NOTHING),
        resigned=abs(position.resignation),
        die1=first,
        die2=second,
        length=match.rules.length,
        score0=score[0],
        score1=score[1],
        jacoby_off=int(not match.rules.jacoby),
    )
