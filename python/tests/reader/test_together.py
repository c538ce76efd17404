"""Pages that are decoded side by side have the values that each has by itself."""

from __future__ import annotations

import numpy as np
import pytest

from placed import InsufficientMemoryError
from placed._reader.arrays import decode_alone, decode_side_by_side
from placed._reader.arrays.context import Context, Decoding, decode, require_ascending
from placed._reader.cursor import Cursor, MalformedError
from placed._reader.limits import Budget
from placed._reader.page import Values, read_body
from placed._reader.schema_text import parse
from placed._reader.types import Storage

from .support import PAGES

KINDS = ("int32", "int64", "date", "timestamp")
ROWS = 1500


def body(kind: str, change: int | None = None) -> Decoding[Values]:
    """A golden page of 1,500 values, which are two vectors; ``change`` is a byte to flip."""
    data = bytearray((PAGES / f"entropy-{kind}.bin").read_bytes()[4:])
    if change is not None:
        data[change] ^= 0xFF
    (field,) = parse(f"v: {kind}")
    return read_body(memoryview(bytes(data)), field, ROWS, Budget(64 << 20, kind))


def test_pages_of_different_tables() -> None:
    alone = {kind: decode_alone(body(kind)).data for kind in KINDS}
    order = [*KINDS, *reversed(KINDS), *KINDS]
    for kind, found in zip(order, decode_side_by_side([body(kind) for kind in order]), strict=True):
        assert isinstance(found, Values)
        assert np.array_equal(found.data, alone[kind]), kind


def test_an_error_is_that_of_its_page() -> None:
    found = decode_side_by_side([body("int32"), body("int32", -1), body("int64")])
    assert isinstance(found[1], MalformedError)
    with pytest.raises(MalformedError, match=str(found[1])):
        decode_alone(body("int32", -1))
    assert isinstance(found[0], Values)
    assert np.array_equal(found[0].data, decode_alone(body("int32")).data)
    assert isinstance(found[2], Values)


def test_pages_that_need_no_states_decide() -> None:
    plain = (PAGES / "plain-int64.bin").read_bytes()[4:]
    (field,) = parse("v: int64")
    budget = Budget(64 << 20, "")
    begun = decode_side_by_side(
        [read_body(memoryview(plain), field, ROWS, budget), body("int64")], only_if_first_waits=True
    )
    assert isinstance(begun[0], Values)
    assert begun[1] is None


def test_memory_of_the_states_is_given_back() -> None:
    (field,) = parse("v: int64")
    data = memoryview((PAGES / "entropy-int64.bin").read_bytes()[4:])
    one = Budget(64 << 20, "")
    decode_alone(read_body(data, field, ROWS, one))
    # More than what remains is needed meanwhile: by each of the pages that wait for their states.
    assert one.used < 64 * ROWS
    few = Budget(2 * one.used, "")
    found = decode_side_by_side([read_body(data, field, ROWS, few) for _ in range(40)])
    assert isinstance(found[0], InsufficientMemoryError) or isinstance(found[-1], InsufficientMemoryError)
    again = Budget(64 << 20, "")
    for _ in range(40):
        decode_alone(read_body(data, field, ROWS, again))
    assert again.used == 40 * one.used


def test_codes_of_no_values() -> None:
    """What writers before 0.3 have written for a page without elements."""
    for storage in (Storage.LONG, Storage.BYTES, Storage.INT128):
        c = Cursor(memoryview(b"\x05\x00"))
        assert len(decode_alone(decode(c, storage, 0, Context(Budget(1000, "t"), 2)))) == 0
        c.done("the array")
    for wrong in (b"\x05\x01", b"\x04\x00"):
        with pytest.raises(MalformedError):
            decode_alone(decode(Cursor(memoryview(wrong)), Storage.LONG, 0, Context(Budget(1000, "t"), 2)))


@pytest.mark.parametrize("storage", [Storage.FLOAT, Storage.DOUBLE])
def test_the_order_of_a_dictionary(storage: Storage) -> None:
    bits, wide = (np.uint32, np.float32) if storage is Storage.FLOAT else (np.uint64, np.float64)
    sign = 1 << (31 if storage is Storage.FLOAT else 63)
    nan = int(np.array([np.nan], wide).view(bits)[0])
    infinite = int(np.array([np.inf], wide).view(bits)[0])
    numbers = np.array([-np.inf, -1.5, -0.0, 0.0, 1.5, np.inf], wide).view(bits).tolist()
    order = [*numbers, infinite + 1, nan, sign | nan, sign | infinite + 1]
    values = np.array(order, bits).view(wide)
    require_ascending(values, storage)
    for i in range(len(order) - 1):
        swapped = [*order[:i], order[i + 1], order[i], *order[i + 2 :]]
        with pytest.raises(MalformedError):
            require_ascending(np.array(swapped, bits).view(wide), storage)
