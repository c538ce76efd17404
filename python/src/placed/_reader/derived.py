"""Derived arrays: a function of one or two other columns, and what is left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .arrays import Array, Bytes, Context, Decoding, decode
from .arrays.floats import POWERS
from .arrays.packed import VECTOR, vectors_of
from .arrays.plain import positions
from .arrays.values import DTYPES, Ints, replace, require_range, take
from .columns import Derivation
from .cursor import Cursor, MalformedError
from .page import Values
from .types import Field, Storage

MAX_DEPTH = 8
_G = 0x9E3779B97F4A7C15
_MASK = (1 << 64) - 1
_FACTORS = 4
_MAPS = (10, 11)


@dataclass(frozen=True)
class ParentPage:
    """The values of a parent in the rows of the page."""

    field: Field
    scale: int
    values: Values


def parent_integers(page: ParentPage) -> tuple[Ints, npt.NDArray[np.bool_]]:
    """The integers of a parent, and which rows have one."""
    storage = page.field.storage
    data = page.values.data
    if storage in (Storage.INT, Storage.LONG):
        numbers = data.astype(np.int64)
        has = np.ones(len(numbers), np.bool_)
    elif storage in (Storage.FLOAT, Storage.DOUBLE):
        numbers, has = _float_integers(data, page.scale)
    else:
        raise MalformedError(f"the parent {page.field.name!r} is a {page.field.type_text()}, which has no integers")
    if page.values.valid is not None:
        has = has & page.values.valid
    return numbers, has


def _float_integers(data: Any, scale: int) -> tuple[Ints, npt.NDArray[np.bool_]]:
    with np.errstate(all="ignore"):
        scaled = np.rint(data.astype(np.float64) * POWERS[scale])
        has = np.abs(scaled) <= float(1 << 53)
        numbers = np.where(has, scaled, 0).astype(np.int64)
        back = from_integers(numbers, scale, Storage.FLOAT if data.dtype.itemsize == 4 else Storage.DOUBLE)
    bits = np.dtype(f"<i{data.dtype.itemsize}")
    has &= np.ascontiguousarray(back).view(bits) == np.ascontiguousarray(data).view(bits)
    return numbers, has


def from_integers(numbers: Ints, scale: int, storage: Storage) -> Any:
    """Values that integers stand for."""
    if storage in (Storage.FLOAT, Storage.DOUBLE):
        with np.errstate(over="ignore"):
            out = numbers.astype(np.float64) / POWERS[scale]
            return out.astype(np.float32) if storage is Storage.FLOAT else out
    return numbers.astype(DTYPES[storage])


def read_derived(
    c: Cursor,
    n: int,
    context: Context,
    field: Field,
    derivation: Derivation,
    parents: list[ParentPage],
    valid: npt.NDArray[np.bool_] | None,
) -> Decoding[Array]:
    """The values of a page of a derived column."""
    storage = field.storage
    function = derivation.function
    budget = context.budget
    budget.take(n * 48)
    cells = (yield from _Map.read(c, n, context)) if function in _MAPS else None
    strings: Any = None
    if storage is Storage.BYTES:
        if cells is None:
            raise MalformedError(f"strings that are derived by function {function}; only maps give strings")
        size = c.u32()
        context.whole(size, 8, "strings")
        strings = yield from decode(c, Storage.BYTES, size, context, 2)
    factors = (yield from decode(c, Storage.LONG, n, context, 2)) if function == _FACTORS else None
    residuals = yield from decode(c, Storage.LONG, n, context, 2)
    vectors = vectors_of(n)
    orphan_counts = c.array("<u2", vectors)
    exception_counts = c.array("<u2", vectors)
    orphans = yield from decode(c, Storage.LONG, int(orphan_counts.sum(dtype=np.int64)), context, 2)
    count = int(exception_counts.sum(dtype=np.int64))
    where: Ints | None = None
    exceptions: Any = None
    if count:
        if storage not in (Storage.FLOAT, Storage.DOUBLE):
            raise MalformedError(f"{count} exceptions of a column of {storage.value}")
        where = positions(c, n, exception_counts, count)
        exceptions = yield from decode(c, storage, count, context, 2)

    with np.errstate(all="ignore"):
        if cells is not None:
            if len(orphans):
                raise MalformedError(f"a page of a map has {len(orphans)} orphans")
            numbers = residuals + cells.integers([_keys(p) for p in parents])
            present = np.ones(n, np.bool_) if valid is None else valid
        else:
            inputs = [parent_integers(p) for p in parents]
            numbers = residuals + _apply(derivation, [i[0] for i in inputs], factors)
            present = np.ones(n, np.bool_) if valid is None else valid
            has = inputs[0][1] if len(inputs) == 1 else inputs[0][1] & inputs[1][1]
            lonely = np.nonzero(present & ~has)[0]
            expected = np.bincount(lonely // VECTOR, minlength=vectors)
            if not np.array_equal(expected, orphan_counts):
                raise MalformedError(f"the page has {len(orphans)} orphans, but {len(lonely)} rows are some")
            numbers[lonely] = orphans
    if strings is not None:
        numbers = np.where(present, numbers, 0)
        if not len(strings):
            if bool(present.any()):
                raise MalformedError("the page has values, but no strings")
            return Bytes(np.zeros(n + 1, np.int64), np.empty(0, np.uint8))
        require_range(numbers, len(strings), "numbers of strings")
        return take(strings, numbers, budget)
    out = from_integers(numbers, derivation.scale, storage)
    return out if where is None else replace(out, where, exceptions, budget)


def _apply(derivation: Derivation, inputs: list[Ints], factors: Ints | None) -> Ints:
    """The function, modulo 2^64."""
    a = inputs[0]
    b = inputs[1] if len(inputs) > 1 else None
    d = np.int64(derivation.divisor)
    match derivation.function:
        case 0:
            return a
        case 1:
            return a + b
        case 2:
            return a - b
        case 3:
            return (a * b) // d
        case 4:
            return (a * factors) // d
        case 5:
            return a - d * (a // d)
        case 6:
            return a * d
        case 7:
            return a * d + b
        case 8:
            m = (_minute(a) + b) % 1440
            return m + 40 * (m // 60)
        case _:
            return (_minute(a) - _minute(b) + d) % 1440 - d


def _minute(t: Any) -> Any:
    return t - 40 * (t // 100)


def _mix(x: Any) -> Any:
    x = x ^ (x >> np.uint64(33))
    x = x * np.uint64(0xFF51AFD7ED558CCD)
    x = x ^ (x >> np.uint64(33))
    x = x * np.uint64(0xC4CEB9FE1A85EC53)
    return x ^ (x >> np.uint64(33))


def _mix_int(x: int) -> int:
    x ^= x >> 33
    x = x * 0xFF51AFD7ED558CCD & _MASK
    x ^= x >> 33
    x = x * 0xC4CEB9FE1A85EC53 & _MASK
    return x ^ (x >> 33)


def _rotate(x: Any, by: int) -> Any:
    by &= 63
    if not by:
        return x
    return (x << np.uint64(by)) | (x >> np.uint64(64 - by))


def _string_key(value: bytes) -> int:
    h = len(value)
    for i in range(0, len(value), 8):
        x = (h ^ int.from_bytes(value[i : i + 8], "little")) * _G & _MASK
        h = (x << 32 | x >> 32) & _MASK
    return _mix_int(h)


def _keys(page: ParentPage) -> Any:
    """The key of each row: that of null is G."""
    data = page.values.data
    storage = page.field.storage
    if storage is Storage.BYTES:
        known: dict[bytes, int] = {}
        keys = []
        for value in data.to_list():
            key = known.get(value)
            if key is None:
                key = known[value] = _string_key(value)
            keys.append(key)
        out = np.array(keys, np.uint64)
    elif storage in (Storage.INT, Storage.LONG):
        out = _mix(data.astype(np.int64).view(np.uint64))
    elif storage is Storage.FLOAT:
        out = _mix(np.ascontiguousarray(data).view(np.int32).astype(np.int64).view(np.uint64))
    elif storage is Storage.DOUBLE:
        out = _mix(np.ascontiguousarray(data).view(np.uint64))
    else:
        raise MalformedError(f"the parent {page.field.name!r} is a {page.field.type_text()}, which has no keys")
    if page.values.valid is not None:
        out = np.where(page.values.valid, out, np.uint64(_G))
    return out


@dataclass(frozen=True)
class _Map:
    """An integer for every key of the page: a Bloomier filter of three cells."""

    seed: int
    base: int
    third: int
    cells: Ints

    @staticmethod
    def read(c: Cursor, n: int, context: Context) -> Decoding[_Map]:
        seed, base, third = c.u8(), c.i64(), c.u32()
        if third > n + 64:
            raise MalformedError(f"a map of {third} cells in each third for {n} rows; at most {n + 64} are allowed")
        cells = yield from decode(c, Storage.LONG, 3 * third, context, 2)
        return _Map(seed, base, third, cells)

    def integers(self, keys: list[Any]) -> Ints:
        key = keys[0] if len(keys) == 1 else _mix(keys[0] * np.uint64(_G) + keys[1])
        out = np.full(len(key), self.base, np.int64)
        if not self.third:
            return out
        found = np.zeros(len(key), np.int64)
        mixed = _mix(key + np.uint64(self.seed * _G & _MASK))
        for i in range(3):
            r = _rotate(mixed, 21 * i) & np.uint64(0xFFFFFFFF)
            p = ((r * np.uint64(self.third)) >> np.uint64(32)).astype(np.int64)
            found ^= self.cells[i * self.third + p]
        return out + found
