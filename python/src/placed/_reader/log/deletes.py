"""Deletion vectors: 64-bit Roaring bitmaps of the rows of a file that are deleted."""

from __future__ import annotations

import uuid
import zlib

import numpy as np
import numpy.typing as npt

from ...errors import CorruptFileError
from ..cursor import Cursor, MalformedError
from ..limits import Budget
from ..source import Store
from .snapshot import DataFile

_MAGIC = bytes([0xD1, 0xD3, 0x39, 0x64])
_HEADER = b"PLDV\x00\x00\x00\x01"
_HEADER_BYTES = len(_HEADER) + 32
_SERIAL_NO_RUNS = 12346
_SERIAL_RUNS = 12347
_NO_OFFSET_THRESHOLD = 4
#: Of a row number and a copy of it.
_ROW_BYTES = 16


def read_vector(store: Store, folder: str, file: DataFile, limit: int) -> npt.NDArray[np.int64]:
    """The numbers of the deleted rows of a file, ascending.

    :param limit: bytes of memory that they may take
    :raises CorruptFileError: if the vector is missing, or not that of the file
    """
    vector = file.deletes
    assert vector is not None
    path = f"{folder}/{vector.path}"
    if not 1 <= vector.rows <= file.rows:
        raise CorruptFileError(path, vector.offset, f"{vector.rows} deleted rows of {file.rows} are listed")
    # A few bytes of a bitmap can stand for very many rows.
    Budget(limit, path).take(_ROW_BYTES * vector.rows)
    try:
        source = store.open(path)
    except FileNotFoundError:
        raise CorruptFileError(path, 0, f"the deletion vector of {file.path} is missing") from None
    try:
        if bytes(source.read(0, len(_HEADER))) != _HEADER:
            raise CorruptFileError(path, 0, "it does not begin like a file of deletion vectors of version 1")
        if vector.offset < _HEADER_BYTES + 16:
            raise CorruptFileError(path, vector.offset, "a deletion vector inside of the header")
        data = source.read(vector.offset - 16, vector.length + 16)
    finally:
        source.close()
    try:
        if data[:16] != uuid.UUID(file.file_id).bytes:
            raise MalformedError(f"the vector is that of another file than {file.path}")
        rows = parse(data[16:], vector.rows)
        if len(rows) != vector.rows:
            raise MalformedError(f"the vector has {len(rows)} rows, but {vector.rows} are expected")
        if len(rows) and int(rows[-1]) >= file.rows:
            raise MalformedError(f"row {rows[-1]} of a file of {file.rows} rows")
    except (MalformedError, ValueError) as e:
        raise CorruptFileError(path, vector.offset, str(e)) from None
    return rows


def parse(data: memoryview, most: int) -> npt.NDArray[np.int64]:
    """A vector with its length, magic and checksum.

    :param most: how many rows it may have
    """
    if len(data) < 20:
        raise MalformedError(f"a vector of {len(data)} bytes")
    length = int.from_bytes(data[:4], "big")
    if length != len(data) - 8:
        raise MalformedError(f"a vector of {length} bytes, but {len(data) - 8} are there")
    if data[4:8] != _MAGIC:
        raise MalformedError(f"the magic is {bytes(data[4:8]).hex(' ')}")
    if zlib.crc32(data[4:-4]) != int.from_bytes(data[-4:], "big"):
        raise MalformedError("the checksum of the vector is another one")
    c = Cursor(data, 8, len(data) - 4)
    count = c.u64()
    if count * 12 > c.left:
        raise MalformedError(f"{count} bitmaps in {c.left} bytes")
    found = []
    last = -1
    for _ in range(count):
        high = c.u32()
        if high <= last or high >> 31:
            raise MalformedError("the bitmaps do not ascend")
        last = high
        found.append(_bitmap(c, most) + (high << 32))
        most -= len(found[-1])
    c.done("the bitmaps")
    return np.concatenate(found) if found else np.empty(0, np.int64)


def _bitmap(c: Cursor, most: int) -> npt.NDArray[np.int64]:
    """A Roaring bitmap of 32-bit numbers in the portable format."""
    cookie = c.u32()
    runs = np.zeros(0, np.bool_)
    if cookie & 0xFFFF == _SERIAL_RUNS:
        size = (cookie >> 16) + 1
        runs = np.unpackbits(c.array(np.uint8, -(-size // 8)), count=size, bitorder="little").view(np.bool_)
    elif cookie == _SERIAL_NO_RUNS:
        size = c.u32()
        runs = np.zeros(min(size, 1 << 16), np.bool_)
    else:
        raise MalformedError(f"a bitmap with the cookie {cookie}")
    if size > 1 << 16:
        raise MalformedError(f"a bitmap of {size} containers")
    keys = c.array("<u2", 2 * size).astype(np.int64).reshape(size, 2)
    if size > 1 and not bool(np.all(keys[:-1, 0] < keys[1:, 0])):
        raise MalformedError("the containers do not ascend")
    total = size + int(keys[:, 1].sum())
    if total > most:
        raise MalformedError(f"a bitmap of {total} rows; at most {most} more are expected")
    if cookie == _SERIAL_NO_RUNS or size >= _NO_OFFSET_THRESHOLD:
        c.array("<u4", size)  # Offsets: the containers follow each other anyway.
    out = []
    for k in range(size):
        key, cardinality = int(keys[k, 0]), int(keys[k, 1]) + 1
        if runs[k]:
            values = _runs(c, cardinality)
        elif cardinality <= 4096:
            values = c.array("<u2", cardinality).astype(np.int64)
        else:
            bits = np.unpackbits(c.array(np.uint8, 8192), bitorder="little")
            values = np.nonzero(bits)[0]
        if len(values) != cardinality or not bool(np.all(values[:-1] < values[1:])):
            raise MalformedError(f"a container of {len(values)} numbers; {cardinality} ascending ones are expected")
        out.append(values + (key << 16))
    return np.concatenate(out) if out else np.empty(0, np.int64)


def _runs(c: Cursor, cardinality: int) -> npt.NDArray[np.int64]:
    count = c.u16()
    pairs = c.array("<u2", 2 * count).astype(np.int64).reshape(count, 2)
    lengths = pairs[:, 1] + 1
    total = int(lengths.sum())
    if total != cardinality:
        raise MalformedError(f"runs of {total} numbers in a container of {cardinality}")
    ends = pairs[:, 0] + pairs[:, 1]
    if count and int(ends[-1]) > 0xFFFF:
        raise MalformedError("a run that ends beyond its container")
    if not bool(np.all(pairs[1:, 0] > ends[:-1] + 1)):
        raise MalformedError("runs that do not ascend, or touch each other")
    starts = np.repeat(pairs[:, 0] - (np.cumsum(lengths) - lengths), lengths)
    return starts + np.arange(total)
