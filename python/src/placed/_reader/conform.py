"""Arrays of a file in the types of the table: wider types, and structs with other fields."""

from __future__ import annotations

from dataclasses import replace

import pyarrow as pa
import pyarrow.compute as pc

from .cursor import MalformedError
from .types import Field

_INTEGER_DIGITS = {"int8": 3, "int16": 5, "int32": 10, "int64": 19}
_WIDER = {
    "int8": ("int16", "int32", "int64", "float", "double"),
    "int16": ("int32", "int64", "float", "double"),
    "int32": ("int64", "double"),
    "float": ("double",),
    "date": ("timestamp_ntz",),
}


def widens(stored: Field, wanted: Field) -> bool:
    """Whether every value of a stored primitive type is one of the wanted type."""
    if stored.kind == wanted.kind and stored.kind != "decimal":
        return True
    if wanted.kind == "decimal":
        digits = wanted.precision - wanted.scale
        if stored.kind == "decimal":
            return wanted.scale >= stored.scale and digits >= stored.precision - stored.scale
        return stored.kind in _INTEGER_DIGITS and digits >= _INTEGER_DIGITS[stored.kind]
    return wanted.kind in _WIDER.get(stored.kind, ())


def match(fields: tuple[Field, ...], name: str, wanted: tuple[Field, ...] = ()) -> Field | None:
    """
    The field of exactly this name, or the only one when case is ignored.

    :param wanted: those that are looked for: a field with exactly the name of one of them is that one
    """
    for f in fields:
        if f.name == name:
            return f
    lower = name.lower()
    taken = {f.name for f in wanted}
    found = [f for f in fields if f.name.lower() == lower and f.name not in taken]
    return found[0] if len(found) == 1 else None


def may_be_null(wanted: Field, stored: Field | None) -> Field:
    """
    A field of the table, which may be null wherever that of a file may be, or is missing. Keys of maps never are.

    :param stored: None = the file has no such field
    """
    if wanted.kind == "struct":
        own = stored.children if stored is not None else ()
        below = tuple(may_be_null(f, match(own, f.name, wanted.children)) for f in wanted.children)
    elif wanted.kind in ("list", "map"):
        last = may_be_null(wanted.children[-1], stored.children[-1] if stored is not None and stored.children else None)
        below = (*wanted.children[:-1], last)
    else:
        below = wanted.children
    return replace(wanted, nullable=wanted.nullable or stored is None or stored.nullable, children=below)


def has_required(field: Field) -> bool:
    """Whether the field, or anything in it but keys of maps, may not be null."""
    below = field.children[1:] if field.kind == "map" else field.children
    return not field.nullable or any(has_required(f) for f in below)


def conform(array: pa.Array, stored: Field, wanted: Field, any_case: bool) -> pa.Array:
    """
    :param any_case: whether fields of structs are matched ignoring case, as in files that no snapshot lists
    :raises MalformedError: if the types do not widen
    """
    target = wanted.arrow_type()
    if array.type == target:
        return array
    nested = bool(stored.children or wanted.children)
    if (stored.kind != wanted.kind) if nested else not widens(stored, wanted):
        raise MalformedError(f"the file has the type {stored.type_text()}, the table {wanted.type_text()}")
    if wanted.kind == "struct":
        children = []
        for f in wanted.children:
            if any_case:
                own = match(stored.children, f.name, wanted.children)
            else:
                own = next((c for c in stored.children if c.name == f.name), None)
            if own is None:
                children.append(pa.nulls(len(array), f.arrow_type()))
            else:
                children.append(conform(array.field(stored.children.index(own)), own, f, any_case))
        return pa.StructArray.from_buffers(target, len(array), array.buffers()[:1], children=children)
    if wanted.kind == "list":
        values = conform(array.values, stored.children[0], wanted.children[0], any_case)
        return pa.ListArray.from_buffers(target, len(array), array.buffers()[:2], children=[values])
    if wanted.kind == "map":
        keys = conform(array.keys, stored.children[0], wanted.children[0], any_case)
        items = conform(array.items, stored.children[1], wanted.children[1], any_case)
        entries = pa.StructArray.from_buffers(
            pa.struct([target.key_field, target.item_field]), len(keys), [None], children=[keys, items]
        )
        return pa.MapArray.from_buffers(target, len(array), array.buffers()[:2], children=[entries])
    return pc.cast(array, target)
