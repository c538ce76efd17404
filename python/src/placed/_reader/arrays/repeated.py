"""Encodings of values that occur again: runs, dictionaries, a frequent value."""

from __future__ import annotations

import numpy as np

from ..cursor import Cursor, MalformedError
from ..types import Storage
from .context import Context, Decoder, Decoding, decode, require_ascending
from .plain import read_constant
from .values import DTYPES, SIZES, Array, Bytes, full, replace, require_range, take

_VALUES = (*(s for s in DTYPES if s is not Storage.BITS), Storage.BYTES)


def runs(c: Cursor, storage: Storage, n: int, context: Context, depth: int) -> Decoding[Array]:
    count = c.u32()
    bits = storage is Storage.BITS
    if not bits:
        context.whole(count, 4 + SIZES[storage], "runs")
    if not 1 <= count <= n:
        raise MalformedError(f"{count} runs of {n} values")
    first = c.u8() if bits else 0
    if first > 1:
        raise MalformedError(f"a boolean is {first}; allowed are 0 and 1")
    lengths = yield from decode(c, Storage.INT, count, context, depth + 1)
    if count and int(lengths.min()) < 1:
        raise MalformedError(f"a run of {lengths.min()} values")
    if int(lengths.sum(dtype=np.int64)) != n:
        raise MalformedError(f"the runs have {lengths.sum(dtype=np.int64)} values instead of {n}")
    if bits:
        return np.repeat((np.arange(count) + first) % 2 == 1, lengths)
    values = yield from decode(c, storage, count, context, depth + 1)
    if isinstance(values, Bytes):
        return take(values, np.repeat(np.arange(count, dtype=np.int64), lengths), context.budget)
    return np.repeat(values, lengths, axis=0)


def page_dictionary(c: Cursor, storage: Storage, n: int, context: Context, depth: int) -> Decoding[Array]:
    size = c.u32()
    context.whole(size, SIZES[storage], "values of a dictionary")
    values = yield from decode(c, storage, size, context, depth + 1)
    require_ascending(values, storage)
    return (yield from _look_up(c, values, n, context, depth))


def shared_dictionary(c: Cursor, storage: Storage, n: int, context: Context, depth: int) -> Decoding[Array]:
    values = context.shared.dictionary
    if values is None:
        raise MalformedError("codes of a shared dictionary, but the chunk has none")
    if depth != 1:
        raise MalformedError("codes of a shared dictionary inside of another array")
    return (yield from _look_up(c, values, n, context, depth))


def _look_up(c: Cursor, values: Array, n: int, context: Context, depth: int) -> Decoding[Array]:
    codes = yield from decode(c, Storage.INT, n, context, depth + 1)
    require_range(codes, len(values), "codes of a dictionary")
    return take(values, codes, context.budget)


def frequent(c: Cursor, storage: Storage, n: int, context: Context, depth: int) -> Decoding[Array]:
    value = read_constant(c, storage)
    count = c.u32()
    if count > n:
        raise MalformedError(f"{count} exceptions in {n} values")
    context.whole(count, SIZES[storage], "exceptions")
    where = np.nonzero((yield from decode(c, Storage.BITS, n, context, depth)))[0]
    if len(where) != count:
        raise MalformedError(f"{len(where)} places of {count} exceptions")
    others = yield from decode(c, storage, count, context, depth + 1)
    if storage is Storage.BYTES:
        both = full(storage, value, 1, context.budget)
        assert isinstance(both, Bytes)
        index = np.zeros(n, np.int64)
        index[where] = 1 + np.arange(count)
        data = np.concatenate([both.data, others.data[others.offsets[0] : others.offsets[-1]]])
        offsets = np.concatenate([both.offsets, others.offsets[1:] - others.offsets[0] + both.total])
        return take(Bytes(offsets, data), index, context.budget)
    return replace(full(storage, value, n, context.budget), where, others, context.budget)


DECODERS: list[tuple[int, tuple[Storage, ...], Decoder]] = [
    (3, (*_VALUES, Storage.BITS), runs),
    (4, _VALUES, page_dictionary),
    (5, _VALUES, shared_dictionary),
    (17, _VALUES, frequent),
]
