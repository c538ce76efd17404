"""ALP and ALP-RD: floating point numbers as decimals, or with the left bits in a table."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..cursor import Cursor, MalformedError
from ..types import Storage
from .context import Context, Decoder, Decoding, decode
from .packed import vectors_of
from .plain import positions
from .values import DTYPES, Array, require_range

_FLOATS = (Storage.FLOAT, Storage.DOUBLE)
POWERS = np.array([float(10**e) for e in range(23)])


def _exception_positions(c: Cursor, n: int, count: int) -> Any:
    counts = c.array("<u2", vectors_of(n))
    if int(counts.sum(dtype=np.int64)) != count:
        raise MalformedError(f"{counts.sum(dtype=np.int64)} positions of {count} exceptions")
    return positions(c, n, counts, count)


def alp(c: Cursor, storage: Storage, n: int, context: Context, depth: int) -> Decoding[Array]:
    exponent, width, count = c.u8(), c.u8(), c.u32()
    if exponent >= len(POWERS):
        raise MalformedError(f"an exponent of {exponent}; at most {len(POWERS) - 1} is allowed")
    if width != 4 and (width != 8 or storage is Storage.FLOAT):
        raise MalformedError(f"integers of {width} bytes for {storage.value}")
    if count > n:
        raise MalformedError(f"{count} exceptions in {n} values")
    where = exceptions = None
    if count:
        where = _exception_positions(c, n, count)
        exceptions = yield from decode(c, storage, count, context, depth + 1)
    integers = yield from decode(c, Storage.INT if width == 4 else Storage.LONG, n, context, depth + 1)
    out = integers / POWERS[exponent] if exponent else integers.astype(np.float64)
    if storage is Storage.FLOAT:
        with np.errstate(over="ignore"):
            out = out.astype(np.float32)
    if where is not None:
        out[where] = exceptions
    return out


def alp_rd(c: Cursor, storage: Storage, n: int, context: Context, depth: int) -> Decoding[Array]:
    double = storage is Storage.DOUBLE
    bits = 64 if double else 32
    right_bits, size = c.u8(), c.u8()
    if not bits - 16 <= right_bits <= bits - 1:
        raise MalformedError(f"{right_bits} right bits; allowed are {bits - 16} to {bits - 1}")
    if not 1 <= size <= 8:
        raise MalformedError(f"a table of {size} left parts; allowed are 1 to 8")
    unsigned = np.dtype("<u8" if double else "<u4")
    left = c.array("<u2", size).astype(unsigned)
    count = c.u32()
    if count > n:
        raise MalformedError(f"{count} exceptions in {n} values")
    where = others = None
    if count:
        where = _exception_positions(c, n, count)
        others = c.array("<u2", count).astype(unsigned)
    for parts in (left, others):
        if parts is not None and int(parts.max()) >> (bits - right_bits):
            raise MalformedError(f"a left part of more than {bits - right_bits} bits")
    codes = yield from decode(c, Storage.INT, n, context, depth + 1)
    require_range(codes, size, "codes of left parts")
    rights = yield from decode(c, Storage.LONG if double else Storage.INT, n, context, depth + 1)
    rights = rights.view(unsigned)
    if int(rights.max()) >> right_bits:
        raise MalformedError(f"a right part of more than {right_bits} bits")
    lefts = left[codes]
    if where is not None:
        lefts[where] = others
    return ((lefts << unsigned.type(right_bits)) | rights).view(DTYPES[storage])


DECODERS: list[tuple[int, tuple[Storage, ...], Decoder]] = [(10, _FLOATS, alp), (11, _FLOATS, alp_rd)]
