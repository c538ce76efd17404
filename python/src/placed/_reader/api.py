"""The public functions and classes; ``placed`` has them under the same names."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import pyarrow as pa

from ..errors import InsufficientMemoryError
from . import filters
from .limits import default_limit
from .page import batch_of
from .source import require, resolve
from .table import Relation
from .tables import DirectoryTable, FileTable

BATCH_LIMIT = 1 << 30


class Table:
    """A table, open for reading: a file, or a directory at one of its snapshots.

    It stays the same, whatever is committed meanwhile. Close it, or use it in ``with``.
    """

    def __init__(self, relation: Relation) -> None:
        self._relation = relation

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._relation.close()

    @property
    def path(self) -> str:
        return self._relation.path

    @property
    def schema(self) -> pa.Schema:
        """The columns; ids of fields are in the metadata, as in Parquet (``PARQUET:field_id``)."""
        return pa.schema([f.arrow() for f in self._relation.schema])

    @property
    def placement(self) -> str:
        """The text of the placement."""
        return self._relation.placement

    @property
    def num_rows(self) -> int:
        """Rows, deleted ones not included."""
        return self._relation.rows

    @property
    def metadata(self) -> dict[str, str]:
        """Metadata of a file, properties of a table."""
        return self._relation.metadata

    @property
    def row_groups(self) -> list[dict[str, Any]]:
        """Of all files, in order: ``file``, ``rows``, ``page_rows``, ``offset``, ``bytes``."""
        return self._relation.row_groups

    @property
    def statistics(self) -> dict[str, dict[str, Any]]:
        """By column ``values``, ``nulls``, ``nans``, ``min``, ``max``, ``min_exact`` and ``max_exact``.

        Bounds are values of Python. None = unknown, and of bounds also that there is no value: not all files have
        statistics, and of columns whose type became wider since they only count. Rows that deletion vectors mark are
        included.
        """
        return self._relation.statistics

    @property
    def files(self) -> list[dict[str, Any]]:
        """The data files: ``path``, ``rows`` (deleted ones included), ``deleted_rows``, ``bytes`` and ``partition``."""
        return self._relation.files

    @property
    def snapshot(self) -> int | None:
        """The id of the snapshot; None for files, and for directories without snapshots."""
        return self._relation.snapshot

    @property
    def tags(self) -> dict[str, int]:
        """Snapshots by tag."""
        return self._relation.tags

    def scan(
        self, columns: Sequence[str] | None = None, filter: Any = None, *, memory_limit: int | None = None
    ) -> pa.RecordBatchReader:
        """The rows in batches of pages, as they are read; errors of reading arise there.

        :param columns: names in the order of the result; None = all. ``_row_id`` and ``_row_version`` may be among
            them, if the table has snapshots
        :param filter: ``[(column, operator, value), …]`` joined by *and*, a list of such lists joined by *or*, or an
            expression of ``pyarrow.compute``; the operators are ``= == != < <= > >= in`` and ``not in``. Files, row
            groups and pages are skipped by their statistics, but not for expressions
        :param memory_limit: bytes that decoding a batch may take; None = 1 GiB
        :raises ValueError: if a column or operator is unknown
        """
        names = [f.name for f in self._relation.schema]
        wanted = names if columns is None else _names(columns)
        known = [*names, *self._relation.row_id_columns]
        condition = filters.parse(filter, self._relation.fields(known))
        there = set(known)
        for name in wanted:
            if name not in there:
                raise ValueError(f"{self.path} has no column {name!r}; the columns are {', '.join(known[:100])}")
        extra = [] if condition is None else [c for c in condition.columns(known) if c not in wanted]
        fields = self._relation.fields([*wanted, *extra])
        schema = pa.schema([f.arrow() for f in fields[: len(wanted)]])
        limit = BATCH_LIMIT if memory_limit is None else memory_limit
        batches = self._batches(fields, wanted, condition, limit, schema)
        return pa.RecordBatchReader.from_batches(schema, batches)

    def _batches(
        self, fields: list[Any], wanted: list[str], condition: filters.Filter | None, limit: int, schema: pa.Schema
    ) -> Iterator[pa.RecordBatch]:
        for batch in self._relation.batches(fields, condition, limit):
            if condition is None:
                yield batch
                continue
            kept = pa.Table.from_batches([batch]).filter(condition.expression)
            for one in kept.to_batches():
                if one.num_rows:
                    yield batch_of(one.columns[: len(wanted)], schema, one.num_rows)

    def read(
        self, columns: Sequence[str] | None = None, filter: Any = None, *, memory_limit: int | None = None
    ) -> pa.Table:
        """All rows; arguments as for :meth:`scan`.

        :param memory_limit: bytes of the result, and of decoding a batch; None = half of the machine's memory
        :raises InsufficientMemoryError: if the rows take more
        """
        limit = default_limit() if memory_limit is None else memory_limit
        batches = []
        size = 0
        reader = self.scan(columns, filter, memory_limit=min(limit, max(BATCH_LIMIT, memory_limit or 0)))
        for batch in reader:
            size += batch.nbytes
            if size > limit:
                raise InsufficientMemoryError(
                    f"{self.path}: the rows take more than {limit} bytes (argument memory_limit); read fewer columns "
                    "or rows, or use scan"
                )
            batches.append(batch)
        return pa.Table.from_batches(batches, schema=reader.schema)


def _names(columns: Sequence[str]) -> list[str]:
    if isinstance(columns, str):
        raise ValueError(f"columns is a list of names, found the string {columns!r}")
    names = list(columns)
    if len(set(names)) != len(names):
        raise ValueError(f"a column is named twice: {', '.join(names)}")
    return names


def open(
    path: str | os.PathLike[str],
    *,
    version: int | None = None,
    tag: str | None = None,
    as_of: datetime | None = None,
    filesystem: Any = None,
) -> Table:
    """A file, or a directory with or without snapshots.

    :param path: local, or of any file system that fsspec knows (``s3://…``, ``memory://…``)
    :param version: the id of a snapshot; None = the latest
    :param tag: the name of a tag, instead of an id
    :param as_of: the latest snapshot at a time, instead of an id; without a zone in UTC
    :param filesystem: a file system of fsspec; then the path is one in it
    :raises TableNotFoundError: if there is nothing at the path
    :raises NotATableError: if the path is a directory of a table, or has tables below it
    :raises SnapshotNotFoundError: if the table does not have the snapshot
    :raises CorruptFileError, NotPlacedFileError, UnsupportedVersionError: if a file cannot be read
    """
    if as_of is not None and not isinstance(as_of, datetime):
        raise TypeError(f"as_of is a datetime, found {as_of!r}")
    if sum(x is not None for x in (version, tag, as_of)) > 1:
        raise ValueError("version, tag and as_of exclude each other")
    store, inner = resolve(path, filesystem)
    store.refresh()
    if require(store, inner):
        return Table(DirectoryTable(store, inner, version, tag, as_of))
    if version is not None or tag is not None or as_of is not None:
        raise ValueError(f"{inner} is a single file, which has no snapshots")
    return Table(FileTable(store, inner))


def scan(
    path: str | os.PathLike[str],
    columns: Sequence[str] | None = None,
    filter: Any = None,
    *,
    version: int | None = None,
    tag: str | None = None,
    as_of: datetime | None = None,
    filesystem: Any = None,
    memory_limit: int | None = None,
) -> pa.RecordBatchReader:
    """The rows of a table in batches: :func:`open` and :meth:`Table.scan` in one."""
    table = open(path, version=version, tag=tag, as_of=as_of, filesystem=filesystem)
    return table.scan(columns, filter, memory_limit=memory_limit)


def read_table(
    path: str | os.PathLike[str],
    columns: Sequence[str] | None = None,
    filter: Any = None,
    *,
    version: int | None = None,
    tag: str | None = None,
    as_of: datetime | None = None,
    filesystem: Any = None,
    memory_limit: int | None = None,
) -> pa.Table:
    """All rows of a table: :func:`open` and :meth:`Table.read` in one."""
    with open(path, version=version, tag=tag, as_of=as_of, filesystem=filesystem) as table:
        return table.read(columns, filter, memory_limit=memory_limit)
