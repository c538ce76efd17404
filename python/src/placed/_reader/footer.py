"""Header, tail and root of a table file, and its siblings."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from ..errors import CorruptFileError, NotPlacedFileError, SiblingFileError, UnsupportedVersionError
from . import parts
from .cursor import Cursor, MalformedError
from .source import Input

MAGIC = b"\x89PLCD\r\n\x1a"
VERSION = 1
HEADER_BYTES = 32
TAIL_BYTES = 52
TAIL_READ_BYTES = 32 << 10
ROLE_TABLE = 1
ROLE_SIBLING = 2
VECTOR_ROWS = 1024
MAX_PAGE_ROWS = 1 << 20
MAX_GROUP_ROWS = (1 << 31) - 1
#: Bytes of a page in the index of its column, at least.
_INDEXED_PAGE_BYTES = 3
MAX_SIBLINGS = 65_535


@dataclass(frozen=True)
class Pointer:
    offset: int
    length: int


@dataclass(frozen=True)
class RowGroup:
    """``first_row`` and ``rows`` are rows of the file; ``bytes`` those of pages and dictionaries of the first copy."""

    first_row: int
    rows: int
    page_rows: int
    offset: int
    bytes: int

    @property
    def pages(self) -> int:
        return -(-self.rows // self.page_rows) if self.rows else 0


@dataclass(frozen=True)
class Sibling:
    name: str
    file_id: bytes
    length: int
    crc: int


@dataclass(frozen=True)
class Copy:
    """One arrangement of all columns: the groups from ``first_group`` on."""

    first_group: int
    groups: int
    stride: int
    row_major: bool


@dataclass(frozen=True)
class Root:
    file_id: bytes
    rows: int
    columns: int
    nodes: int
    created_by: str
    placement: str
    metadata: Pointer
    siblings: tuple[Sibling, ...]
    row_groups: tuple[RowGroup, ...]
    blocks: tuple[tuple[int, int, int], ...]
    copies: tuple[Copy, ...]
    buckets: tuple[Pointer, ...]


def id_text(file_id: bytes) -> str:
    """A file id as snapshots write it: both halves are stored little endian."""
    return str(uuid.UUID(bytes=file_id[7::-1] + file_id[:7:-1]))


@dataclass(frozen=True)
class _Tail:
    root: Pointer
    file_id: bytes
    role: int


def _read_ends(source: Input) -> tuple[_Tail, memoryview, int]:
    """The tail, once header and tail agree, and the end of the file with its offset."""
    path, size = source.path, source.size
    start = bytes(source.read(0, min(size, HEADER_BYTES)))
    if not start.startswith(MAGIC):
        if not MAGIC.startswith(start[: len(MAGIC)]) or not start:
            raise NotPlacedFileError(path, f"it has {size} bytes and begins with {start[:8].hex(' ') or 'nothing'}")
        raise CorruptFileError(path, 0, f"the file ends after {size} bytes")
    if size < HEADER_BYTES + TAIL_BYTES:
        raise CorruptFileError(path, 0, f"the file has {size} bytes; header and tail alone have 84")
    end_offset = max(0, size - TAIL_READ_BYTES)
    end = source.read(end_offset, size - end_offset)
    tail = bytes(end[-TAIL_BYTES:])
    at = size - TAIL_BYTES
    if tail[-8:] != MAGIC:
        raise CorruptFileError(path, at, f"the file ends with {tail[-8:].hex(' ')}, not with the magic: is it cut off?")
    c = Cursor(tail)
    root = Pointer(c.u64(), c.u32())
    length = c.u64()
    file_id = bytes(c.take(16))
    version, role, zero = c.u16(), c.u8(), c.u8()
    parts.verify(path, file_id, parts.TAIL, at, memoryview(tail)[:-8])
    # After the checksum, which every version has: damage must not look like a newer version.
    if version != VERSION:
        raise UnsupportedVersionError(path, "format version", version, f"{VERSION}")
    header = parts.verify(path, file_id, parts.HEADER, 0, memoryview(start))
    if header[8:12] != tail[36:40] or zero != 0 or bytes(header[12:28]) != file_id:
        raise CorruptFileError(path, 0, "header and tail are of different files")
    if length != size:
        raise CorruptFileError(path, at, f"the tail says that the file has {length} bytes; it has {size}")
    return _Tail(root, file_id, role), end, end_offset


def read_root(source: Input) -> tuple[Root, memoryview, int]:
    """The root, and the last bytes of the file with their offset.

    :raises NotPlacedFileError: if the file does not begin like one
    :raises UnsupportedVersionError: if it is of another version
    :raises CorruptFileError: if it is damaged, or no table file
    """
    tail, end, end_offset = _read_ends(source)
    path = source.path
    if tail.role == ROLE_SIBLING:
        raise SiblingFileError(path)
    if tail.role != ROLE_TABLE:
        raise CorruptFileError(path, source.size - TAIL_BYTES, f"role {tail.role}; allowed are 1 and 2")
    at, length = tail.root.offset, tail.root.length
    if at < HEADER_BYTES or at + length != source.size - TAIL_BYTES:
        raise CorruptFileError(path, source.size - TAIL_BYTES, f"the root is said to be {length} bytes at {at}")
    part = end[at - end_offset :][:length] if at >= end_offset else source.read(at, length)
    body = parts.verify(path, tail.file_id, parts.ROOT, at, part)
    try:
        root = _parse_root(Cursor(body), tail.file_id, at)
        # Before anything is made for each page: a few bytes of a root can say that there are very many.
        pages = sum(g.pages for g in root.row_groups)
        if root.columns and pages * _INDEXED_PAGE_BYTES > source.size:
            raise MalformedError(
                f"the row groups have {pages} pages, more than the {source.size} bytes of the file hold"
            )
        return root, end, end_offset
    except MalformedError as e:
        raise CorruptFileError(path, at, f"root: {e}") from None


def _count(c: Cursor, what: str, least: int) -> int:
    """A number of things of at least so many bytes each."""
    n = c.length(what)
    if n * least > c.left:
        raise MalformedError(f"{n} {what} in {c.left} bytes")
    return n


def _parse_root(c: Cursor, file_id: bytes, root_offset: int) -> Root:
    rows, columns, nodes = c.u64(), c.u32(), c.u32()
    created_by, placement = c.string(), c.string()
    metadata = _pointer(c, root_offset)
    siblings = []
    names = set()
    for _ in range(_count(c, "siblings", 29)):
        name = c.string()
        if not name or name in (".", "..") or any(ch in "/\\" or ch < " " for ch in name) or name in names:
            raise MalformedError(f"{name!r} is no name of a sibling, or occurs twice")
        names.add(name)
        siblings.append(Sibling(name, bytes(c.take(16)), c.u64(), c.u32()))
        if siblings[-1].length < HEADER_BYTES + TAIL_BYTES:
            raise MalformedError(f"sibling {name} has {siblings[-1].length} bytes; at least 84 are needed")
    if len(siblings) > MAX_SIBLINGS:
        raise MalformedError(f"{len(siblings)} siblings; at most {MAX_SIBLINGS} are allowed")
    groups = []
    first = 0
    for _ in range(_count(c, "row groups", 4)):
        group = RowGroup(first, c.length(), c.length(), c.length(), c.length())
        if (
            not 1 <= group.rows <= MAX_GROUP_ROWS
            or not 1 <= group.page_rows <= MAX_GROUP_ROWS
            or min(group.rows, group.page_rows) > MAX_PAGE_ROWS
        ):
            raise MalformedError(f"a row group of {group.rows} rows with pages of {group.page_rows}")
        if group.page_rows % VECTOR_ROWS and group.page_rows < group.rows:
            raise MalformedError(f"pages of {group.page_rows} rows are not whole vectors of {VECTOR_ROWS}")
        groups.append(group)
        first += group.rows
    if first != rows:
        raise MalformedError(f"the row groups have {first} rows, the file {rows}")
    blocks = []
    for _ in range(_count(c, "blocks", 3)):
        block = (c.length(), c.length(), c.length())
        if block[0] > len(siblings):
            raise MalformedError(f"a block of file {block[0]}; there are {len(siblings)} siblings")
        blocks.append(block)
    copies = [_copy(c, 0)]
    for _ in range(_count(c, "copies", 3)):
        copies.append(_copy(c, copies[-1].first_group + copies[-1].groups))
    offset = c.u64()
    buckets = []
    for _ in range(_count(c, "buckets", 1)):
        length = c.length()
        buckets.append(Pointer(offset, length))
        offset += length
    if offset > root_offset:
        raise MalformedError(f"the buckets end at {offset}, behind the root at {root_offset}")
    if not buckets and columns:
        raise MalformedError(f"{columns} columns, but no bucket")
    c.done("the root")
    return Root(
        file_id,
        rows,
        columns,
        nodes,
        created_by,
        placement,
        metadata,
        tuple(siblings),
        tuple(groups),
        tuple(blocks),
        tuple(copies),
        tuple(buckets),
    )


def _copy(c: Cursor, first_group: int) -> Copy:
    groups, stride, layout = c.length(), c.length(), c.u8()
    if layout > 1:
        raise MalformedError(f"layout {layout}; allowed are 0 and 1")
    return Copy(first_group, groups, stride, layout == 1)


def _pointer(c: Cursor, limit: int) -> Pointer:
    p = Pointer(c.length(), c.length())
    if p.offset + p.length > limit:
        raise MalformedError(f"a part of {p.length} bytes at {p.offset}, behind the root at {limit}")
    return p


def read_pointer(c: Cursor) -> Pointer:
    return Pointer(c.length(), c.length())


def parse_metadata(body: memoryview) -> dict[str, str]:
    c = Cursor(body)
    out: dict[str, str] = {}
    for _ in range(_count(c, "keys", 2)):
        key = c.string()
        if key in out:
            raise MalformedError(f"key {key!r} occurs twice")
        out[key] = c.string()
    c.done("the metadata")
    return out


def open_sibling(source: Input, table: str, sibling: Sibling) -> Input:
    """Checks that a file is the sibling that a table file names; returns it.

    :raises CorruptFileError: if it is another one
    """
    if source.size != sibling.length:
        raise CorruptFileError(
            source.path, 0, f"{table} names a sibling of {sibling.length} bytes; this file has {source.size}"
        )
    tail, _, _ = _read_ends(source)
    if tail.role != ROLE_SIBLING or tail.root.offset or tail.root.length:
        raise CorruptFileError(source.path, 0, f"{table} names it as its sibling, but it has role {tail.role}")
    if tail.file_id != sibling.file_id:
        raise CorruptFileError(
            source.path, 0, f"{table} names the sibling {id_text(sibling.file_id)}, found {id_text(tail.file_id)}"
        )
    return source
