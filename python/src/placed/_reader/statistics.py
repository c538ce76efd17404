"""Statistics of files, row groups and pages."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from typing import Any

from .cursor import Cursor, MalformedError
from .footer import RowGroup
from .types import Field, Storage

_MIN, _MAX, _MIN_EXACT, _MAX_EXACT, _DISTINCT, _NANS = 1, 2, 4, 8, 16, 32
_INTEGER_BITS = {"int8": 8, "int16": 16}


@dataclass(frozen=True)
class Statistics:
    """Counts None = unknown; ``minimum`` and ``maximum`` too, unless all values are null or NaN.

    Bounds are integers (dates in days, timestamps in microseconds, decimals unscaled), floats, or bytes; those that
    are not exact are below or above all values. ``distinct`` is an estimate, None = unknown.
    """

    values: int
    nulls: int | None
    nans: int | None
    distinct: int | None
    minimum: Any
    maximum: Any
    minimum_exact: bool
    maximum_exact: bool

    @property
    def all_null_or_nan(self) -> bool:
        return self.nulls is not None and self.nans is not None and self.nulls + self.nans == self.values


class Int128(int):
    """A bound of a decimal of more than 18 digits, in JSON."""


def require_bounds(low: Any, high: Any, values: int, nulls: int, nans: int, field: Field | None) -> None:
    """Refuses statistics that contradict themselves, or bounds that are no values of a type.

    :param field: None = the type is not known
    """
    if nulls < 0 or nans < 0 or nulls > values or nans > values - nulls:
        raise MalformedError(f"{nulls} nulls and {nans} NaNs in {values} values")
    known = [b for b in (low, high) if b is not None]
    if known and nulls + nans == values:
        raise MalformedError("bounds, but all values are null or NaN")
    for bound in known:
        if bound != bound:
            raise MalformedError("a bound is NaN")
        if field is not None and not _fits(bound, field):
            raise MalformedError(f"{bound!r} is not a bound of type {field.type_text()}")
    if len(known) == 2:
        if type(low) is not type(high):
            raise MalformedError(f"the minimum is {low!r}, the maximum {high!r}")
        if low > high:
            raise MalformedError(f"the minimum {low!r} is above the maximum {high!r}")


def _fits(bound: Any, field: Field) -> bool:
    storage = field.storage
    if storage is Storage.BITS:
        return type(bound) is int and bound in (0, 1)
    if storage in (Storage.INT, Storage.LONG):
        bits = 64 if storage is Storage.LONG else _INTEGER_BITS.get(field.kind, 32)
        return type(bound) is int and -(1 << (bits - 1)) <= bound < 1 << (bits - 1)
    if storage is Storage.INT128:
        return isinstance(bound, Int128) and -(1 << 127) <= bound < 1 << 127
    if storage is Storage.BYTES:
        return isinstance(bound, bytes)
    if storage is Storage.FLOAT:
        return isinstance(bound, float) and (math.isinf(bound) or _is_float(bound))
    return storage is Storage.DOUBLE and isinstance(bound, float)


def _is_float(value: float) -> bool:
    """Whether single precision has the number."""
    try:
        return bool(struct.unpack("<f", struct.pack("<f", value))[0] == value)
    except OverflowError:
        return False


def _entry(c: Cursor, field: Field, values: int) -> Statistics:
    flags = c.u8()
    if flags >> 6:
        raise MalformedError(f"statistics with flags {flags}; the format has bits 0 to 5")
    nulls = c.length()
    nans = c.length() if flags & _NANS else 0
    distinct = c.length() if flags & _DISTINCT else None
    if distinct is not None and distinct > values:
        raise MalformedError(f"{distinct} distinct values among {values}")
    low = _bound(c, field) if flags & _MIN else None
    high = _bound(c, field) if flags & _MAX else None
    require_bounds(low, high, values, nulls, nans, field)
    return Statistics(values, nulls, nans, distinct, low, high, bool(flags & _MIN_EXACT), bool(flags & _MAX_EXACT))


def _bound(c: Cursor, field: Field) -> Any:
    storage = field.storage
    if storage is Storage.BITS:
        return c.u8()
    if storage in (Storage.INT, Storage.LONG):
        return c.zigzag()
    if storage in (Storage.FLOAT, Storage.DOUBLE):
        return struct.unpack("<d", c.take(8))[0]
    if storage is Storage.INT128:
        return Int128.from_bytes(c.take(16), "big", signed=True)
    if storage is Storage.BYTES:
        return bytes(c.take(c.length()))
    raise MalformedError(f"a bound of a {field.kind}")


def parse_statistics(
    body: memoryview, nodes: tuple[Field, ...], file_values: list[int], group_values: list[list[int]]
) -> tuple[list[Statistics], list[list[Statistics]]]:
    """Entries of the file by node, and of each row group by node."""
    c = Cursor(body)
    of_file = [_entry(c, node, n) for node, n in zip(nodes, file_values, strict=True)]
    groups = [[_entry(c, node, n) for node, n in zip(nodes, counts, strict=True)] for counts in group_values]
    c.done("the statistics")
    return of_file, groups


def parse_page_statistics(
    body: memoryview, nodes: tuple[Field, ...], groups: tuple[RowGroup, ...], values: list[list[list[int]]]
) -> list[list[list[Statistics]] | None]:
    """Entries of each row group of more than one page, by node and page; None = the row group has one page."""
    c = Cursor(body)
    out: list[list[list[Statistics]] | None] = []
    for k, group in enumerate(groups):
        if group.pages <= 1:
            out.append(None)
            continue
        out.append([[_entry(c, node, n) for n in values[k][i]] for i, node in enumerate(nodes)])
    c.done("the page statistics")
    return out
