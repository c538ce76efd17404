"""The tables that there are: one file, and a directory with or without snapshots."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

from ..errors import CorruptFileError, NotPlacedFileError, SiblingFileError, SnapshotNotFoundError, TableNotFoundError
from .columns import Column
from .conform import match, widens
from .file import TableFile
from .footer import id_text
from .log import partitions
from .log.manifest import read_manifest
from .log.snapshots import DataFile, Log, Snapshot
from .source import Store
from .table import COMMIT_NAME, ROW_ID, ROW_VERSION, Relation
from .types import Field, same_type

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
        try:
            if log.exists():
                self._of_log(log, version, tag, as_of)
            elif version is not None or tag is not None or as_of is not None:
                raise SnapshotNotFoundError(f"{path}: the directory has no snapshots")
            else:
                self._of_files()
        except BaseException:
            self.close()
            raise

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
        if state.shows_foreign_files:
            files += self._foreign(state, {f.path for f in files}, log.replaced_at(state))
        self._files = sorted(files, key=lambda f: f.path)

    def _foreign(self, state: Snapshot, listed: set[str], replaced_at: int | None) -> list[DataFile]:
        columns = {f.name.lower(): f.name for f in self.schema}
        out = []
        for path, length, modified in self._walk(""):
            if path in listed or COMMIT_NAME.fullmatch(path.rsplit("/", 1)[-1]):
                continue
            if (path, length, modified) in state.excluded or (replaced_at is not None and modified > replaced_at):
                continue
            found = self._footer(path, length)
            if found is not None:
                partition = {columns.get(k.lower(), k): v for k, v in found.partition.items()}
                out.append(DataFile(path, length, found.rows, found.file_id, partition))
        return out

    def _of_files(self) -> None:
        """A directory without snapshots: the union of the columns of its files, and of partition columns."""
        found = []
        for path, length, _ in self._walk(""):
            one = self._footer(path, length)
            if one is not None:
                found.append(one)
        if not found:
            raise TableNotFoundError(f"{self.path}: the directory has neither snapshots nor Placed files")
        schema: list[Field] = []
        for one in found:
            file = self._file(one)
            self.placement = self.placement or file.root.placement
            for column in file.columns:
                known = match(tuple(schema), column.name)
                if known is None:
                    schema.append(column.field)
                elif not same_type(known, column.field):
                    if widens(known, column.field):
                        schema[schema.index(known)] = column.field
                    elif not widens(column.field, known):
                        raise CorruptFileError(
                            file.path,
                            0,
                            f"column {column.name!r} is a {column.field.type_text()}; that of another file is a "
                            f"{known.type_text()}",
                        )
        nullable = [Field(f.name, f.kind, True, 0, f.precision, f.scale, f.children) for f in schema]
        spelled: dict[str, str] = {}
        for one in found:
            for name in one.partition:
                spelled.setdefault(name.lower(), name)
        fixed = [
            DataFile(f.path, f.length, f.rows, f.file_id, {spelled[k.lower()]: v for k, v in f.partition.items()})
            for f in found
        ]
        values = {name: [f.partition.get(name) for f in fixed] for name in spelled.values()}
        own = [f for f in nullable if f.name.lower() not in spelled]
        self.schema = (*own, *(partitions.infer(name, texts) for name, texts in values.items()))
        self._files = fixed

    def _walk(self, folder: str) -> Iterator[tuple[str, int, int]]:
        """Files that may be Placed files by their names: path, length and modification time in ms."""
        entries = self.store.list(f"{self.path}/{folder}" if folder else self.path)
        if folder and any(name == "_placed" and is_dir for name, is_dir, _, _ in entries):
            return  # another table
        for name, is_dir, length, modified in entries:
            path = f"{folder}/{name}" if folder else name
            if is_dir:
                if not name.startswith(".") and (not name.startswith("_") or "=" in name):
                    yield from self._walk(path)
            elif not name.startswith(("_", ".")) and (
                name.endswith(".placed") or (length > 0 and _ENGINE_NAME.fullmatch(name))
            ):
                yield path, length, modified

    def _footer(self, path: str, length: int) -> DataFile | None:
        full = f"{self.path}/{path}"
        try:
            file = TableFile(self.store, full)
        except SiblingFileError:
            return None
        except NotPlacedFileError:
            if path.endswith(".placed"):
                raise
            return None
        self._keep(full, file)
        return DataFile(path, length, file.root.rows, id_text(file.root.file_id), partitions.of_path(path))
