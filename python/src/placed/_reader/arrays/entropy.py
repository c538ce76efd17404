"""Entropy coding: bins by tANS, eight states in turn, and the offsets in the bins.

All vectors of several arrays, and the eight states of each, are decoded side by side, because NumPy needs long arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..cursor import Cursor, MalformedError
from ..types import Storage
from .context import Context, Decoder, Decoding
from .packed import VECTOR, packed_bytes, unpack, vectors_of
from .values import DTYPES, Array, Ints

_STATES = 8
#: So many codes are faster read one by one.
_FEW_BINS = 64
#: Zeros and lower bits of a code that fit 64 bits at any bit of a byte; numbers of bins are much shorter.
_CODE_BITS = 56
#: More than all states together: a weight like this or above it is refused, and sums of them do not overflow.
_MUCH = 1 << 20
#: Where the mask of the bits, which are at most 14, and the next state are in an entry of the table.
_MASK, _BASE = 4, 28
_OWN_WIDTHS = 255
#: More bytes than the states of a vector can have, so that what is read too far is still in the array.
_PADDING = VECTOR * 14 // 8 + 64


class _Bits:
    """Forward bits, the lowest of a byte first."""

    def __init__(self, c: Cursor) -> None:
        self._c = c
        self._pos = c.pos
        self._value = 0
        self._count = 0

    def _fill(self) -> None:
        """More than any code has, if there is so much; what is missing is zeros."""
        piece = self._c.data[self._pos : min(self._pos + 64, self._c.end)]
        self._pos += len(piece)
        self._value |= int.from_bytes(piece, "little") << self._count
        self._count += 8 * len(piece)

    def _skip(self, bits: int) -> None:
        self._value >>= bits
        self._count -= bits
        if self._count < 0:
            raise MalformedError(f"the codes of the bins go on behind position {self._c.end}, where the array ends")

    def take(self, n: int) -> int:
        if self._count < n:
            self._fill()
        out = self._value & ((1 << n) - 1)
        self._skip(n)
        return out

    def golomb(self, k: int) -> int:
        if self._count < 200:
            self._fill()
        value = self._value
        zeros = (value & -value).bit_length() - 1 if value else self._count
        if zeros > 64:
            raise MalformedError("a number of more than 64 bits in the bins")
        value >>= zeros + 1
        q = (1 << zeros) | (value & ((1 << zeros) - 1))
        out = ((q - 1) << k) | ((value >> zeros) & ((1 << k) - 1))
        self._skip(2 * zeros + 1 + k)
        return out

    def done(self) -> None:
        """Moves the cursor behind the last byte of which a bit was taken."""
        self._c.pos = self._pos - self._count // 8


@dataclass(frozen=True)
class States:
    """The stored states of the vectors of an array.

    ``starts`` are the bytes of ``data`` at which those of each vector begin, ``counts`` the numbers of its values. For
    each state there are in ``next_states`` the next one without its bits, the mask of the bits, and their number.
    """

    data: Ints
    starts: Ints
    state_bits: Ints
    counts: Ints
    log: int
    next_states: Ints


def entropy(c: Cursor, storage: Storage, n: int, context: Context, depth: int) -> Decoding[Array]:
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
    if int(weights.sum()) != size:
        raise MalformedError(f"the weights of the bins add up to {weights.sum()} instead of {size}")
    state_bin, next_states = _table(weights, size, log)

    vectors = vectors_of(n)
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
    # While states are decoded: those, the tables, and the bytes as numbers of 24 bits. Many pages may wait together.
    working = vectors * VECTOR * 40 + size * 24 + len(data) * 12
    context.budget.take(working)
    states = yield States(data, begins + offset_bytes, state_bits, counts, log, next_states)
    unsigned = np.dtype(f"<u{dtype.itemsize}")
    out = starts.astype(dtype).view(unsigned)[state_bin][states]
    if own:
        out += _own_offsets(data, begins, offset_bytes, widths[state_bin][states], n).astype(unsigned)
    elif width:
        out += _packed_offsets(data, begins, offset_bytes, n, width).astype(unsigned, copy=False)
    context.budget.give(working)
    return out.view(dtype)


def _read_bins(c: Cursor, bins: int, k: int, m: int, width: int, own: bool, most: int) -> tuple[Ints, Ints, Ints]:
    """Starts, weights and widths of the bins, whose codes are bits."""
    first = c.signed(most // 8)
    # How many bytes there are is known at the end; this is enough for codes that suit their numbers.
    size = bins * (k + m + (15 if own else 8)) // 8 + 64
    data = c.data[c.pos : min(c.pos + size, c.end)]
    codes = _codes(data, bins, k, m, own) if bins > _FEW_BINS else None
    if codes is None:
        gaps, weights, widths = _codes_one_by_one(c, bins, k, m, own)
    else:
        gaps, weights, widths, end = codes
        c.skip(-(-end // 8))
    starts = [first]
    highest = (1 << (most - 1)) - 1
    shift = 0 if own else width
    for gap in gaps:
        starts.append(starts[-1] + ((gap + 1) << shift))
    if starts[-1] > highest:
        raise MalformedError(f"the last bin starts at {starts[-1]}, above {highest}")
    if not own:
        widths = np.full(bins, width)
    elif int(widths.max()) > most:
        raise MalformedError(f"a bin has offsets of {widths.max()} bits; at most {most} are allowed")
    return np.array(starts, np.int64), weights, widths


def _codes(data: memoryview, bins: int, k: int, m: int, own: bool) -> tuple[list[int], Ints, Ints, int] | None:
    """Gaps, weights, widths and the number of bits; None if the codes do not end in the data, or are long.

    What a code is that begins there is worked out for every bit, because where one begins follows from the one before.
    """
    padded = np.zeros(len(data) + 24, np.uint8)
    padded[: len(data)] = np.frombuffer(data, np.uint8)
    bits = len(data) * 8
    windows = _windows(padded, "<u8")
    at = np.arange(bits + 1)
    ones = np.unpackbits(padded[: len(data) + 1], bitorder="little")[: bits + 1]
    one = np.minimum.accumulate(np.where(ones, at, bits)[::-1])[::-1]
    zeros = one - at
    inside = np.minimum(one + 1, bits)
    window = windows[inside >> 3] >> (inside & 7).astype(np.uint64)

    def golomb(low: int) -> tuple[Ints, Ints]:
        """For each bit the number whose code begins there, and the bit after it; too long ones end nowhere."""
        whole = (one < bits) & (zeros + low <= _CODE_BITS)
        z = np.where(whole, zeros, 0).astype(np.uint64)
        unit = np.uint64(1)
        q = (unit << z) | (window & ((unit << z) - unit))
        number = ((q - unit) << np.uint64(low)) | ((window >> z) & np.uint64((1 << low) - 1))
        return number, np.where(whole, one + 1 + zeros + low, bits + 1)

    gap, after_gap = golomb(min(k, _CODE_BITS + 1))
    weight, after_weight = golomb(min(m, _CODE_BITS + 1))
    width = (windows[at >> 3] >> (at & 7).astype(np.uint64)) & np.uint64(127)
    # One more place, for what lies beyond the end, and leads to itself.
    beyond = bits + 1
    after_gap = np.append(np.minimum(after_gap, beyond), beyond)
    after_weight = np.append(np.minimum(after_weight, beyond), beyond)
    after_bin = np.minimum(after_weight + (7 if own else 0), beyond)
    following = after_bin[after_gap].tolist()
    place = int(after_bin[0])
    places = [place]
    for _ in range(bins - 1):
        place = following[place]
        places.append(place)
    if place > bits:
        return None
    ends = np.array(places)
    gaps_at = ends[:-1]
    weights_at = np.concatenate([[0], after_gap[gaps_at]])
    weights = np.minimum(weight[weights_at], np.uint64(_MUCH)).astype(np.int64) + 1
    return gap[gaps_at].tolist(), weights, width[after_weight[weights_at]].astype(np.int64), place


def _codes_one_by_one(c: Cursor, bins: int, k: int, m: int, own: bool) -> tuple[list[int], Ints, Ints]:
    """Gaps, weights and widths, whatever their codes are."""
    bits = _Bits(c)
    gaps, weights, widths = [], [], []
    for i in range(bins):
        if i:
            gaps.append(bits.golomb(k))
        weights.append(min(bits.golomb(m), _MUCH) + 1)
        widths.append(bits.take(7) if own else 0)
    bits.done()
    return gaps, np.array(weights, np.int64), np.array(widths, np.int64)


def _table(weights: Ints, size: int, log: int) -> tuple[Ints, Ints]:
    """For each state its bin, and what :class:`States` says of the next state."""
    step = size // 2 + size // 8 + 3
    state_bin = np.empty(size, np.int32)
    state_bin[np.arange(size, dtype=np.int64) * step % size] = np.repeat(np.arange(len(weights)), weights)
    order = np.argsort(state_bin, kind="stable")
    first = np.cumsum(weights) - weights
    x = np.empty(size, np.int64)
    in_order = state_bin[order]
    x[order] = weights[in_order] + np.arange(size) - first[in_order]
    bits = log - (np.frexp(x.astype(np.float64))[1].astype(np.int64) - 1)
    base = (x << bits) - size
    return state_bin, (base << _BASE) | (((np.int64(1) << bits) - 1) << _MASK) | bits


def _windows(data: Ints, word: str) -> Ints:
    """At each position but the last eight the number of so many bytes from there on."""
    kind = np.dtype(word)
    view = np.lib.stride_tricks.as_strided(data[:8].view(kind), (len(data) - 8,), (1,))
    return np.ascontiguousarray(view)


def decode_states(jobs: Sequence[States]) -> list[Ints | MalformedError]:
    """The states of all values of each job, one after the other; all vectors of all jobs are decoded side by side."""
    # What is read too far is in the bytes before, of zeros or of another vector, and is found at the end.
    size = sum(len(job.data) for job in jobs)
    padded = np.zeros(_PADDING + size + 16, np.uint8)
    tables = np.concatenate([job.next_states for job in jobs])
    firsts, begins, logs, bases = [], [], [], []
    at_byte, at_state = _PADDING, 0
    for job in jobs:
        padded[at_byte : at_byte + len(job.data)] = job.data
        firsts.append((job.starts + at_byte) * 8)
        begins.append(firsts[-1] + job.state_bits)
        logs.append(np.full(len(job.counts), job.log))
        bases.append(np.full(len(job.counts), at_state))
        if at_state:
            tables[at_state : at_state + len(job.next_states)] += at_state << _BASE
        at_byte += len(job.data)
        at_state += len(job.next_states)
    # 24 bits: behind fewer than eight there are still all of a state, and none is where an entry has the next state.
    words = (_windows(padded, "<u4") & np.uint32(0xFFFFFF)).astype(np.int64)
    counts = np.concatenate([job.counts for job in jobs])
    # Shorter vectors come last, so that what is left is a slice.
    order = np.argsort(-counts, kind="stable")
    first = np.concatenate(firsts)[order]
    steps = -(-counts[order] // _STATES)
    log = np.concatenate(logs)[order]
    at = np.concatenate(begins)[order] - np.arange(1, _STATES + 1)[:, None] * log
    vectors = len(counts)
    out = np.zeros((int(steps[0]), _STATES, vectors), np.int64)
    out[0] = ((words[at >> 3] >> (at & 7)) & ((np.int64(1) << log) - 1)) + np.concatenate(bases)[order]
    ended = np.empty(vectors, np.int64)
    active = vectors
    entry, bits, word, before = (np.empty_like(at) for _ in range(4))
    for t in range(1, len(out)):
        if t == steps[active - 1]:
            left = int(np.searchsorted(-steps, -t, side="left"))
            ended[left:active] = at[-1, left:active]
            active = left
            at = at[:, :active].copy()
            entry, bits, word, before = (np.empty_like(at) for _ in range(4))
        at, before = before, at
        tables.take(out[t - 1, :, :active], out=entry, mode="clip")
        np.bitwise_and(entry, (1 << _MASK) - 1, out=bits)
        np.add.accumulate(bits, axis=0, out=bits)
        np.subtract(before[-1], bits, out=at)
        np.right_shift(at, 3, out=bits)
        words.take(bits, out=word, mode="clip")
        np.bitwise_and(at, 7, out=bits)
        np.right_shift(word, bits, out=word)
        np.right_shift(entry, _MASK, out=bits)
        np.bitwise_and(word, bits, out=word)
        np.right_shift(entry, _BASE, out=entry)
        np.add(entry, word, out=out[t, :, :active])
    ended[:active] = at[-1]
    # By vector in the order of the jobs.
    place = np.empty(vectors, np.int64)
    place[order] = np.arange(vectors)
    sound = (ended == first)[place]
    if bool(np.any(place[:-1] > place[1:])):
        out = out[:, :, place]
    found: list[Ints | MalformedError] = []
    begin = 0
    for job, base in zip(jobs, bases, strict=True):
        end = begin + len(job.counts)
        if bool(sound[begin:end].all()):
            values = np.empty((end - begin, *out.shape[:2]), np.int32)
            np.subtract(out[:, :, begin:end].transpose(2, 0, 1), base[0], out=values, casting="unsafe")
            # Only the last vector is shorter than others.
            found.append(values.reshape(-1)[: int(job.counts.sum())])
        else:
            found.append(MalformedError("the states of a vector have other bits than it says"))
        begin = end
    return found


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
    words = _windows(np.concatenate([data, np.zeros(16, np.uint8)]), "<u8")
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
    bytes_of = data.tobytes()
    packed = Cursor(b"".join(bytes_of[a : a + s] for a, s in zip(begins.tolist(), sizes.tolist(), strict=True)))
    return unpack(packed, n, np.full(len(begins), width, np.uint8), kind, 64)


DECODERS: list[tuple[int, tuple[Storage, ...], Decoder]] = [(18, (Storage.INT, Storage.LONG), entropy)]
