"""What a file of the log in ``_placed/`` says: a snapshot, its schema, partitioning, files and tags."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from crc32c import crc32c

from ...errors import CorruptFileError, UnsupportedVersionError
from .. import schema_text
from ..cursor import MalformedError, is_text
from ..statistics import Int128, require_bounds
from ..types import Field

VERSION = 2
_EXCLUDED = "placed.excluded:"
#: Fields of a snapshot, and those that it may lack.
_FIELDS = (
    *("version", "id", "parent", "parentCommit", "commitId", "timestamp", "operation"),
    *("filesAdded", "filesRemoved", "rowsAdded", "bytesAdded", "schema", "lastFieldId", "nextRowId"),
    *("partitioning", "placement", "properties", "manifests", "files", "excluded"),
)
_OPTIONAL = ("rowsMarked", "copied", "restored", "formerPartitioning", "cleanup", "retainedFrom", "tags")
_FILE = ("path", "length", "rows", "fileId", "firstRowId", "snapshot", "rowGroups", "statistics")
_FILE_OPTIONAL = ("partition", "siblings", "names", "deletes")
#: More digits than any number of 128 bits has are refused before they are parsed.
_BOUND = re.compile(r"[+-]?[0-9]{1,39}")
#: As Java prints numbers; that NaN is no bound is said elsewhere.
_DOUBLE = re.compile(r"-?(?:[0-9]+\.[0-9]+(?:E-?[0-9]+)?|Infinity)|NaN", re.ASCII)
_T = TypeVar("_T")


@dataclass(frozen=True)
class PartitionField:
    """``column`` is the id of the source column; of a derived field there are also an id and a name of its own."""

    id: int
    name: str
    column: int
    transform: str | None


@dataclass(frozen=True)
class Vector:
    """Where the deletion vector of a file is: ``path`` is relative to ``_placed/``."""

    path: str
    offset: int
    length: int
    rows: int


@dataclass(frozen=True)
class DataFile:
    """A file that a snapshot lists, or another one (``listed`` False).

    ``names`` are the columns that have another name in the file (None = the file's column of that name is another
    one). ``stored``, of an entry of a manifest, are all names in the file by field id; other ids are not in it.
    """

    path: str
    length: int
    rows: int
    file_id: str
    partition: dict[str, str | None]
    names: dict[str, str | None] = field(default_factory=dict)
    stored: dict[int, str] | None = None
    deletes: Vector | None = None
    first_row_id: int | None = None
    snapshot: int | None = None
    listed: bool = True


@dataclass(frozen=True)
class Tag:
    name: str
    snapshot: int
    replaced: int | None


@dataclass(frozen=True)
class Snapshot:
    """The state of a table after a commit.

    ``excluded`` are paths, lengths and times of files; ``excluded_ids``, as far as they are known, paths, lengths and
    file ids of the same.
    """

    path: str
    id: int
    parent: int
    commit_id: str
    timestamp: int
    operation: str
    schema: tuple[Field, ...]
    partitioning: tuple[PartitionField, ...]
    former_partitioning: tuple[PartitionField, ...]
    placement: str
    properties: dict[str, str]
    next_row_id: int
    retained_from: int
    tags: tuple[Tag, ...]
    manifests: tuple[dict[str, Any], ...]
    files: tuple[DataFile, ...]
    excluded: frozenset[tuple[str, int, int]]
    excluded_ids: frozenset[tuple[str, int, str]]

    @property
    def shows_foreign_files(self) -> bool:
        return self.properties.get("placed.foreign-files", "false").lower() == "true"


def checked_line(path: str, data: bytes) -> Any:
    """The JSON of the first line; the second has its checksum."""
    end = data.find(b"\n")
    if end < 0:
        raise CorruptFileError(path, len(data), "the line of the checksum is missing")
    expected = b'{"crc32c":"%08x"}\n' % crc32c(data[:end])
    if data[end + 1 :] != expected:
        raise CorruptFileError(path, end + 1, f"the checksum line is not {expected.decode().strip()}")
    try:
        return json.loads(data[:end])
    except (ValueError, RecursionError) as e:
        raise CorruptFileError(path, 0, f"the line is no JSON: {e}") from None


def need(obj: Any, key: str, kind: type[_T] | tuple[type[_T], ...], *default: _T) -> _T:
    """A field of a JSON object."""
    if not isinstance(obj, dict):
        raise MalformedError(f"a JSON object with {key!r} is expected, found {str(obj)[:80]}")
    if key not in obj and default:
        return default[0]
    value = obj.get(key)
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
        raise MalformedError(f"{key!r} is {str(value)[:80]!r}")
    if isinstance(value, int) and not -(1 << 63) <= value < 1 << 63:
        raise MalformedError(f"{key!r} is {value}, which has more than 64 bits")
    return value


def has(obj: Any, key: str) -> bool:
    """Whether a JSON object has a field."""
    if not isinstance(obj, dict):
        raise MalformedError(f"a JSON object is expected, found {str(obj)[:80]}")
    return key in obj


def require_fields(obj: Any, what: str, fields: Iterable[str], optional: Iterable[str] = ()) -> None:
    """Refuses an object that lacks a field, or has one that this version of the log does not know.

    Whoever passes over an unknown field does not know what it leaves out, which may be rows.
    """
    if not isinstance(obj, dict):
        raise MalformedError(f"{what} must be a JSON object, found {str(obj)[:80]}")
    for name in fields:
        if name not in obj:
            raise MalformedError(f"{what}: field {name!r} is missing")
    known = {*fields, *optional}
    for name in obj:
        if name not in known:
            raise MalformedError(f"{what}: unknown field {name[:80]!r}")


def need_count(obj: Any, key: str, *default: int) -> int:
    value = need(obj, key, int, *default)
    if value < 0:
        raise MalformedError(f"{key!r} is {value}")
    return value


def relative(path: str) -> str:
    """A path of the log, which must not lead out of the table."""
    parts = path.split("/")
    if not path or path.startswith("/") or any(p in ("", ".", "..") for p in parts) or not is_text(path):
        raise MalformedError(f"{path[:200]!r} is no path below the table")
    return path


def parse(path: str, document: Any) -> Snapshot:
    version = document.get("version") if isinstance(document, dict) else None
    if isinstance(version, int) and version != VERSION:
        raise UnsupportedVersionError(path, "version of the log", version, str(VERSION))
    try:
        return _parse(path, document)
    except MalformedError as e:
        raise CorruptFileError(path, 0, str(e)) from None


def _parse(path: str, d: Any) -> Snapshot:
    require_fields(d, "snapshot", _FIELDS, _OPTIONAL)
    need(d, "version", int)
    number, parent = need_count(d, "id"), need_count(d, "parent")
    if parent >= number:
        raise MalformedError(f"snapshot {number} cannot have parent {parent}")
    schema = tuple(schema_text.parse(need(d, "schema", str)))
    properties = _texts(need(d, "properties", dict))
    excluded = frozenset(_excluded(x) for x in need(d, "excluded", list))
    retained_from = need_count(d, "retainedFrom", 1)
    tags = tuple(_tag(t) for t in need(d, "tags", list, []))
    for tag in tags:
        if tag.snapshot >= number:
            raise MalformedError(f"tag {tag.name} names snapshot {tag.snapshot}, which is not older")
    if not 1 <= retained_from <= number:
        raise MalformedError(f"snapshot {number} retains snapshots from {retained_from} on")
    by_name = {f.name: f for f in schema}
    return Snapshot(
        path,
        number,
        parent,
        need(d, "commitId", str),
        need(d, "timestamp", int),
        need(d, "operation", str),
        schema,
        tuple(_partition_field(p, schema, False) for p in need(d, "partitioning", list)),
        tuple(_partition_field(p, schema, True) for p in need(d, "formerPartitioning", list, [])),
        need(d, "placement", str),
        {k: v for k, v in properties.items() if not k.startswith(_EXCLUDED)},
        need_count(d, "nextRowId"),
        retained_from,
        tags,
        tuple(need(d, "manifests", list)),
        tuple(_file(f, by_name) for f in need(d, "files", list)),
        excluded,
        _excluded_ids(excluded, properties),
    )


def _excluded(x: Any) -> tuple[str, int, int]:
    require_fields(x, "excluded", ("path", "length", "modified"))
    return need(x, "path", str), need_count(x, "length"), need(x, "modified", int)


def _excluded_ids(
    excluded: frozenset[tuple[str, int, int]], properties: dict[str, str]
) -> frozenset[tuple[str, int, str]]:
    """Ids of excluded files in the properties: ``placed.excluded:<file id>:<path>`` is ``<length>,<modified>``."""
    known = {(path, f"{length},{modified}"): length for path, length, modified in excluded}
    out = set()
    for key, value in properties.items():
        if key.startswith(_EXCLUDED):
            file_id, _, path = key[len(_EXCLUDED) :].partition(":")
            if (path, value) in known:
                out.add((path, known[path, value], file_id))
    return frozenset(out)


def _tag(t: Any) -> Tag:
    require_fields(t, "tag", ("name", "snapshot"), ("replaced",))
    replaced = need(t, "replaced", int) if has(t, "replaced") else None
    return Tag(need(t, "name", str), need_count(t, "snapshot"), replaced)


def _texts(d: dict[Any, Any]) -> dict[str, str]:
    return {key: need(d, key, str) for key in d}


def _partition_field(p: Any, schema: Iterable[Field], former: bool) -> PartitionField:
    column = need_count(p, "column")
    require_fields(p, "partition field", ("id", "name", "column", "transform") if has(p, "transform") else ("column",))
    if has(p, "transform"):
        return PartitionField(need_count(p, "id"), need(p, "name", str), column, need(p, "transform", str))
    name = next((f.name for f in schema if f.id == column), None)
    if name is None:
        if not former:
            raise MalformedError(f"a partition column has the id {column}, which no column has")
        name = f"#{column}"  # dropped since; nothing reads its values
    return PartitionField(column, name, column, None)


def _file(f: Any, schema: dict[str, Field]) -> DataFile:
    require_fields(f, "data file", _FILE, _FILE_OPTIONAL)
    path = relative(need(f, "path", str))
    deletes = None
    if has(f, "deletes"):
        deletes = vector(f["deletes"])
    optional = (str, type(None))
    partition = need(f, "partition", dict, {})
    names = need(f, "names", dict, {})
    statistics = need(f, "statistics", dict)
    for name in statistics:
        try:
            require_statistics(statistics[name], schema.get(name))
        except MalformedError as e:
            raise MalformedError(f"{path}, column {name[:200]!r}: {e}") from None
    return DataFile(
        path,
        need_count(f, "length"),
        need_count(f, "rows"),
        need(f, "fileId", str),
        {k: need(partition, k, optional) for k in partition},
        {k: need(names, k, optional) for k in names},
        None,
        deletes,
        need_count(f, "firstRowId"),
        need_count(f, "snapshot"),
    )


def vector(v: Any) -> Vector:
    require_fields(v, "deletion vector", ("path", "offset", "length", "rows"))
    return Vector(
        relative(need(v, "path", str)), need_count(v, "offset"), need_count(v, "length"), need_count(v, "rows")
    )


def require_statistics(s: Any, field: Field | None) -> None:
    """Refuses statistics that contradict themselves, or whose bounds are no values of the type.

    :param field: None = the table has no such column
    """
    counts = ("values", "nulls", "nans", "distinct")
    require_fields(s, "statistics", counts, ("min", "minExact", "max", "maxExact"))
    values, nulls, nans, _ = (need(s, name, int) for name in counts)
    bounds = []
    for name in ("min", "max"):
        bounds.append(_bound(need(s, name, str)) if has(s, name) else None)
        if has(s, name):
            need(s, f"{name}Exact", bool)
    require_bounds(bounds[0], bounds[1], values, nulls, nans, field)


def _bound(text: str) -> Any:
    """A bound of JSON: a number, or bytes."""
    kind, colon, value = text.partition(":")
    try:
        if colon and kind in ("long", "int128"):
            if not _BOUND.fullmatch(value):
                raise ValueError
            # A decimal of more than 18 digits is one of 128 bits, whatever its value.
            return int(value) if kind == "long" else Int128(value)
        if colon and kind == "double":
            if not _DOUBLE.fullmatch(value):
                raise ValueError
            return float(value)
        if colon and kind == "bytes":
            return base64.b64decode(value, validate=True)
    except ValueError:
        pass
    raise MalformedError(f"{text[:80]!r} is no bound; allowed are long:, double:, int128: and bytes:")


def require_row_ids(files: Iterable[DataFile], snapshot: int, following: int) -> None:
    """Refuses ids of rows that the table has not given, or has given twice.

    :param following: the first id that no row has
    """
    spans = []
    for f in files:
        assert f.first_row_id is not None
        assert f.snapshot is not None
        if not 1 <= f.snapshot <= snapshot or f.first_row_id + f.rows > following:
            raise MalformedError(
                f"{f.path}: row ids must end at {following} or before, and be of snapshot {snapshot} or an older one; "
                f"found {f.rows} rows from id {f.first_row_id} on, of snapshot {f.snapshot}"
            )
        if f.rows:
            spans.append((f.first_row_id, f.first_row_id + f.rows, f.path))
    spans.sort()
    for a, b in zip(spans, spans[1:], strict=False):
        if a[1] > b[0]:
            raise MalformedError(
                f"files share row ids: {a[2]} has those from {a[0]} to {a[1] - 1}, {b[2]} those from {b[0]} on"
            )
