"""What the commands have said about the game: rules, score, cube, turn, board and dice.

Players are absolute here, p0 and p1; a board is seen by the one whose turn it is.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from engine.formats.notation import read_gnubg_id, read_xgid
from engine.formats.notation.error import whole_number
from engine.rules.board import Board
from engine.rules.dice import Roll
from engine.rules.match import MatchError, MatchState, Owner, Rules
from engine.rules.position import Pending, Position
from engine.serve.ubgi.error import UbgiError, bad_argument

_SWITCH = {"on": True, "off": False}
_OWNERS = {"center": None, "centre": None, "p0": 0, "p1": 1}
_LONGEST_MATCH = 32767
_LARGEST_CUBE = 1 << 14


@dataclass(frozen=True, slots=True)
class Context:
    """The game as far as it is known; each command returns a changed one."""

    rules: Rules = field(default_factory=Rules)
    score: tuple[int, int] = (0, 0)
    """Of (p0, p1)."""
    crawford: bool = False
    """This is the Crawford game."""
    cube: int = 1
    owner: int | None = None
    """0, 1, or None for a centred cube."""
    turn: int = 0
    board: Board | None = None
    """``int8 [26]``, seen by the player whose turn it is."""
    dice: Roll | None = None
    pending: Pending = Pending.NOTHING

    def newgame(self) -> Context:
        """Return the context before a new game: same rules and score, nothing else."""
        return Context(self.rules, self.score, self.crawford)

    def newsession(self, words: list[str]) -> Context:
        """Return the context of a new session: ``type money|match length N ...``."""
        values = _pairs(words, ("type", "length", "jacoby", "crawford"))
        kind = _one_of("type", values.get("type", ""), ("money", "match"))
        length = whole_number(values.get("length", "0"), "length", 0, _LONGEST_MATCH)
        if (kind == "match") != (length > 0):
            raise bad_argument(f"a {kind} session of length {length}: money 0, match 1 or more")
        jacoby = _SWITCH[_one_of("jacoby", values.get("jacoby", "off"), _SWITCH)]
        crawford = _SWITCH[_one_of("crawford", values.get("crawford", "on"), _SWITCH)]
        rules = Rules(length, crawford=crawford, jacoby=jacoby and not length)
        first = MatchState.first(rules)
        return Context(rules, crawford=first.crawford)

    def setscore(self, words: list[str]) -> Context:
        """Return the context at a score.

        Nobody says which game is the Crawford game, so it follows: the first score of the session
        at which a player is 1 point away is that of the Crawford game, a later one is after it.
        """
        if len(words) != 2:
            raise bad_argument("setscore: two numbers are accepted, the points of p0 and p1")
        scores = [whole_number(word, "score", 0, _LONGEST_MATCH) for word in words]
        length = self.rules.length
        score = (scores[0], scores[1])
        if length and max(score) >= length:
            raise bad_argument(f"score {score[0]}-{score[1]}: below {length} is accepted")
        reached = length > 0 and max(score) == length - 1
        was_reached = length > 1 and max(self.score) == length - 1
        same = score == self.score
        crawford = self.rules.crawford and reached and (self.crawford if same else not was_reached)
        return replace(self, score=score, crawford=crawford)

    def setcube(self, words: list[str]) -> Context:
        """Return the context with a cube: ``value N owner center|p0|p1``."""
        values = _pairs(words, ("value", "owner"))
        cube = whole_number(values.get("value", ""), "cube", 1, _LARGEST_CUBE)
        if cube & (cube - 1):
            raise bad_argument(f"cube {cube}: a power of two is accepted")
        owner = _OWNERS[_one_of("owner", values.get("owner", ""), _OWNERS)]
        # A cube that has been turned tells that this is not the Crawford game.
        crawford = self.crawford and cube == 1 and owner is None
        return replace(self, cube=cube, owner=owner, crawford=crawford)

    def setturn(self, words: list[str]) -> Context:
        """Return the context with ``p0`` or ``p1`` to play."""
        name = _one_of("turn", words[0] if len(words) == 1 else "", ("p0", "p1"))
        return replace(self, turn=int(name[1]))

    def position(self, words: list[str]) -> Context:
        """Return the context with a board: ``gnubgid ID``, ``gnubgid ID:MATCHID``, ``xgid ...``.

        A position ID is a board and nothing more: the dice must come again.  The other two say
        all there is to say.
        """
        if len(words) != 2 or words[0] not in ("gnubgid", "xgid"):
            raise bad_argument("position gnubgid ID and position xgid XGID are accepted")
        kind, text = words
        if kind == "xgid":
            return self.of(read_xgid(text))
        read = read_gnubg_id(text)
        if ":" in text:
            return self.of(read)
        return replace(self, board=read.board, dice=None, pending=Pending.NOTHING)

    def of(self, position: Position) -> Context:
        """Return the context that a whole position states."""
        if position.resignation:
            raise bad_argument("a position in which a resignation is offered is not accepted")
        state, turn = position.match, position.on_roll
        owners = {Owner.CENTRED: None, Owner.MINE: turn, Owner.OPPONENT: 1 - turn}
        return Context(
            state.rules,
            state.score if turn == 0 else state.score[::-1],
            state.crawford,
            state.cube,
            owners[state.owner],
            turn,
            position.board,
            position.dice,
            position.pending,
        )

    def roll(self, words: list[str]) -> Context:
        """Return the context with dice."""
        dice = [whole_number(word, "die", 1, 6) for word in words]
        if len(dice) != 2:
            raise bad_argument("dice: two numbers of 1 to 6 are accepted")
        return replace(self, dice=(dice[0], dice[1]))

    def as_position(self) -> Position:
        """Return the position; raises :class:`UbgiError` when something is missing or amiss."""
        if self.board is None:
            raise UbgiError("missing_context", "no position has been given")
        sign = {None: Owner.CENTRED, self.turn: Owner.MINE, 1 - self.turn: Owner.OPPONENT}
        score = self.score if self.turn == 0 else self.score[::-1]
        try:
            state = MatchState(self.rules, score, self.cube, sign[self.owner], self.crawford)
        except MatchError as error:
            raise UbgiError("missing_context", str(error)) from error
        return Position(self.board, state, self.dice, self.turn, self.pending)


def _pairs(words: list[str], names: tuple[str, ...]) -> dict[str, str]:
    """Return ``name value name value`` as a dictionary."""
    if len(words) % 2 or not set(words[::2]) <= set(names):
        raise bad_argument(f"{' VALUE, '.join(names)} VALUE are accepted")
    return dict(zip(words[::2], words[1::2], strict=True))


def _one_of(name: str, value: str, accepted: Collection[str]) -> str:
    if value not in accepted:
        raise bad_argument(f"{name} {value[:40]!r}: {', '.join(accepted)} are accepted")
    return value
