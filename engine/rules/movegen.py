"""The vectorised move generator: all distinct afterstates of many boards and rolls in one call.

Compiled with numba; :mod:`engine.rules.plays` is the readable generator that tests hold it equal
to.

Steps are made in place and undone. Most boards (nobody on the bar, two checkers or more outside
home) need no search for duplicates: :func:`_open_field` knows which pairs of steps meet. For the
other boards with two different dice both orders are tried, and an additive 64-bit key (the sum
over the slots of count times a random number, so a step changes it by a few additions) finds the
duplicates; boards with equal keys are still compared. Doubles need no such check: with sources in
falling order every afterstate is reached exactly once, because each source has one step and these
steps are linearly independent.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numba
import numpy as np
import numpy.typing as npt

from engine.rules.board import BAR, CHECKERS, POINTS, SLOTS, Board

MOST_AFTERSTATES = 3060
"""Four steps of 15 checkers with sources in falling order: C(15 + 4 - 1, 4) at most."""

_HOME = 6
_TABLE = 1 << 13
_ZERO: Any = np.int64(0)
_ONE: Any = np.int64(1)
"""Numbers that numba takes for no literals: it compiles functions anew for every literal."""
_KEY_WEIGHTS = np.random.default_rng(24).integers(1, 2**63, SLOTS, dtype=np.uint64)


class _Scratch(NamedTuple):
    """Working memory of one thread."""

    keys: npt.NDArray[np.uint64]
    """The key of each afterstate of the current board."""
    entries: npt.NDArray[np.int64]
    """Hash table: generation * _TABLE + number of an afterstate; older generations are empty."""


@numba.njit(cache=True, nogil=True)
def _may_step(board: Board, source: int, die: int, outside: int) -> bool:
    """Whether the checker on ``source`` may move ``die``; ``outside``: own checkers above 6."""
    target = source - die
    if target > 0:
        return bool(board[target] >= -1)
    if outside > 0:
        return False
    if target < 0:
        for point in range(source + 1, _HOME + 1):
            if board[point] > 0:
                return False
    return True


@numba.njit(cache=True, nogil=True)
def _step(board: Board, source: int, die: int) -> bool:
    """Make the step in place; return whether it hit."""
    target = source - die
    board[source] -= 1
    if target <= 0:
        return False
    if board[target] < 0:
        board[target] = 1
        board[0] -= 1
        return True
    board[target] += 1
    return False


@numba.njit(cache=True, nogil=True)
def _undo(board: Board, source: int, die: int, hit: bool) -> None:
    """Take the step back."""
    target = source - die
    board[source] += 1
    if target > 0:
        board[target] -= 1
        if hit:
            board[target] = -1
            board[0] += 1


@numba.njit(cache=True, nogil=True)
def _key_step(source: int, die: int, hit: bool) -> Any:
    """What a step adds to the key, modulo 2**64."""
    target = source - die
    change = np.uint64(0) - _KEY_WEIGHTS[source]
    if target > 0:
        change += _KEY_WEIGHTS[target]
        if hit:
            change += _KEY_WEIGHTS[target] - _KEY_WEIGHTS[0]
    return change


@numba.njit(cache=True, nogil=True)
def _highest_source(board: Board, start: int) -> int:
    """The highest own checker at or below ``start``, or 0; a checker on the bar hides the rest."""
    for source in range(start, 0, -1):
        if board[source] > 0:
            return source
    return 0


@numba.njit(cache=True, nogil=True)
def _append(out: Board, n: int, board: Board) -> int:
    for slot in range(SLOTS):
        out[n, slot] = board[slot]
    return n + 1


@numba.njit(cache=True, nogil=True)
def _append_new(
    out: Board, base: int, n: int, board: Board, key: np.uint64, generation: int, scratch: _Scratch
) -> int:
    """Append ``board`` to ``out[base:n]`` unless it is there; return the new ``n``."""
    empty = generation * _TABLE
    place = np.int64(key >> np.uint64(32)) & (_TABLE - 1)
    while scratch.entries[place] >= empty:
        other = scratch.entries[place] - empty
        if scratch.keys[other] == key:
            slot = 0
            while slot < SLOTS and out[base + other, slot] == board[slot]:
                slot += 1
            if slot == SLOTS:
                return n
        place = (place + 1) & (_TABLE - 1)
    scratch.entries[place] = empty + n - base
    scratch.keys[n - base] = key
    return _append(out, n, board)


@numba.njit(cache=True, nogil=True)
def _in_order(
    board: Board,
    first: int,
    second: int,
    outside: int,
    out: Board,
    base: int,
    state: tuple[int, int, int],
    scratch: _Scratch,
) -> tuple[int, int, int]:
    """Append all plays of ``first``, then ``second``; state is (n, dice played, generation)."""
    n, played, generation = state
    source = _highest_source(board, BAR)
    last = BAR if source == BAR else 1
    while source >= last:
        if _may_step(board, source, first, outside):
            hit = _step(board, source, first)
            key = _key_step(source, first, hit)
            left = outside - (1 if source > _HOME and source - first <= _HOME else 0)
            stuck = True
            source2 = _highest_source(board, BAR)
            last2 = BAR if source2 == BAR else 1
            while source2 >= last2:
                if _may_step(board, source2, second, left):
                    if played < 2:
                        n, played, generation = base, 2, generation + 1
                    stuck = False
                    hit2 = _step(board, source2, second)
                    key2 = key + _key_step(source2, second, hit2)
                    n = _append_new(out, base, n, board, key2, generation, scratch)
                    _undo(board, source2, second, hit2)
                source2 = _highest_source(board, source2 - 1)
            if stuck and played < 2:
                n, played = _append_new(out, base, n, board, key, generation, scratch), 1
            _undo(board, source, first, hit)
        source = _highest_source(board, source - 1)
    return n, played, generation


@numba.njit(cache=True, nogil=True)
def _append_step(out: Board, n: int, board: Board, source: int, target: int) -> int:
    """Append ``board`` with one more step made; nobody is borne off."""
    _append(out, n, board)
    out[n, source] -= 1
    if out[n, target] < 0:
        out[n, target] = 1
        out[n, 0] -= 1
    else:
        out[n, target] += 1
    return n + 1


@numba.njit(cache=True, nogil=True)
def _open_field(board: Board, high: int, low: int, out: Board, base: int) -> int:
    """Write the plays of two different dice when no one is on the bar or may bear off.

    Then pairs of steps may be made in either order: the order high, low finds all of them, and of
    the order low, high only the plays of one checker are missing.  Two pairs lead to the same board
    only if both take, in effect, one checker from ``source`` to ``source - high - low`` and hit the
    same between; the one through ``source - high`` is kept.  So no board comes twice.  Returns the
    end, which is ``base`` when no play uses both dice.
    """
    sources = np.empty(CHECKERS, np.int64)
    count = 0
    for point in range(POINTS, low, -1):
        if board[point] > 0 and board[point - low] >= -1:
            sources[count] = point
            count += 1
    n = base
    for source in range(POINTS, high, -1):
        middle = source - high
        if board[source] <= 0 or board[middle] < -1:
            continue
        passes = middle > low and board[middle - low] >= -1 and board[middle] <= 0
        hit = _step(board, source, high)
        if passes:
            n = _append_step(out, n, board, middle, middle - low)
        for k in range(count):
            other = sources[k]
            if other == source and board[source] == 0:
                continue
            # The second checker lands where the first began: one checker, in effect.
            if other - low == source and board[other - high] >= 0:
                continue
            n = _append_step(out, n, board, other, other - low)
        _undo(board, source, high, hit)
    for k in range(count):
        source = sources[k]
        middle, target = source - low, source - low - high
        if target <= 0 or board[middle] > 0 or board[target] < -1:
            continue
        if board[middle] < 0 or board[source - high] < 0:
            hit = _step(board, source, low)
            n = _append_step(out, n, board, middle, target)
            _undo(board, source, low, hit)
    return n


@numba.njit(cache=True, nogil=True)
def _doubles(board: Board, die: int, outside: int, out: Board, base: int) -> int:
    """Write the plays of a double to ``out[base:]`` and return their end.

    A depth-first walk with its own stack, because numba's cached code of a function that calls
    itself crashes in the next process (numba issue 6061).
    """
    sources, hits = np.empty(4, np.int64), np.empty(4, np.bool_)
    n, played, depth = base, 0, 0
    source = _highest_source(board, BAR)
    while True:
        if depth < 4 and source >= (BAR if board[BAR] > 0 else 1):
            if not _may_step(board, source, die, outside):
                source = _highest_source(board, source - 1)
                continue
            sources[depth], hits[depth] = source, _step(board, source, die)
            outside -= 1 if source > _HOME and source - die <= _HOME else 0
            depth += 1
            if depth > played:
                n, played = base, depth
            if depth == played:
                n = _append(out, n, board)
            source = _highest_source(board, source)
        elif depth > 0:
            depth -= 1
            source = sources[depth]
            _undo(board, source, die, hits[depth])
            outside += 1 if source > _HOME and source - die <= _HOME else 0
            source = _highest_source(board, source - 1)
        else:
            return n


@numba.njit(cache=True, nogil=True)
def _generate(
    board: Board, high: int, low: int, out: Board, base: int, generation: int, scratch: _Scratch
) -> tuple[int, int]:
    """Write the afterstates of one board and roll to ``out[base:]``; return (end, generation)."""
    outside = _ZERO
    for slot in range(_HOME + 1, SLOTS):
        outside += max(board[slot], 0)
    n = base
    if high == low:
        n = _doubles(board, high, outside, out, base)
    elif outside > 1 and board[BAR] == 0:
        n = _open_field(board, high, low, out, base)
    if n == base and high != low:
        nothing = (base, _ZERO, generation + 1)
        state = _in_order(board, high, low, outside, out, base, nothing, scratch)
        # A single die is played only when no order plays both, and then the larger if it can be.
        if state[1] != 1:
            state = _in_order(board, low, high, outside, out, base, state, scratch)
        else:
            single = state
            state = _in_order(board, low, high, outside, out, base, state, scratch)
            if state[1] == 1:
                state = (single[0], _ONE, state[2])
        n, generation = state[0], state[2]
    if n == base:
        n = _append(out, n, board)
    return n, generation


@numba.njit(cache=True, nogil=True)
def _generate_all(boards: Board, rolls: Board) -> tuple[Board, npt.NDArray[np.int64]]:
    count = len(boards)
    scratch = _Scratch(np.empty(_TABLE, np.uint64), np.zeros(_TABLE, np.int64))
    out = np.empty((MOST_AFTERSTATES + 24 * count, SLOTS), np.int8)
    offsets = np.zeros(count + 1, np.int64)
    board = np.empty(SLOTS, np.int8)
    n = generation = _ZERO
    for i in range(count):
        if len(out) - n < MOST_AFTERSTATES:
            grown = np.empty((2 * len(out), SLOTS), np.int8)
            for k in range(n):  # Slices are not assigned to: that alone takes a second to compile.
                _append(grown, k, out[k])
            out = grown
        for slot in range(SLOTS):
            board[slot] = boards[i, slot]
        high, low = max(rolls[i, 0], rolls[i, 1]), min(rolls[i, 0], rolls[i, 1])
        n, generation = _generate(board, high, low, out, n, generation, scratch)
        offsets[i + 1] = n
    return out[:n], offsets


def afterstates(
    boards: Board, rolls: npt.NDArray[np.int8], threads: int = 1
) -> tuple[Board, npt.NDArray[np.int64]]:
    """Return the distinct afterstates of every board and roll, and where each board's begin.

    Args:
        boards: ``int8 [N, 26]``, seen by the player on roll.
        rolls: ``int8 [N, 2]``, two dice each in either order.
        threads: how many threads share the boards.

    Returns:
        ``int8 [M, 26]``, seen by the player who has moved, and ``int64 [N + 1]`` offsets: those
        of board ``i`` are ``[offsets[i]:offsets[i + 1]]``.  A player who cannot move has one
        afterstate, the unchanged board.

    Raises:
        ValueError: when the shapes do not match or a die is not 1 to 6.
    """
    boards = np.ascontiguousarray(boards, dtype=np.int8)
    rolls = np.ascontiguousarray(rolls, dtype=np.int8)
    if boards.ndim != 2 or boards.shape[1] != SLOTS or rolls.shape != (len(boards), 2):
        raise ValueError(
            f"boards [N, {SLOTS}] and rolls [N, 2] are accepted, "
            f"got {boards.shape} and {rolls.shape}"
        )
    if len(rolls) and not (rolls.min() >= 1 and rolls.max() <= 6):
        raise ValueError("a die shows 1 to 6")
    if threads <= 1 or len(boards) < 2 * threads:
        found, offsets = _generate_all(boards, rolls)
        return found, offsets
    cuts = np.linspace(0, len(boards), threads + 1).astype(int)
    with ThreadPoolExecutor(threads) as pool:
        parts = list(
            pool.map(_generate_all, np.split(boards, cuts[1:-1]), np.split(rolls, cuts[1:-1]))
        )
    counts = np.concatenate([np.diff(offsets) for _, offsets in parts])
    return np.concatenate([found for found, _ in parts]), np.concatenate(([0], np.cumsum(counts)))
