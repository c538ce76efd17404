"""Decoded values in memory, and what is done to them whatever their storage.

BITS are ``bool``, INT ``int32``, LONG ``int64``, FLOAT and DOUBLE floats of the same bits, INT128 an array of two
columns of ``uint64``, the low half first; BYTES are :class:`Bytes`.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ..cursor import MalformedError
from ..types import Storage

Ints: TypeAlias = npt.NDArray[Any]

DTYPES = {
    Storage.BITS: np.dtype(np.bool_),
    Storage.INT: np.dtype("<i4"),
    Storage.LONG: np.dtype("<i8"),
    Storage.FLOAT: np.dtype("<f4"),
    Storage.DOUBLE: np.dtype("<f8"),
    Storage.INT128: np.dtype("<u8"),
}
#: Bytes of a value in memory; of BYTES those of its offset.
SIZES = {
    Storage.BITS: 1,
    Storage.INT: 4,
    Storage.LONG: 8,
    Storage.FLOAT: 4,
    Storage.DOUBLE: 8,
    Storage.INT128: 16,
    Storage.BYTES: 8,
}


class Bytes:
    """Byte strings: value i is ``data[offsets[i]:offsets[i + 1]]``."""

    __slots__ = ("data", "offsets")

    def __init__(self, offsets: Ints, data: Ints) -> None:
        self.offsets = offsets
        self.data = data

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def lengths(self) -> Ints:
        return np.diff(self.offsets)

    @property
    def total(self) -> int:
        return int(self.offsets[-1] - self.offsets[0])

    def arrow(self) -> pa.LargeBinaryArray:
        return pa.LargeBinaryArray.from_buffers(
            pa.large_binary(), len(self), [None, pa.py_buffer(self.offsets), pa.py_buffer(self.data)]
        )

    def to_list(self) -> list[bytes]:
        data = self.data.tobytes()
        ends = self.offsets.tolist()
        return [data[a:b] for a, b in zip(ends, ends[1:], strict=False)]

    @staticmethod
    def of(values: list[bytes]) -> Bytes:
        lengths = np.fromiter(map(len, values), np.int64, len(values))
        return Bytes(offsets_of(lengths), np.frombuffer(b"".join(values), np.uint8))


Array: TypeAlias = "npt.NDArray[Any] | Bytes"


def offsets_of(lengths: Ints) -> Ints:
    out = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=out[1:])
    return out


def take(values: Array, index: Ints, budget: Any) -> Array:
    """The values of these positions, which are in range."""
    if not isinstance(values, Bytes):
        return values[index]
    budget.take(8 * len(index))
    lengths = values.lengths[index]
    total = int(lengths.sum()) if len(lengths) else 0
    budget.take(total)
    if len(index) == 0 or total == 0:
        return Bytes(offsets_of(lengths), np.empty(0, np.uint8))
    out = values.arrow().take(pa.array(index, pa.int64()))
    _, offsets, data = out.buffers()
    ends = np.frombuffer(offsets, np.int64, len(index) + 1, out.offset * 8)
    return Bytes(ends, np.frombuffer(data, np.uint8))


def full(storage: Storage, value: Any, n: int, budget: Any) -> Array:
    """n times a value: a number, two halves or bytes."""
    if storage is Storage.BYTES:
        budget.take(n * len(value))
        data = np.frombuffer(value, np.uint8)
        return Bytes(np.arange(n + 1, dtype=np.int64) * len(value), np.tile(data, n) if n else data[:0])
    if storage is Storage.INT128:
        return np.tile(value, (n, 1))
    return np.full(n, value, DTYPES[storage])


def empty(storage: Storage) -> Array:
    if storage is Storage.BYTES:
        return Bytes(np.zeros(1, np.int64), np.empty(0, np.uint8))
    if storage is Storage.INT128:
        return np.empty((0, 2), np.uint64)
    return np.empty(0, DTYPES[storage])


def replace(values: Array, index: Ints, others: Array, budget: Any) -> Array:
    """``values`` with the others at these positions."""
    if isinstance(values, Bytes):
        assert isinstance(others, Bytes)
        both = concat(values, others)
        where = np.arange(len(values), dtype=np.int64)
        where[index] = len(values) + np.arange(len(others))
        return take(both, where, budget)
    out = values if values.flags.writeable else values.copy()
    out[index] = others
    return out


def concat(a: Bytes, b: Bytes) -> Bytes:
    offsets = np.concatenate([a.offsets - a.offsets[0], b.offsets[1:] - b.offsets[0] + a.total])
    data = np.concatenate([a.data[a.offsets[0] : a.offsets[-1]], b.data[b.offsets[0] : b.offsets[-1]]])
    return Bytes(offsets, data)


def require_range(index: Ints, size: int, what: str) -> None:
    if len(index) and not 0 <= int(index.min()) <= int(index.max()) < size:
        raise MalformedError(f"{what} are {index.min()} to {index.max()}; allowed are 0 to {size - 1}")


def require_lengths(lengths: Ints, what: str) -> None:
    if len(lengths) and int(lengths.min()) < 0:
        raise MalformedError(f"{what} has the negative length {lengths.min()}")
