"""Filters: what the rows of a result must meet, and what statistics say about it."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timezone
from decimal import ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from .statistics import Statistics
from .types import Field

#: What a file knows of a column: its field there and statistics; None = nothing.
Lookup: TypeAlias = Callable[[str], "tuple[Field, Statistics] | None"]

_OPERATORS = {
    "=": "==",
    "==": "==",
    "!=": "!=",
    "<": "<",
    "<=": "<=",
    ">": ">",
    ">=": ">=",
    "in": "in",
    "not in": "not in",
}
_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
#: A comparison that every value meets, and no null; those that none meets are "in" an empty list.
_ALWAYS = "always"
_EXACT = 1 << 53
_FLOATS = ("float", "double")
_INTEGER_BITS = {"int8": 8, "int16": 16, "int32": 32, "int64": 64}
#: More digits than any value of a column has.
_DIGITS = Context(prec=100)


@dataclass(frozen=True)
class Clause:
    column: str
    op: str
    value: Any
    field: Field


@dataclass(frozen=True)
class Filter:
    """``clauses`` in disjunctive form, None = an expression that cannot be looked into."""

    clauses: tuple[tuple[Clause, ...], ...] | None
    expression: pc.Expression

    def columns(self, names: Sequence[str]) -> list[str]:
        """Which of the columns it needs; of an expression possibly more."""
        if self.clauses is None:
            text = str(self.expression)
            if "FieldPath(" in text:
                # Batches have only the columns that are read, so that a position means another one in them.
                raise ValueError(f"filter {text}: columns must be given by name, found one by position")
            return [n for n in names if n in text]
        used = {c.column for clauses in self.clauses for c in clauses}
        return [n for n in names if n in used]

    def may_match(self, lookup: Lookup) -> bool:
        """Whether any row may match, as far as statistics tell."""
        if self.clauses is None:
            return True
        return any(all(_may_match(c, lookup(c.column)) for c in clauses) for clauses in self.clauses)


def parse(given: Any, fields: Sequence[Field]) -> Filter | None:
    """A filter as pyarrow takes it: an expression, tuples joined by and, or lists of these joined by or.

    :raises ValueError: naming what is allowed
    """
    if given is None:
        return None
    if isinstance(given, pc.Expression):
        return Filter(None, given)
    if not isinstance(given, (list, tuple)) or not given:
        raise ValueError(
            f"a filter is an expression of pyarrow.compute, [(column, operator, value), …] or a list of such lists, "
            f"found {given!r}"
        )
    if isinstance(given, tuple):
        given = [given]
    lists = given if isinstance(given[0], list) else [given]
    known = {f.name: f for f in fields}
    clauses = tuple(tuple(_clause(c, known) for c in one) for one in lists)
    if any(not one for one in clauses):
        raise ValueError("a filter has an empty list of conditions")
    return Filter(clauses, _any_of([_all_of([_expression(c) for c in one]) for one in clauses]))


def _clause(given: Any, fields: dict[str, Field]) -> Clause:
    if not isinstance(given, (tuple, list)) or len(given) != 3:
        raise ValueError(f"a condition is (column, operator, value), found {given!r}")
    column, op, value = given
    if column not in fields:
        raise ValueError(f"the filter has an unknown column {column!r}; the columns are {', '.join(fields)}")
    if op not in _OPERATORS:
        raise ValueError(f"the filter has an unknown operator {op!r}; allowed are {', '.join(_OPERATORS)}")
    if op in ("in", "not in"):
        if isinstance(value, (str, bytes)) or not hasattr(value, "__iter__"):
            raise ValueError(f"'{op}' needs a list of values, found {value!r}")
        value = list(value)
    if value is None or (isinstance(value, list) and any(v is None for v in value)):
        raise ValueError("a comparison with null is never true; use pyarrow.compute.field(column).is_null()")
    field = fields[column]
    op = _OPERATORS[op]
    if field.kind == "decimal" or field.kind in _INTEGER_BITS:
        op, value = _exactly(op, value, field)
    elif field.kind in _FLOATS and isinstance(value, list):
        # Of integers Arrow would make integers of the column. No number of it equals those that are left out.
        value = [_float(v, field.kind) for v in value if type(v) is not int or _float(v, field.kind) == v]
    elif field.kind in _FLOATS and type(value) is int:
        op, value = _with_float(op, value)
    return Clause(column, op, value, field)


def _exactly(op: str, value: Any, field: Field) -> tuple[str, Any]:
    """The same comparison with a value that a column of integers or decimals may have.

    Arrow has no common type for some decimals, rounds floating point numbers, and refuses those out of the range.
    """
    if isinstance(value, list):
        out = []
        for v in value:
            number = _number(v, field)
            if number is None:
                out.append(v)
                continue
            equal, own = _at(number, "==", field)
            if equal == "==":
                out.append(own)
        return op, out
    number = _number(value, field)
    return (op, value) if number is None else _at(number, op, field)


def _number(value: Any, field: Field) -> Decimal | None:
    """The number that a literal is; None = Arrow has to say what it is.

    Compared with decimals, a floating point number is the shortest decimal number that stands for it.
    """
    if isinstance(value, pa.Scalar) and value.is_valid:
        kind = value.type
        if pa.types.is_integer(kind) or pa.types.is_decimal(kind) or pa.types.is_float64(kind):
            value = value.as_py()
    if isinstance(value, (bool, np.bool_)):
        return None
    if isinstance(value, (int, np.integer)):
        return Decimal(int(value))
    if isinstance(value, (float, np.floating)):
        return Decimal(str(value)) if field.kind == "decimal" else Decimal(float(value))
    return value if isinstance(value, Decimal) else None


def _at(number: Decimal, op: str, field: Field) -> tuple[str, Any]:
    """A comparison with a number as one with a value of the column, or as one that all or no values meet."""
    if number.is_nan():
        return (_ALWAYS, None) if op == "!=" else ("in", [])
    if field.kind == "decimal":
        high, scale = 10**field.precision - 1, field.scale
        low = -high
    else:
        high, scale = (1 << (_INTEGER_BITS[field.kind] - 1)) - 1, 0
        low = -high - 1
    if number and (number.is_infinite() or number.adjusted() > 38):
        below, exact = (low - 1 if number < 0 else high + 1), False
    else:
        floor = number.quantize(Decimal((0, (1,), -scale)), ROUND_FLOOR, _DIGITS) if number else Decimal(0)
        below, exact = int(floor.scaleb(scale, _DIGITS)), floor == number
    if op in ("==", "!="):
        if not exact or not low <= below <= high:
            return (_ALWAYS, None) if op == "!=" else ("in", [])
    elif op in ("<", "<="):
        op, below = "<=", below - (op == "<" and exact)
        if not low <= below < high:
            return (_ALWAYS, None) if below >= high else ("in", [])
    else:
        op, below = ">=", below + (op == ">" or not exact)
        if not low < below <= high:
            return (_ALWAYS, None) if below <= low else ("in", [])
    return op, Decimal(below).scaleb(-scale, _DIGITS) if field.kind == "decimal" else below


def _with_float(op: str, value: int) -> tuple[str, Any]:
    """The same comparison of floating point numbers with one of them: Arrow refuses integers that lose digits."""
    near = _float(value, "double")
    if near == value:
        return op, near
    if op == "==":
        return "in", []
    if op == "!=":
        return op, math.nan
    return ("<" if near > value else "<=") if op in ("<", "<=") else (">=" if near > value else ">"), near


def _float(value: Any, kind: str) -> Any:
    """Integers as the nearest number that a column of this kind may have."""
    if type(value) is not int:
        return value
    try:
        with np.errstate(over="ignore"):
            return float(np.float32(value)) if kind == "float" else float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _is_zero(value: Any) -> bool:
    return bool((value.as_py() if isinstance(value, pa.Scalar) else value) == 0)


def _expression(c: Clause) -> pc.Expression:
    field = pc.field(c.column)
    if c.op == _ALWAYS:
        return field.is_valid()
    # Arrow takes the type of decimals from their digits.
    kind = c.field.arrow_type() if c.field.kind == "decimal" else None
    if c.op in ("in", "not in"):
        values = c.value
        if kind is not None and values and all(isinstance(v, Decimal) for v in values):
            values = pa.array(values, kind)
        # Without values Arrow does not know their type.
        among = field.isin(values) if len(values) else pc.scalar(False)
        if c.field.kind in _FLOATS and any(_is_zero(v) for v in values):
            # The zeros are equal, but Arrow looks their bits up in a set.
            among = among | field.isin([0.0, -0.0])
        return among if c.op == "in" else ~among
    literal = c.value
    if not isinstance(literal, pa.Scalar):
        literal = pa.scalar(literal, kind if isinstance(literal, Decimal) else None)
    out: pc.Expression = _COMPARE[c.op](field, literal)
    return out


def _all_of(expressions: list[pc.Expression]) -> pc.Expression:
    out = expressions[0]
    for e in expressions[1:]:
        out = out & e
    return out


def _any_of(expressions: list[pc.Expression]) -> pc.Expression:
    out = expressions[0]
    for e in expressions[1:]:
        out = out | e
    return out


def _may_match(c: Clause, known: tuple[Field, Statistics] | None) -> bool:
    if known is None:
        return True
    field, s = known
    if c.op == "not in":
        return True
    if s.values == s.nulls:
        return False  # a comparison with null is not true
    if c.op in ("!=", _ALWAYS):
        return True
    values = c.value if c.op == "in" else [c.value]
    return any(_value_may_match(c.op, v, field, s) for v in values)


def _value_may_match(op: str, value: Any, field: Field, s: Statistics) -> bool:
    literals = _comparable(value, field)
    if literals is None:
        return True
    low = None if s.minimum is None else _bound(s.minimum, field)
    high = None if s.maximum is None else _bound(s.maximum, field)
    if low is None and high is None and s.all_null_or_nan:
        return False
    return any(_within(op, v, low, high) for v in literals)


def _within(op: str, v: Any, low: Any, high: Any) -> bool:
    if op in ("<", "<="):
        return low is None or bool(_COMPARE[op](low, v))
    if op in (">", ">="):
        return high is None or bool(_COMPARE[op](high, v))
    return (low is None or low <= v) and (high is None or v <= high)


def _bound(value: Any, field: Field) -> Any:
    return Fraction(value, 10**field.scale) if field.kind == "decimal" else value


def _comparable(value: Any, field: Field) -> list[Any] | None:
    """The value in the form of bounds; None = nothing is known about how Arrow compares it.

    Several, where Arrow may round the value to the type of the column first.
    """
    kind = field.kind
    if isinstance(value, pa.Scalar):
        return None
    number = type(value) is int
    if kind == "boolean":
        return [int(value)] if type(value) is bool else None
    if kind in ("int8", "int16", "int32", "int64"):
        return [value] if number and -(1 << 63) <= value < 1 << 63 else None
    if kind in ("float", "double"):
        if not (type(value) is float or (number and abs(value) <= _EXACT)) or value != value:
            return None
        if kind == "double":
            return [float(value)]
        with np.errstate(over="ignore"):
            return [float(value), float(np.float32(value))]
    if kind == "decimal":
        return [Fraction(value)] if number or (type(value) is Decimal and value.is_finite()) else None
    if kind == "string":
        return [value.encode()] if type(value) is str else None
    if kind == "binary":
        return [value] if type(value) is bytes else None
    if kind == "date":
        return [(value - date(1970, 1, 1)).days] if type(value) is date else None
    if kind in ("timestamp", "timestamp_ntz") and type(value) is datetime:
        if (value.tzinfo is not None) != (kind == "timestamp"):
            return None
        epoch = datetime(1970, 1, 1, tzinfo=timezone.utc if value.tzinfo else None)
        delta = value - epoch
        return [(delta.days * 86_400 + delta.seconds) * 1_000_000 + delta.microseconds]
    return None


def of_constant(value: Any, field: Field, rows: int) -> Statistics:
    """Statistics of rows that all have one value; dates are days and timestamps microseconds since 1970."""
    if value is None:
        return Statistics(rows, rows, 0, 0, None, None, False, False)
    if field.kind in ("date", "timestamp", "timestamp_ntz"):
        return Statistics(rows, 0, 0, 1, value, value, True, True)
    form = _comparable(value, field)
    if form is None:
        nans = rows if isinstance(value, float) and value != value else 0
        return Statistics(rows, 0, nans, None, None, None, False, False)
    bound = form[-1]
    if field.kind == "decimal":
        bound = int(Fraction(value) * 10**field.scale)
    return Statistics(rows, 0, 0, 1, bound, bound, True, True)
