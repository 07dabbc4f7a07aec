"""The network as it is played on a processor: compiled, in float32, without torch.

Every layer is a sum of the rows of those inputs that are active.  In the first these are the dozen
table rows of a board, and a row for each expert input that is not zero; behind a ReLU about a
quarter of the units.  Neighbours in a batch, which are mostly plays of one roll, have most of these
in common.  So four boards go through together, and rows that count for none are never touched.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from engine.evaluation.final import clamp
from engine.evaluation.network.encoding import COUNTS, MOST_ROWS, OFF, ROWS, rows_of
from engine.evaluation.network.expert import EXPERT, expert_of
from engine.evaluation.network.rowsums import LANES, row_sums
from engine.rules.board import SLOTS, Board
from engine.rules.outcome import OUTCOMES

Floats = npt.NDArray[np.float32]
Weights = Mapping[str, npt.NDArray[Any]]
"""By the names of :attr:`engine.evaluation.network.shape.NetworkShape.weights`."""

_TOGETHER = 4
_TILE = 4
"""Vectors of sums that are kept in registers."""
_FEW = 1024
"""Boards for which a thread is not worth its start."""

_one_tile = row_sums(1, _TILE)
_one_vector = row_sums(1, 1)
_four_tile = row_sums(_TOGETHER, _TILE)
_four_pair = row_sums(_TOGETHER, 2)
_four_vector = row_sums(_TOGETHER, 1)


class CompiledNetwork:
    """An evaluator: the weights of one network at one moment."""

    def __init__(self, weights: Weights, name: str = "network") -> None:
        """Fold and lay out ``weights``; they are copied."""
        self.name = name
        slots = COUNTS @ weights["slot_weights"]
        off = OFF @ weights["off_weights"]
        hidden = slots.shape[-1]
        table = [slots.reshape(-1, hidden), off.reshape(-1, hidden), weights["bias"][np.newaxis]]
        if "expert_weights" in weights:
            table.append(weights["expert_weights"])
        layers = [(np.concatenate(table), np.zeros(hidden, np.float32))]
        while f"tail_weights.{len(layers) - 1}" in weights:
            i = len(layers) - 1
            layers.append((weights[f"tail_weights.{i}"].T, weights[f"tail_biases.{i}"]))
        padded = [_filled_up(rows, bias, behind=i > 0) for i, (rows, bias) in enumerate(layers)]
        self._rows = _aligned([rows for rows, _ in padded])
        self._biases = _aligned([bias for _, bias in padded])
        self._inputs = np.array([len(rows) for rows, _ in padded])
        self._widths = np.array([rows.shape[1] for rows, _ in padded])

    def evaluate(self, boards: Board, threads: int = 1) -> Floats:
        """Return outcomes ``float32 [N, 5]`` of ``boards int8 [N, 26]``, for the player on roll.

        Finished games are exact and impossible outcomes zero.  ``threads`` share the boards.
        """
        boards = np.ascontiguousarray(boards)
        outcomes = np.empty((len(boards), OUTCOMES), np.float32)
        parts = min(threads, len(boards) // _FEW)
        if parts <= 1:
            self._evaluate(boards, outcomes)
        else:
            cuts = np.linspace(0, len(boards), parts + 1).astype(int)[1:-1]
            with ThreadPoolExecutor(parts) as pool:
                list(pool.map(self._evaluate, np.split(boards, cuts), np.split(outcomes, cuts)))
        return outcomes

    def _evaluate(self, boards: Board, outcomes: Floats) -> None:
        _logits(boards, self._rows, self._biases, self._inputs, self._widths, outcomes)
        with np.errstate(over="ignore"):  # A certain loss: exp(inf) is inf, and its inverse 0.
            np.exp(np.negative(outcomes, out=outcomes), out=outcomes)
        np.reciprocal(np.add(outcomes, 1, out=outcomes), out=outcomes)
        clamp(outcomes, boards)


def _filled_up(
    rows: npt.NDArray[Any], bias: npt.NDArray[Any], behind: bool
) -> tuple[Floats, Floats]:
    """Fill a layer's columns, and its rows if it is ``behind`` another, up to whole vectors."""
    inputs = -(-len(rows) // LANES) * LANES if behind else len(rows)
    width = -(-rows.shape[1] // LANES) * LANES
    wide, first = np.zeros((inputs, width), np.float32), np.zeros(width, np.float32)
    wide[: len(rows), : rows.shape[1]] = rows
    first[: len(bias)] = bias
    return wide, first


def _aligned(parts: Sequence[Floats]) -> Floats:
    """Return the floats of ``parts`` one after the other, where no vector straddles cache lines."""
    count, line = sum(part.size for part in parts), LANES * 4
    room = np.empty(count + LANES, np.float32)
    skipped = -room.ctypes.data % line // 4
    whole = room[skipped : skipped + count]
    np.concatenate([part.ravel() for part in parts], out=whole)
    return whole


@numba.njit(cache=True, nogil=True)
def _logits(
    boards: Board,
    rows: Floats,
    biases: Floats,
    inputs: npt.NDArray[np.int64],
    widths: npt.NDArray[np.int64],
    logits: Floats,
) -> None:
    """Fill ``logits [N, 5]``; layer ``k`` has ``inputs[k]`` rows of ``widths[k]`` floats."""
    most = max(MOST_ROWS, EXPERT)
    for k in range(len(widths)):
        most = max(most, widths[k])
    which, total = np.empty(most, np.int64), np.empty(most, np.float32)
    present = np.ones((1, ROWS), np.float32)
    counted, other = np.empty((_TOGETHER, EXPERT), np.float32), np.empty(SLOTS, np.int8)
    units, sums = np.empty((_TOGETHER, most), np.float32), np.empty((_TOGETHER, most), np.float32)
    for i in range(0, len(boards), _TOGETHER):
        width = widths[0]
        if inputs[0] > ROWS:
            for b in range(_TOGETHER):
                expert_of(boards[min(i + b, len(boards) - 1)], other, counted[b])
            count = _active(counted, EXPERT, total, which)  # None is negative.
            _sum_four(sums, width, which, count, counted, rows[ROWS * width :], biases)
        else:
            for b in range(_TOGETHER):
                sums[b, :width] = biases[:width]
        for b in range(_TOGETHER):
            count = rows_of(boards[min(i + b, len(boards) - 1)], which)
            start, one = 0, sums[b : b + 1]
            while start + _TILE * LANES <= width:
                _one_tile(one, width, start, which, count, present, rows, sums[b])
                start += _TILE * LANES
            while start < width:
                _one_vector(one, width, start, which, count, present, rows, sums[b])
                start += LANES
        row, bias = inputs[0] * width, width
        for k in range(1, len(widths)):
            units, sums = sums, units
            count = _active(units, width, total, which)
            width = widths[k]
            _sum_four(sums, width, which, count, units, rows[row:], biases[bias:])
            row, bias = row + inputs[k] * width, bias + width
        for b in range(min(_TOGETHER, len(boards) - i)):
            for o in range(OUTCOMES):  # A slice would be slow to compile.
                logits[i + b, o] = sums[b, o]


@numba.njit(cache=True, nogil=True)
def _sum_four(
    sums: Floats,
    width: int,
    which: npt.NDArray[np.int64],
    count: int,
    values: Floats,
    rows: Floats,
    first: Floats,
) -> None:
    """Set ``sums [4, width]`` as :func:`row_sums` says, all columns."""
    start = 0
    while start + _TILE * LANES <= width:
        _four_tile(sums, width, start, which, count, values, rows, first)
        start += _TILE * LANES
    while start + 2 * LANES <= width:
        _four_pair(sums, width, start, which, count, values, rows, first)
        start += 2 * LANES
    while start < width:
        _four_vector(sums, width, start, which, count, values, rows, first)
        start += LANES


@numba.njit(cache=True, nogil=True)
def _active(units: Floats, width: int, total: Floats, which: npt.NDArray[np.int64]) -> int:
    """Apply the ReLU to ``units [4, width]``; write and count those that any board has active."""
    zero = np.float32(0)
    first, second, third, fourth = units[0], units[1], units[2], units[3]
    for j in range(width):  # Written out, the compiler makes vectors of it.
        a, b, c, d = first[j], second[j], third[j], fourth[j]
        a, b = a if a > zero else zero, b if b > zero else zero
        c, d = c if c > zero else zero, d if d > zero else zero
        first[j], second[j], third[j], fourth[j] = a, b, c, d
        total[j] = a + b + c + d
    count = 0
    for j in range(width):
        which[count] = j  # Without a branch, which no processor could predict.
        count += int(total[j] > zero)
    return count
