"""Sizes, and lists of values that name tables and results."""

from __future__ import annotations

import re
from collections.abc import Sequence

_UNITS = {"B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40}
_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*(B|KiB|MiB|GiB|TiB)")


def parse_size(text: str) -> int:
    """Bytes of a text such as ``64MiB``.

    Raises ValueError, naming what is allowed, for anything else.
    """
    match = _SIZE.fullmatch(text.strip())
    if not match:
        raise ValueError(f"'{text}' is not a size: use a number and one of {', '.join(_UNITS)}, such as 64MiB")
    size = float(match[1]) * _UNITS[match[2]]
    if size != int(size):
        raise ValueError(f"'{text}' is not a whole number of bytes")
    return int(size)


def format_size(size: float) -> str:
    """Formats bytes with the largest unit and at most one decimal."""
    for unit in ("TiB", "GiB", "MiB", "KiB"):
        if size >= _UNITS[unit]:
            return f"{size / _UNITS[unit]:.1f}".removesuffix(".0") + unit
    return f"{size:.0f}B"


def distinct(setting: str, values: Sequence[str]) -> None:
    """ValueError if a value occurs twice: its results would count as further runs of one cell."""
    for value in values:
        if values.count(value) > 1:
            raise ValueError(f"{setting} has {value} twice")


def distinct_sizes(setting: str, sizes: list[str]) -> None:
    """ValueError if two sizes have one name among tables and results, which round them."""
    names: dict[str, str] = {}
    for size in sizes:
        name = format_size(parse_size(size))
        if name in names:
            raise ValueError(f"{setting} {names[name]} and {size} are both {name} in names of tables and results")
        names[name] = size
