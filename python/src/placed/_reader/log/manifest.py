"""Manifests: Placed files with a row for each data file."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pyarrow as pa

from ...errors import CorruptFileError
from .. import schema_text
from ..cursor import MalformedError
from ..file import TableFile
from ..footer import id_text
from ..source import Store
from .snapshot import DataFile, Snapshot, need, need_count, relative, require_fields, require_statistics, vector

_ROOT = ("path", "length", "fileId", "entries", "level", "rows", "bytes")
_ROOT_OPTIONAL = ("partitions", "bounds", "removed", "firstRowId", "snapshot")
_COLUMNS = ("path", "file_id", "length", "rows", "columns", "first_row_id", "snapshot", "outside", "deletes")


def read_manifest(store: Store, folder: str, snapshot: Snapshot, entry: Any, memory_limit: int) -> list[DataFile]:
    """The files of a manifest that count.

    :raises CorruptFileError: if it is missing, damaged or another file
    """
    try:
        require_fields(entry, "manifest", _ROOT, _ROOT_OPTIONAL)
        path = f"{folder}/{relative(need(entry, 'path', str))}"
        for bound in need(entry, "bounds", list, []):
            require_fields(bound, "bounds", ("id", "type", "statistics"))
            need_count(bound, "id")
            (of_type,) = schema_text.parse(f"value: {need(bound, 'type', str)}")
            require_statistics(bound["statistics"], of_type)
        entries = need_count(entry, "entries")
        removed = _removed(entry, entries)
        file_id = need(entry, "fileId", str)
    except (MalformedError, ValueError, TypeError) as e:
        raise CorruptFileError(snapshot.path, 0, f"a manifest: {e}") from None
    try:
        file = TableFile(store, path)
    except FileNotFoundError:
        raise CorruptFileError(path, 0, f"the manifest is missing, but snapshot {snapshot.id} lists it") from None
    with file:
        if id_text(file.root.file_id) != file_id or file.root.rows != entries:
            raise CorruptFileError(
                path,
                0,
                f"snapshot {snapshot.id} lists the manifest {file_id} of {entries} rows; found "
                f"{id_text(file.root.file_id)} of {file.root.rows}",
            )
        try:
            return _entries(file, snapshot, entry, removed, memory_limit)
        except (MalformedError, ValueError, RecursionError) as e:
            raise CorruptFileError(path, 0, f"manifest: {e}") from None


def _entries(file: TableFile, snapshot: Snapshot, entry: Any, removed: set[int], memory_limit: int) -> list[DataFile]:
    columns = json.loads(file.metadata.get("placed.manifest.columns", "null"))
    require_fields(columns, "placed.manifest.columns", ("sets", "partitions"))
    partitions = _partitions(columns, snapshot)
    sets = need(columns, "sets", list)
    stored = []
    for one in sets:
        require_fields(one, "stored names", ("names", "hidden"))
        names = need(one, "names", dict)
        stored.append({int(k): need(names, k, str) for k in names})
    wanted = [c for c in _COLUMNS if file.find(c) is not None]
    # A column that is not there is null in all rows.
    wanted += [f"p{i}" for i in partitions if file.find(f"p{i}") is not None]
    rows: list[dict[str, Any]] = []
    chosen = [file.column(name) for name in wanted]
    schema = pa.schema([c.field.arrow() for c in chosen])
    for g in range(len(file.root.row_groups)):
        for _, arrays in file.read_group(g, chosen, lambda _: True, memory_limit):
            rows += pa.RecordBatch.from_arrays(arrays, schema=schema).to_pylist()
    out = []
    for number, row in enumerate(rows):
        if number not in removed:
            out.append(_file(row, entry, stored, partitions))
    return out


def _partitions(columns: Any, snapshot: Snapshot) -> dict[int, str]:
    """Names that the partition fields of a manifest have now, by id, without those whose column was dropped.

    All that any of its files has: the root says only those that all files have.
    """
    names = {f.id: f.name for f in snapshot.schema}
    fields = (*snapshot.former_partitioning, *snapshot.partitioning)
    names.update({f.id: f.name for f in fields if f.transform is not None})
    ids = need(columns, "partitions", list)
    if any(type(i) is not int for i in ids):
        raise MalformedError(f"its partition fields are {str(ids)[:80]}")
    return {i: names[i] for i in ids if i in names}


def _removed(entry: Any, entries: int) -> set[int]:
    """The numbers of the entries that do not count any more."""
    numbers = need(entry, "removed", list, [])
    if any(type(n) is not int for n in numbers) or any(
        a >= b for a, b in itertools.pairwise([-1, *numbers, entries] if numbers else [])
    ):
        raise MalformedError(f"removed entries must ascend from 0 on, below {entries}; found {str(numbers)[:80]}")
    return set(numbers)


def _file(
    row: dict[str, Any],
    entry: Any,
    stored: list[dict[int, str]],
    partitions: dict[int, str],
) -> DataFile:
    outside = {int(i) for i in row["outside"].split(",")} if row.get("outside") else set()
    partition = {name: row.get(f"p{i}") for i, name in partitions.items() if i not in outside}
    number = need_count(row, "columns")
    if number >= len(stored):
        raise MalformedError(f"an entry has the columns {number}; there are {len(stored)} sets")
    first = need_count(row, "first_row_id")
    if row.get("snapshot") is None:
        added = need_count(entry, "snapshot")
        first += need_count(entry, "firstRowId")
    else:
        added = need_count(row, "snapshot")
    return DataFile(
        relative(need(row, "path", str)),
        need_count(row, "length"),
        need_count(row, "rows"),
        need(row, "file_id", str),
        partition,
        {},
        stored[number],
        vector(row["deletes"]) if row.get("deletes") is not None else None,
        first,
        added,
    )
