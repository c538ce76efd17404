"""Column records of the footer: types, where pages are, and what a column is derived from."""

from __future__ import annotations

from dataclasses import dataclass

from .cursor import Cursor, MalformedError
from .footer import Copy, Pointer, Root, RowGroup, read_pointer
from .parts import CODECS
from .types import KINDS, MAX_DEPTH, Field

_NODE_NULLABLE = 1
_INLINE_INDEX = 1
_DERIVED = 2
_COPIES = 4
#: Functions of derived columns by their number of parents.
_ONE_PARENT = (0, 4, 5, 6, 10)
_FUNCTIONS = 12


@dataclass(frozen=True)
class Parent:
    name: str
    scale: int


@dataclass(frozen=True)
class Derivation:
    function: int
    divisor: int
    scale: int
    parents: tuple[Parent, ...]


@dataclass(frozen=True)
class Place:
    """Where a copy has a column: ``index`` is the bytes of the index, or where they are."""

    group: int
    position: int
    bytes: int
    index: memoryview | Pointer


@dataclass(frozen=True)
class Column:
    ordinal: int
    field: Field
    nodes: tuple[Field, ...]
    below_lists: tuple[bool, ...]
    places: tuple[Place, ...]
    statistics: Pointer
    page_statistics: Pointer
    derivation: Derivation | None

    @property
    def name(self) -> str:
        return self.field.name


@dataclass(frozen=True)
class Page:
    """A stored part; ``values`` is the number of values of its node, -1 = as many as rows."""

    offset: int
    length: int
    raw: int
    codec: int
    values: int = -1


@dataclass(frozen=True)
class Chunk:
    """The pages of one node (or row-major group) in one row group; ``file`` 0 is the table file."""

    file: int
    dictionary: Page | None
    pages: tuple[Page, ...]


def name_hash(name: str) -> int:
    """32-bit FNV-1a of the name in lower case."""
    h = 0x811C9DC5
    for byte in name.lower().encode("utf-8", "surrogatepass"):
        h = ((h ^ byte) * 0x01000193) & 0xFFFFFFFF
    return h


def parse_bucket(body: memoryview, root: Root) -> list[Column]:
    c = Cursor(body)
    count = c.length()
    if count * 12 > c.left:
        raise MalformedError(f"{count} columns in {c.left} bytes")
    out = [_record(c, root) for _ in range(count)]
    c.done("the columns of the bucket")
    return out


def _record(c: Cursor, root: Root) -> Column:
    ordinal, group, position = c.length(), c.length(), c.length()
    if ordinal >= root.columns:
        raise MalformedError(f"column {ordinal} of {root.columns}")
    count = c.length()
    if count > c.left:
        raise MalformedError(f"{count} nodes in {c.left} bytes")
    nodes: list[Field] = []
    below: list[bool] = []
    field = _node(c, nodes, below, False, 1)
    if len(nodes) != count:
        raise MalformedError(f"column {field.name!r} has {len(nodes)} nodes, but says {count}")
    flags = c.u8()
    if flags & ~(_INLINE_INDEX | _DERIVED | _COPIES):
        raise MalformedError(f"column {field.name!r} has flags {flags}; the format has bits 0 to 2")
    index = _index(c, bool(flags & _INLINE_INDEX))
    statistics, page_statistics = read_pointer(c), read_pointer(c)
    derivation = _derivation(c) if flags & _DERIVED else None
    size = 0
    further = []
    if flags & _COPIES:
        size = c.length()
        for _ in range(_further(c, root)):
            at, pos, size_there, inline = c.length(), c.length(), c.length(), c.u8()
            if inline > 1:
                raise MalformedError(f"a place has {inline} where 0 or 1 is allowed")
            further.append(Place(at, pos, size_there, _index(c, inline == 1)))
    places = (Place(group, position, size, index), *further)
    if len(places) != len(root.copies):
        raise MalformedError(f"column {field.name!r} has {len(places)} places, but there are {len(root.copies)} copies")
    for place, copy in zip(places, root.copies, strict=True):
        if not copy.first_group <= place.group < copy.first_group + copy.groups:
            raise MalformedError(f"column {field.name!r} is in group {place.group}, which is none of its copy")
    if derivation is not None and any(copy.row_major for copy in root.copies):
        raise MalformedError(f"column {field.name!r} is derived, but the file has row-major groups")
    return Column(ordinal, field, tuple(nodes), tuple(below), places, statistics, page_statistics, derivation)


def _further(c: Cursor, root: Root) -> int:
    n = c.length()
    if n != len(root.copies) - 1:
        raise MalformedError(f"{n} further places, but there are {len(root.copies)} copies")
    return n


