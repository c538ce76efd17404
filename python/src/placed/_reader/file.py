"""One table file with its siblings: footer, and pages as batches of Arrow."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pyarrow as pa

from ..errors import CorruptFileError
from . import parts
from .columns import Chunk, Column, Page, name_hash, parse_bucket, parse_index
from .cursor import MalformedError
from .derived import MAX_DEPTH
from .footer import Pointer, open_sibling, parse_metadata, read_root
from .limits import Budget
from .source import Fetched, Input, Store
from .statistics import Statistics, parse_page_statistics, parse_statistics
from .step import Group, Step, decode_together

#: Pages of about so many rows are decoded together, where that is faster.
_TOGETHER_ROWS = 1 << 17


@dataclass
class ColumnStatistics:
    """Of one column: of the file, by row group, and by row group and page (None = one page); each by node."""

    file: list[Statistics]
    row_groups: list[list[Statistics]]
    pages: list[list[list[Statistics]] | None]


class TableFile:
    """Reads one file; not safe for several threads at once."""

    def __init__(self, store: Store, path: str) -> None:
        self.store = store
        self.path = path
        self._source = store.open(path)
        self._siblings: dict[int, Input] = {}
        try:
            self.root, self._end, self._end_offset = read_root(self._source)
        except BaseException:
            self._source.close()
            raise
        self._sizes = [self._source.size, *(s.length for s in self.root.siblings)]
        self._columns: list[Column] | None = None
        self._found: dict[str, Column] = {}
        self._by_lower: dict[str, list[Column]] | None = None
        # Pages that are decoded together: few at first, since whoever asks for a batch may not want another one.
        self._side_by_side = 1
        self._chunks: dict[tuple[int, int], list[list[Chunk]]] = {}
        self._statistics: dict[int, ColumnStatistics | None] = {}
        self._metadata: dict[str, str] | None = None
        #: How many scans are reading it, so that it must stay open.
        self.scans = 0

    def close(self) -> None:
        for source in (self._source, *self._siblings.values()):
            source.close()

    def __enter__(self) -> TableFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Footer

    def _footer(self, pointer: Pointer, kind: int, column: int = parts.NONE) -> memoryview:
        at = pointer.offset - self._end_offset
        part = self._end[at:][: pointer.length] if at >= 0 else self._source.read(pointer.offset, pointer.length)
        return parts.verify(self.path, self.root.file_id, kind, pointer.offset, part, column=column)

    @contextmanager
    def named(self, offset: int, what: str, path: str | None = None) -> Iterator[None]:
        try:
            yield
        except MalformedError as e:
            raise CorruptFileError(path or self.path, offset, f"{what}: {e}") from None

    @property
    def metadata(self) -> dict[str, str]:
        if self._metadata is None:
            pointer = self.root.metadata
            if not pointer.length:
                self._metadata = {}
            else:
                body = self._footer(pointer, parts.METADATA)
                with self.named(pointer.offset, "metadata"):
                    self._metadata = parse_metadata(body)
        return self._metadata

    def _bucket(self, number: int) -> list[Column]:
        pointer = self.root.buckets[number]
        body = self._footer(pointer, parts.BUCKET, number)
        with self.named(pointer.offset, f"bucket {number}"):
            columns = parse_bucket(body, self.root)
            for column in columns:
                # Of other letters the writer's version of Unicode may have another lower case.
                expected = name_hash(column.name) % len(self.root.buckets)
                if expected != number and column.name.isascii():
                    raise MalformedError(f"column {column.name!r} is expected in bucket {expected}")
            return columns

    @property
    def columns(self) -> list[Column]:
        """All columns in the order of the schema."""
        if self._columns is None:
            found = [c for k in range(len(self.root.buckets)) for c in self._bucket(k)]
            found.sort(key=lambda c: c.ordinal)
            at = self.root.buckets[0].offset if self.root.buckets else 0
            if len(found) != self.root.columns or any(c.ordinal != k for k, c in enumerate(found)):
                raise CorruptFileError(
                    self.path, at, f"the buckets do not have the {self.root.columns} columns once each"
                )
            if len({c.name for c in found}) != len(found):
                raise CorruptFileError(self.path, at, "two columns have the same name")
            if sum(len(c.nodes) for c in found) != self.root.nodes:
                raise CorruptFileError(self.path, at, f"the columns do not have {self.root.nodes} nodes")
            self._columns = found
            self._found = {c.name: c for c in found}
        return self._columns

    def find(self, name: str) -> Column | None:
        """The column of exactly this name; reads one bucket, not all, unless it is missing there."""
        if self._columns is None and name not in self._found and self.root.buckets:
            for column in self._bucket(name_hash(name) % len(self.root.buckets)):
                self._found[column.name] = column
            if name not in self._found and not name.isascii() and len(self.root.buckets) > 1:
                return next((c for c in self.columns if c.name == name), None)
        return self._found.get(name)

    def in_any_case(self, name: str) -> list[Column]:
        """The columns whose names are equal to this one when case is ignored."""
        if self._by_lower is None:
            self._by_lower = {}
            for column in self.columns:
                self._by_lower.setdefault(column.name.lower(), []).append(column)
        return self._by_lower.get(name.lower(), [])

    def column(self, name: str) -> Column:
        """
        :raises KeyError: if there is no such column
        """
        found = self.find(name)
        if found is None:
            raise KeyError(f"{self.path} has no column {name!r}; it has {', '.join(c.name for c in self.columns[:50])}")
        return found

    def chunks(self, column: Column, copy: int) -> list[list[Chunk]]:
        """Chunks by row group and node; one of each row group if it is row-major."""
        known = self._chunks.get((column.ordinal, copy))
        if known is not None:
            return known
        place = column.places[copy]
        layout = self.root.copies[copy]
        at = self.root.buckets[0].offset
        body = place.index
        if isinstance(body, Pointer):
            at = body.offset
            owner = place.group if layout.row_major else column.ordinal
            body = self._footer(body, parts.INDEX, owner)
        with self.named(at, f"index of column {column.name!r}"):
            out = parse_index(body, column, layout, self.root, self._sizes)
        self._chunks[column.ordinal, copy] = out
        return out

    def statistics(self, column: Column) -> ColumnStatistics | None:
        """None = none were written."""
        if column.ordinal not in self._statistics:
            self._statistics[column.ordinal] = self._read_statistics(column)
        return self._statistics[column.ordinal]

    def _read_statistics(self, column: Column) -> ColumnStatistics | None:
        pointer = column.statistics
        if not pointer.length:
            return None
        values = self._page_values(column)
        groups = [[sum(pages) for pages in group] for group in values]
        of_file = [sum(group[i] for group in groups) for i in range(len(column.nodes))]
        body = self._footer(pointer, parts.STATISTICS, column.ordinal)
        with self.named(pointer.offset, f"statistics of column {column.name!r}"):
            file, row_groups = parse_statistics(body, column.nodes, of_file, groups)
        pages: list[list[list[Statistics]] | None] = [None] * len(groups)
        pointer = column.page_statistics
        if pointer.length:
            body = self._footer(pointer, parts.PAGE_STATISTICS, column.ordinal)
            with self.named(pointer.offset, f"page statistics of column {column.name!r}"):
                pages = parse_page_statistics(body, column.nodes, self.root.row_groups, values)
        return ColumnStatistics(file, row_groups, pages)

    def _page_values(self, column: Column) -> list[list[list[int]]]:
        """The numbers of values by row group, node and page. Row-major pages do not say those below lists."""
        copy = next((k for k, c in enumerate(self.root.copies) if not c.row_major), None)
        chunks = self.chunks(column, copy) if copy is not None and any(column.below_lists) else None
        out = []
        for g, group in enumerate(self.root.row_groups):
            rows = [min(group.page_rows, group.rows - p * group.page_rows) for p in range(group.pages)]
            of_nodes = []
            for i in range(len(column.nodes)):
                if not column.below_lists[i]:
                    of_nodes.append(rows)
                elif chunks is not None:
                    of_nodes.append([p.values for p in chunks[g][i].pages])
                else:
                    of_nodes.append([1 << 62] * len(rows))
            out.append(of_nodes)
        return out

    # Pages

    def file(self, number: int) -> tuple[Input, bytes]:
        """File 0 is the table file, the others its siblings."""
        if number == 0:
            return self._source, self.root.file_id
        sibling = self.root.siblings[number - 1]
        source = self._siblings.get(number)
        if source is None:
            folder, slash, _ = self.path.rpartition("/")
            path = folder + slash + sibling.name
            try:
                source = self.store.open(path)
            except FileNotFoundError:
                raise CorruptFileError(path, 0, f"{self.path} names it as its sibling, but it does not exist") from None
            try:
                open_sibling(source, self.path, sibling)
            except BaseException:
                source.close()
                raise
            self._siblings[number] = source
        return source, sibling.file_id

    def part(
        self, state: Group, chunk: Chunk, page: Page, kind: int, column: int, node: int, budget: Budget
    ) -> memoryview:
        """The raw bytes of a page or dictionary."""
        source, file_id = self.file(chunk.file)
        stored = state.fetched[chunk.file].get(page.offset, page.length)
        body = parts.verify(source.path, file_id, kind, page.offset, stored, state.number, column, node)
        if page.codec:
            parts.check_raw_length(page.raw, len(body))
            budget.take(page.raw)
        return parts.unpack(body, page.codec, page.raw)

    def with_parents(self, columns: list[Column]) -> list[Column]:
        """These columns and all that they are derived from."""
        out: dict[int, Column] = {}
        at = self.root.buckets[0].offset if self.root.buckets else 0

        def add(column: Column, depth: int) -> None:
            if depth > MAX_DEPTH:
                raise CorruptFileError(
                    self.path, at, f"column {column.name!r} is more than {MAX_DEPTH} derivations away"
                )
            out.setdefault(column.ordinal, column)
            for parent in column.derivation.parents if column.derivation else ():
                found = self.find(parent.name)
                if found is None:
                    raise CorruptFileError(self.path, at, f"column {column.name!r} has no parent {parent.name!r}")
                add(found, depth + 1)

        for column in columns:
            add(column, 0)
        return [out[k] for k in sorted(out)]

    def choose_copy(self, columns: list[Column]) -> int:
        """The copy in which the columns have the fewest bytes; row-major groups count as a whole."""

        def cost(k: int) -> tuple[int, int]:
            groups: dict[int, int] = {}
            total = 0
            for column in columns:
                place = column.places[k]
                if self.root.copies[k].row_major:
                    groups[place.group] = place.bytes
                else:
                    groups[place.group] = 0
                    total += place.bytes
            return total + sum(groups.values()), len(groups)

        return min(range(len(self.root.copies)), key=cost)

    def read_group(
        self, number: int, columns: list[Column], keep: Callable[[int], bool], memory_limit: int
    ) -> Iterator[tuple[int, list[pa.Array]]]:
        """The kept pages of a row group: first row of the page in the file, and an array of each column."""
        group = self.root.row_groups[number]
        pages = [p for p in range(group.pages) if keep(p)]
        if not pages:
            return
        needed = self.with_parents(columns)
        copy = self.choose_copy(needed)
        row_major = self.root.copies[copy].row_major
        chunks = {c.ordinal: self.chunks(c, copy)[number] for c in needed}
        ranges: dict[int, set[tuple[int, int]]] = {}
        for of_column in chunks.values():
            for chunk in of_column:
                wanted = ranges.setdefault(chunk.file, set())
                if chunk.dictionary:
                    wanted.add((chunk.dictionary.offset, chunk.dictionary.length))
                wanted.update((chunk.pages[p].offset, chunk.pages[p].length) for p in pages)
        fetched = {file: Fetched(self.file(file)[0], wanted) for file, wanted in ranges.items()}
        state = Group(number, group, copy, chunks, fetched)
        together = 1 if row_major else max(1, _TOGETHER_ROWS // group.page_rows)
        ordered = [] if together == 1 else self._parents_first(needed)
        begin = 0
        while begin < len(pages):
            steps: deque[tuple[int, Step]] = deque()
            for p in pages[begin : begin + self._side_by_side]:
                first = p * group.page_rows
                rows = min(group.page_rows, group.rows - first)
                steps.append((first, Step(self, state, p, rows, Budget(memory_limit, self.path))))
            begin += len(steps)
            self._side_by_side = min(2 * self._side_by_side, together)
            if len(steps) > 1:
                decode_together([step for _, step in steps], ordered, memory_limit // 4)
            while steps:
                first, step = steps.popleft()
                arrays = step.row_major(columns) if row_major else [step.array(c) for c in columns]
                del step  # and the memory of what it has decoded
                yield group.first_row + first, arrays

    def _parents_first(self, columns: list[Column]) -> list[Column]:
        """Columns after those that they are derived from, which are among them."""
        out: dict[int, Column] = {}

        def add(column: Column) -> None:
            for parent in column.derivation.parents if column.derivation else ():
                add(self.column(parent.name))
            out.setdefault(column.ordinal, column)

        for column in columns:
            add(column)
        return list(out.values())

    def group_columns(self, copy: int, number: int) -> list[Column]:
        """The columns of a column group in their order."""
        found = [c for c in self.columns if c.places[copy].group == number]
        found.sort(key=lambda c: c.places[copy].position)
        if [c.places[copy].position for c in found] != list(range(len(found))):
            raise CorruptFileError(
                self.path,
                self.root.buckets[0].offset,
                f"the columns of group {number} do not have the positions 0, 1, …",
            )
        return found
