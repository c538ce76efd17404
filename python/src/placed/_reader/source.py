"""Where bytes come from: local files, any file system of fsspec, and bytes in memory."""

from __future__ import annotations

import os
import stat
from bisect import bisect_right
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from ..errors import CorruptFileError, TableNotFoundError

#: Ranges that are closer than this are fetched by one request.
GAP = 64 << 10
#: No request is longer than this, unless one range is.
LARGEST = 64 << 20

_T = TypeVar("_T")


class Input:
    """Random access to one file. ``path`` is for messages."""

    def __init__(self, path: str, size: int) -> None:
        self.path = path
        self.size = size

    def _fetch(self, offset: int, length: int) -> bytes:
        raise NotImplementedError

    def read(self, offset: int, length: int) -> memoryview:
        """Exactly these bytes.

        :raises CorruptFileError: if the file ends before
        """
        if offset < 0 or length < 0 or offset + length > self.size:
            raise CorruptFileError(
                self.path, max(offset, 0), f"{length} bytes are expected, but the file has {self.size} bytes in all"
            )
        data = self._fetch(offset, length)
        if len(data) != length:
            raise CorruptFileError(self.path, offset, f"{length} bytes are expected, but {len(data)} could be read")
        return memoryview(data)

    def close(self) -> None:
        pass


class BytesInput(Input):
    """A file in memory."""

    def __init__(self, path: str, data: bytes) -> None:
        super().__init__(path, len(data))
        self._data = data

    def _fetch(self, offset: int, length: int) -> bytes:
        return self._data[offset : offset + length]


class _LocalInput(Input):
    def __init__(self, path: str) -> None:
        # Not memory mapped: a file that is cut while it is read would end the process.
        self._file = open(path, "rb", buffering=0)  # noqa: SIM115 (closed by close)
        super().__init__(path, os.fstat(self._file.fileno()).st_size)

    def _fetch(self, offset: int, length: int) -> bytes:
        fd = self._file.fileno()
        data = os.pread(fd, length, offset)
        while len(data) < length:  # a system call reads at most 2 GiB
            more = os.pread(fd, length - len(data), offset + len(data))
            if not more:
                break
            data += more
        return data

    def close(self) -> None:
        self._file.close()


class _FsspecInput(Input):
    def __init__(self, fs: Any, path: str) -> None:
        self._fs = fs
        super().__init__(path, int(self._twice(path, lambda: fs.info(path)["size"])))

    def _twice(self, path: str, call: Callable[[], _T]) -> _T:
        """What a listing lacks that the file system keeps may be there by now."""
        try:
            return call()
        except FileNotFoundError:
            self._fs.invalidate_cache(path.rpartition("/")[0])
            return call()

    def _fetch(self, offset: int, length: int) -> bytes:
        if not length:
            return b""
        end = offset + length
        return bytes(self._twice(self.path, lambda: self._fs.cat_file(self.path, start=offset, end=end)))


class Store:
    """Files and directories by path."""

    def refresh(self) -> None:
        """Forgets listings that were made before."""

    def absolute(self, path: str) -> str:
        """The path with all directories above it that there are."""
        return path

    def open(self, path: str) -> Input:
        """
        :raises FileNotFoundError: if there is no such file
        """
        raise NotImplementedError

    def read(self, path: str) -> bytes:
        source = self.open(path)
        try:
            return bytes(source.read(0, source.size))
        finally:
            source.close()

    def is_dir(self, path: str) -> bool:
        raise NotImplementedError

    def is_file(self, path: str) -> bool:
        raise NotImplementedError

    def list(self, path: str) -> list[tuple[str, bool, int, int]]:
        """Name, whether it is a directory, length and modification time in ms of each entry, sorted by name."""
        raise NotImplementedError


