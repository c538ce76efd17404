"""Decoding one page of a row group: the same rows of all columns."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from ..errors import InsufficientMemoryError
from . import parts
from .arrays import Array, Context, Decoding, Shared, decode_alone, decode_side_by_side, read_shared
from .columns import Chunk, Column, Page
from .cursor import Cursor, MalformedError
from .derived import ParentPage, read_derived
from .footer import RowGroup
from .limits import Budget
from .page import Values, excess, read_body, to_arrow
from .row_major import RowMajorPage, Tree
from .source import Fetched
from .types import Field, Storage

if TYPE_CHECKING:
    from .file import TableFile

_MAX_ELEMENT_BYTES = 128 << 20


@dataclass
class Group:
    """What reading one row group keeps."""

    number: int
    group: RowGroup
    copy: int
    chunks: dict[int, list[Chunk]]
    fetched: dict[int, Fetched]
    dictionaries: dict[tuple[int, int], Shared] = field(default_factory=dict)


class Step:
    """One page of a row group: the same rows of all columns."""

    def __init__(self, file: TableFile, state: Group, page: int, rows: int, budget: Budget) -> None:
        self._file = file
        self._state = state
        self._page = page
        self._rows = rows
        self._budget = budget
        self._excess = 0
        self._known: dict[int, Values] = {}

    def array(self, column: Column) -> pa.Array:
        tree, _ = self._tree(column, 0, self._rows)
        return self._arrow(column, tree)

    def _arrow(self, column: Column, tree: Tree) -> pa.Array:
        chunk = self._state.chunks[column.ordinal][0]
        page = chunk.pages[self._page]
        with self._at(chunk, page, column):
            try:
                out = _to_arrow(column.field, tree)
                if any(node.kind == "string" for node in column.nodes):
                    out.validate(full=True)
            except pa.ArrowInvalid as e:
                raise MalformedError(str(e)) from None
            except pa.ArrowCapacityError as e:
                # The bytes are sound: few of them can stand for long strings.
                path = self._file.file(chunk.file)[0].path
                name = f"column {column.name!r} in row group {self._state.number}"
                raise InsufficientMemoryError(f"{path}: {name}: {e}") from None
        return out

    @contextmanager
    def _at(self, chunk: Chunk, page: Page, column: Column, what: str = "page") -> Iterator[None]:
        source = self._file.file(chunk.file)[0]
        name = f"{what} of column {column.name!r} in row group {self._state.number}"
        with self._file.named(page.offset, name, source.path):
            yield

    def _values(self, column: Column, node: int, count: int) -> Values:
        """The values of a node; those of columns themselves are decoded once."""
        if node == 0 and column.ordinal in self._known:
            return self._known[column.ordinal]
        return decode_alone(self._decoding(column, node, count))

    def _decoding(self, column: Column, node: int, count: int) -> Decoding[Values]:
        chunk = self._state.chunks[column.ordinal][node]
        page = chunk.pages[self._page]
        field = column.nodes[node]
        with self._at(chunk, page, column):
            if page.values >= 0:
                if page.values != count:
                    raise MalformedError(f"it has {page.values} values, but the lengths above it add up to {count}")
                self._excess += excess(field, count, page.raw)
                if self._excess > _MAX_ELEMENT_BYTES:
                    raise MalformedError(f"elements of {self._excess} bytes; at most {_MAX_ELEMENT_BYTES} are allowed")
            shared = self._shared(column, node, chunk)
            raw = self._file.part(self._state, chunk, page, parts.PAGE, column.ordinal, node, self._budget)
            derive = self._derive(column) if column.derivation and node == 0 else None
            values = yield from read_body(raw, field, count, self._budget, shared, derive)
            # Nested fields that are not null are null where their struct is.
            if node == 0 and not field.nullable and values.valid is not None and not bool(values.valid.all()):
                raise MalformedError(f"{field.name!r} is not null, but the page has nulls")
        if node == 0:
            self._known[column.ordinal] = values
        return values

    def _shared(self, column: Column, node: int, chunk: Chunk) -> Shared | None:
        if chunk.dictionary is None:
            return None
        key = (column.ordinal, node)
        known = self._state.dictionaries.get(key)
        if known is None:
            with self._at(chunk, chunk.dictionary, column, "dictionary"):
                raw = self._file.part(
                    self._state, chunk, chunk.dictionary, parts.DICTIONARY, column.ordinal, node, self._budget
                )
                known = read_shared(raw, column.nodes[node].storage, self._budget)
            self._state.dictionaries[key] = known
        return known

    def _derive(self, column: Column) -> Any:
        derivation = column.derivation
        assert derivation is not None

        def derive(c: Cursor, n: int, context: Context, valid: np.ndarray[Any, Any] | None) -> Decoding[Array]:
            parents = []
            for parent in derivation.parents:
                found = self._file.column(parent.name)
                if found.field.storage in (Storage.NONE, Storage.LENGTHS):
                    raise MalformedError(f"the parent {parent.name!r} is a {found.field.kind}")
                parents.append(ParentPage(found.field, parent.scale, self._values(found, 0, self._rows)))
            return (yield from read_derived(c, n, context, column.field, derivation, parents, valid))

        return derive

    def _tree(self, column: Column, node: int, count: int) -> tuple[Tree, int]:
        """The values of a node and all below it, and the node after them in pre-order."""
        values = self._values(column, node, count)
        field = column.nodes[node]
        below = count
        if field.storage is Storage.LENGTHS:
            below = int(values.data.sum(dtype=np.int64))
        after = node + 1
        children = []
        for _ in field.children:
            child, after = self._tree(column, after, below)
            children.append(child)
        return Tree(values, tuple(children)), after

    def row_major(self, columns: list[Column]) -> list[pa.Array]:
        """Arrays of columns in row-major groups; each group is read once."""
        pages: dict[int, tuple[RowMajorPage, list[Column]]] = {}
        out = []
        for column in columns:
            group = column.places[self._state.copy].group
            chunk = self._state.chunks[column.ordinal][0]
            page = chunk.pages[self._page]
            if group not in pages:
                members = self._file.group_columns(self._state.copy, group)
                with self._at(chunk, page, column):
                    raw = self._file.part(self._state, chunk, page, parts.PAGE, group, parts.NONE, self._budget)
                    fields = [c.field for c in members]
                    pages[group] = RowMajorPage(raw, fields, self._rows, self._budget), members
            found, members = pages[group]
            with self._at(chunk, page, column):
                tree = found.column(next(k for k, c in enumerate(members) if c.ordinal == column.ordinal))
            out.append(self._arrow(column, tree))
        return out


def decode_together(steps: list[Step], columns: list[Column], limit: int) -> None:
    """Decodes those columns of some steps that are faster decoded side by side.

    Of the other columns only the first step's page is decoded, which tells that they are not. What fails here is left
    to the step, so that errors come with the page that has them.

    :param columns: parents before what is derived from them
    :param limit: bytes of memory for all of it
    """
    budget = Budget(limit, "")
    own = [step._budget for step in steps]
    for step in steps:
        step._budget = budget
    for column in columns:
        decode_side_by_side([step._decoding(column, 0, step._rows) for step in steps], only_if_first_waits=True)
    for step, kept in zip(steps, own, strict=True):
        step._budget = kept


def _to_arrow(field: Field, tree: Tree) -> pa.Array:
    children = [_to_arrow(f, t) for f, t in zip(field.children, tree.children, strict=True)]
    return to_arrow(field, tree.values, children)
