"""Partition values: their text, their types, and the directories that have them."""

from __future__ import annotations

import re
from datetime import date
from decimal import Context, Decimal, InvalidOperation
from typing import Any

import numpy as np

from ..cursor import MalformedError, is_text
from ..types import Field

DEFAULT = "__HIVE_DEFAULT_PARTITION__"
_EPOCH = date(1970, 1, 1)
_EXACT = Context(prec=400)
#: Of a decimal in any form, and before or after its point.
_MOST_DIGITS = 100
_RANGES = {"int8": 7, "int16": 15, "int32": 31, "int64": 63}
_INTEGER = re.compile(r"[+-]?[0-9]+")
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
#: A year of more than four digits has a sign.
_DATE = re.compile(r"([0-9]{4}|-[0-9]{4,9}|\+[0-9]{5,9})-([0-9]{2})-([0-9]{2})")
_TIME = re.compile(r"([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]{1,9}))?)?")
#: The days of the calendar repeat after 400 years.
_PERIOD_YEARS, _PERIOD_DAYS = 400, 146_097
_ESCAPED = re.compile(r"%([0-9A-Fa-f]{2})")


def unescape(text: str) -> str:
    return _ESCAPED.sub(lambda m: chr(int(m.group(1), 16)), text)


def of_path(path: str) -> dict[str, str | None]:
    """Values of the directories ``column=value`` of a file's path in the table."""
    out: dict[str, str | None] = {}
    for part in path.split("/")[:-1]:
        name, equals, value = part.partition("=")
        if equals and name:
            out[unescape(name)] = None if value == DEFAULT else unescape(value)
    return out


def parse(field: Field, text: str | None) -> Any:
    """The value of a partition column as Python has it; dates are days and timestamps microseconds since 1970.

    Years may be others than those of Python's dates.

    :raises MalformedError: if the text is none of the type
    """
    if text is None:
        return None
    try:
        return _parse(field, text)
    except (ValueError, OverflowError, InvalidOperation):
        raise MalformedError(f"{text!r} is not a value of the type {field.type_text()}") from None


def _parse(field: Field, text: str) -> Any:
    kind = field.kind
    if kind == "string":
        if not is_text(text):
            raise ValueError
        return text
    if kind == "boolean":
        if text.lower() not in ("true", "false"):
            raise ValueError
        return text.lower() == "true"
    if kind in _RANGES:
        if not _INTEGER.fullmatch(text):
            raise ValueError
        value = int(text)
        if not -(1 << _RANGES[kind]) <= value < 1 << _RANGES[kind]:
            raise ValueError
        return value
    if kind in ("float", "double"):
        if text not in ("NaN", "Infinity", "-Infinity") and not _NUMBER.fullmatch(text):
            raise ValueError
        return float(np.float32(text)) if kind == "float" else float(text)
    if kind == "decimal":
        # Decimal also takes blanks, underscores and digits of other scripts.
        if not _NUMBER.fullmatch(text):
            raise ValueError
        number = Decimal(text)
        _, digits, exponent = number.as_tuple()
        if len(digits) > _MOST_DIGITS or abs(int(exponent)) > _MOST_DIGITS:
            raise ValueError
        # Exact, or it is none of the type.
        unscaled = number.scaleb(field.scale, _EXACT)
        if unscaled != int(unscaled) or abs(unscaled) >= 10**field.precision:
            raise ValueError
        return Decimal(int(unscaled)).scaleb(-field.scale, _EXACT)
    if kind == "date":
        return _within(_days(text), 32)
    if kind in ("timestamp", "timestamp_ntz"):
        return _within(_micros(text), 64)
    raise ValueError


def _within(value: int, bits: int) -> int:
    if not -(1 << (bits - 1)) <= value < 1 << (bits - 1):
        raise ValueError
    return value


def _days(text: str) -> int:
    """Days since 1970 in the proleptic Gregorian calendar."""
    m = _DATE.fullmatch(text)
    if not m:
        raise ValueError
    year = int(m.group(1))
    if not year and text.startswith("-"):
        raise ValueError
    known = 2000 + year % _PERIOD_YEARS
    days = (date(known, int(m.group(2)), int(m.group(3))) - _EPOCH).days
    return days + (year - known) // _PERIOD_YEARS * _PERIOD_DAYS


def _micros(text: str) -> int:
    """Microseconds since 1970 in UTC."""
    day, separator, time = text.replace("T", " ").partition(" ")
    m = _TIME.fullmatch(time if separator else "00:00")
    if not m:
        raise ValueError
    hours, minutes, seconds = (int(m.group(k) or 0) for k in (1, 2, 3))
    fraction = (m.group(4) or "").ljust(9, "0")
    if hours > 23 or minutes > 59 or seconds > 59 or fraction[6:].strip("0"):
        raise ValueError
    of_day = ((hours * 60 + minutes) * 60 + seconds) * 1_000_000 + int(fraction[:6])
    return _days(day) * 86_400_000_000 + of_day


def infer(name: str, values: list[str | None]) -> Field:
    """The type of a partition column of a directory without a log: the narrowest that parses every value."""
    found: str | None = None
    for value in values:
        if value is not None:
            kind = _kind(value)
            found = kind if found is None else _wider(found, kind)
    return Field(name, found or "string")


def _kind(value: str) -> str:
    for kind in ("int32", "int64", "double", "date", "timestamp_ntz"):
        try:
            # Numbers only: neither NaN nor Infinity.
            if kind == "double" and not _NUMBER.fullmatch(value):
                continue
            parse(Field("", kind), value)
            return kind
        except MalformedError:
            continue
    return "string"


def _wider(a: str, b: str) -> str:
    if a == b:
        return a
    pair = {a, b}
    if pair == {"int32", "int64"}:
        return "int64"
    if pair == {"int32", "double"}:
        return "double"
    return "timestamp_ntz" if pair == {"date", "timestamp_ntz"} else "string"