def _index(c: Cursor, inline: bool) -> memoryview | Pointer:
    return c.take(c.length()) if inline else read_pointer(c)


def _node(c: Cursor, nodes: list[Field], below: list[bool], below_list: bool, depth: int) -> Field:
    if depth > MAX_DEPTH:
        raise MalformedError(f"a type of more than {MAX_DEPTH} levels")
    name = c.string()
    kind_id, flags, number = c.u8(), c.u8(), c.length()
    if kind_id not in KINDS:
        raise MalformedError(f"{name!r} has the type id {kind_id}; allowed are 1 to {len(KINDS)}")
    if flags & ~_NODE_NULLABLE:
        raise MalformedError(f"{name!r} has flags {flags}; the format has bit 0")
    kind = KINDS[kind_id]
    precision = scale = 0
    if kind == "decimal":
        precision, scale = c.u8(), c.u8()
        if not 1 <= precision <= 38 or scale > precision:
            raise MalformedError(f"{name!r} is a decimal({precision},{scale}); at most 38 digits are allowed")
    children = {"list": 1, "map": 2}.get(kind, 0)
    if kind == "struct":
        children = c.length()
        if children > c.left:
            raise MalformedError(f"{name!r} has {children} fields in {c.left} bytes")
    at = len(nodes)
    nodes.append(None)  # type: ignore[arg-type]  # its place in pre-order, filled below
    below.append(below_list)
    inside = below_list or kind in ("list", "map")
    fields = tuple(_node(c, nodes, below, inside, depth + 1) for _ in range(children))
    nodes[at] = Field(name, kind, bool(flags & _NODE_NULLABLE), number, precision, scale, fields)
    return nodes[at]


def _derivation(c: Cursor) -> Derivation:
    function, divisor, scale = c.u8(), c.length("a divisor"), c.u8()
    if function >= _FUNCTIONS:
        raise MalformedError(f"function {function}; allowed are 0 to {_FUNCTIONS - 1}")
    parents = tuple(Parent(c.string(), c.u8()) for _ in range(1 if function in _ONE_PARENT else 2))
    least = 2 if function in (5, 6, 7) else 1
    most = 1440 if function == 9 else (1 << 63) - 1 if function in (3, 4, 5, 6, 7) else 1
    if not least <= divisor <= most:
        raise MalformedError(f"function {function} has the divisor {divisor}; allowed are {least} to {most}")
    if scale > 15 or any(p.scale > 15 for p in parents):
        raise MalformedError("a derivation has a scale above 15")
    if len({p.name for p in parents}) != len(parents):
        raise MalformedError(f"a derivation has the parent {parents[0].name!r} twice")
    return Derivation(function, divisor, scale, parents)


def parse_index(body: memoryview, column: Column, copy: Copy, root: Root, sizes: list[int]) -> list[list[Chunk]]:
    """Chunks by row group and node; of row-major groups one for each row group. ``sizes``: lengths of the files."""
    c = Cursor(body)
    valued = (False,) if copy.row_major else column.below_lists
    out = [[_chunk(c, group, v, sizes) for v in valued] for group in root.row_groups]
    c.done("the column index")
    return out


def _chunk(c: Cursor, group: RowGroup, valued: bool, sizes: list[int]) -> Chunk:
    file, base = c.length(), c.length()
    if file >= len(sizes):
        raise MalformedError(f"a chunk in file {file}; there are {len(sizes) - 1} siblings")
    size = sizes[file]
    dictionary = None
    coded = c.length()
    if coded:
        offset = base + c.zigzag()
        dictionary = _page(offset, c.length(), coded - 1, -1, size)
    if group.pages > c.left // 3:
        raise MalformedError(f"{group.pages} pages in {c.left} bytes")
    pages = []
    end = base
    for k in range(group.pages):
        gap = c.zigzag()
        if gap < 0 and k:
            raise MalformedError(f"a page begins {-gap} bytes before the end of the page before it")
        length, coded = c.length(), c.length()
        pages.append(_page(end + gap, length, coded, c.length() if valued else -1, size))
        end += gap + length
    return Chunk(file, dictionary, tuple(pages))


def _page(offset: int, length: int, coded: int, values: int, size: int) -> Page:
    if offset < 0 or length < 4 or offset + length > size:
        raise MalformedError(f"a page of {length} bytes at {offset} of a file of {size} bytes")
    if coded & 3 >= len(CODECS):
        raise MalformedError(f"codec {coded & 3} is unknown; allowed are 0 to {len(CODECS) - 1}")
    return Page(offset, length, coded >> 2, coded & 3, values)
