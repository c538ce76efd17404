"""Entropy coding: bins by tANS, eight states in turn, and the offsets in the bins.

All vectors of an array, and the eight states of each, are decoded side by side, so that NumPy works on long arrays.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..cursor import Cursor, MalformedError
from ..types import Storage
from .context import Context, Decoder
from .packed import VECTOR, packed_bytes, unpack, vectors_of
from .values import DTYPES, Array, Ints

_STATES = 8
_OWN_WIDTHS = 255
#: More bytes than the states of a vector can have, so that what is read too far is still in the array.
_PADDING = VECTOR * 14 // 8 + 64


class _Bits:
    """Forward bits, the lowest of a byte first."""

    def __init__(self, c: Cursor) -> None:
        self._c = c
        self._value = 0
        self._count = 0

    def take(self, n: int) -> int:
        while self._count < n:
            self._value |= self._c.u8() << self._count
            self._count += 8
        out = self._value & ((1 << n) - 1)
        self._value >>= n
        self._count -= n
        return out

    def golomb(self, k: int) -> int:
        zeros = 0
        while not self.take(1):
            zeros += 1
            if zeros > 64:
                raise MalformedError("a number of more than 64 bits in the bins")
        q = (1 << zeros) | self.take(zeros)
        return ((q - 1) << k) | self.take(k)


def entropy(c: Cursor, storage: Storage, n: int, context: Context, depth: int) -> Array:
    dtype = DTYPES[storage]
    most = dtype.itemsize * 8
    log, bins, width, k, m = c.u8(), c.u16(), c.u8(), c.u8(), c.u8()
    if not 5 <= log <= 14 or not 2 <= bins <= 4096 or k > 63 or m > 63:
        raise MalformedError(f"2^{log} states, {bins} bins, codes of {k} and {m} bits")
    own = width == _OWN_WIDTHS
    if not own and width >= most:
        raise MalformedError(f"offsets of {width} bits; less than {most} are allowed, or {_OWN_WIDTHS}")
    size = 1 << log
    starts, weights, widths = _read_bins(c, bins, k, m, width, own, most)
    if sum(weights) != size:
        raise MalformedError(f"the weights of the bins add up to {sum(weights)} instead of {size}")
    state_bin, next_bits, next_base = _table(np.array(weights), size, log)

    vectors = vectors_of(n)
    context.budget.take(vectors * VECTOR * 40)
    state_bits = c.array("<u2", vectors).astype(np.int64)
    counts = np.full(vectors, VECTOR, np.int64)
    counts[-1] = n - (vectors - 1) * VECTOR
    if own:
        offset_bytes = c.array("<u2", vectors).astype(np.int64)
    else:
        offset_bytes = np.full(vectors, packed_bytes(VECTOR, width), np.int64)
        offset_bytes[-1] = packed_bytes(int(counts[-1]), width)
    sizes = offset_bytes + (state_bits + 7) // 8
    ends = np.cumsum(sizes)
    data = c.array(np.uint8, int(ends[-1]))
    begins = ends - sizes
    states = _states(data, begins + offset_bytes, state_bits, counts, log, next_bits, next_base)
    which = state_bin[states].reshape(-1)[:n]
    if own:
        offsets = _own_offsets(data, begins, offset_bytes, np.array(widths)[which], n)
    else:
        offsets = _packed_offsets(data, begins, offset_bytes, n, width)
    unsigned = np.dtype(f"<u{dtype.itemsize}")
    out = np.array([s % (1 << most) for s in starts], unsigned)[which]
    out += offsets.astype(unsigned, copy=False)
    return out.view(dtype)


def _read_bins(
    c: Cursor, bins: int, k: int, m: int, width: int, own: bool, most: int
) -> tuple[list[int], list[int], list[int]]:
    start = c.signed(most // 8)
    bits = _Bits(c)
    starts, weights, widths = [], [], []
    highest = (1 << (most - 1)) - 1
    for i in range(bins):
        if i:
            start += (bits.golomb(k) + 1) << (0 if own else width)
            if start > highest:
                raise MalformedError(f"bin {i} starts at {start}, above {highest}")
        weights.append(bits.golomb(m) + 1)
        widths.append(bits.take(7) if own else width)
        if widths[-1] > most:
            raise MalformedError(f"bin {i} has offsets of {widths[-1]} bits; at most {most} are allowed")
        starts.append(start)
    return starts, weights, widths


def _table(weights: Ints, size: int, log: int) -> tuple[Ints, Ints, Ints]:
    """For each state its bin, the bits to the next state, and that state without them."""
    step = size // 2 + size // 8 + 3
    state_bin = np.empty(size, np.int32)
    state_bin[np.arange(size, dtype=np.int64) * step % size] = np.repeat(np.arange(len(weights)), weights)
    order = np.argsort(state_bin, kind="stable")
    first = np.cumsum(weights) - weights
    x = np.empty(size, np.int64)
    in_order = state_bin[order]
    x[order] = weights[in_order] + np.arange(size) - first[in_order]
    bits = log - (np.frexp(x.astype(np.float64))[1] - 1)
    bits = bits.astype(np.int64)
    return state_bin, bits, (x << bits) - size


def _windows(data: Ints, padding: int) -> Ints:
    """At each position the 64 bits from there on; ``padding`` bytes of zeros come first."""
    padded = np.zeros(padding + len(data) + 16, np.uint8)
    padded[padding : padding + len(data)] = data
    view = np.lib.stride_tricks.as_strided(padded[:8].view("<u8"), (padding + len(data) + 8,), (1,))
    return np.ascontiguousarray(view)


def _states(
    data: Ints, begins: Ints, state_bits: Ints, counts: Ints, log: int, next_bits: Ints, next_base: Ints
) -> Ints:
    """The states of all values, vector by vector."""
    vectors = len(begins)
    words = _windows(data, _PADDING).astype(np.uint32)
    first = (begins + _PADDING) * 8
    steps = -(-counts // _STATES)
    out = np.zeros((vectors, VECTOR // _STATES, _STATES), np.int32)
    at = (first + state_bits)[:, None] - np.arange(1, _STATES + 1) * log
    states = (words[at >> 3] >> (at & 7).astype(np.uint32)).astype(np.int64) & ((1 << log) - 1)
    out[:, 0] = states
    position = at[:, -1:]
    masks = (np.int64(1) << np.arange(65).clip(0, 62)) - 1
    ended = np.empty(vectors, np.int64)
    active = vectors
    for t in range(1, VECTOR // _STATES):
        if t == steps[active - 1]:  # only the last vector is shorter
            active -= 1
            ended[active] = position[active, 0]
            if active == 0:
                break
            states, position = states[:active], position[:active]
        bits = next_bits[states]
        at = position - np.cumsum(bits, axis=1)
        states = next_base[states] + ((words[at >> 3] >> (at & 7).astype(np.uint32)) & masks[bits])
        out[:active, t] = states
        position = at[:, -1:]
    ended[:active] = position[:active, 0]
    if not np.array_equal(ended, first):
        raise MalformedError("the states of a vector have other bits than it says")
    return out


def _own_offsets(data: Ints, begins: Ints, sizes: Ints, widths: Ints, n: int) -> Ints:
    """Offsets of different widths, read backwards in each vector."""
    vectors = len(begins)
    padded = np.zeros(vectors * VECTOR, np.int64)
    padded[:n] = widths
    sums = np.cumsum(padded.reshape(vectors, VECTOR), axis=1)
    unread = sizes * 8 - sums[:, -1]
    if bool(np.any((unread < 0) | (unread >= 8))):
        raise MalformedError("the offsets of a vector have other bits than it says")
    at = (((begins + sizes) * 8)[:, None] - sums).reshape(-1)[:n]
    words = _windows(data, 0)
    shift = (at & 7).astype(np.uint64)
    low = words[at >> 3] >> shift
    high = words[np.minimum((at >> 3) + 8, len(words) - 1)]
    # A shift by 64 is none in C: two steps.
    value = low | (high << (np.uint64(63) - shift) << np.uint64(1))
    unsigned = widths.astype(np.uint64)
    full = np.uint64(0xFFFFFFFFFFFFFFFF)
    mask = np.where(widths == 64, full, (np.uint64(1) << np.minimum(unsigned, 63)) - np.uint64(1))
    return value & mask


def _packed_offsets(data: Ints, begins: Ints, sizes: Ints, n: int, width: int) -> Ints:
    """Offsets of one width: the packed vectors are apart from each other."""
    kind: Any = np.uint32 if width <= 32 else np.uint64
    if width == 0:
        return np.zeros(n, kind)
    index = np.repeat(begins - (np.cumsum(sizes) - sizes), sizes) + np.arange(int(sizes.sum()))
    packed = Cursor(data[index].tobytes())
    return unpack(packed, n, np.full(len(begins), width, np.uint8), kind, 64)


DECODERS: list[tuple[int, tuple[Storage, ...], Decoder]] = [(18, (Storage.INT, Storage.LONG), entropy)]
