"""Weighted sums of table rows for a few boards at a time, as vector instructions.

All layers of a network that is played are such sums: of the rows of a table that a board's counts
pick, or of the weights of those units that are active.  A compiler by itself fetches and stores
the sums anew for every row; here they stay in registers, and a row is fetched once for all boards.
That makes this the one place that writes instructions by hand.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils as _cgutils
from numba.core import types
from numba.extending import intrinsic

LANES = 16
"""Floats in a vector; rows are filled up to a multiple of it."""

cgutils: Any = _cgutils

_VECTOR = ir.VectorType(ir.FloatType(), LANES)
_EVERYWHERE = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)


def row_sums(boards: int, vectors: int) -> Any:
    """Return a compiled function that fills ``vectors * LANES`` columns of ``boards`` sums.

    ``f(sums, columns, start, which, count, values, rows, first)`` sets, for each board ``b`` and
    the columns ``j`` from ``start``, ``sums[b, j]`` to ``first[j]`` plus the sum of
    ``values[b, u] * rows[u * columns + j]`` over the first ``count`` of ``which``, ``u``.

    ``sums`` and ``values`` are ``float32 [boards, any]``, ``which`` is ``int64``, ``rows`` (flat)
    and ``first`` are ``float32``.  Bounds are not checked.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        views = {
            place: context.make_array(signature.args[place])(context, builder, arguments[place])
            for place in (0, 3, 5, 6, 7)
        }
        sums, values = views[0], views[5]
        which, rows, first = (views[place].data for place in (3, 6, 7))
        columns, start, count = (arguments[place] for place in (1, 2, 4))
        offsets = [builder.add(start, _integer(LANES * v)) for v in range(vectors)]

        def vector(data: Any, index: Any) -> Any:
            return builder.bitcast(builder.gep(data, [index]), _VECTOR.as_pointer())

        def cell(view: Any, board: int, column: Any) -> Any:
            width = cgutils.unpack_tuple(builder, view.shape)[1]
            return builder.add(builder.mul(width, _integer(board)), column)

        begin = [builder.load(vector(first, offset), align=4) for offset in offsets]
        totals = [
            [cgutils.alloca_once_value(builder, value) for value in begin] for _ in range(boards)
        ]
        with cgutils.for_range(builder, count) as loop:
            unit = builder.load(builder.gep(which, [loop.index]))
            row = builder.mul(unit, columns)
            parts = [
                builder.load(vector(rows, builder.add(row, offset)), align=4) for offset in offsets
            ]
            for board in range(boards):
                value = builder.load(builder.gep(values.data, [cell(values, board, unit)]))
                one = builder.insert_element(
                    ir.Constant(_VECTOR, ir.Undefined), value, _integer(0, 32)
                )
                weight = builder.shuffle_vector(one, one, _EVERYWHERE)
                for total, part in zip(totals[board], parts, strict=True):
                    # Contracted to one instruction where the processor has it.
                    product = builder.fmul(weight, part, flags=("contract",))
                    total_now = builder.fadd(builder.load(total), product, flags=("contract",))
                    builder.store(total_now, total)
        for board in range(boards):
            for total, offset in zip(totals[board], offsets, strict=True):
                target = vector(sums.data, cell(sums, board, offset))
                builder.store(builder.load(total), target, align=4)
        return context.get_dummy_value()

    @intrinsic
    def sums_of_rows(
        typing: Any,
        sums: Any,
        columns: Any,
        start: Any,
        which: Any,
        count: Any,
        values: Any,
        rows: Any,
        first: Any,
    ) -> Any:
        return types.void(sums, columns, start, which, count, values, rows, first), generate

    return sums_of_rows


def _integer(value: int, bits: int = 64) -> Any:
    return ir.Constant(ir.IntType(bits), value)
