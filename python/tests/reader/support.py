"""Where files for tests are, and rows in a form in which they can be compared."""

from __future__ import annotations

import json
import os
import struct
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import placed

ROOT = Path(__file__).resolve().parents[3]
GOLDEN = ROOT / "placement-core/src/test/resources/io/placed/golden"
PAGES = ROOT / "placement-core/src/test/resources/io/placed/encoding"
#: Written by the Java tests ReaderCasesTest, EncodingTestCase and ReaderTablesTest.
CASES = [ROOT / "placement-core/target/reader-cases", ROOT / "placement-cli/target/reader-cases"]


def cases(kind: str) -> list[Path]:
    """What the Java tests wrote of one kind: files, pages or tables."""
    return sorted(p for folder in CASES for p in (folder / kind).glob("*") if p.suffix != ".placed")


def need_cases(kind: str) -> list[Path]:
    found = cases(kind)
    if not found:
        message = (
            f"there are no {kind} in {' or '.join(str(c) for c in CASES)}: run the Java tests ReaderCasesTest, "
            "ReaderTablesTest and EncodingTestCase first (mvn verify does)"
        )
        if os.environ.get("PLACED_READER_CASES") == "required":
            pytest.fail(message)
        pytest.skip(message)
    return found


def canonical(array: pa.Array) -> list[Any]:
    """Values as the Java tests write them in JSON: bits of floating point numbers, unscaled decimals, …"""
    kind = array.type
    valid = array.is_valid().to_pylist()
    out: list[Any]
    if pa.types.is_floating(kind):
        size = kind.bit_width // 8
        raw = np.frombuffer(array.buffers()[1], np.dtype(f"<u{size}"), len(array), array.offset * size)
        out = [f"{v:x}" for v in raw.tolist()]
    elif pa.types.is_decimal(kind):
        raw = array.buffers()[1].to_pybytes()[array.offset * 16 :]
        out = [str(int.from_bytes(raw[16 * i : 16 * i + 16], "little", signed=True)) for i in range(len(array))]
    elif pa.types.is_date(kind):
        out = array.view(pa.int32()).to_pylist()
    elif pa.types.is_timestamp(kind):
        out = array.view(pa.int64()).to_pylist()
    elif pa.types.is_binary(kind):
        out = [None if v is None else v.hex() for v in array.to_pylist()]
    elif pa.types.is_struct(kind):
        # field() leaves out where the struct itself is null; that is what counts below.
        children = [canonical(array.field(i)) for i in range(kind.num_fields)]
        out = [[c[i] for c in children] for i in range(len(array))]
    elif pa.types.is_map(kind):
        keys, items = canonical(array.keys), canonical(array.items)
        ends = array.offsets.to_pylist()
        out = [[[keys[k], items[k]] for k in range(a, b)] for a, b in zip(ends, ends[1:], strict=False)]
    elif pa.types.is_list(kind):
        values = canonical(array.values)
        ends = array.offsets.to_pylist()
        out = [values[a:b] for a, b in zip(ends, ends[1:], strict=False)]
    else:
        out = array.to_pylist()
    return [v if ok else None for v, ok in zip(out, valid, strict=True)]


def bag(table: pa.Table) -> Counter[str]:
    """The multiset of the rows."""
    rows: Counter[str] = Counter()
    for batch in table.to_batches():
        columns = [canonical(c) for c in batch.columns]
        rows.update(json.dumps(row) for row in zip(*columns, strict=True))
    if not table.num_columns:
        rows["[]"] = table.num_rows
    return rows


def expected_rows(path: Path) -> tuple[list[tuple[str, str]], Counter[str]]:
    """Columns and rows of a file that the Java tests wrote."""
    with path.open(encoding="utf-8") as lines:
        columns = [(name, kind) for name, kind in json.loads(next(lines))]
        return columns, Counter(json.dumps(json.loads(line)) for line in lines)


def difference(expected: Counter[str], found: Counter[str]) -> str:
    """What to print if rows differ; the first few of each side."""
    missing, more = expected - found, found - expected
    if not missing and not more:
        return ""
    return f"{len(missing)} rows are missing: {list(missing)[:3]}, {len(more)} are too many: {list(more)[:3]}"


def float_bits(value: float) -> str:
    return f"{struct.unpack('<Q', struct.pack('<d', value))[0]:x}"


def rows(path: Path, **kwargs: Any) -> list[tuple[Any, ...]]:
    """The rows of a table, sorted by their text."""
    table = placed.read_table(path, **kwargs)
    return sorted((tuple(r.values()) for r in table.to_pylist()), key=str)
