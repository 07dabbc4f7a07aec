"""Plays as people write them: ``bar/22 13/7*(2) 6/off``, in the mover's numbering.

Writing is strict: one spelling for every play, with ``*`` only where a blot is hit.  Reading is
liberal: missing or extra ``*``, ``Bar`` or ``25``, ``off`` or ``0``, ``(2)``, chains such as
``24/18/13`` or just their ends, and any order; what is read must be a legal play all the same.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from engine.formats.notation.error import NotationError
from engine.rules.board import BAR, Board
from engine.rules.dice import Roll
from engine.rules.legality import explain_illegal
from engine.rules.plays import OFF, IllegalPlay, Play, Step, apply_play, legal_plays, steps_of

MOST_MOVES = 4
NO_PLAY = frozenset({"", "dance", "no play", "no move", "cannot move", "can't move", "pass", "-"})
"""What is read as a turn without a legal play."""
_NAMES = {"bar": BAR, "b": BAR, "off": OFF, "o": OFF, "home": OFF, "tray": OFF}
_POINT = r"(?:bar|off|home|tray|b|o|\d{1,2})\*?"
_MOVE = re.compile(rf"({_POINT}(?:[/-]{_POINT})+)(?:\((\d)\))?(\*?)", re.IGNORECASE)
_ACCEPTED = "moves such as 13/7*(2), bar/22, 24/18/13 or 6/off are accepted"


class Move(NamedTuple):
    """One checker moved by one die or more: the unit of play text."""

    origin: int
    target: int
    star: bool = False
    """The text says that a blot was hit on ``target``."""


def write_play(board: Board, play: Play) -> str:
    """Return the canonical text of ``play`` from ``board int8 [26]``; a dance is an empty text."""
    chains: list[list[tuple[int, bool]]] = []
    after = board
    for origin, target in play:
        hit = target != OFF and bool(after[target] == -1)
        after = apply_play(after, ((origin, target),))
        for chain in chains:
            if chain[-1][0] == origin:
                chain.append((target, hit))
                break
        else:
            chains.append([(origin, False), (target, hit)])
    # A stop on the way is told only when it hits.
    told = [(c[0], *(stop for stop in c[1:-1] if stop[1]), c[-1]) for c in chains]
    counts = Counter(tuple(point for point, _ in chain) for chain in told)
    stars = {point for chain in told for point, hit in chain if hit}
    words = []
    for points, count in sorted(counts.items(), reverse=True):
        names = [point_text(p) + ("*" if p in stars else "") for p in points]
        stars -= set(points)  # The first checker to arrive hits.
        words.append("/".join(names) + (f"({count})" if count > 1 else ""))
    return " ".join(words)


def spell_play(play: Play, bar: str = "bar", off: str = "off", board: Board | None = None) -> str:
    """Return every step by itself, ``bar/20 13/8 13/8``, for programs with simple parsers.

    With the ``board`` that the play starts from, hits get their ``*``.
    """
    words = []
    for origin, target in play:
        word = f"{bar if origin == BAR else origin}/{off if target == OFF else target}"
        if board is not None:
            word += "*" if target != OFF and board[target] == -1 else ""
            board = apply_play(board, ((origin, target),))
        words.append(word)
    return " ".join(words)


def point_text(point: int) -> str:
    """Return ``bar``, ``off`` or the number of a point."""
    return {BAR: "bar", OFF: "off"}.get(point) or str(point)


def read_play(text: str, board: Board, roll: Roll) -> Play:
    """Return the legal play of ``roll`` that ``text`` means.

    Raises NotationError when the text is no play at all, and IllegalPlay, saying which rule
    forbids it, when it is not legal from ``board int8 [26]``.
    """
    moves = read_moves(text)
    legal = {after.tobytes(): play for play, after in legal_plays(board, roll)}
    dice = (roll[0],) * 4 if roll[0] == roll[1] else tuple(roll)
    if direct := legal.get(_direct(board, dice, moves)):
        return direct
    best: Play | None = None
    fewest = len(moves) + MOST_MOVES + 1
    for after, hits in set(_ways(board, dice, tuple(moves))):
        wrong_stars = len(hits ^ {move.target for move in moves if move.star})
        if after in legal and wrong_stars < fewest:
            best, fewest = legal[after], wrong_stars
    if best is None:
        steps = tuple(step for move in moves for step in _steps(move, dice))
        refusal = explain_illegal(board, roll, steps) or "the rules of backgammon forbid it"
        raise IllegalPlay(f"{text.strip()[:60] or 'no play'}: {refusal}")
    return best


def read_moves(text: str) -> list[Move]:
    """Return the moves that ``text`` names, without asking whether they are legal."""
    words = re.sub(r"\s+(?=\()", "", text.strip())
    if words.lower().strip("().") in NO_PLAY:
        return []
    moves = []
    for word in re.split(r"[\s,;]+", words[:200]):
        match = _MOVE.fullmatch(word)
        if match is None:
            raise NotationError(f"play {word[:40]!r}: {_ACCEPTED}")
        stops = [(_point(stop.rstrip("*")), "*" in stop) for stop in re.split("[/-]", match[1])]
        stops[-1] = (stops[-1][0], stops[-1][1] or bool(match[3]))
        for (origin, _), (target, star) in pairwise(stops):
            if not BAR >= origin > target:
                raise NotationError(
                    f"play {word[:40]!r}: checkers move from 25 (bar) down to 0 (off), and "
                    f"{origin}/{target} does not"
                )
            moves.extend([Move(origin, target, star)] * int(match[2] or 1))
    if not 1 <= len(moves) <= MOST_MOVES:
        raise NotationError(f"play {text[:40]!r}: {len(moves)} moves, 1 to 4 are accepted")
    return moves


def _point(text: str) -> int:
    """Return the number of a point, 25 for the bar and 0 for off."""
    return _NAMES[text.lower()] if text.lower() in _NAMES else int(text)


def _direct(board: Board, dice: tuple[int, ...], moves: list[Move]) -> bytes:
    """Return the afterstate as bytes when each move takes one die, as in most files; else none."""
    steps = tuple(sorted(((move.origin, move.target) for move in moves), reverse=True))
    if not all(a - b in dice or (b == OFF and len(steps) == len(dice)) for a, b in steps):
        return b""
    try:
        return apply_play(board, steps).tobytes()
    except IllegalPlay:
        return b""


def _steps(move: Move, dice: tuple[int, ...]) -> list[Step]:
    """Return the steps of a move that takes several dice, to explain why it is refused."""
    if len(dice) == 2 and move.origin - move.target <= max(dice):
        return [(move.origin, move.target)]
    steps: list[Step] = []
    origin = move.origin
    for die in sorted(dice, reverse=True):
        if origin > move.target:
            steps.append((origin, max(origin - die, OFF)))
            origin = steps[-1][1]
    return steps if origin == move.target else [(move.origin, move.target)]


def _ways(
    board: Board, dice: tuple[int, ...], moves: tuple[Move, ...], hits: frozenset[int] = frozenset()
) -> Iterator[tuple[bytes, frozenset[int]]]:
    """Yield (afterstate as bytes, points where blots were hit) of every way to make ``moves``.

    Each move may need several dice, in any order, interleaved with the others.
    """
    if not moves:
        yield board.tobytes(), hits
        return
    counts = tuple(int(n) for n in board)
    for index, move in enumerate(moves):
        if move in moves[:index]:
            continue
        for die in set(dice):
            step: Step = (move.origin, max(move.origin - die, OFF))
            if step[1] < move.target or step not in set(steps_of(counts, die)):
                continue
            rest = moves[:index] + moves[index + 1 :]
            if step[1] > move.target:
                rest += (Move(step[1], move.target, move.star),)
            hit = {step[1]} if step[1] != OFF and board[step[1]] == -1 else set()
            left = list(dice)
            left.remove(die)
            yield from _ways(apply_play(board, (step,)), tuple(left), rest, hits | hit)
