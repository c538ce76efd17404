"""Bounds in the footers of files: values of the type, and nothing else."""

from __future__ import annotations

import struct
from typing import Any

import pytest

from placed._reader.cursor import MalformedError
from placed._reader.schema_text import parse
from placed._reader.statistics import Statistics, parse_statistics

MIN, MAX, EXACT = 1, 2, 12


def zigzag(v: int) -> bytes:
    n = (v << 1 ^ v >> 63) & (1 << 64) - 1
    out = bytearray()
    while n > 0x7F:
        out.append(n & 0x7F | 0x80)
        n >>= 7
    return bytes([*out, n])


def read(kind: str, *bounds: bytes, nulls: int = 0, values: int = 2) -> Statistics:
    (field,) = parse(f"v: {kind}")
    flags = EXACT | (MIN | MAX if len(bounds) == 2 else MIN)
    of_file, _ = parse_statistics(memoryview(bytes([flags, nulls]) + b"".join(bounds)), (field,), [values], [])
    return of_file[0]


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("int8", 127),
        ("int8", -128),
        ("int16", 32767),
        ("int32", -(1 << 31)),
        ("date", (1 << 31) - 1),
        ("int64", -(1 << 63)),
    ],
)
def test_integers(kind: str, value: int) -> None:
    found = read(kind, zigzag(value), zigzag(value))
    assert (found.minimum, found.maximum) == (value, value)


@pytest.mark.parametrize("length", [0, 1, 64, 65, 127, 128, 1024, 5000])
def test_strings_of_any_length(length: int) -> None:
    """Writers store longer bounds of values that begin alike."""
    low, high = b"a" * length, b"a" * length + b"b"
    bounds = [bytes([len(b)]) if len(b) < 128 else bytes([len(b) & 127 | 128, len(b) >> 7]) for b in (low, high)]
    found = read("string", bounds[0] + low, bounds[1] + high)
    assert (found.minimum, found.maximum) == (low, high)
    assert found.minimum_exact
    assert found.maximum_exact


@pytest.mark.parametrize(
    ("kind", "bound"),
    [
        ("int8", zigzag(300)),
        ("int8", zigzag(-129)),
        ("int16", zigzag(1 << 15)),
        ("int32", zigzag(1 << 31)),
        ("date", zigzag(-(1 << 31) - 1)),
        ("boolean", b"\x02"),
        ("float", struct.pack("<d", 0.1)),
        ("float", struct.pack("<d", 1e300)),
    ],
)
def test_bounds_that_are_no_values_of_the_type(kind: str, bound: bytes) -> None:
    with pytest.raises(MalformedError, match=f"is not a bound of type {kind}"):
        read(kind, bound)


@pytest.mark.parametrize(
    ("kind", "bounds", "counts", "message"),
    [
        ("double", [struct.pack("<d", float("nan"))], {}, "a bound is NaN"),
        ("int32", [zigzag(2), zigzag(1)], {}, "the minimum 2 is above the maximum 1"),
        ("string", [b"\x01b", b"\x01a"], {}, "is above the maximum"),
        ("int32", [zigzag(2)], {"nulls": 2}, "bounds, but all values are null or NaN"),
        ("int32", [zigzag(2)], {"nulls": 3}, "3 nulls and 0 NaNs in 2 values"),
    ],
)
def test_statistics_that_contradict_themselves(
    kind: str, bounds: list[bytes], counts: dict[str, Any], message: str
) -> None:
    with pytest.raises(MalformedError, match=message):
        read(kind, *bounds, **counts)


def test_zeros_are_equal() -> None:
    assert read("double", struct.pack("<d", 0.0), struct.pack("<d", -0.0)).minimum == 0
    assert read("float", struct.pack("<d", float("-inf")), struct.pack("<d", 0.5)).maximum == 0.5
