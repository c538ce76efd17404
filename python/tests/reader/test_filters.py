"""Filters on integers and decimals: compared exactly with numbers that the column's type does not have."""

from __future__ import annotations

import operator
import random
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import placed
from placed._reader import filters
from placed._reader.filters import Filter
from placed._reader.schema_text import parse
from placed._reader.statistics import Statistics
from placed._reader.types import Field

from .support import GOLDEN

DEFAULT = GOLDEN / "v1/default.placed"
COMPARE: dict[str, Any] = {
    "=": operator.eq,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
TYPES = ["int8", "int16", "int32", "int64", *(f"decimal({p}, {s})" for p, s in ((9, 2), (18, 0), (38, 0)))]
TYPES += [f"decimal({p}, {s})" for p, s in ((38, 10), (38, 38), (1, 1))]


def field_of(kind: str) -> Field:
    (field,) = parse(f"v: {kind}")
    return field


def filtered(field: Field, values: list[Any], *condition: Any) -> list[Any]:
    """What is left of values; their statistics must not say that nothing would be."""
    made = filters.parse([("v", *condition)], [field])
    assert isinstance(made, Filter)
    found = pa.table({"v": pa.array(values, field.arrow_type())}).filter(made.expression)["v"].to_pylist()
    known = [int(Fraction(v) * 10**field.scale) for v in values if v is not None]
    low, high = (min(known), max(known)) if known else (None, None)
    statistics = Statistics(len(values), len(values) - len(known), 0, None, low, high, True, True)
    assert made.may_match(lambda _: (field, statistics)) or not found, condition
    return found


@pytest.mark.parametrize("kind", TYPES)
def test_comparisons_are_exact(kind: str) -> None:
    seed = random.randrange(1 << 32)
    dice = random.Random(seed)
    field = field_of(kind)
    unit = Decimal(1).scaleb(-field.scale)
    if field.kind == "decimal":
        high = 10**field.precision - 1
        ends = [-high, high]
    else:
        bits = int(kind[3:])
        ends = [-(1 << bits - 1), (1 << bits - 1) - 1]
    unscaled = [*ends, 0, 1, -1, *(dice.randint(*ends) for _ in range(5)), *(dice.randint(-9, 9) for _ in range(3))]
    unscaled = [n for n in unscaled if ends[0] <= n <= ends[1]]
    exact = [n if field.kind != "decimal" else Decimal(n).scaleb(-field.scale, filters._DIGITS) for n in unscaled]
    values = [*exact, None]
    literals: list[Any] = [filters._DIGITS.add(Decimal(v), d) for v in exact for d in (unit / 2, -unit / 3, unit)]
    literals += [*exact, 0, 1, -1, 2**63, -(2**70), 10**38, 10**400, -(10**400), Decimal("1e-999999999")]
    literals += [Decimal("1e999999"), Decimal("-1e999999"), Decimal("0e99"), Decimal("0.5"), Decimal("-0.5")]
    for literal in literals:
        for op, compare in COMPARE.items():
            expected = [v for v in exact if compare(v, literal)]
            assert filtered(field, values, op, literal) == expected, f"seed {seed}: {op} {literal!r}"
    for _ in range(30):
        some = dice.sample(literals, dice.randrange(6))
        expected = [v for v in exact if any(v == x for x in some)]
        assert filtered(field, values, "in", some) == expected, f"seed {seed}: in {some}"
        others = [v for v in values if v not in expected]
        assert filtered(field, values, "not in", some) == others, f"seed {seed}: not in {some}"


def test_numbers_that_are_none() -> None:
    for kind, values in (("int32", [1, -2, None]), ("decimal(9, 2)", [Decimal("1.00"), Decimal("-2.00"), None])):
        field = field_of(kind)
        for nan in (Decimal("NaN"), float("nan")):
            for op in COMPARE:
                assert filtered(field, values, op, nan) == (values[:2] if op == "!=" else []), op
            assert filtered(field, values, "in", [nan, 1]) == values[:1]
        for infinite in (Decimal("Infinity"), float("inf")):
            assert filtered(field, values, "<", infinite) == filtered(field, values, ">", -infinite) == values[:2]
            assert filtered(field, values, ">=", infinite) == filtered(field, values, "==", infinite) == []
            assert filtered(field, values, "not in", [infinite]) == values


def test_floating_point_numbers_and_those_of_numpy_and_arrow() -> None:
    """Compared with decimals, 0.35 is 0.35; as a double, 0.35 of Arrow's decimals is another number."""
    field = field_of("decimal(9, 2)")
    values = [Decimal("0.31"), Decimal("0.35"), Decimal("2.00"), None]
    for number in (0.35, np.float64(0.35), np.float32(0.35), pa.scalar(0.35), pa.scalar(Decimal("0.350"))):
        assert filtered(field, values, "=", number) == filtered(field, values, "in", [number]) == values[1:2]
        assert filtered(field, values, "<=", number) == values[:2]
        assert filtered(field, values, ">", number) == values[2:3]
    assert filtered(field, values, "in", [0.31, 0.311, Decimal("0.350"), 2]) == values[:3]
    assert filtered(field, values, "in", [0.311]) == []
    assert filtered(field, values, "<", 0.311) == values[:1]
    field, integers = field_of("int64"), [2, 3, 1 << 53, (1 << 53) + 1, None]
    for number in (2, 2.0, np.int8(2), np.float32(2), pa.scalar(2), Decimal("2.0")):
        assert filtered(field, integers, "=", number) == filtered(field, integers, "in", [number]) == [2]
    assert filtered(field, integers, "<", 2.5) == [2]
    assert filtered(field, integers, "=", 2.0**53) == [1 << 53]
    assert filtered(field, integers, "in", [2.5, 3, 2.0**53]) == [3, 1 << 53]


def test_numbers_that_the_type_of_a_stored_column_does_not_have() -> None:
    table = placed.read_table(DEFAULT, ["price", "n"])
    price = [v for v in table["price"].to_pylist() if v is not None]
    n = [v for v in table["n"].to_pylist() if v is not None]
    assert Decimal("0.31") in price

    def count(*condition: Any) -> int:
        return placed.read_table(DEFAULT, ["id"], [condition]).num_rows

    assert count("price", "in", [Decimal("0.311")]) == 0
    assert count("price", "in", [Decimal("0.31"), Decimal("0.311")]) == price.count(Decimal("0.31"))
    assert count("price", "in", [0.31, 0.311]) == price.count(Decimal("0.31"))
    assert count("price", "not in", [10**9]) == table.num_rows
    assert count("price", "<", 10**30) == len(price)
    assert count("price", ">", Decimal("0.311")) == sum(v > Decimal("0.311") for v in price)
    assert count("n", "in", [Decimal("2.5")]) == 0
    assert count("n", "in", [Decimal("17"), Decimal("2.5")]) == n.count(17)
    assert count("n", "<", Decimal("17.5")) == sum(v <= 17 for v in n)


def test_literals_that_are_no_numbers_are_left_to_arrow() -> None:
    for condition in (("price", "=", "x"), ("price", "in", [True]), ("price", "<", True), ("n", "<", True)):
        with pytest.raises(pa.ArrowException):
            placed.read_table(DEFAULT, ["id"], [condition])
