"""File systems of fsspec that keep listings, as s3fs does: what other processes write meanwhile is seen."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from fsspec.spec import AbstractFileSystem

import placed

from .writer import add, commit, write

SCHEMA = "id#1: int32"


class ListingFileSystem(AbstractFileSystem):  # type: ignore[misc]
    """Local files, with the listings of s3fs: each is kept until it, or what is in its directory, is invalidated."""

    protocol = "listing"
    root_marker = "/"

    def ls(self, path: str, detail: bool = True, **_: Any) -> list[Any]:
        path = self._strip_protocol(path)
        found = self.dircache.get(path)
        if found is None:
            if not os.path.isdir(path):
                found = [self._stat(path)]
            else:
                found = [self._stat(f"{path.rstrip('/')}/{name}") for name in sorted(os.listdir(path))]
                self.dircache[path] = found
        return found if detail else [f["name"] for f in found]

    def _stat(self, path: str) -> dict[str, Any]:
        info = os.stat(path)
        kind = "directory" if os.path.isdir(path) else "file"
        return {"name": path, "size": info.st_size, "type": kind, "mtime": info.st_mtime}

    def info(self, path: str, **_: Any) -> dict[str, Any]:
        path = self._strip_protocol(path)
        cached = self._ls_from_cache(path)
        if cached is not None:
            found = [f for f in cached if f["name"] == path]
            return found[0] if found else {"name": path, "size": 0, "type": "directory"}
        return self._stat(path)

    def _open(self, path: str, mode: str = "rb", **_: Any) -> Any:
        return open(path, mode)

    def invalidate_cache(self, path: str | None = None) -> None:
        if path is None:
            self.dircache.clear()
        else:
            path = self._strip_protocol(path)
            while path != "/":
                self.dircache.pop(path, None)
                path = self._parent(path)
        super().invalidate_cache(path)


@pytest.fixture
def listing() -> ListingFileSystem:
    return ListingFileSystem(skip_instance_cache=True)


def test_a_snapshot_that_another_process_adds_is_seen(tmp_path: Path, listing: ListingFileSystem) -> None:
    first = add(tmp_path, "p=1/a.placed", "id: int32", [(1,)])
    commit(tmp_path, 1, SCHEMA, [first])
    listing.find(str(tmp_path))
    assert placed.read_table(str(tmp_path), filesystem=listing)["id"].to_pylist() == [1]
    listing.find(str(tmp_path))
    assert len(listing.dircache) > 2
    second = add(tmp_path, "p=1/b.placed", "id: int32", [(2,)], firstRowId=1, snapshot=2)
    commit(tmp_path, 2, SCHEMA, [first, second])
    assert placed.read_table(str(tmp_path), filesystem=listing)["id"].to_pylist() == [1, 2]


def test_files_of_a_directory_that_another_process_adds_are_seen(tmp_path: Path, listing: ListingFileSystem) -> None:
    write(tmp_path / "p=1/a.placed", "id: int32", [(1,)])
    assert placed.read_table(str(tmp_path), filesystem=listing).num_rows == 1
    write(tmp_path / "p=1/b.placed", "id: int32", [(2,)])
    write(tmp_path / "p=1/a.placed", "id: int32, further: int32", [(1, 2), (3, 4)])
    assert placed.read_table(str(tmp_path), filesystem=listing).num_rows == 3
    (tmp_path / "p=1/b.placed").unlink()
    assert placed.read_table(str(tmp_path), filesystem=listing).num_rows == 2


def test_a_file_that_a_listing_lacks_is_looked_for_again(tmp_path: Path, listing: ListingFileSystem) -> None:
    """A listing that somebody else fills, after the table was opened, from before the file was there."""
    table = tmp_path / "t"
    commit(table, 1, SCHEMA, [add(table, "p=1/a.placed", "id: int32", [(1,)])])
    (tmp_path / "kept").mkdir()
    with placed.open(str(table), filesystem=listing) as opened:
        (table / "p=1/a.placed").rename(tmp_path / "kept/a.placed")
        listing.find(str(table))
        (tmp_path / "kept/a.placed").rename(table / "p=1/a.placed")
        assert opened.read()["id"].to_pylist() == [1]
    with placed.open(str(table), filesystem=listing) as opened:
        shutil.rmtree(table / "p=1")
        with pytest.raises(placed.CorruptFileError, match="the file is missing, but the table lists it"):
            opened.read()


def test_a_file_that_vanishes_while_a_directory_is_opened(tmp_path: Path) -> None:
    class Vanishing(ListingFileSystem):
        def ls(self, path: str, detail: bool = True, **kwargs: Any) -> list[Any]:
            found = super().ls(path, detail, **kwargs)
            (tmp_path / "b.placed").unlink(missing_ok=True)
            return found

    write(tmp_path / "a.placed", "id: int32", [(1,)])
    write(tmp_path / "b.placed", "id: int32", [(2,)])
    with pytest.raises(placed.PlacedError, match=r"b\.placed: was removed after it had been listed") as e:
        placed.open(str(tmp_path), filesystem=Vanishing(skip_instance_cache=True))
    # Which callers would take for an empty table.
    assert not isinstance(e.value, FileNotFoundError)