class LocalStore(Store):
    def absolute(self, path: str) -> str:
        return os.path.abspath(path)

    def open(self, path: str) -> Input:
        return _LocalInput(path)

    def is_dir(self, path: str) -> bool:
        return os.path.isdir(path)

    def is_file(self, path: str) -> bool:
        return os.path.isfile(path)

    def list(self, path: str) -> list[tuple[str, bool, int, int]]:
        out = []
        with os.scandir(path) as entries:
            for e in entries:
                try:
                    info = e.stat()
                except FileNotFoundError:
                    continue  # removed since the directory was opened, or a link to nothing
                out.append((e.name, stat.S_ISDIR(info.st_mode), info.st_size, info.st_mtime_ns // 1_000_000))
        return sorted(out)


class FsspecStore(Store):
    """A file system of fsspec; paths are without the protocol."""

    def __init__(self, fs: Any) -> None:
        self.fs = fs

    def refresh(self) -> None:
        # All of them: some file systems forget only that of a directory and those above, not those below.
        self.fs.invalidate_cache()

    def absolute(self, path: str) -> str:
        return str(self.fs._strip_protocol(path))

    def open(self, path: str) -> Input:
        return _FsspecInput(self.fs, path)

    def is_dir(self, path: str) -> bool:
        return bool(self.fs.isdir(path))

    def is_file(self, path: str) -> bool:
        return bool(self.fs.isfile(path))

    def list(self, path: str) -> list[tuple[str, bool, int, int]]:
        out = []
        for info in self.fs.ls(path, detail=True):
            name = str(info["name"]).rstrip("/").rsplit("/", 1)[-1]
            changed = info.get("mtime", info.get("LastModified", info.get("last_modified", info.get("created", 0))))
            if hasattr(changed, "timestamp"):
                changed = changed.timestamp()
            millis = int(float(changed or 0) * 1000)
            out.append((name, info["type"] == "directory", int(info.get("size") or 0), millis))
        return sorted(out)


def resolve(path: str | os.PathLike[str], filesystem: Any = None) -> tuple[Store, str]:
    """The store of a path, and the path in it. A path with a protocol is opened by fsspec."""
    text = os.fspath(path)
    if filesystem is not None:
        return FsspecStore(filesystem), text.rstrip("/") or "/"
    if text.startswith("file://"):
        text = text[len("file://") :]
    elif text.startswith("file:/"):
        text = text[len("file:") :]
    elif "://" in text:
        try:
            import fsspec
        except ImportError:
            raise ModuleNotFoundError(f"{text}: paths with a protocol need the package fsspec") from None
        fs, inner = fsspec.core.url_to_fs(text)
        return FsspecStore(fs), inner.rstrip("/") or "/"
    return LocalStore(), text.rstrip("/") or "/"


def require(store: Store, path: str) -> bool:
    """Whether a path is a directory.

    :raises TableNotFoundError: if there is nothing
    """
    if store.is_dir(path):
        return True
    if store.is_file(path):
        return False
    raise TableNotFoundError(f"{path}: there is no file or table")


class Fetched:
    """Ranges of one file, read by few requests."""

    def __init__(self, source: Input, ranges: Iterable[tuple[int, int]]) -> None:
        self._starts: list[int] = []
        self._blocks: list[memoryview] = []
        start = end = -1
        for offset, length in sorted(r for r in ranges if r[1] > 0):
            if offset < 0 or offset + length > source.size:
                raise CorruptFileError(
                    source.path,
                    max(offset, 0),
                    f"a part of {length} bytes is said to be here, but the file has {source.size} bytes in all",
                )
            if start >= 0 and offset <= end + GAP and max(end, offset + length) - start <= LARGEST:
                end = max(end, offset + length)
                continue
            self._add(source, start, end)
            start, end = offset, offset + length
        self._add(source, start, end)

    def _add(self, source: Input, start: int, end: int) -> None:
        if start >= 0:
            self._starts.append(start)
            self._blocks.append(source.read(start, end - start))

    def get(self, offset: int, length: int) -> memoryview:
        """Bytes of a range that was asked for."""
        if length == 0:
            return memoryview(b"")
        k = bisect_right(self._starts, offset) - 1
        at = offset - self._starts[k]
        return self._blocks[k][at : at + length]
