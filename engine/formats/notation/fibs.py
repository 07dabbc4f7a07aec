"""The FIBS board line, which FIBS sends to its clients and GNU Backgammon to external players.

Format: fibs.com/fibs_interface.html, "board state", and what GNU Backgammon 1.07.001 sends.
Two names and at least 50 numbers follow ``board:``.  Checkers are absolute, positive for O (colour
1) and negative for X (-1); the direction says which way the player "you" moves.  While a double is
pending the turn is the doubler's.
"""

from __future__ import annotations

import numpy as np

from engine.formats.notation.error import NotationError, whole_number
from engine.rules.board import BAR, OPPONENT_BAR, SLOTS, BoardError, validate
from engine.rules.dice import Roll
from engine.rules.match import MatchError, MatchState, Owner, Rules
from engine.rules.position import Pending, Position

PREFIX = "board:"
UNLIMITED = 9999
"""FIBS's match length for money play."""
_BOARD = [f"point {slot}" for slot in range(SLOTS)]
_NAMES = (
    *("length", "score", "opponent's score"),
    *_BOARD,
    *("turn", "die 1", "die 2", "opponent's die 1", "opponent's die 2"),
    *("cube", "may double", "opponent may double", "was doubled", "colour", "direction"),
    *("home", "bar", "on home", "opponent on home", "on bar", "opponent on bar"),
    *("can move", "forced", "did Crawford", "redoubles"),
)
_MOST_NUMBERS = 53
_LIMITS = {
    "length": (0, 32767),
    "score": (0, 32767),
    "opponent's score": (0, 32767),
    "turn": (-1, 1),
    "cube": (1, 1 << 14),
    "colour": (-1, 1),
    "direction": (-1, 1),
} | {name: (0, 6) for name in ("die 1", "die 2", "opponent's die 1", "opponent's die 2")}
_FLAGS = ("may double", "opponent may double", "was doubled")


def read_fibs_line(text: str) -> Position:
    """Read ``board:you:opponent:...``; the names are ignored.  ``on_roll`` is 1 when O rolls."""
    words = text.removeprefix(PREFIX).split(":")
    numbers = len(words) - 2
    if not len(_NAMES) <= numbers <= _MOST_NUMBERS:
        raise NotationError(
            f"FIBS board: {len(_NAMES)} to {_MOST_NUMBERS} numbers after the two names are "
            f"accepted, got {max(numbers, 0)}"
        )
    fields = {name: _number(name, word) for name, word in zip(_NAMES, words[2:], strict=False)}
    turn = fields["turn"]
    if turn == 0:
        raise NotationError("FIBS turn 0: the game is over, 1 and -1 are accepted")
    own_turn = turn == fields["colour"]
    direction = fields["direction"] if own_turn else -fields["direction"]
    counts = np.array([fields[name] for name in _BOARD], dtype=np.int64) * turn
    try:
        board = validate(counts if direction == -1 else counts[::-1])
        match, pending = _match_of(fields, own_turn)
    except (BoardError, MatchError) as error:
        raise NotationError(f"FIBS board: {error}") from error
    dice = _dice_of(fields, own_turn)
    if pending != Pending.NOTHING:
        dice = None
    return Position(board, match, dice, int(turn == 1), pending)


def write_fibs_line(position: Position, you: str = "you", opponent: str = "opponent") -> str:
    """Return the board line seen by the player on roll, whose name is ``you``.

    He moves from 24 to 1, and his colour is O when ``on_roll`` is 1.  Dice are in both pairs and
    the last two flags (post-Crawford, not Crawford) are as GNU Backgammon writes them.
    """
    match, pending = position.match, position.pending
    if position.resignation or pending == Pending.RACCOON:
        offer = "resignation" if position.resignation else "raccoon"
        raise NotationError(f"FIBS board: a pending {offer} cannot be written")
    if set(you + opponent) & set(": \n\r\0") or not (you and opponent):
        raise NotationError("FIBS name: one word without a colon is accepted")
    colour = 1 if position.on_roll == 1 else -1
    dice = position.dice or (0, 0)
    cube, owner = match.cube, match.owner
    if pending == Pending.BEAVER:
        cube, owner = 2 * cube, Owner.OPPONENT
    post = match.rules.length > 0 and match.post_crawford
    bar, opponent_bar = int(position.board[BAR]), -int(position.board[OPPONENT_BAR])
    numbers = [
        *(match.rules.length, *match.score),
        *(int(n) * colour for n in position.board),
        *(colour, *dice, *dice, cube),
        *(int(owner != Owner.OPPONENT), int(owner != Owner.MINE), int(pending != Pending.NOTHING)),
        *(colour, -1, 0, BAR, 0, 0, bar, opponent_bar, 0, 0, int(post), int(not match.crawford)),
    ]
    return PREFIX + ":".join([you, opponent, *map(str, numbers)])


def _number(name: str, word: str) -> int:
    """Return one field, or name it in the error."""
    low, high = (-15, 15) if name in _BOARD else _LIMITS.get(name, (-99999, 99999))
    if name in _FLAGS:
        low, high = 0, 1
    value = whole_number(word, f"FIBS {name}", low, high)
    if name in ("colour", "direction") and value == 0:
        raise NotationError(f"FIBS {name} 0: 1 and -1 are accepted")
    return value


def _dice_of(fields: dict[str, int], own_turn: bool) -> Roll | None:
    """Return the dice of the player whose turn it is, or None before his roll."""
    whose = "" if own_turn else "opponent's "
    first, second = fields[f"{whose}die 1"], fields[f"{whose}die 2"]
    if (first == 0) != (second == 0):
        raise NotationError(f"FIBS dice {first}-{second}: 0-0 or two of 1 to 6 are accepted")
    return (first, second) if first else None


def _match_of(fields: dict[str, int], own_turn: bool) -> tuple[MatchState, Pending]:
    """Return the match state seen by the player on roll, and the offer that is pending."""
    length = 0 if fields["length"] == UNLIMITED else fields["length"]
    score = (fields["score"], fields["opponent's score"])
    mine, his = fields["may double"], fields["opponent may double"]
    if not own_turn:
        score, mine, his = score[::-1], his, mine
    # Both may double: centred.  Neither may: a Crawford game, or nobody is asked at the moment.
    cube, owner = fields["cube"], Owner(mine - his)
    pending = Pending.DOUBLE if fields["was doubled"] else Pending.NOTHING
    if pending == Pending.DOUBLE and owner == Owner.OPPONENT and not length and cube > 1:
        # The taker already owns the cube: he has accepted and redoubled at once.  "You" are asked:
        # the one on roll about a beaver, his opponent about the raccoon that answered it.
        pending, turns = (Pending.BEAVER, 2) if own_turn else (Pending.RACCOON, 4)
        cube = max(cube // turns, 1)
        owner = Owner.CENTRED if cube == 1 else Owner.MINE
    one_away = bool(length) and max(score) == length - 1
    crawford = one_away and not (fields["did Crawford"] or fields["redoubles"])
    beavered = pending in (Pending.BEAVER, Pending.RACCOON)
    rules = Rules(length=length, beavers=beavered, raccoons=pending == Pending.RACCOON)
    match = MatchState(rules, score, cube, owner, crawford)
    if pending == Pending.DOUBLE and (owner == Owner.OPPONENT or crawford):
        reason = "this is the Crawford game" if crawford else "the doubler does not own the cube"
        raise NotationError(f"FIBS was doubled 1: {reason}")
    return match, pending
