"""Row-major pages: all columns of a column group, stored row by row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .arrays import Bytes
from .arrays.values import DTYPES, offsets_of
from .cursor import Cursor, MalformedError
from .limits import Budget
from .page import Values
from .types import Field, Storage

_MAX_ELEMENT_BYTES = 128 << 20
_PER_RAW_BYTE = 64


@dataclass(frozen=True)
class Tree:
    """Values of a field and of those below it."""

    values: Values
    children: tuple[Tree, ...] = ()


class RowMajorPage:
    """One page; columns are decoded when they are asked for."""

    def __init__(self, raw: memoryview, fields: list[Field], rows: int, budget: Budget) -> None:
        c = Cursor(raw)
        found, columns = c.u32(), c.u16()
        if found != rows or columns != len(fields):
            raise MalformedError(
                f"the page has {found} rows of {columns} columns, but {rows} of {len(fields)} are expected"
            )
        widths = c.array(np.uint8, columns)
        expected = [f.width for f in fields]
        if widths.tolist() != expected:
            raise MalformedError(f"the page has slots of {widths.tolist()} bytes; the types have {expected}")
        self._raw = raw
        self._fields = fields
        self._rows = rows
        self._budget = budget
        self._null_bytes = -(-columns // 8)
        slots = [f.width or 4 for f in fields]
        self._at = (np.cumsum([self._null_bytes, *slots])).tolist()
        fixed = self._at[-1]
        budget.take(rows * (fixed + 16))
        if any(f.width == 0 for f in fields):
            starts = c.array("<u4", rows + 1).astype(np.int64)
            data = np.frombuffer(raw, np.uint8, offset=c.pos)
            if int(starts[0]) != 0 or int(starts[-1]) != len(data) or bool(np.any(np.diff(starts) < fixed)):
                raise MalformedError("the starts of rows are not those of the page's bytes")
            self._table = data[starts[:-1, None] + np.arange(fixed)] if rows else np.empty((0, fixed), np.uint8)
            self._variable = starts[:-1] + fixed
            self._row_ends = starts[1:]
        else:
            data = c.array(np.uint8, rows * fixed)
            c.done("the rows of the page")
            self._table = data.reshape(rows, fixed)
        self._data = data
        if rows and columns % 8 and bool(np.any(self._table[:, self._null_bytes - 1] >> (columns % 8))):
            raise MalformedError("bits of nulls without a column")

    def column(self, k: int) -> Tree:
        """The values of the k-th column of the group."""
        field = self._fields[k]
        nulls = (self._table[:, k // 8] >> (k % 8)) & 1
        valid = None
        if bool(nulls.any()):
            if not field.nullable:
                raise MalformedError(f"{field.name!r} is not null, but the page has nulls")
            valid = nulls == 0
        if field.width:
            slot = np.ascontiguousarray(self._table[:, self._at[k] : self._at[k] + field.width])
            return Tree(Values(self._rows, valid, _fixed(slot, field)))
        starts, ends = self._bounds(k)
        if field.storage is Storage.BYTES:
            return Tree(Values(self._rows, valid, self._gather(starts, ends)))
        return self._nested(field, valid, starts, ends)

    def _bounds(self, k: int) -> tuple[Any, Any]:
        """Where the variable bytes of a column begin and end in each row."""
        ends = self._variable + self._slot_end(k)
        before = [j for j in range(k) if self._fields[j].width == 0]
        starts = self._variable + self._slot_end(before[-1]) if before else self._variable
        last = all(f.width for f in self._fields[k + 1 :])
        outside = bool(np.any((ends < starts) | (ends > self._row_ends)))
        if outside or (last and not np.array_equal(ends, self._row_ends)):
            raise MalformedError(f"the bytes of {self._fields[k].name!r} are not within their rows")
        return starts, ends

    def _slot_end(self, k: int) -> Any:
        slot = np.ascontiguousarray(self._table[:, self._at[k] : self._at[k] + 4])
        return slot.view("<u4").reshape(-1).astype(np.int64)

    def _gather(self, starts: Any, ends: Any) -> Bytes:
        lengths = ends - starts
        offsets = offsets_of(lengths)
        self._budget.take(int(offsets[-1]) * 17)
        index = np.repeat(starts - offsets[:-1], lengths) + np.arange(int(offsets[-1]))
        return Bytes(offsets, self._data[index])

    def _nested(self, field: Field, valid: Any, starts: Any, ends: Any) -> Tree:
        builder = _Builder(field, self._budget, _MAX_ELEMENT_BYTES + _PER_RAW_BYTE * len(self._raw))
        present = np.ones(self._rows, np.bool_) if valid is None else valid
        for ok, start, end in zip(present.tolist(), starts.tolist(), ends.tolist(), strict=True):
            if ok:
                c = Cursor(self._raw, len(self._raw) - len(self._data) + start, len(self._raw) - len(self._data) + end)
                builder.read(c)
                c.done(f"a value of {field.name!r}")
            else:
                if start != end:
                    raise MalformedError(f"a null of {field.name!r} has {end - start} bytes")
                builder.null()
        return builder.tree()


def _fixed(slot: Any, field: Field) -> Any:
    """Values of fixed width, one in each row of bytes."""
    storage = field.storage
    if storage is Storage.BITS:
        if bool(np.any(slot > 1)):
            raise MalformedError("a boolean is neither 0 nor 1")
        return slot.reshape(-1) != 0
    if storage is Storage.INT128:
        return slot.view("<u8").reshape(-1, 2)
    dtype = DTYPES[storage]
    kind = dtype if field.width == dtype.itemsize else np.dtype(f"<i{field.width}")
    return slot.view(kind).reshape(-1).astype(dtype, copy=False)


class _Builder:
    """Collects nested values one by one, as they are stored."""

    def __init__(self, field: Field, budget: Budget, limit: int) -> None:
        self._field = field
        self._budget = budget
        self._limit = limit
        self._valid: list[bool] = []
        self._raw: list[bytes] = []
        self._lengths: list[int] = []
        self._children = [_Builder(f, budget, limit) for f in field.children]

    def null(self) -> None:
        self._count()
        self._valid.append(False)
        if self._field.kind == "struct":
            for child in self._children:
                child.null()
        elif self._field.kind in ("list", "map"):
            self._lengths.append(0)
        else:
            self._raw.append(bytes(self._field.width))

    def _count(self) -> None:
        if len(self._valid) * self._field.element_bits // 8 > self._limit:
            raise MalformedError(f"the page has more than {self._limit} bytes of elements")
        self._budget.take(64)

    def read(self, c: Cursor) -> None:
        self._count()
        self._valid.append(True)
        field = self._field
        if field.kind == "struct":
            nulls = _nulls(c, len(self._children))
            for i, child in enumerate(self._children):
                child.read(c) if not nulls >> i & 1 else child._null_of(field)
        elif field.kind == "list":
            n = c.length()
            nulls = _nulls(c, n)
            self._lengths.append(n)
            for i in range(n):
                self._children[0].read(c) if not nulls >> i & 1 else self._children[0]._null_of(field)
        elif field.kind == "map":
            n = c.length()
            if n > (c.left + 1) * 8 * _PER_RAW_BYTE:
                raise MalformedError(f"a map of {n} entries in {c.left} bytes")
            for _ in range(n):
                self._children[0].read(c)
            nulls = _nulls(c, n)
            self._lengths.append(n)
            for i in range(n):
                self._children[1].read(c) if not nulls >> i & 1 else self._children[1]._null_of(field)
        elif field.width:
            self._raw.append(bytes(c.take(field.width)))
        else:
            self._raw.append(bytes(c.take(c.length())))

    def _null_of(self, parent: Field) -> None:
        if not self._field.nullable:
            raise MalformedError(f"{self._field.name!r} of {parent.name!r} is not null, but the page has nulls")
        self.null()

    def tree(self) -> Tree:
        count = len(self._valid)
        valid = None if all(self._valid) else np.array(self._valid, np.bool_)
        field = self._field
        children = tuple(child.tree() for child in self._children)
        if field.kind == "struct":
            return Tree(Values(count, valid, None), children)
        if field.kind in ("list", "map"):
            return Tree(Values(count, valid, np.array(self._lengths, np.int32)), children)
        if field.width:
            slot = np.frombuffer(b"".join(self._raw), np.uint8).reshape(count, field.width)
            return Tree(Values(count, valid, _fixed(slot, field)))
        return Tree(Values(count, valid, Bytes.of(self._raw)))


def _nulls(c: Cursor, n: int) -> int:
    bits = int.from_bytes(c.take(-(-n // 8)), "little")
    if bits >> n:
        raise MalformedError("bits of nulls without a value")
    return bits
