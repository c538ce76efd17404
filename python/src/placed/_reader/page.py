"""Bodies of pages: validity and values of one node; and their trees as Arrow arrays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from .arrays import Array, Bytes, Context, Decoding, Shared, decode
from .arrays.values import require_lengths
from .cursor import Cursor, MalformedError
from .limits import Budget
from .types import Field, Storage

#: Offsets of Arrow's strings and lists are 32 bits.
_MAX_OFFSET = (1 << 31) - 1

Derive = Callable[[Cursor, int, Context, "npt.NDArray[np.bool_] | None"], "Decoding[Array]"]


@dataclass(frozen=True)
class Values:
    """Values of a node: ``valid`` None = no null. Structs have no values, lists and maps lengths."""

    count: int
    valid: npt.NDArray[np.bool_] | None
    data: Any


def read_body(
    raw: memoryview,
    field: Field,
    count: int,
    budget: Budget,
    shared: Shared | None = None,
    derive: Derive | None = None,
) -> Decoding[Values]:
    """The body of a page.

    :param count: how many values the page has, as the index says
    :raises MalformedError: if the bytes are no such body
    """
    c = Cursor(raw)
    n = c.u32()
    if n != count:
        raise MalformedError(f"the page has {n} values, but the index and the pages above it say {count}")
    valid = None
    first = c.u8()
    if first:
        c.pos -= 1
        valid = yield from decode(c, Storage.BITS, n, Context(budget, len(raw)))
    storage = field.storage
    data: Any = None
    if storage is not Storage.NONE:
        bound = None
        if derive is not None:
            real, present = derive, valid

            def bound(cursor: Cursor, size: int, context: Context) -> Decoding[Array]:
                return real(cursor, size, context, present)

        context = Context(budget, len(raw), shared, bound)
        data = yield from decode(c, Storage.INT if storage is Storage.LENGTHS else storage, n, context)
        if storage is Storage.LENGTHS:
            require_lengths(data, f"a {field.kind}")
    c.done("the values of the page")
    return Values(n, valid, data)


def excess(field: Field, count: int, raw: int) -> int:
    """Bytes of elements beyond what the page itself pays for."""
    return max(0, count * field.element_bits // 8 - 64 * raw)


def to_arrow(field: Field, values: Values, children: list[pa.Array]) -> pa.Array:
    """An array of Arrow; children are those of the nodes below.

    :raises pa.ArrowCapacityError: if it would have more bytes of strings than an array can have
    """
    count, valid = values.count, values.valid
    kind = field.arrow_type()
    nulls = None
    if valid is not None and not bool(valid.all()):
        nulls = pa.py_buffer(np.packbits(valid, bitorder="little"))
    if field.kind == "struct":
        return pa.StructArray.from_buffers(kind, count, [nulls], children=children)
    data = values.data
    if field.kind in ("list", "map"):
        # Null lists have no elements in Arrow either.
        offsets = np.zeros(count + 1, np.int64)
        np.cumsum(data, out=offsets[1:])
        if offsets[-1] > _MAX_OFFSET:
            raise MalformedError(f"{offsets[-1]} elements in a page")
        buffer = pa.py_buffer(offsets.astype(np.int32))
        if field.kind == "map":
            entries = pa.StructArray.from_buffers(
                pa.struct([kind.key_field, kind.item_field]), len(children[0]), [None], children=children
            )
            return pa.MapArray.from_buffers(kind, count, [nulls, buffer], children=[entries])
        return pa.ListArray.from_buffers(kind, count, [nulls, buffer], children=children)
    if isinstance(data, Bytes):
        if data.total > _MAX_OFFSET:
            raise pa.ArrowCapacityError(f"{data.total} bytes of strings in a page; an array has at most {_MAX_OFFSET}")
        ends = (data.offsets - data.offsets[0]).astype(np.int32)
        content = data.data[int(data.offsets[0]) : int(data.offsets[-1])]
        return pa.Array.from_buffers(kind, count, [nulls, pa.py_buffer(ends), pa.py_buffer(content)])
    return pa.Array.from_buffers(kind, count, [nulls, pa.py_buffer(_fixed(field, data))])


def _fixed(field: Field, data: Any) -> Any:
    """The buffer of numbers as Arrow has them."""
    if field.kind == "boolean":
        return np.packbits(data, bitorder="little")
    if field.kind in ("int8", "int16"):
        return data.astype(np.int8 if field.kind == "int8" else np.int16)
    if field.kind == "decimal" and data.ndim == 1:
        wide = np.empty((len(data), 2), np.int64)
        wide[:, 0] = data
        wide[:, 1] = data >> 63
        return wide
    # Arrow warns of numbers that lie across their size in memory, as those of a page may.
    return np.require(data, requirements=("C", "A"))


def batch_of(arrays: list[pa.Array], schema: pa.Schema, rows: int) -> pa.RecordBatch:
    """A batch that has its rows even if it has no columns."""
    if arrays:
        return pa.RecordBatch.from_arrays(arrays, schema=schema)
    return pa.RecordBatch.from_struct_array(pa.StructArray.from_buffers(pa.struct([]), rows, [None], children=[]))
