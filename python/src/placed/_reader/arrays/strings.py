"""FSST and front coding."""

from __future__ import annotations

import numpy as np

from ..cursor import Cursor, MalformedError
from ..types import Storage
from .context import Context, Decoder, Decoding, decode, read_symbols
from .packed import VECTOR, vectors_of
from .values import Array, Bytes, Ints, concat, offsets_of, require_lengths, take

_ESCAPE = 255
_PREFIX_FREE = 1 << 20
_PREFIX_RATIO = 256
#: Prefixes up to this length are decoded by byte instead of by value.
_FEW = 64


def fsst(c: Cursor, storage: Storage, n: int, context: Context, depth: int) -> Decoding[Array]:
    place = c.u8()
    if place > 1:
        raise MalformedError(f"the table of symbols is at {place}; allowed are 0 and 1")
    symbols = read_symbols(c) if place else context.shared.symbols
    if symbols is None:
        raise MalformedError("the table of symbols of the chunk, but it has none")
    lengths = yield from decode(c, Storage.INT, n, context, depth + 1)
    require_lengths(lengths, "a string")
    ends = c.array("<u4", vectors_of(n)).astype(np.int64)
    starts = np.concatenate([[0], ends[:-1]])
    if bool(np.any(ends < starts)):
        raise MalformedError("the ends of the codes of vectors do not ascend")
    codes = c.array(np.uint8, int(ends[-1]))
    context.budget.take(len(codes) * 24)
    literal, escape = _escapes(codes, starts, ends)

    # Values 0 to 254 are symbols, from 256 on single bytes.
    table = symbols.values
    singles = Bytes(np.arange(257, dtype=np.int64), np.arange(256, dtype=np.uint8))
    used = len(table)
    tokens = codes.astype(np.int64)
    if bool(np.any(~literal & ~escape & (codes >= used))):
        raise MalformedError(f"a code without a symbol; there are {used}")
    tokens[literal] += used
    both = concat(table, singles) if used else singles
    kept = tokens[~escape]
    out = take(both, kept, context.budget)
    assert isinstance(out, Bytes)

    # Each vector has the bytes that its lengths say: no symbol goes beyond.
    offsets = offsets_of(lengths)
    count = np.zeros(len(codes) + 1, np.int64)
    np.cumsum(~escape, out=count[1:])
    decoded = out.offsets[count[ends]] - out.offsets[0]
    expected = offsets[np.minimum(np.arange(1, len(ends) + 1) * VECTOR, n)]
    if not np.array_equal(decoded, expected):
        raise MalformedError("the codes of a vector have other bytes than its lengths say")
    return Bytes(offsets, out.data[int(out.offsets[0]) :])


def _escapes(codes: np.ndarray, starts: np.ndarray, ends: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Which codes are bytes after an escape, and which are escapes, also among bytes of 255."""
    marks = codes == _ESCAPE
    literal = np.zeros(len(codes), np.bool_)
    if not bool(marks.any()):
        return literal, literal
    where = np.nonzero(marks)[0]
    # Runs of 255 begin anew at each vector; in a run escapes and bytes alternate.
    first = np.ones(len(where), np.bool_)
    first[1:] = np.diff(where) != 1
    begins = np.zeros(len(codes) + 1, np.bool_)
    begins[starts] = True
    first |= begins[where]
    run_start = np.maximum.accumulate(np.where(first, where, 0))
    escape = np.zeros(len(codes), np.bool_)
    escape[where[(where - run_start) % 2 == 0]] = True
    after = np.nonzero(escape)[0] + 1
    last = np.zeros(len(codes) + 1, np.bool_)
    last[ends] = True
    if bool(np.any(last[after])):
        raise MalformedError("the codes of a vector end with an escape")
    literal[after] = True
    return literal, escape


def front(c: Cursor, storage: Storage, n: int, context: Context, depth: int) -> Decoding[Array]:
    before = c.pos
    prefixes = yield from decode(c, Storage.INT, n, context, depth + 1)
    require_lengths(prefixes, "a prefix")
    suffixes = yield from decode(c, Storage.BYTES, n, context, depth + 1)
    total = int(prefixes.sum(dtype=np.int64))
    if total > _PREFIX_FREE + _PREFIX_RATIO * (c.pos - before):
        raise MalformedError(f"prefixes of {total} bytes in an array of {c.pos - before}")
    if bool(np.any(prefixes[::VECTOR])):
        raise MalformedError("the first value of a vector has a prefix")
    lengths = prefixes.astype(np.int64) + suffixes.lengths
    if bool(np.any(prefixes[1:] > lengths[:-1])):
        raise MalformedError("a prefix is longer than the value before it")
    context.budget.take(int(lengths.sum()) * 9 + n * 40)
    if int(prefixes.max()) <= _FEW:
        return _side_by_side(prefixes.astype(np.int64), suffixes, lengths)
    context.budget.take(n * 80)  # of a bytes object of Python and its place in a list
    values = []
    last = b""
    for prefix, suffix in zip(prefixes.tolist(), suffixes.to_list(), strict=True):
        last = last[:prefix] + suffix
        values.append(last)
    return Bytes.of(values)


def _side_by_side(prefixes: Ints, suffixes: Bytes, lengths: Ints) -> Bytes:
    """Short prefixes, one byte of all values after the other: byte j is that of the last value whose suffix has it."""
    starts = suffixes.offsets[:-1]
    offsets = offsets_of(lengths)
    out = np.empty(int(offsets[-1]), np.uint8)
    own = suffixes.lengths
    moved = np.repeat(offsets[:-1] + prefixes - (starts - starts[0]), own) + np.arange(int(own.sum()))
    out[moved] = suffixes.data[int(starts[0]) : int(suffixes.offsets[-1])]
    numbers = np.arange(len(prefixes))
    for j in range(int(prefixes.max())):
        source = np.maximum.accumulate(np.where(prefixes <= j, numbers, 0))
        which = np.nonzero(prefixes > j)[0]
        found = source[which]
        out[offsets[which] + j] = suffixes.data[starts[found] + (j - prefixes[found])]
    return Bytes(offsets, out)


_BYTES = (Storage.BYTES,)
DECODERS: list[tuple[int, tuple[Storage, ...], Decoder]] = [(13, _BYTES, fsst), (14, _BYTES, front)]
