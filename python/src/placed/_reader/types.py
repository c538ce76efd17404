"""Logical types: kinds, storages, their trees, and what Arrow calls them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum

import pyarrow as pa

MAX_DEPTH = 100


class Storage(Enum):
    BITS = "BITS"
    INT = "INT"
    LONG = "LONG"
    FLOAT = "FLOAT"
    DOUBLE = "DOUBLE"
    INT128 = "INT128"
    BYTES = "BYTES"
    LENGTHS = "LENGTHS"
    NONE = "NONE"


#: Kinds by their ids in files.
KINDS = {
    1: "boolean",
    2: "int8",
    3: "int16",
    4: "int32",
    5: "int64",
    6: "float",
    7: "double",
    8: "decimal",
    9: "string",
    10: "binary",
    11: "date",
    12: "timestamp",
    13: "timestamp_ntz",
    14: "struct",
    15: "list",
    16: "map",
}

_STORAGES = {
    "boolean": Storage.BITS,
    "int8": Storage.INT,
    "int16": Storage.INT,
    "int32": Storage.INT,
    "int64": Storage.LONG,
    "float": Storage.FLOAT,
    "double": Storage.DOUBLE,
    "string": Storage.BYTES,
    "binary": Storage.BYTES,
    "date": Storage.INT,
    "timestamp": Storage.LONG,
    "timestamp_ntz": Storage.LONG,
    "struct": Storage.NONE,
    "list": Storage.LENGTHS,
    "map": Storage.LENGTHS,
}

_ARROW = {
    "boolean": pa.bool_(),
    "int8": pa.int8(),
    "int16": pa.int16(),
    "int32": pa.int32(),
    "int64": pa.int64(),
    "float": pa.float32(),
    "double": pa.float64(),
    "string": pa.string(),
    "binary": pa.binary(),
    "date": pa.date32(),
    "timestamp": pa.timestamp("us", tz="UTC"),
    "timestamp_ntz": pa.timestamp("us"),
}

#: Bits of a value in memory, for the bound on elements below lists and maps.
_ELEMENT_BITS = {
    Storage.BITS: 1,
    Storage.NONE: 1,
    Storage.INT: 32,
    Storage.FLOAT: 32,
    Storage.LENGTHS: 32,
    Storage.LONG: 64,
    Storage.DOUBLE: 64,
    Storage.BYTES: 64,
    Storage.INT128: 128,
}

#: Bytes of a value in a row-major page; 0 = variable.
_WIDTHS = {
    "boolean": 1,
    "int8": 1,
    "int16": 2,
    "int32": 4,
    "date": 4,
    "int64": 8,
    "timestamp": 8,
    "timestamp_ntz": 8,
    "float": 4,
    "double": 8,
}


@dataclass(frozen=True)
class Field:
    """A column, or a field of a nested type; ``id`` 0 = none."""

    name: str
    kind: str
    nullable: bool = True
    id: int = 0
    precision: int = 0
    scale: int = 0
    children: tuple[Field, ...] = field(default=())

    @property
    def storage(self) -> Storage:
        if self.kind == "decimal":
            return Storage.LONG if self.precision <= 18 else Storage.INT128
        return _STORAGES[self.kind]

    @property
    def element_bits(self) -> int:
        return _ELEMENT_BITS[self.storage]

    @property
    def width(self) -> int:
        if self.kind == "decimal":
            return 8 if self.precision <= 18 else 16
        return _WIDTHS.get(self.kind, 0)

    def nodes(self) -> Iterator[Field]:
        """This field and all below it, in pre-order."""
        yield self
        for child in self.children:
            yield from child.nodes()

    def arrow_type(self) -> pa.DataType:
        if self.kind == "decimal":
            return pa.decimal128(self.precision, self.scale)
        if self.kind == "struct":
            return pa.struct([c.arrow() for c in self.children])
        if self.kind == "list":
            return pa.list_(self.children[0].arrow())
        if self.kind == "map":
            return pa.map_(self.children[0].arrow(), self.children[1].arrow())
        return _ARROW[self.kind]

    def arrow(self) -> pa.Field:
        """The field of Arrow; its metadata has the id, as in Parquet."""
        metadata = {b"PARQUET:field_id": str(self.id).encode()} if self.id else None
        return pa.field(self.name, self.arrow_type(), self.nullable, metadata)

    def type_text(self) -> str:
        if self.kind == "decimal":
            return f"decimal({self.precision},{self.scale})"
        if self.kind in ("struct", "list", "map"):
            return f"{self.kind}<{', '.join(c.kind_text() for c in self.children)}>"
        return self.kind

    def kind_text(self) -> str:
        return f"{self.name}: {self.type_text()}{'' if self.nullable else ' not null'}"


def nullable(f: Field) -> Field:
    """A field without an id of which everything may be null, except keys of maps."""
    below = tuple(nullable(c) for c in f.children)
    if f.kind == "map":
        below = (replace(below[0], nullable=False), below[1])
    return replace(f, nullable=True, id=0, children=below)


def same_type(a: Field, b: Field) -> bool:
    """Whether values of two fields have the same form, names and ids of nested fields apart."""
    return (
        a.kind == b.kind
        and a.precision == b.precision
        and a.scale == b.scale
        and len(a.children) == len(b.children)
        and all(same_type(x, y) for x, y in zip(a.children, b.children, strict=True))
    )
