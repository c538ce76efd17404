"""The tables that there are: one file, and a directory with or without snapshots."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from ..errors import (
    CorruptFileError,
    NotATableError,
    NotPlacedFileError,
    PlacedError,
    SiblingFileError,
    SnapshotNotFoundError,
    TableNotFoundError,
)
from .columns import Column
from .conform import has_required, match, may_be_null
from .cursor import MalformedError
from .file import TableFile
from .footer import id_text
from .log import partitions
from .log.manifest import read_manifest
from .log.snapshot import DataFile, Snapshot, require_row_ids
from .log.snapshots import Log
from .source import Store
from .table import COMMIT_NAME, ROW_ID, ROW_VERSION, Relation
from .types import Field, nullable

_MANIFEST_LIMIT = 1 << 30
_ENGINE_NAME = re.compile(r"[^.]+(\.c[0-9]{3,})?")


class FileTable(Relation):
    """One file."""

    def __init__(self, store: Store, path: str) -> None:
        super().__init__(store, path)
        file = TableFile(store, path)
        self._keep(path, file)
        try:
            self.schema = tuple(c.field for c in file.columns)
            self.metadata = file.metadata
        except BaseException:
            self.close()
            raise
        self.placement = file.root.placement
        self._files = [DataFile(path, file._source.size, file.root.rows, "", {})]

    def _full(self, file: DataFile) -> str:
        return file.path

    def _stored(self, file: TableFile, f: DataFile, field: Field) -> Column | None:
        return file.find(field.name)


class DirectoryTable(Relation):
    """A directory: of the latest snapshot or another one, or of all its files if there is no log."""

    def __init__(self, store: Store, path: str, version: int | None, tag: str | None, as_of: datetime | None) -> None:
        super().__init__(store, path)
        log = Log(store, path)
        started = log.started()
        try:
            if started and log.latest_id():
                self._of_log(log, version, tag, as_of)
                return
            owner = self._owner()
            if owner is not None and owner.latest_id():
                raise NotATableError(path, f"is a directory of the table {owner.root}: read {owner.root} with a filter")
            if version is not None or tag is not None or as_of is not None:
                raise SnapshotNotFoundError(f"{path}: the directory has no snapshots")
            self._of_files(started or owner is not None)
        except BaseException:
            self.close()
            raise

    def _owner(self) -> Log | None:
        """The log of the table that the directory is inside of, with nothing but partitions between."""
        above, _, name = self.store.absolute(self.path).rpartition("/")
        while above and name.find("=") > 0:
            log = Log(self.store, above)
            if log.started():
                return log
            above, _, name = above.rpartition("/")
        return None

    def _of_log(self, log: Log, version: int | None, tag: str | None, as_of: datetime | None) -> None:
        if version is not None:
            state = log.snapshot(version)
        elif tag is not None:
            state = log.tagged(tag)
        else:
            state = log.latest() if as_of is None else log.as_of(as_of)
        self.snapshot = state.id
        self.schema = state.schema
        self.placement = state.placement
        self.metadata = dict(state.properties)
        self.tags = {t.name: t.snapshot for t in log.latest().tags}
        names = {f.name for f in self.schema}
        self.row_id_columns = tuple(n for n in (ROW_ID.name, ROW_VERSION.name) if n not in names)
        files = list(state.files)
        for entry in state.manifests:
            files += read_manifest(self.store, log.folder, state, entry, _MANIFEST_LIMIT)
        if len({f.path for f in files}) != len(files):
            raise CorruptFileError(state.path, 0, "a file is listed twice")
        try:
            require_row_ids(files, state.id, state.next_row_id)
        except MalformedError as e:
            raise CorruptFileError(state.path, 0, str(e)) from None
        if state.shows_foreign_files:
            files += self._foreign(state, {f.path for f in files}, log.replaced_at(state))
        self._files = sorted(files, key=lambda f: f.path)

    def _foreign(self, state: Snapshot, listed: set[str], replaced_at: int | None) -> list[DataFile]:
        columns = [p.name for p in state.partitioning if p.transform is None]
        out = []
        for path, length, modified in self._walk("", True):
            if path in listed:
                continue
            if (path, length, modified) in state.excluded or (replaced_at is not None and modified > replaced_at):
                continue
            found = self._footer(path, length)
            # With another time a file may still be one that was replaced, in a copy of the table.
            if found is not None and (path, length, found.file_id) not in state.excluded_ids:
                # Other directories stand for nothing, whatever their names are.
                values = {c: v for c in columns for k, v in found.partition.items() if k.lower() == c.lower()}
                valued = self._valued(found, values)
                self._allow_nulls_of(valued)
                out.append(valued)
        return out

    def _allow_nulls_of(self, f: DataFile) -> None:
        """What a foreign file lacks, or has null, is null in the table, whatever the log says."""
        out = []
        for field in self.schema:
            if has_required(field):
                if field.name in f.partition:
                    field = replace(field, nullable=field.nullable or f.partition[field.name] is None)
                else:
                    column = self._stored(self._file(f), f, field)
                    field = may_be_null(field, None if column is None else column.field)
            out.append(field)
        self.schema = tuple(out)

    def _valued(self, f: DataFile, partition: dict[str, str | None]) -> DataFile:
        """A file with the values of its directories, which must be of the types of the columns."""
        out = replace(f, partition=partition)
        for field in self.schema:
            if field.name in partition:
                self._constant(out, field)
        return out

    def _of_files(self, started: bool) -> None:
        """A directory without snapshots: the columns of its first file, and partition columns.

        :param started: whether a commit was begun, so that files of commits do not count yet
        """
        found = []
        for path, length, _ in sorted(self._walk("", started)):
            one = self._footer(path, length)
            if one is not None:
                found.append(one)
        if not found:
            raise TableNotFoundError(f"{self.path}: the directory has neither snapshots nor Placed files")
        first = found[0]
        file = self._file(first)
        self.placement = file.root.placement
        stored = tuple(nullable(c.field) for c in file.columns)
        for one in found:
            if [n.lower() for n in one.partition] != [n.lower() for n in first.partition]:
                raise NotATableError(
                    self.path,
                    "all files must have the same partition columns, found different ones: "
                    f"{first.path} and {one.path}",
                )
        values = [list(one.partition.values()) for one in found]
        columns = [
            match(stored, name) or partitions.infer(name, [of_file[k] for of_file in values])
            for k, name in enumerate(first.partition)
        ]
        self.schema = (*stored, *(c for c in columns if c not in stored))
        for one, of_file in zip(found, values, strict=True):
            self._files.append(self._valued(one, {c.name: v for c, v in zip(columns, of_file, strict=True)}))

    def _walk(self, folder: str, started: bool) -> Iterator[tuple[str, int, int]]:
        """Files that may be Placed files by their names: path, length and modification time in ms.

        :param started: whether files with names of commits are left out, which only snapshots list
        """
        where = f"{self.path}/{folder}" if folder else self.path
        entries = self.store.list(where)
        if folder and any(name == "_placed" and is_dir for name, is_dir, _, _ in entries):
            if self.snapshot is not None:
                return  # not of this table
            if Log(self.store, where).latest_id():
                raise NotATableError(self.path, f"has the table {where} below it: read {where} by itself")
            started = True
        for name, is_dir, length, modified in entries:
            path = f"{folder}/{name}" if folder else name
            if is_dir:
                if not name.startswith(".") and (not name.startswith("_") or "=" in name):
                    yield from self._walk(path, started)
            elif (
                not name.startswith(("_", "."))
                and (name.endswith(".placed") or (length > 0 and _ENGINE_NAME.fullmatch(name)))
                and not (started and COMMIT_NAME.fullmatch(name))
            ):
                yield path, length, modified

    def _footer(self, path: str, length: int) -> DataFile | None:
        full = f"{self.path}/{path}"
        try:
            file = TableFile(self.store, full)
        except FileNotFoundError:
            # A FileNotFoundError would say that there is no table.
            raise PlacedError(f"{full}: was removed after it had been listed; read the table again") from None
        except SiblingFileError:
            return None
        except NotPlacedFileError:
            if path.endswith(".placed"):
                raise
            return None
        self._keep(full, file)
        file_id = id_text(file.root.file_id)
        return DataFile(path, length, file.root.rows, file_id, partitions.of_path(path), listed=False)
