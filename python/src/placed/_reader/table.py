"""What can be read as a table: one file, or a directory with or without snapshots."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterator
from datetime import date, datetime, timedelta, timezone
from decimal import Context, Decimal
from typing import Any

import numpy as np
import pyarrow as pa

from ..errors import CorruptFileError, NotATableError, PlacedError
from .columns import Column
from .conform import conform
from .cursor import MalformedError
from .file import TableFile
from .filters import Filter, of_constant
from .footer import id_text
from .limits import Budget
from .log import partitions
from .log.deletes import read_vector
from .log.snapshot import DataFile
from .page import batch_of
from .source import Store
from .statistics import Statistics
from .types import Field, Storage, same_type

ROW_ID = Field("_row_id", "int64")
ROW_VERSION = Field("_row_version", "int64")
_MAX_OPEN = 64
#: Of the partition values of a batch.
_MAX_CONSTANT_BYTES = 1 << 28
#: More digits than a decimal has; without it the context of the thread would round.
_EXACT = Context(prec=60)
COMMIT_NAME = re.compile(r"[0-9a-f]{32}-[A-Za-z0-9_-]{1,150}\.placed")


class Relation:
    """Rows of some files in the columns of one schema."""

    snapshot: int | None = None
    row_id_columns: tuple[str, ...] = ()

    def __init__(self, store: Store, path: str) -> None:
        self.store = store
        self.path = path
        self.schema: tuple[Field, ...] = ()
        self.placement = ""
        self.metadata: dict[str, str] = {}
        self.tags: dict[str, int] = {}
        self._files: list[DataFile] = []
        self._open: OrderedDict[str, TableFile] = OrderedDict()
        #: The names of a schema by their lower case.
        self._names: tuple[tuple[Field, ...], dict[str, list[str]]] | None = None

    def close(self) -> None:
        while self._open:
            self._open.popitem()[1].close()

    def _full(self, file: DataFile) -> str:
        return f"{self.path}/{file.path}"

    def _file(self, file: DataFile) -> TableFile:
        """An open file, checked to be the one that is listed."""
        path = self._full(file)
        found = self._open.get(path)
        if found is not None:
            self._open.move_to_end(path)
            return found
        try:
            found = TableFile(self.store, path)
        except FileNotFoundError:
            raise CorruptFileError(path, 0, "the file is missing, but the table lists it") from None
        actual = id_text(found.root.file_id)
        if file.file_id and actual != file.file_id:
            found.close()
            raise CorruptFileError(path, 0, f"the table lists the file {file.file_id}; found {actual}")
        if found.root.rows != file.rows:
            found.close()
            raise CorruptFileError(path, 0, f"the table lists {file.rows} rows; the file has {found.root.rows}")
        self._keep(path, found)
        return found

    def _keep(self, path: str, file: TableFile) -> None:
        """Keeps a file open, as long as there are not too many."""
        self._open[path] = file
        self._close_unused(path)

    def _close_unused(self, but: str | None = None) -> None:
        """Closes files, those first that were asked for longest ago; not those that a scan is reading."""
        if len(self._open) > _MAX_OPEN:
            unused = [path for path, file in self._open.items() if not file.scans and path != but]
            for path in unused[: len(self._open) - _MAX_OPEN]:
                self._open.pop(path).close()

    @property
    def rows(self) -> int:
        return sum(f.rows - (f.deletes.rows if f.deletes else 0) for f in self._files)

    @property
    def files(self) -> list[dict[str, Any]]:
        return [
            {
                "path": f.path,
                "rows": f.rows,
                "deleted_rows": f.deletes.rows if f.deletes else 0,
                "bytes": f.length,
                "partition": dict(f.partition),
            }
            for f in self._files
        ]

    @property
    def row_groups(self) -> list[dict[str, Any]]:
        out = []
        for f in self._files:
            for g in self._file(f).root.row_groups:
                out.append(
                    {"file": f.path, "rows": g.rows, "page_rows": g.page_rows, "offset": g.offset, "bytes": g.bytes}
                )
        return out

    @property
    def statistics(self) -> dict[str, dict[str, Any]]:
        out = {}
        for field in self.schema:
            merged = None
            for f in self._files:
                s = self._file_statistics(f, field)
                merged = s if merged is None else _merge(merged, s)
            if merged is not None:
                out[field.name] = {
                    "values": merged.values,
                    "nulls": merged.nulls,
                    "nans": merged.nans,
                    "min": to_python(merged.minimum, field, merged.minimum_exact),
                    "max": to_python(merged.maximum, field, merged.maximum_exact),
                    "min_exact": merged.minimum_exact,
                    "max_exact": merged.maximum_exact,
                }
        return out

    def _file_statistics(self, f: DataFile, field: Field) -> Statistics:
        if field.name in f.partition:
            return of_constant(self._constant(f, field), field, f.rows)
        file = self._file(f)
        column = self._stored(file, f, field)
        if column is None:
            return of_constant(None, field, f.rows)
        found = file.statistics(column)
        if found is None:
            return Statistics(f.rows, None, None, None, None, None, False, False)
        known = found.file[0]
        if same_type(column.field, field):
            return known
        # Of a wider type the values are others, but as many of them are null or NaN.
        return Statistics(f.rows, known.nulls, known.nans, None, None, None, False, False)

    def _constant(self, f: DataFile, field: Field) -> Any:
        try:
            return partitions.parse(field, f.partition[field.name])
        except MalformedError as e:
            raise self._unfit(self._full(f), f"partition column {field.name!r}: {e}") from None

    def _unfit(self, path: str, detail: str) -> PlacedError:
        """A file that does not go with the table; without a log nothing says that it should."""
        return NotATableError(path, detail) if self.snapshot is None else CorruptFileError(path, 0, detail)

    def _stored(self, file: TableFile, f: DataFile, field: Field) -> Column | None:
        """The column of a file that has the values of a table's column; None = there is none."""
        if f.stored is not None:
            name = f.stored.get(field.id)
            if name is None:
                return None
        else:
            name = field.name
            if name in f.names:
                own = f.names[name]
                if own is None:
                    return None
                name = own
        found = file.find(name)
        if found is None and not f.listed:
            return self._in_other_case(file, name)
        return found  # None too if the log names a column that a foreign file never had.

    def _in_other_case(self, file: TableFile, name: str) -> Column | None:
        """The column of a file that no snapshot lists whose name differs from the table's only in case."""
        if self._names is None or self._names[0] is not self.schema:
            by_lower: dict[str, list[str]] = {}
            for f in self.schema:
                by_lower.setdefault(f.name.lower(), []).append(f.name)
            self._names = self.schema, by_lower
        same = self._names[1][name.lower()]
        alike = [c for c in file.in_any_case(name) if c.name not in same]
        if len(alike) != 1:
            return None
        # Of several columns of the table that the file lacks, it is the first one.
        return alike[0] if next(n for n in same if file.find(n) is None) == name else None

    def fields(self, names: list[str]) -> list[Field]:
        known = {f.name: f for f in (ROW_ID, ROW_VERSION)} if self.row_id_columns else {}
        known.update({f.name: f for f in self.schema})
        return [known[n] for n in names]

    def batches(self, fields: list[Field], condition: Filter | None, limit: int) -> Iterator[pa.RecordBatch]:
        schema = pa.schema([f.arrow() for f in fields])
        for f in self._files:
            yield from self._file_batches(f, fields, schema, condition, limit)

    def _file_batches(
        self, f: DataFile, fields: list[Field], schema: pa.Schema, condition: Filter | None, limit: int
    ) -> Iterator[pa.RecordBatch]:
        constants = {x.name: self._constant(f, x) for x in fields if x.name in f.partition}
        if condition is not None and not condition.may_match(_constants_only(fields, constants, f.rows)):
            return
        file = self._file(f)
        # Another scan of the table, or its statistics, may need so many files that this one would be closed.
        file.scans += 1
        try:
            yield from self._batches_of(file, f, fields, schema, constants, condition, limit)
        finally:
            file.scans -= 1
            self._close_unused()

    def _batches_of(
        self,
        file: TableFile,
        f: DataFile,
        fields: list[Field],
        schema: pa.Schema,
        constants: dict[str, Any],
        condition: Filter | None,
        limit: int,
    ) -> Iterator[pa.RecordBatch]:
        sources: dict[str, Column] = {}
        for x in fields:
            if x.name not in constants and not _is_row_column(x):
                column = self._stored(file, f, x)
                if column is not None:
                    sources[x.name] = column
        deleted = read_vector(self.store, f"{self.path}/_placed", f, limit) if f.deletes else None
        skipping = _Skipping(file, fields, sources, constants, condition)
        if not skipping.file():
            return
        if not fields:
            # Rows without columns, of which a file may say any number.
            for group in file.root.row_groups:
                rows = group.rows
                if deleted is not None:
                    a, b = np.searchsorted(deleted, [group.first_row, group.first_row + rows])
                    rows -= int(b - a)
                if rows:
                    yield batch_of([], schema, rows)
            return
        # Long partition values are repeated in few rows at a time.
        width = sum(len(str(v).encode("utf-8", "replace")) for v in constants.values() if v is not None)
        Budget(limit, self._full(f)).take(width)
        most = max(1, min(limit // 2, _MAX_CONSTANT_BYTES) // max(1, width))
        by_name = {x.name: x for x in fields}
        columns = list({c.ordinal: c for c in sources.values()}.values())
        position = {c.ordinal: k for k, c in enumerate(columns)}
        for g, group in enumerate(file.root.row_groups):
            if not skipping.group(g):
                continue
            kept = skipping.pages(g)
            for first, arrays in file.read_group(g, columns, kept, limit):
                rows = min(group.page_rows, group.first_row + group.rows - first)
                out = {
                    name: self._conformed(file, f, arrays[position[column.ordinal]], column, by_name[name])
                    for name, column in sources.items()
                }
                for begin in range(0, rows, most):
                    count = min(most, rows - begin)
                    piece = [
                        _repeat(constants[x.name], x, count)
                        if x.name in constants
                        else _row_ids(x, f, first + begin, count)
                        if _is_row_column(x)
                        else out[x.name].slice(begin, count)
                        if x.name in out
                        else _repeat(None, x, count)
                        for x in fields
                    ]
                    batch = batch_of(piece, schema, count)
                    if deleted is not None:
                        a, b = np.searchsorted(deleted, [first + begin, first + begin + count])
                        if b > a:
                            mask = np.ones(count, np.bool_)
                            mask[deleted[a:b] - first - begin] = False
                            batch = batch.filter(pa.array(mask))
                    if batch.num_rows:
                        yield batch

    def _conformed(self, file: TableFile, f: DataFile, array: pa.Array, column: Column, field: Field) -> pa.Array:
        try:
            return conform(array, column.field, field, any_case=not f.listed)
        except MalformedError as e:
            raise self._unfit(file.path, f"column {column.name!r}: {e}") from None
        except pa.ArrowInvalid as e:
            # The file is sound: a date whose midnight no timestamp can hold.
            raise PlacedError(f"{file.path}: column {column.name!r}: {e}") from None


class _Skipping:
    """Which row groups and pages of a file may have matching rows."""

    def __init__(
        self,
        file: TableFile,
        fields: list[Field],
        sources: dict[str, Column],
        constants: dict[str, Any],
        condition: Filter | None,
    ) -> None:
        self._file = file
        self._condition = condition if condition is not None and condition.clauses is not None else None
        self._fixed = {x.name: (x, constants[x.name]) for x in fields if x.name in constants}
        self._absent = {
            x.name: (x, None)
            for x in fields
            if x.name not in constants and x.name not in sources and not _is_row_column(x)
        }
        self._columns: dict[str, tuple[Column, Any]] = {}
        if self._condition is not None:
            assert self._condition.clauses is not None
            used = {c.column for one in self._condition.clauses for c in one}
            for x in fields:
                column = sources.get(x.name) if x.name in used else None
                if (
                    column is not None
                    and same_type(column.field, x)
                    and column.field.storage
                    not in (
                        Storage.NONE,
                        Storage.LENGTHS,
                    )
                ):
                    found = file.statistics(column)
                    if found is not None:
                        self._columns[x.name] = (column, found)

    def _may_match(self, rows: int, pick: Any) -> bool:
        if self._condition is None:
            return True

        def lookup(name: str) -> tuple[Field, Statistics] | None:
            fixed = self._fixed.get(name) or self._absent.get(name)
            if fixed is not None:
                return fixed[0], of_constant(fixed[1], fixed[0], rows)
            known = self._columns.get(name)
            if known is None:
                return None
            found = pick(known[1])
            return None if found is None else (known[0].field, found)

        return self._condition.may_match(lookup)

    def file(self) -> bool:
        return self._may_match(self._file.root.rows, lambda s: s.file[0])

    def group(self, g: int) -> bool:
        return self._may_match(self._file.root.row_groups[g].rows, lambda s: s.row_groups[g][0])

    def pages(self, g: int) -> Any:
        group = self._file.root.row_groups[g]

        def keep(p: int) -> bool:
            def pick(s: Any) -> Any:
                pages = s.pages[g]
                return None if pages is None else pages[0][p]

            return self._may_match(min(group.page_rows, group.rows - p * group.page_rows), pick)

        return keep


def _constants_only(fields: list[Field], constants: dict[str, Any], rows: int) -> Any:
    by_name = {x.name: x for x in fields}

    def lookup(name: str) -> tuple[Field, Statistics] | None:
        if name not in constants:
            return None
        return by_name[name], of_constant(constants[name], by_name[name], rows)

    return lookup


def _merge(a: Statistics, b: Statistics) -> Statistics:
    def bound(pick: Any, name: str) -> tuple[Any, bool]:
        sides = [(getattr(s, name), getattr(s, f"{name}_exact"), s.all_null_or_nan) for s in (a, b)]
        known = [(v, exact) for v, exact, _ in sides if v is not None]
        if any(v is None and not empty for v, _, empty in sides) or not known:
            return None, False
        value = pick(v for v, _ in known)
        return value, all(exact for v, exact in known if v == value)

    low, low_exact = bound(min, "minimum")
    high, high_exact = bound(max, "maximum")
    nulls, nans = (None if m is None or n is None else m + n for m, n in ((a.nulls, b.nulls), (a.nans, b.nans)))
    return Statistics(a.values + b.values, nulls, nans, None, low, high, low_exact, high_exact)


def to_python(value: Any, field: Field, exact: bool) -> Any:
    """A bound as a value of Python; a shortened string that is no UTF-8 stays bytes."""
    if value is None:
        return None
    kind = field.kind
    if kind == "boolean":
        return bool(value)
    if kind == "decimal":
        return Decimal(value).scaleb(-field.scale, _EXACT)
    if kind == "string":
        try:
            return str(value, "utf-8")
        except UnicodeDecodeError:
            return value
    try:
        if kind == "date":
            return date(1970, 1, 1) + timedelta(days=value)
        if kind in ("timestamp", "timestamp_ntz"):
            epoch = datetime(1970, 1, 1, tzinfo=timezone.utc if kind == "timestamp" else None)
            return epoch + timedelta(microseconds=value)
    except OverflowError:
        return value  # beyond the years of Python
    return value


def _repeat(value: Any, field: Field, rows: int) -> pa.Array:
    kind = field.arrow_type()
    return pa.nulls(rows, kind) if value is None else pa.repeat(pa.scalar(value, kind), rows)


def _is_row_column(field: Field) -> bool:
    """Whether it is one that every table has, not one of the same name that files store."""
    return field is ROW_ID or field is ROW_VERSION


def _row_ids(field: Field, f: DataFile, first: int, rows: int) -> pa.Array:
    if f.first_row_id is None or f.snapshot is None:
        return pa.nulls(rows, pa.int64())
    if field is ROW_VERSION:
        return pa.repeat(pa.scalar(f.snapshot, pa.int64()), rows)
    return pa.array(np.arange(f.first_row_id + first, f.first_row_id + first + rows, dtype=np.int64))
