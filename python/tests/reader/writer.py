"""Writes small files and tables, plainly encoded: for columns and histories that no golden file has."""

from __future__ import annotations

import json
import struct
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from crc32c import crc32c

from placed._reader import parts, schema_text
from placed._reader.footer import MAGIC, id_text
from placed._reader.types import KINDS, Field

_IDS = {name: number for number, name in KINDS.items()}
#: How integers are packed; decimals have at most 18 digits.
_INTEGERS = dict.fromkeys(("int8", "int16", "int32", "date"), "i")
_INTEGERS |= dict.fromkeys(("int64", "timestamp", "timestamp_ntz", "decimal"), "q")
_PAGE_ROWS = 1024


def varint(n: int) -> bytes:
    out = bytearray()
    while n > 0x7F:
        out.append(n & 0x7F | 0x80)
        n >>= 7
    return bytes([*out, n])


def _text(value: str) -> bytes:
    data = value.encode()
    return varint(len(data)) + data


def _integers(values: list[int], code: str = "i") -> bytes:
    if not values:
        return b"\0"
    return struct.pack(f"<BB{len(values)}{code}", 0, struct.calcsize(code), *values)


def _body(field: Field, values: list[Any]) -> bytes:
    """A page of one node, of which None is null."""
    out = struct.pack("<I", len(values))
    if any(v is None for v in values):
        bits = sum(1 << i for i, v in enumerate(values) if v is not None)
        out += b"\x07" + bits.to_bytes(-(-len(values) // 8), "little")
    else:
        out += b"\0"
    if field.kind in ("list", "map"):
        return out + _integers([len(v or ()) for v in values])
    if field.kind == "string":
        data = [(v or "").encode() for v in values]
        return out + b"\0" + _integers([len(d) for d in data]) + b"".join(data)
    if field.kind == "double":
        return out + struct.pack(f"<B{len(values)}d", 0, *(v or 0.0 for v in values))
    return out if field.kind == "struct" else out + _integers([v or 0 for v in values], _INTEGERS[field.kind])


def _nodes(field: Field, values: list[Any], below: bool = False) -> Iterator[tuple[Field, list[Any], bool]]:
    """A column as its nodes in pre-order: values, and whether they are below a list or map."""
    yield field, values, below
    if field.kind == "struct":
        for child in field.children:
            yield from _nodes(child, [None if v is None else v.get(child.name) for v in values], below)
    elif field.kind == "list":
        yield from _nodes(field.children[0], [x for v in values for x in v or ()], True)
    elif field.kind == "map":
        for k, child in enumerate(field.children):
            yield from _nodes(child, [x[k] for v in values for x in v or ()], True)


def _node(field: Field) -> bytes:
    out = _text(field.name) + bytes([_IDS[field.kind], field.nullable]) + varint(field.id)
    if field.kind == "decimal":
        return out + bytes([field.precision, field.scale])
    return out + (varint(len(field.children)) if field.kind == "struct" else b"")


def file_bytes(
    schema: str,
    rows: Sequence[tuple[Any, ...]],
    groups: Sequence[tuple[int, int]] | None = None,
    metadata: dict[str, str] | None = None,
    buckets: dict[str, int] | None = None,
) -> tuple[bytes, str]:
    """A file of one row group of one page, and its id.

    :param groups: rows and rows per page of the row groups as the root says them, whatever there is
    :param buckets: the bucket of each column; None = there is one
    """
    file_id = uuid.uuid4().bytes
    out = bytearray(MAGIC + struct.pack("<HBB", 1, 1, 0) + file_id)

    def part(kind: int, body: bytes, group: int = parts.NONE, column: int = parts.NONE, node: int = parts.NONE) -> int:
        at = len(out)
        out.extend(body + struct.pack("<I", parts.checksum(file_id, kind, at, group, column, node, body)))
        return at

    out += struct.pack("<I", parts.checksum(file_id, parts.HEADER, 0, parts.NONE, parts.NONE, parts.NONE, bytes(out)))
    fields = schema_text.parse(schema)
    if groups is None:
        groups = [(len(rows), _PAGE_ROWS)] if rows else []
    records = []
    nodes = 0
    for ordinal, field in enumerate(fields):
        index = texts = b""
        count = 0
        for number, (node, values, below) in enumerate(_nodes(field, [row[ordinal] for row in rows])):
            count += 1
            texts += _node(node)
            if rows:
                body = _body(node, values)
                at = part(parts.PAGE, body, 0, ordinal, number)
                index += varint(0) + varint(at) + varint(0)
                index += varint(0) + varint(len(body) + 4) + varint(len(body) << 2)
                index += varint(len(values)) if below else b""
        nodes += count
        record = varint(ordinal) + varint(ordinal) + varint(0) + varint(count) + texts
        records.append(record + b"\x01" + varint(len(index)) + index + bytes(4))
    end_of_data = len(out)
    bucket = len(out)
    lengths = []
    for number in range(max(buckets.values()) + 1 if buckets else 1 if records else 0):
        inside = [r for f, r in zip(fields, records, strict=True) if buckets is None or buckets[f.name] == number]
        at = part(parts.BUCKET, varint(len(inside)) + b"".join(inside), column=number)
        lengths.append(len(out) - at)
    pointer = bytes(2)
    if metadata:
        body = varint(len(metadata)) + b"".join(_text(key) + _text(value) for key, value in metadata.items())
        pointer = varint(part(parts.METADATA, body)) + varint(len(body) + 4)
    root = struct.pack("<QII", sum(n for n, _ in groups), len(fields), nodes) + _text("tests") + _text("packing=none")
    root += pointer + bytes(1)  # no siblings
    root += varint(len(groups)) + b"".join(varint(n) + varint(per_page) + bytes(2) for n, per_page in groups)
    root += varint(1) + varint(0) + varint(0) + varint(end_of_data)
    root += varint(len(fields)) + bytes(3)
    root += struct.pack("<Q", bucket) + varint(len(lengths)) + b"".join(varint(n) for n in lengths)
    at = part(parts.ROOT, root)
    length = len(out) - at
    part(parts.TAIL, struct.pack("<QIQ", at, length, len(out) + 52) + file_id + struct.pack("<HBB", 1, 1, 0))
    out += MAGIC
    return bytes(out), id_text(file_id)


def write(
    path: Path, schema: str, rows: Sequence[tuple[Any, ...]], metadata: dict[str, str] | None = None
) -> dict[str, Any]:
    """Writes a file, and returns what a snapshot says of it, without its path and ids of rows."""
    data, file_id = file_bytes(schema, rows, metadata=metadata)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return {"length": len(data), "rows": len(rows), "fileId": file_id}


def add(table: Path, path: str, schema: str, rows: Sequence[tuple[Any, ...]], **entry: Any) -> dict[str, Any]:
    """Writes a file of a table, and returns its entry in a snapshot."""
    written = write(table / path, schema, rows)
    return {"path": path, **written, "firstRowId": 0, "snapshot": 1, "rowGroups": [], "statistics": {}, **entry}


def manifest(
    table: Path, name: str, files: list[dict[str, Any]], fields: dict[int, str], of_all: Sequence[int] = ()
) -> dict[str, Any]:
    """Writes a manifest of files, whose columns are all called as in the table, and returns its entry in a snapshot.

    :param files: entries as of ``add``, with values of some partition fields
    :param fields: the partition fields that some of the files have, by id
    :param of_all: those that all have
    """
    schema = "path: string, length: int64, rows: int64, file_id: string, columns: int32, first_row_id: int64, "
    schema += "snapshot: int64, outside: string" + "".join(f", p{i}: string" for i in fields)
    rows = []
    for f in files:
        values = f.get("partition", {})
        outside = ",".join(str(i) for i, field in fields.items() if field not in values)
        own = (f["path"], f["length"], f["rows"], f["fileId"], 0, f["firstRowId"], f["snapshot"], outside or None)
        rows.append((*own, *(values.get(field) for field in fields.values())))
    columns = {"sets": [{"names": files[0]["stored"], "hidden": []}], "partitions": list(fields)}
    written = write(table / "_placed" / name, schema, rows, {"placed.manifest.columns": json.dumps(columns)})
    entry = {"path": name, "length": written["length"], "fileId": written["fileId"], "entries": len(files)}
    return {**entry, "level": 0, "rows": 0, "bytes": 0, "partitions": list(of_all)}


def commit(table: Path, number: int, schema: str, files: list[dict[str, Any]], **fields: Any) -> None:
    """Writes a snapshot that lists these files."""
    snapshot = {
        "version": 2,
        "id": number,
        "parent": number - 1,
        "parentCommit": f"{number - 1:032x}" if number > 1 else "",
        "commitId": f"{number:032x}",
        "timestamp": 1_577_836_800_000 + number,
        "operation": "append",
        **dict.fromkeys(("filesAdded", "filesRemoved", "rowsAdded", "bytesAdded"), 0),
        "schema": schema,
        "lastFieldId": 1000,
        "nextRowId": 1000,
        "partitioning": [],
        "placement": "packing=none",
        "properties": {},
        "manifests": [],
        "files": files,
        "excluded": [],
        **fields,
    }
    line = json.dumps(snapshot).encode()
    path = table / "_placed" / f"{number:020d}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(line + b'\n{"crc32c":"%08x"}\n' % crc32c(line))
