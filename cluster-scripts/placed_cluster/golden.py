"""Query results that are known in advance.

SS-DB's answers follow from its definition for every size: a pixel's value depends on a number modulo 65359 that grows
by one along y, so that a column of an image is a run of a cyclic table. SSB's follow from our generator, row by row, up
to a scale that Python can count. The others are in files of the folder answers, each of which names where they come
from.
"""

from __future__ import annotations

import json
from datetime import date, timedelta
from functools import cache
from itertools import accumulate
from math import floor, log
from typing import Any

from . import HOME
from .answers import Answer, Digest, Rows
from .workloads import SSDB_SIZES

SEEDS = 65359
_WORLD = 1_000_000
_RANGES = {"tiny": 1200, "very-small": 3162, "small": 10000, "normal": 31623, "large": 100000}
_MASK = (1 << 64) - 1
_SSB_COUNTED = 0.2
"""Scales of SSB up to this are counted: 1.2 million rows take some seconds."""


def golden(query: str, benchmark: str, scale: float | str) -> Answer | None:
    """The known result of a query, or None: then formats and engines are only compared with each other."""
    if benchmark == "ssdb":
        sum_, count = ssdb(str(scale), query.rpartition(".")[2])
        return [[str(sum_), str(count)]]
    if benchmark == "ssb" and float(scale) <= _SSB_COUNTED:
        return ssb(float(scale), query)
    found = _stored(benchmark, f"{float(scale):g}").get(query)
    return Digest(**found) if isinstance(found, dict) else found


@cache
def _stored(benchmark: str, scale: str) -> dict[str, Any]:
    file = HOME / "answers" / f"{benchmark}-{scale}.json"
    if not file.exists():
        return {}
    answers: dict[str, Any] = json.loads(file.read_text())["answers"]
    return answers


def _uniform(seed: int) -> float:
    x = seed
    for _ in range(10):
        x = (1103515245 * x + 12345) & 0x3FFFFFFF
    return x / (1 << 30)


def _v1(seed: int) -> int:
    first = 12 * (6 * seed + 1)
    return int(65535 * (sum(_uniform(first + i) for i in range(12)) - 6))


@cache
def _sums_before() -> list[int]:
    """Sums of v1 over all seeds below each."""
    return [0, *accumulate(_v1(s) for s in range(SEEDS))]


def _corner(size: str, image: int) -> tuple[int, int]:
    total, side = SSDB_SIZES[size]
    t = image - total // 2 if image >= total // 2 else image
    dense = _uniform(3 * t) < 0.8

    def place(u: float) -> int:
        reach = _RANGES[size]
        return int((_WORLD - reach) // 2 + u * (reach - side)) if dense else int(u * (_WORLD - side))

    x = place(_uniform(3 * t + 1)) + image % 3 - 1
    y = place(_uniform(3 * t + 2)) + image // 3 % 3 - 1
    return max(0, x), max(0, y)


def ssdb_limit(size: str, level: str) -> int:
    """L of Query 1: the pixels from 0 to L of both directions are summed."""
    side = SSDB_SIZES[size][1]
    if size == "large":
        return {"easy": 3750, "medium": 7500, "hard": 15000}[level]
    return {"easy": side // 4, "medium": side // 2, "hard": side}[level]


def ssdb(size: str, level: str) -> tuple[int, int]:
    """Sum of v1 and count of pixels of Query 1."""
    total, side = SSDB_SIZES[size]
    length = min(ssdb_limit(size, level) + 1, side)
    before = _sums_before()
    whole, images = before[SEEDS], min(total, 20)
    result = 0
    for image in range(images):
        corner_x, corner_y = _corner(size, image)
        for x in range(length):
            start = (3141 * image + 592 * (corner_x + x) + corner_y) % SEEDS
            end = start + length
            result += (end // SEEDS) * whole + before[end % SEEDS] - before[start]
    return result, images * length * length


def _hash(order: int, line: int, column: int) -> int:
    z = (order * 0x9E3779B97F4A7C15 + (line * 64 + column) * 0xD1B54A32D192ED03) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def _between(order: int, line: int, column: int, low: int, high: int) -> int:
    return low + _hash(order, line, column) % (high - low + 1)


_SSB_CONDITIONS = {
    # First and last day that count, discounts, quantities; days are numbered from 1992-01-01.
    "ssb.1.1": ("1993", 1, 3, 1, 24),
    "ssb.1.2": ("199401", 4, 6, 26, 35),
    "ssb.1.3": ("1994w6", 5, 7, 26, 35),
}


def ssb(scale: float, query: str) -> Rows:
    """The sum of extended price times discount, counted order by order."""
    when, d1, d2, q1, q2 = _SSB_CONDITIONS[query]
    parts = round(200_000 * (1 + max(0, floor(log(scale)))))
    days = set()
    for n in range(2406):
        day = date(1992, 1, 1) + timedelta(n)
        in_year = (day - date(day.year, 1, 1)).days + 1
        if when in (str(day.year), f"{day:%Y%m}", f"{day.year}w{in_year // 7 + 1}"):
            days.add(n)
    total = 0
    for order in range(round(1_500_000 * scale)):
        if _between(order, 0, 2, 0, 2405) not in days:
            continue
        for line in range(_between(order, 0, 1, 1, 7)):
            quantity, discount = _between(order, line, 6, 1, 50), _between(order, line, 7, 0, 10)
            if d1 <= discount <= d2 and q1 <= quantity <= q2:
                part = _between(order, line, 11, 1, parts)
                total += (90_000 + part // 10 % 20_001 + part % 1000 * 100) * quantity * discount
    return [[str(total)]]
