"""Older snapshots while a vacuum lets some expire, between what a reader reads."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

import placed
from placed._reader.log.snapshots import Log
from placed._reader.source import Input, LocalStore

from .writer import commit

#: When snapshot 0 would have been made; each is a millisecond later than the one before.
START = datetime(2020, 1, 1, tzinfo=timezone.utc)
TAG: dict[str, Any] = {"name": "kept", "snapshot": 2}


def file(table: Path, number: int, folder: str = "") -> Path:
    return table / "_placed" / folder / f"{number:020d}.json"


def history(table: Path, *tags: dict[str, Any]) -> None:
    """Four snapshots."""
    for number in range(1, 5):
        commit(table, number, "id#1: int32", [], **({"tags": list(tags)} if number == 4 else {}))


def vacuum(table: Path, *tags: dict[str, Any]) -> None:
    """Lets snapshots 1 to 3 expire, as Java does: first a snapshot says so, then those with tags are copied."""
    kept = [{**tag, "replaced": 1_577_836_800_000 + tag["snapshot"] + 1} for tag in tags]
    commit(table, 5, "id#1: int32", [], operation="vacuum", retainedFrom=4, tags=kept)
    for tag in tags:
        copy = file(table, tag["snapshot"], "tagged")
        copy.parent.mkdir(exist_ok=True)
        shutil.copy(file(table, tag["snapshot"]), copy)
    for number in range(1, 4):
        file(table, number).unlink()


class Beside(LocalStore):
    """Something else happens once, right before a file is opened."""

    def __init__(self, path: Path, act: Callable[[], None]) -> None:
        self._path = str(path)
        self._act: Callable[[], None] | None = act

    def open(self, path: str) -> Input:
        if path == self._path and self._act is not None:
            act, self._act = self._act, None
            act()
        return super().open(path)


def log_beside(table: Path, before: int, *tags: dict[str, Any]) -> Log:
    """A log of which a vacuum lets snapshots expire right before one of them is read."""
    history(table, *tags)
    return Log(Beside(file(table, before), lambda: vacuum(table, *tags)), str(table))


def test_a_snapshot_that_expires_while_it_is_looked_for(tmp_path: Path) -> None:
    with pytest.raises(placed.SnapshotNotFoundError, match="there is no snapshot 2; there are 4 to 5"):
        log_beside(tmp_path, 2).snapshot(2)


def test_a_tag_keeps_a_snapshot_that_expires_while_it_is_looked_for(tmp_path: Path) -> None:
    assert log_beside(tmp_path / "a", 2, TAG).snapshot(2).id == 2
    assert log_beside(tmp_path / "b", 2, TAG).tagged("kept").id == 2


def test_times_of_snapshots_that_expire_meanwhile(tmp_path: Path) -> None:
    for before in (1, 2, 3):
        log = log_beside(tmp_path / f"new-{before}", before)
        assert log.as_of(START + timedelta(milliseconds=4)).id == 4
        log = log_beside(tmp_path / f"old-{before}", before)
        with pytest.raises(placed.SnapshotNotFoundError, match="the oldest snapshot, 4, was made after"):
            log.as_of(START + timedelta(milliseconds=2))


def test_when_a_snapshot_was_replaced_that_expires_meanwhile(tmp_path: Path) -> None:
    for folder, tags in (("tag", [TAG]), ("none", [])):
        log = log_beside(tmp_path / folder, 3, *tags)
        snapshot = log.snapshot(2)
        if tags:
            assert log.replaced_at(snapshot) == 1_577_836_800_003
        else:
            with pytest.raises(placed.SnapshotNotFoundError, match="snapshot 2 has expired"):
                log.replaced_at(snapshot)


def test_a_copy_counts_beside_what_a_late_write_puts_in_its_place(tmp_path: Path) -> None:
    history(tmp_path, TAG)
    vacuum(tmp_path, TAG)
    commit(tmp_path, 2, "other#9: int32", [])
    assert Log(LocalStore(), str(tmp_path)).snapshot(2).schema[0].name == "id"


def test_snapshots_that_are_lost(tmp_path: Path) -> None:
    history(tmp_path, TAG)
    file(tmp_path, 3).unlink()
    with pytest.raises(placed.CorruptFileError, match="0003.json.*the snapshot is missing"):
        placed.open(tmp_path, version=3)
    with pytest.raises(placed.CorruptFileError, match="the snapshot is missing"):
        placed.open(tmp_path, as_of=START + timedelta(milliseconds=3))
    kept = {**TAG, "replaced": 1_577_836_800_003}
    commit(tmp_path, 5, "id#1: int32", [], retainedFrom=4, tags=[kept])
    file(tmp_path, 2).unlink()
    with pytest.raises(placed.CorruptFileError, match="the snapshot has a tag, but is missing"):
        placed.open(tmp_path, tag="kept")
