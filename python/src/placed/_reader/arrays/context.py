"""What decoding an array needs beside its bytes, and the table of encodings."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from types import GeneratorType
from typing import Any, TypeAlias, TypeVar

import numpy as np

from ..cursor import Cursor, MalformedError
from ..limits import Budget
from ..types import Storage
from .values import DTYPES, SIZES, Array, Bytes, empty

#: Arrays in arrays; that of the page's values is the first.
MAX_DEPTH = 4
SHARED_DICTIONARY = 5
_WHOLE_LIMIT = 256 << 20
_WHOLE_RATIO = 512


@dataclass(frozen=True)
class Symbols:
    """A table of FSST: symbol i is value i."""

    values: Bytes


@dataclass(frozen=True)
class Shared:
    """What the pages of a chunk share."""

    symbols: Symbols | None = None
    dictionary: Array | None = None


class Context:
    """Of one page or dictionary. ``derive`` decodes a derived array, where a column may have one."""

    __slots__ = ("_whole", "_whole_limit", "budget", "derive", "shared")

    def __init__(
        self,
        budget: Budget,
        raw_length: int,
        shared: Shared | None = None,
        derive: Callable[[Cursor, int, Context], Decoding[Array]] | None = None,
    ) -> None:
        self.budget = budget
        self.shared = shared or Shared()
        self.derive = derive
        self._whole = 0
        self._whole_limit = _WHOLE_LIMIT + _WHOLE_RATIO * raw_length

    def whole(self, count: int, size: int, what: str) -> None:
        """Counts an array that a decoder needs before its first value."""
        self._whole += count * size
        if self._whole > self._whole_limit:
            raise MalformedError(
                f"{count} {what} need {self._whole} bytes; the format allows {self._whole_limit} bytes in a page or "
                "dictionary of this size"
            )


T = TypeVar("T")
#: What decodes other arrays on its way, which the module ``together`` does for several pages at a time.
Decoding: TypeAlias = Generator[Any, Any, T]
Decoder: TypeAlias = Callable[[Cursor, Storage, int, Context, int], "Array | Decoding[Array]"]


def decode(c: Cursor, storage: Storage, n: int, context: Context, depth: int = 1) -> Decoding[Any]:
    """An array of n values; each is read, whatever is asked for.

    :raises MalformedError: if the bytes are no array
    """
    if depth > MAX_DEPTH:
        raise MalformedError(f"arrays are nested more than {MAX_DEPTH} levels deep")
    number = c.u8()
    found = table().get((number, storage))
    if found is None:
        raise MalformedError(f"an encoding with id {number} of {storage.value}: there is none")
    if n == 0:
        if number == SHARED_DICTIONARY and depth == 1:
            # Files of older writers have codes of a page without values.
            yield from decode(c, Storage.INT, 0, context, depth + 1)
            return empty(storage)
        if number != (7 if storage is Storage.BITS else 0):
            raise MalformedError(f"an array of no values has the encoding {number}")
        return empty(storage)
    context.budget.take(n * SIZES[storage])
    out: Any = found(c, storage, n, context, depth)
    if isinstance(out, GeneratorType):
        out = yield from out
    if len(out) != n:
        raise MalformedError(f"encoding {number} has {len(out)} values instead of {n}")
    return out


_table: dict[tuple[int, Storage], Decoder] = {}


def table() -> dict[tuple[int, Storage], Decoder]:
    """Decoders by id and storage."""
    if not _table:
        from . import entropy, floats, plain, repeated, strings

        for module in (plain, repeated, floats, strings, entropy):
            for number, storages, decoder in module.DECODERS:
                for storage in storages:
                    _table[number, storage] = decoder
        for storage in (Storage.INT, Storage.LONG, Storage.FLOAT, Storage.DOUBLE, Storage.BYTES):
            _table[15, storage] = _derived
    return _table


def _derived(c: Cursor, storage: Storage, n: int, context: Context, depth: int) -> Decoding[Array]:
    if depth != 1 or context.derive is None:
        raise MalformedError("a derived array, but the column has no derivation, or the array is inside another one")
    return (yield from context.derive(c, n, context))


def read_symbols(c: Cursor) -> Symbols:
    counts = list(c.take(8))
    if sum(counts) > 255:
        raise MalformedError(f"a table of {sum(counts)} symbols; at most 255 are allowed")
    lengths = np.repeat(np.arange(1, 9), counts)
    data = c.array(np.uint8, int(lengths.sum()))
    offsets = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return Symbols(Bytes(offsets, data))


def read_shared(raw: memoryview, storage: Storage, budget: Budget) -> Shared:
    """The dictionary part of a chunk."""
    from .together import decode_alone

    c = Cursor(raw)
    kinds = c.u8()
    if kinds & ~3 or not kinds or (kinds & 1 and storage is not Storage.BYTES):
        raise MalformedError(f"a dictionary of kinds {kinds} for {storage.value}")
    symbols = read_symbols(c) if kinds & 1 else None
    values: Array | None = None
    if kinds & 2:
        size = c.u32()
        context = Context(budget, len(raw), Shared(symbols))
        context.whole(size, SIZES[storage], "values of a dictionary")
        values = decode_alone(decode(c, storage, size, context))
        require_ascending(values, storage)
    c.done("the dictionary")
    return Shared(symbols, values)


def sortable(values: Any, storage: Storage) -> Any:
    """Numbers whose order is that of the values of a dictionary; of floating point -∞ to ∞, then all NaNs."""
    if storage not in (Storage.FLOAT, Storage.DOUBLE):
        return values
    signed = np.dtype(np.int32 if storage is Storage.FLOAT else np.int64)

    def ieee(bits: Any) -> Any:
        return np.where(bits < 0, bits ^ np.iinfo(signed).max, bits).view(signed.str.replace("i", "u"))

    lowest = ieee(np.array([-np.inf], values.dtype).view(signed))
    # IEEE 754 has NaNs with the sign bit below -∞; the difference wraps around, so that they are last.
    return ieee(values.view(signed)) - lowest


def require_ascending(values: Any, storage: Storage) -> None:
    if len(values) < 2:
        return
    if storage is Storage.BYTES:
        items = values.to_list()
        good = all(a < b for a, b in zip(items, items[1:], strict=False))
    elif storage is Storage.INT128:
        high = values[:, 1].view(np.int64)
        low = values[:, 0]
        good = bool(np.all((high[:-1] < high[1:]) | ((high[:-1] == high[1:]) & (low[:-1] < low[1:]))))
    else:
        keys = sortable(values, storage)
        good = bool(np.all(keys[:-1] < keys[1:]))
    if not good:
        raise MalformedError("the values of a dictionary do not ascend")


def numbers(storage: Storage) -> Any:
    return DTYPES[storage]
