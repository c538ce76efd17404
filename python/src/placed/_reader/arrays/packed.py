"""The interleaved layout of bit-packed numbers: 32 lanes of 32-bit words, or 16 lanes of 64-bit words."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..cursor import Cursor, MalformedError
from .values import Ints

VECTOR = 1024


def vectors_of(n: int) -> int:
    return -(-n // VECTOR)


def packed_bytes(n: int, width: int) -> int:
    """Bytes of a vector of n numbers."""
    if width <= 32:
        return -(-(-(-n // 32) * width) // 32) * 128
    return -(-(-(-n // 16) * width) // 64) * 128


def unpack(c: Cursor, n: int, widths: Ints, out_type: Any, most: int) -> Ints:
    """The numbers of all vectors, each with its width, one after the other.

    :raises MalformedError: if a width is above ``most``
    """
    vectors = len(widths)
    if vectors and int(widths.max()) > most:
        raise MalformedError(f"a width of {widths.max()} bits; at most {most} are allowed")
    out = np.zeros(vectors * VECTOR, out_type)
    rows = out.reshape(vectors, VECTOR)
    last = n - (vectors - 1) * VECTOR
    full = vectors if last == VECTOR else vectors - 1
    sizes = _SIZES[widths]
    if full < vectors:
        sizes[-1] = packed_bytes(last, int(widths[-1]))
    ends = np.cumsum(sizes)
    data = c.array(np.uint8, int(ends[-1]))
    starts = ends - sizes
    found, counts = np.unique(widths[:full], return_counts=True)
    for width, count in zip(found.tolist(), counts.tolist(), strict=True):
        if width == 0:
            continue
        size = packed_bytes(VECTOR, width)
        if count == full:
            which: Any = slice(0, full)
            block = data[: full * size].reshape(full, size)
        else:
            which = np.nonzero(widths[:full] == width)[0]
            block = data[starts[which][:, None] + np.arange(size)]
        rows[which] = _unpack(block, VECTOR, width, out_type)
    if full < vectors and widths[-1]:
        width = int(widths[-1])
        block = data[int(starts[-1]) :].reshape(1, -1)
        got = _unpack(block, last, width, out_type)
        rows[-1, : got.shape[1]] = got[0][:VECTOR]
    return out[:n]


_SIZES = np.array([packed_bytes(VECTOR, w) for w in range(65)], np.int64)


def _unpack(block: Ints, n: int, width: int, out_type: Any) -> Ints:
    """Vectors of n numbers of one width, one in each row of bytes."""
    word = np.dtype("<u4") if width <= 32 else np.dtype("<u8")
    bits, lanes = (32, 32) if width <= 32 else (64, 16)
    vectors = block.shape[0]
    rows = -(-n // lanes)
    words: Ints = np.ascontiguousarray(block).view(word).reshape(vectors, -1, lanes)
    # Word by word over all vectors, so that the operations below are long and on adjacent memory.
    words = np.ascontiguousarray(words.transpose(1, 0, 2)).reshape(-1, vectors * lanes)
    got = np.empty((rows, vectors * lanes), word)
    if width == bits:
        got[:] = words[:rows]
    else:
        mask = word.type((1 << width) - 1)
        for r in range(rows):
            k, shift = divmod(r * width, bits)
            target = got[r]
            np.right_shift(words[k], word.type(shift), out=target)
            if shift + width > bits:
                target |= words[k + 1] << word.type(bits - shift)
            if shift + width != bits:
                target &= mask
    got = got.reshape(rows, vectors, lanes).transpose(1, 0, 2).reshape(vectors, rows * lanes)
    target_type = np.dtype(out_type)
    if target_type.itemsize == word.itemsize:
        return got.view(target_type)
    return got.astype(target_type)
