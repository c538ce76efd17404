"""What reading can fail with. The names are those of the Java library, with ``Error`` for ``Exception``."""

from __future__ import annotations


class PlacedError(Exception):
    """Any failure that is about a file or a table, not about the arguments of a call."""


class CorruptFileError(PlacedError):
    """Damaged data: a checksum that does not match, a length beyond the file, a value that is not allowed.

    ``path`` is the file, ``offset`` the first byte of the part that could not be read, ``detail`` what was found and
    what is allowed.
    """

    def __init__(self, path: str, offset: int, detail: str) -> None:
        super().__init__(f"{path}: damaged at offset {offset}: {detail}")
        self.path = path
        self.offset = offset
        self.detail = detail

    def __reduce__(self) -> tuple[type, tuple[str, int, str]]:
        return (type(self), (self.path, self.offset, self.detail))


class SiblingFileError(CorruptFileError):
    """A sound file that is no table: it holds columns of the table file that names it."""

    def __init__(self, path: str) -> None:
        super().__init__(path, 0, "the file holds columns of another file and cannot be read on its own")

    def __reduce__(self) -> tuple[type, tuple[str]]:  # type: ignore[override]
        return (type(self), (self.path,))


class NotPlacedFileError(PlacedError):
    """A file that does not begin or end like a Placed file."""

    def __init__(self, path: str, detail: str) -> None:
        super().__init__(f"{path}: not a Placed file: {detail}")
        self.path = path
        self.detail = detail

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        return (type(self), (self.path, self.detail))


class UnsupportedVersionError(PlacedError):
    """A sound file or snapshot of a version that this reader does not know."""

    def __init__(self, path: str, what: str, found: int, allowed: str) -> None:
        super().__init__(f"{path}: {what} {found} is not supported; this library reads {allowed}")
        self.path = path
        self.found = found
        self.what = what
        self.allowed = allowed

    def __reduce__(self) -> tuple[type, tuple[str, str, int, str]]:
        return (type(self), (self.path, self.what, self.found, self.allowed))


class InsufficientMemoryError(PlacedError, MemoryError):
    """The rows are sound, as far as known, but take more memory than the limit of the call, or than an array has."""


class SnapshotNotFoundError(PlacedError, LookupError):
    """A snapshot or tag that the table does not have, or has no longer."""


class NotATableError(PlacedError):
    """A directory that is no table by itself: a table's snapshots say what is in it, there are tables below it, or its
    files have partition columns or types that do not go together.

    ``path`` is the directory, or the file that does not go with the others.
    """

    def __init__(self, path: str, detail: str) -> None:
        super().__init__(f"{path}: {detail}")
        self.path = path
        self.detail = detail

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        return (type(self), (self.path, self.detail))


class TableNotFoundError(PlacedError, FileNotFoundError):
    """There is neither a file nor a table at a path."""
