"""Parts of a file: checksums that cover where a part belongs, and compression."""

from __future__ import annotations

import struct

import lz4.block
import zstandard
from crc32c import crc32c

from ..errors import CorruptFileError
from .cursor import MalformedError

NONE = 0xFFFFFFFF
HEADER, PAGE, DICTIONARY, INDEX, STATISTICS, PAGE_STATISTICS, BUCKET, METADATA, ROOT, TAIL = range(1, 11)
NAMES = {
    HEADER: "header",
    PAGE: "page",
    DICTIONARY: "dictionary",
    INDEX: "column index",
    STATISTICS: "statistics",
    PAGE_STATISTICS: "page statistics",
    BUCKET: "bucket",
    METADATA: "metadata",
    ROOT: "root",
    TAIL: "tail",
}
CODECS = ("none", "lz4", "zstd")
_PREFIX = struct.Struct("<16sBQIII")

# Unpacked bytes per stored byte: a few bytes must not need much memory.
_RATIO_SMALL = 65_536
_RATIO_LARGE = 1_024
_LARGE = 16 << 20


def checksum(
    file_id: bytes, kind: int, offset: int, row_group: int, column: int, node: int, body: memoryview | bytes
) -> int:
    return int(crc32c(body, crc32c(_PREFIX.pack(file_id, kind, offset, row_group, column, node))))


def verify(
    path: str,
    file_id: bytes,
    kind: int,
    offset: int,
    part: memoryview,
    row_group: int = NONE,
    column: int = NONE,
    node: int = NONE,
) -> memoryview:
    """The bytes of a part without its checksum.

    :raises CorruptFileError: if the checksum is another one
    """
    if len(part) < 4:
        raise CorruptFileError(path, offset, f"a {NAMES[kind]} of {len(part)} bytes has no room for its checksum")
    body = part[:-4]
    found = int.from_bytes(part[-4:], "little")
    expected = checksum(file_id, kind, offset, row_group, column, node, body)
    if found != expected:
        raise CorruptFileError(
            path, offset, f"the checksum of the {NAMES[kind]} is {found:08x}, but its bytes have {expected:08x}"
        )
    return body


def check_raw_length(raw: int, stored: int) -> None:
    """Refuses what would unpack to much more than a part of this size may."""
    small = stored * _RATIO_SMALL
    if raw <= small and (raw <= _LARGE or raw <= stored * _RATIO_LARGE):
        return
    raise MalformedError(f"{stored} stored bytes are said to unpack to {raw}")


def unpack(stored: memoryview, codec: int, raw: int) -> memoryview:
    """The raw bytes of a page or dictionary; exactly as many as the index says."""
    if codec == 0:
        if len(stored) != raw:
            raise MalformedError(f"{len(stored)} bytes are stored, but the index says {raw}")
        return stored
    check_raw_length(raw, len(stored))
    try:
        if codec == 1:
            out = lz4.block.decompress(stored, uncompressed_size=raw)
        elif codec == 2:
            # The library allocates what the frame says, whatever the limit: look before.
            said = zstandard.frame_content_size(stored)
            if said >= 0 and said != raw:
                raise MalformedError(f"a zstd frame of {said} bytes, but the index says {raw}")
            out = zstandard.ZstdDecompressor().decompress(stored, max_output_size=raw, allow_extra_data=False)
        else:
            raise MalformedError(f"codec {codec} is unknown; allowed are 0 to {len(CODECS) - 1}")
    except (lz4.block.LZ4BlockError, zstandard.ZstdError, ValueError) as e:
        raise MalformedError(f"{CODECS[codec]} cannot unpack it: {e}") from None
    if len(out) != raw:
        raise MalformedError(f"it unpacks to {len(out)} bytes, but the index says {raw}")
    return memoryview(out)
