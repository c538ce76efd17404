"""The statements of the paper about its Figure 9 beside our results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import geometric_mean

from .measures import Measure
from .units import format_size


@dataclass(frozen=True)
class Trend:
    """A statement of section 5.3 with the measured ratio: above 1 is a reduction."""

    statement: str
    measured: str


def trends(found: list[Measure]) -> list[Trend]:
    """Each statement for each engine, over all of the paper's queries that were measured with Placed."""
    result = []
    for engine in dict.fromkeys(m.engine for m in found):
        placed = [m for m in found if m.engine == engine and m.format == "placed"]
        sizes = sorted({m.row_group for m in placed})
        if len(sizes) < 2:
            continue
        for small, large in zip(sizes, sizes[1:], strict=False):
            paper = _PAPER.get((small >> 20, large >> 20), {})
            step = f"from {format_size(small)} to {format_size(large)} row groups"
            for what, value in _KINDS:
                ratio = _ratio(placed, value, lambda m: m.row_group, small, large)
                if ratio is not None:
                    said = paper.get(what, "Not in the paper.")
                    result.append(Trend(f"{engine}: {what} {step}. {said}", _factor(ratio)))
        for size in sizes:
            of_size = [m for m in placed if m.row_group == size]
            said = _GROUPING_SMALL if size <= 4 << 20 else _GROUPING_LARGE
            for what, value in _KINDS:
                ratio = _ratio(of_size, value, lambda m: m.grouping, "none", "best")
                if ratio is not None:
                    step = f"with {format_size(size)} row groups, best grouping instead of none"
                    result.append(Trend(f"{engine}: {what} {step}. {said}", _factor(ratio)))
    return result


def _factor(ratio: float) -> str:
    return f"÷ {ratio:.2f}" if ratio >= 1 else f"× {1 / ratio:.2f}"


def _bytes(m: Measure) -> float | None:
    return m.hdfs_mib if m.hdfs_mib is not None else m.engine_mib


_KINDS: list[tuple[str, Callable[[Measure], float | None]]] = [
    ("bytes read", _bytes),
    ("scan time", lambda m: m.scan_seconds),
]
_PAPER = {
    (4, 64): {"bytes read": "Paper: decreases significantly.", "scan time": "Paper: decreases significantly."},
    (64, 128): {"bytes read": "Paper: a small gain.", "scan time": "Paper: not significant."},
}
_GROUPING_SMALL = "Paper: helps while row groups are small."
_GROUPING_LARGE = "Paper: no significant difference."


def _ratio(
    found: list[Measure],
    value: Callable[[Measure], float | None],
    key: Callable[[Measure], object],
    one: object,
    other: object,
) -> float | None:
    """The geometric mean of the ratio of two values, over pairs of cells that differ in one setting only."""

    def rest(m: Measure) -> tuple[object, ...]:
        row_group = None if isinstance(one, int) else m.row_group
        grouping = None if isinstance(one, str) else m.grouping
        name = m.variant.partition("-")[0]
        return m.query, row_group, grouping, name, m.buffer, m.readahead, m.cache

    firsts = {rest(m): value(m) for m in found if key(m) == one}
    seconds = {rest(m): value(m) for m in found if key(m) == other}
    pairs = [(firsts[k], seconds[k]) for k in firsts if firsts[k] and seconds.get(k)]
    return geometric_mean([a / b for a, b in pairs if a and b]) if pairs else None
