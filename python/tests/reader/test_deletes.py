"""Deletion vectors: row numbers up to 2^63, and bitmaps of few bytes that stand for very many rows."""

from __future__ import annotations

import struct
import time
import uuid
import zlib
from pathlib import Path
from typing import Any

import pytest

import placed

from .writer import commit, file_bytes

COMMIT = "0123456789abcdef0123456789abcdef"
PATH = f"deletes/{COMMIT}-00000001.bin"


def runs(containers: int) -> bytes:
    """A Roaring bitmap whose first containers are full, as one run each."""
    out = struct.pack("<I", 12347 | (containers - 1) << 16)
    out += (b"\xff" * -(-containers // 8)) if containers % 8 == 0 else bitset(containers)
    out += b"".join(struct.pack("<HH", key, 0xFFFF) for key in range(containers))
    if containers >= 4:
        at = len(out) + 4 * containers
        out += b"".join(struct.pack("<I", at + 6 * k) for k in range(containers))
    return out + struct.pack("<HHH", 1, 0, 0xFFFF) * containers


def of_runs(*pairs: tuple[int, int]) -> bytes:
    """A Roaring bitmap of one container: the first number of each run, and how many follow it."""
    out = struct.pack("<IBHHH", 12347, 1, 0, sum(1 + more for _, more in pairs) - 1, len(pairs))
    return out + b"".join(struct.pack("<HH", *pair) for pair in pairs)


def bitset(count: int) -> bytes:
    return ((1 << count) - 1).to_bytes(-(-count // 8), "little")


def numbers(*values: int, offset: int = 16) -> bytes:
    """A Roaring bitmap of few numbers below 2^16."""
    out = struct.pack("<IIHHI", 12346, 1, 0, len(values) - 1, offset)
    return out + struct.pack(f"<{len(values)}H", *values)


def table(folder: Path, rows: int, bitmaps: dict[int, bytes], deleted: int) -> Path:
    """A table of a file without columns and its deletion vector: bitmaps by the upper 32 bits of their numbers."""
    group = (1 << 31) - 1
    groups = [(group, 1 << 20)] * (rows // group) + ([(rows % group, 1 << 20)] if rows % group else [])
    data, file_id = file_bytes("", [], groups)
    (folder / "_placed/deletes").mkdir(parents=True, exist_ok=True)
    (folder / "a.placed").write_bytes(data)
    content = b"\xd1\xd3\x39\x64" + struct.pack("<Q", len(bitmaps))
    content += b"".join(struct.pack("<I", high) + bitmap for high, bitmap in bitmaps.items())
    vector = struct.pack(">I", len(content)) + content + struct.pack(">I", zlib.crc32(content))
    head = b"PLDV\0\0\0\1" + COMMIT.encode() + uuid.UUID(file_id).bytes
    (folder / "_placed" / PATH).write_bytes(head + vector)
    deletes = {"path": PATH, "offset": len(head), "length": len(vector), "rows": deleted}
    entry: dict[str, Any] = {"path": "a.placed", "length": len(data), "rows": rows, "fileId": file_id}
    entry |= {"firstRowId": 0, "snapshot": 1, "rowGroups": [], "statistics": {}, "deletes": deletes}
    commit(folder, 1, "", [entry], nextRowId=rows)
    return folder


def count(folder: Path, **kwargs: Any) -> int:
    with placed.open(folder) as opened:
        return sum(batch.num_rows for batch in opened.scan([], **kwargs))


def test_deleted_rows(tmp_path: Path) -> None:
    assert count(table(tmp_path, 1000, {0: numbers(0, 7, 999)}, 3)) == 997
    assert count(table(tmp_path, 5 << 16, {0: runs(5)}, 5 << 16)) == 0
    assert count(table(tmp_path, 5 << 16, {0: runs(4)}, 4 << 16)) == 1 << 16
    assert count(table(tmp_path, (1 << 32) + 10, {0: numbers(3), 1: numbers(9)}, 2)) == (1 << 32) + 8


def test_offsets_are_skipped(tmp_path: Path) -> None:
    """Writers may leave them empty: the containers follow each other."""
    for offset in (0, 7, (1 << 32) - 1):
        assert count(table(tmp_path, 1000, {0: numbers(0, 7, 999, offset=offset)}, 3)) == 997


def test_runs_do_not_touch_each_other(tmp_path: Path) -> None:
    """Together they would be one; Java refuses them, too."""
    assert count(table(tmp_path, 1000, {0: of_runs((0, 1), (3, 0), (990, 9))}, 13)) == 987
    for pairs in (((0, 1), (2, 0)), ((5, 0), (5, 0)), ((0, 5), (3, 0)), ((9, 0), (0, 0))):
        deleted = sum(1 + more for _, more in pairs)
        with pytest.raises(placed.CorruptFileError, match="runs that do not ascend, or touch each other"):
            count(table(tmp_path, 1000, {0: of_runs(*pairs)}, deleted))
    with pytest.raises(placed.CorruptFileError, match="a run that ends beyond its container"):
        count(table(tmp_path, 1 << 17, {0: of_runs((0, 0), (65_535, 1))}, 3))
    assert count(table(tmp_path, 1 << 17, {0: of_runs((0, 0), (65_534, 1))}, 3)) == (1 << 17) - 3


def test_rows_that_the_file_does_not_have(tmp_path: Path) -> None:
    for rows, bitmaps, deleted, message in [
        (1000, {0: numbers(1000)}, 1, "row 1000 of a file of 1000 rows"),
        (1000, {0: numbers(1, 2)}, 1, "a bitmap of 2 rows; at most 1 more"),
        (1000, {0: numbers(1), 1: numbers(1)}, 1, "a bitmap of 1 rows; at most 0 more"),
        (1000, {0: numbers(1)}, 2, "the vector has 1 rows, but 2 are expected"),
        (1000, {0: numbers(1)}, 1001, "1001 deleted rows of 1000 are listed"),
        (1000, {0: numbers(1)}, 0, "0 deleted rows of 1000 are listed"),
        (1000, {(1 << 31) - 1: numbers(0xFFFF)}, 1, f"row {((1 << 31) - 1 << 32) + 0xFFFF} of a file of 1000"),
        (1000, {1 << 31: numbers(1)}, 1, "the bitmaps do not ascend"),
        (1000, {1: numbers(1), 0: numbers(1)}, 2, "the bitmaps do not ascend"),
    ]:
        with pytest.raises(placed.CorruptFileError, match=message):
            count(table(tmp_path, rows, bitmaps, deleted))


def test_few_bytes_that_stand_for_very_many_rows(tmp_path: Path) -> None:
    """Their numbers would take 34 GB."""
    many = 65_536
    started = time.process_time()
    with pytest.raises(placed.CorruptFileError, match=f"a bitmap of {1 << 32} rows; at most 1 more"):
        count(table(tmp_path, 1 << 32, {0: runs(many)}, 1))
    with pytest.raises(placed.InsufficientMemoryError, match="memory_limit"):
        count(table(tmp_path, 1 << 32, {0: runs(many)}, 1 << 32))
    assert time.process_time() - started < 5
