"""Query results and their comparison."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

Rows = list[list[str | None]]


@dataclass(frozen=True)
class Digest:
    """A result that is too long to store: its number of rows, and the SHA-256 of their exact values."""

    rows: int
    sha256: str

    @staticmethod
    def of(rows: Rows) -> Digest:
        """The digest of a result of strings and exact numbers."""
        lines = "".join(json.dumps([_exact(v) for v in row]) + "\n" for row in rows)
        return Digest(len(rows), hashlib.sha256(lines.encode()).hexdigest())


Answer = Rows | Digest


def same(found: Rows, expected: Answer) -> bool:
    """Whether a result has the expected rows in order; trailing spaces of strings are ignored.

    Numbers are the same to nine digits, as sums of doubles depend on the order of addition; and to six digits behind
    the point, which is as many as Spark and Hive keep of an average or a quotient of decimals.
    """
    if isinstance(expected, Digest):
        return Digest.of(found) == expected
    return len(found) == len(expected) and all(
        len(a) == len(b) and all(_same_value(x, y) for x, y in zip(a, b, strict=True))
        for a, b in zip(found, expected, strict=True)
    )


def shown(answer: Answer, rows: int = 5) -> str:
    """The first rows of a result, in at most 500 characters."""
    if isinstance(answer, Digest):
        return f"{answer.rows} rows with the SHA-256 {answer.sha256[:12]}…"
    return json.dumps(answer[:rows], ensure_ascii=False)[:500]


def difference(found: Rows, expected: Answer) -> str:
    """How a result differs: the number of rows, or the first different row."""
    wanted = expected.rows if isinstance(expected, Digest) else len(expected)
    if len(found) != wanted:
        return f"found {len(found)} rows, expected {wanted}: found {shown(found)}, expected {shown(expected)}"
    if isinstance(expected, Digest):
        return f"found {shown(Digest.of(found))}, expected {shown(expected)}"
    row = next(i for i in range(wanted) if not same(found[i : i + 1], expected[i : i + 1]))
    return f"row {row + 1}: found {shown(found[row : row + 1])}, expected {shown(expected[row : row + 1])}"


def _exact(value: str | None) -> str | None:
    if value is None:
        return None
    number = _number(value)
    if number is None:
        return value.rstrip()
    return f"{number.normalize():f}" if number else "0"


def _same_value(one: str | None, other: str | None) -> bool:
    if one is None or other is None:
        return one is other
    if one.rstrip() == other.rstrip():
        return True
    a, b = _number(one), _number(other)
    if a is None or b is None:
        return False
    if a == a.to_integral_value() and b == b.to_integral_value():
        return a == b or abs(a - b) <= Decimal("1e-9") * max(abs(a), abs(b))
    return abs(a - b) <= max(Decimal("1e-9") * max(abs(a), abs(b)), Decimal("1e-6"))


def _number(text: str) -> Decimal | None:
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return number if number.is_finite() else None
