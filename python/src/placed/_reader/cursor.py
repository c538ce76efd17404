"""Little-endian primitives of the format, read from bounded bytes."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
import numpy.typing as npt

_U16 = struct.Struct("<H")
_U32 = struct.Struct("<I")
_U64 = struct.Struct("<Q")


class MalformedError(Exception):
    """Bytes that the format does not allow. Whoever knows the file makes a CorruptFileError of it."""


def is_text(value: str) -> bool:
    """Whether UTF-8 has the string: JSON can have halves of surrogate pairs, with which Arrow and files fail."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


class Cursor:
    """Reads forward through bytes; what would lie beyond their end is MalformedError."""

    __slots__ = ("data", "end", "pos")

    def __init__(self, data: memoryview | bytes, pos: int = 0, end: int | None = None) -> None:
        self.data = memoryview(data)
        self.pos = pos
        self.end = len(self.data) if end is None else end

    @property
    def left(self) -> int:
        return self.end - self.pos

    def skip(self, count: int) -> int:
        """Moves on and returns the position before."""
        at = self.pos
        if count < 0 or count > self.end - at:
            raise MalformedError(f"{count} bytes at position {at}, but only {self.end - at} follow")
        self.pos = at + count
        return at

    def u8(self) -> int:
        return self.data[self.skip(1)]

    def u16(self) -> int:
        return int(_U16.unpack_from(self.data, self.skip(2))[0])

    def u32(self) -> int:
        return int(_U32.unpack_from(self.data, self.skip(4))[0])

    def u64(self) -> int:
        return int(_U64.unpack_from(self.data, self.skip(8))[0])

    def i64(self) -> int:
        v = self.u64()
        return v - (1 << 64) if v >> 63 else v

    def signed(self, size: int) -> int:
        return int.from_bytes(self.take(size), "little", signed=True)

    def varint(self) -> int:
        """LEB128, at most 64 bits."""
        result = shift = 0
        data, pos, end = self.data, self.pos, self.end
        while True:
            if pos >= end:
                raise MalformedError(f"a varint at position {self.pos} has no end")
            byte = data[pos]
            pos += 1
            result |= (byte & 0x7F) << shift
            if byte < 0x80:
                break
            shift += 7
            if shift > 63:
                raise MalformedError(f"a varint at position {self.pos} has more than 64 bits")
        if result >> 64:
            raise MalformedError(f"a varint at position {self.pos} has more than 64 bits")
        self.pos = pos
        return result

    def length(self, what: str = "a length") -> int:
        """A varint that counts bytes or things; no number beyond 2^63 - 1 is one."""
        v = self.varint()
        if v >> 63:
            raise MalformedError(f"{what} is {v}; allowed are 0 to 2^63 - 1")
        return v

    def zigzag(self) -> int:
        v = self.varint()
        return (v >> 1) ^ -(v & 1)

    def take(self, count: int) -> memoryview:
        at = self.skip(count)
        return self.data[at : at + count]

    def string(self) -> str:
        raw = self.take(self.length())
        try:
            return str(raw, "utf-8")
        except UnicodeDecodeError as e:
            raise MalformedError(f"a string is not UTF-8: {e.reason}") from None

    def array(self, dtype: Any, count: int) -> npt.NDArray[Any]:
        """The next numbers, without a copy; the array cannot be written to."""
        kind = np.dtype(dtype)
        at = self.skip(count * kind.itemsize)
        return np.frombuffer(self.data, dtype=kind, count=count, offset=at)

    def sub(self, length: int) -> Cursor:
        at = self.skip(length)
        return Cursor(self.data, at, at + length)

    def done(self, what: str) -> None:
        if self.pos != self.end:
            raise MalformedError(f"{self.end - self.pos} bytes follow {what}")
