"""Encodings of numbers and bits: plain, constant, frame of reference, delta, bitmap, sparse, split, narrow, divided."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..cursor import Cursor, MalformedError
from ..types import Storage
from .context import Context, Decoder, Decoding, decode
from .packed import VECTOR, unpack, vectors_of
from .values import DTYPES, Array, Bytes, full, offsets_of, require_lengths

_INTS = (Storage.INT, Storage.LONG)


def plain(c: Cursor, storage: Storage, n: int, context: Context, depth: int) -> Decoding[Array]:
    if storage is Storage.BYTES:
        lengths = yield from decode(c, Storage.INT, n, context, depth + 1)
        require_lengths(lengths, "a string")
        offsets = offsets_of(lengths)
        return Bytes(offsets, c.array(np.uint8, int(offsets[-1])))
    dtype = DTYPES[storage]
    if storage in _INTS:
        width = c.u8()
        if width not in (1, 2, 4, 8) or width > dtype.itemsize:
            raise MalformedError(f"plain numbers of {width} bytes for {storage.value}")
        return c.array(f"<i{width}", n).astype(dtype, copy=False)
    if storage is Storage.INT128:
        return c.array(dtype, 2 * n).reshape(n, 2)
    return c.array(dtype, n)


def read_constant(c: Cursor, storage: Storage) -> Any:
    """A value as a constant stores it."""
    if storage is Storage.BYTES:
        return bytes(c.take(c.u32()))
    if storage is Storage.BITS:
        value = c.u8()
        if value > 1:
            raise MalformedError(f"a boolean is {value}; allowed are 0 and 1")
        return bool(value)
    if storage is Storage.INT128:
        return c.array(DTYPES[storage], 2)
    return c.array(DTYPES[storage], 1)[0]


def constant(c: Cursor, storage: Storage, n: int, context: Context, depth: int) -> Array:
    return full(storage, read_constant(c, storage), n, context.budget)


def frame(c: Cursor, storage: Storage, n: int, context: Context, depth: int) -> Array:
    dtype = DTYPES[storage]
    vectors = vectors_of(n)
    bases = c.array(dtype, vectors)
    widths = c.array(np.uint8, vectors)
    exceptions = c.array("<u2", vectors)
    out = unpack(c, n, widths, dtype, dtype.itemsize * 8)
    whole = n // VECTOR * VECTOR
    with np.errstate(over="ignore"):
        if whole:
            out[:whole].reshape(-1, VECTOR)[:] += bases[: whole // VECTOR, None]
        if whole < n:
            out[whole:] += bases[-1]
    count = int(exceptions.sum(dtype=np.int64))
    if count:
        where = positions(c, n, exceptions, count)
        out[where] = c.array(dtype, count)
    return out


def positions(c: Cursor, n: int, counts: Any, count: int) -> Any:
    """Positions of exceptions in the array, from those in their vectors."""
    inside = c.array("<u2", count).astype(np.int64)
    starts = np.repeat(np.arange(len(counts), dtype=np.int64) * VECTOR, counts)
    if count and (int(inside.max()) >= VECTOR or int((inside + starts).max()) >= n):
        raise MalformedError(f"an exception at position {inside.max()} of a vector")
    where = starts + inside
    if count > 1 and not bool(np.all(where[:-1] < where[1:])):
        raise MalformedError("the positions of exceptions do not ascend")
    return where


def delta(c: Cursor, storage: Storage, n: int, context: Context, depth: int) -> Decoding[Array]:
    dtype = DTYPES[storage]
    vectors = vectors_of(n)
    firsts = yield from decode(c, storage, vectors, context, depth + 1)
    out = yield from decode(c, storage, n, context, depth + 1)
    sums = np.zeros(vectors * VECTOR, dtype)
    sums[:n] = out
    rows = sums.reshape(vectors, VECTOR)
    if bool(np.any(rows[:, 0])):
        raise MalformedError("the first difference of a vector is not 0")
    rows[:, 0] = firsts
    np.cumsum(rows, axis=1, dtype=dtype, out=rows)
    return sums[:n]


def bitmap(c: Cursor, storage: Storage, n: int, context: Context, depth: int) -> Array:
    return np.unpackbits(c.array(np.uint8, -(-n // 8)), count=n, bitorder="little").view(np.bool_)


def sparse(c: Cursor, storage: Storage, n: int, context: Context, depth: int) -> Array:
    value = c.u8()
    if value > 1:
        raise MalformedError(f"a boolean is {value}; allowed are 0 and 1")
    out = np.full(n, not value, np.bool_)
    counts = c.array(np.uint8, -(-n // 256)).astype(np.int64)
    where = np.repeat(np.arange(len(counts), dtype=np.int64) * 256, counts) + c.array(np.uint8, int(counts.sum()))
    if len(where):
        if not bool(np.all(where[:-1] < where[1:])):
            raise MalformedError("the positions of sparse bits do not ascend")
        if int(where[-1]) >= n:
            raise MalformedError(f"a sparse bit at position {where[-1]} of {n}")
        out[where] = bool(value)
    return out


def split(c: Cursor, storage: Storage, n: int, context: Context, depth: int) -> Decoding[Array]:
    high = yield from decode(c, Storage.LONG, n, context, depth + 1)
    low = yield from decode(c, Storage.LONG, n, context, depth + 1)
    return np.stack([low.view(np.uint64), high.view(np.uint64)], axis=1)


def narrow(c: Cursor, storage: Storage, n: int, context: Context, depth: int) -> Decoding[Array]:
    low = yield from decode(c, Storage.LONG, n, context, depth + 1)
    return np.stack([low.view(np.uint64), (low >> 63).view(np.uint64)], axis=1)


def divided(c: Cursor, storage: Storage, n: int, context: Context, depth: int) -> Decoding[Array]:
    dtype = DTYPES[storage]
    divisor = c.signed(dtype.itemsize)
    if divisor < 2:
        raise MalformedError(f"a divisor of {divisor}; at least 2 is needed")
    width = c.u8()
    if width not in (4, 8) or width > dtype.itemsize:
        raise MalformedError(f"quotients of {width} bytes for {storage.value}")
    quotients = yield from decode(c, Storage.INT if width == 4 else Storage.LONG, n, context, depth + 1)
    small = divisor <= 1 << 31
    remainders = yield from decode(c, Storage.INT if small else Storage.LONG, n, context, depth + 1)
    return quotients.astype(dtype) * dtype.type(divisor) + remainders.astype(dtype, copy=False)


DECODERS: list[tuple[int, tuple[Storage, ...], Decoder]] = [
    (0, tuple(s for s in DTYPES if s is not Storage.BITS) + (Storage.BYTES,), plain),
    (1, (*DTYPES, Storage.BYTES), constant),
    (2, _INTS, frame),
    (6, _INTS, delta),
    (7, (Storage.BITS,), bitmap),
    (8, (Storage.BITS,), sparse),
    (9, (Storage.INT128,), split),
    (12, _INTS, divided),
    (16, (Storage.INT128,), narrow),
]
