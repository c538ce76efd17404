"""The log in ``_placed/``: which snapshots there are, and which one is the latest."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timezone
from typing import TypeVar

from ...errors import CorruptFileError, SnapshotNotFoundError
from ..cursor import MalformedError
from ..source import Store
from .snapshot import Snapshot, checked_line, need_count, parse

#: How often a reader looks again that finds removed what a vacuum has let expire meanwhile.
_ATTEMPTS = 10
_T = TypeVar("_T")


class _MissingError(Exception):
    """A snapshot that is not there, although the latest one retains it."""

    def __init__(self, path: str, detail: str) -> None:
        super().__init__(path, detail)
        self.path = path
        self.detail = detail


class Log:
    """The snapshots of one table."""

    def __init__(self, store: Store, root: str) -> None:
        self._store = store
        self.root = root
        self.folder = f"{root}/_placed"
        self._known: dict[str, Snapshot] = {}

    def started(self) -> bool:
        """Whether a commit was ever begun; there need not be a snapshot."""
        return self._store.is_dir(self.folder)

    def _path(self, number: int) -> str:
        return f"{self.folder}/{number:020d}.json"

    def _has(self, number: int) -> bool:
        return self._store.is_file(self._path(number))

    def latest_id(self) -> int:
        """0 = there are no snapshots. Ids have no gap between any retained snapshot and the latest."""
        known = self._hint()
        if not known or not self._has(known):
            known = 0
            for name, is_dir, _, _ in self._store.list(self.folder):
                stem = name[: -len(".json")]
                if not is_dir and name.endswith(".json") and len(stem) == 20 and stem.isdigit():
                    known = max(known, int(stem))
            if not known:
                return 0
        newest = self._last_from(known)
        while self._has(newest + 2):
            # Both were committed meanwhile, or the first one has expired since, or it was lost.
            following = newest + 1
            newest = self._last_from(newest + 2)
            if not self._has(following):
                # Again: the snapshot that says what has expired is there before anything is removed.
                newest = self._last_from(newest)
                self._require_expired(following, newest)
        return newest

    def _require_expired(self, missing: int, latest: int) -> None:
        """Raises an error if the latest snapshot says that a missing one is retained: it was lost."""
        try:
            retained_from = self._read(self._path(latest), latest).retained_from
        except FileNotFoundError:
            return  # it has expired, too
        if retained_from <= missing:
            message = f"the snapshot is missing, although snapshot {latest} exists"
            raise CorruptFileError(self._path(missing), 0, message)

    def _last_from(self, known: int) -> int:
        """The last id of those that follow an existing one without a gap, if there are no gaps at all."""
        step = 1
        while self._has(known + step):
            step *= 2
        low, high = known + step // 2, known + step  # low exists, high does not
        while high - low > 1:
            middle = (low + high) // 2
            if self._has(middle):
                low = middle
            else:
                high = middle
        return low

    def _hint(self) -> int:
        path = f"{self.folder}/newest.json"
        try:
            return need_count(checked_line(path, self._store.read(path)), "newest")
        except (CorruptFileError, MalformedError, OSError):
            return 0  # a hint only: it may be absent, out of date or corrupt

    def _read(self, path: str, number: int) -> Snapshot:
        found = self._known.get(path)
        if found is None:
            found = parse(path, checked_line(path, self._store.read(path)))
            if found.id != number:
                raise CorruptFileError(path, 0, f"it has the id {found.id}, its name says {number}")
            self._known[path] = found
        return found

    def latest(self) -> Snapshot:
        for _ in range(_ATTEMPTS):  # a vacuum may remove what was found
            number = self.latest_id()
            try:
                return self._read(self._path(number), number)
            except FileNotFoundError:
                continue
        raise SnapshotNotFoundError(f"{self.root}: snapshots vanish while they are read")

    def _with_latest(self, find: Callable[[Snapshot], _T]) -> _T:
        """What is found among the snapshots that the latest one retains.

        One that is missing may have expired since the latest one was read: then another one is the latest by now.

        :raises CorruptFileError: if it is missing although it is retained
        """
        before = 0
        for _ in range(_ATTEMPTS):
            latest = self.latest()
            try:
                return find(latest)
            except _MissingError as e:
                missing = e
            if latest.id == before:
                break
            before = latest.id
            self._store.refresh()
        raise CorruptFileError(missing.path, 0, missing.detail)

    def _retained(self, number: int, latest: Snapshot) -> Snapshot:
        """A snapshot that the latest one retains, by its id or a tag."""
        if number == latest.id:
            return latest
        path = self._path(number)
        numbered = latest.retained_from <= number < latest.id
        if numbered:
            with suppress(FileNotFoundError):  # If it has expired since, a tag may keep it.
                return self._read(path, number)
        elif all(t.snapshot != number for t in latest.tags):
            raise SnapshotNotFoundError(
                f"{self.root}: there is no snapshot {number}; there are {latest.retained_from} to {latest.id}"
                + (f", and with tags {', '.join(str(t.snapshot) for t in latest.tags)}" if latest.tags else "")
            )
        # The copy is made before the id is removed. A late write may put another snapshot there afterwards.
        copy = f"{self.folder}/tagged/{number:020d}.json"
        for one in (copy, path, copy):
            try:
                found = self._read(one, number)
            except FileNotFoundError:
                continue
            if one == copy or not self._store.is_file(copy):
                return found
        raise _MissingError(path, "the snapshot is missing" if numbered else "the snapshot has a tag, but is missing")

    def snapshot(self, number: int) -> Snapshot:
        """
        :raises SnapshotNotFoundError: if there is no such snapshot, or it has expired and has no tag
        """
        return self._with_latest(lambda latest: self._retained(number, latest))

    def tagged(self, name: str) -> Snapshot:
        latest = self.latest()
        for tag in latest.tags:
            if tag.name == name:
                return self.snapshot(tag.snapshot)
        names = ", ".join(sorted(t.name for t in latest.tags)) or "none"
        raise SnapshotNotFoundError(f"{self.root}: there is no tag {name!r}; there are {names}")

    def as_of(self, time: datetime) -> Snapshot:
        """The latest snapshot that was made at this time or before; a time without zone is UTC."""
        zoned = time if time.tzinfo else time.replace(tzinfo=timezone.utc)
        millis = int((zoned - datetime(1970, 1, 1, tzinfo=timezone.utc)).total_seconds() * 1000)
        return self._with_latest(lambda latest: self._until(latest, millis, time))

    def _until(self, latest: Snapshot, millis: int, time: datetime) -> Snapshot:
        low, high = latest.retained_from, latest.id
        if self._retained(low, latest).timestamp > millis:
            raise SnapshotNotFoundError(f"{self.root}: the oldest snapshot, {low}, was made after {time.isoformat()}")
        while low < high:
            middle = (low + high + 1) // 2
            if self._retained(middle, latest).timestamp <= millis:
                low = middle
            else:
                high = middle - 1
        return self._retained(low, latest)

    def replaced_at(self, snapshot: Snapshot) -> int | None:
        """When the following snapshot was made; None = it is the latest.

        :raises SnapshotNotFoundError: if the snapshot has expired since it was read, so that this is not known
        """

        def replaced(latest: Snapshot) -> int | None:
            if snapshot.id >= latest.id:
                return None
            known = next((t.replaced for t in latest.tags if t.snapshot == snapshot.id), None)
            if known is not None:
                return known
            try:
                return self._retained(snapshot.id + 1, latest).timestamp
            except SnapshotNotFoundError:
                raise SnapshotNotFoundError(f"{self.root}: snapshot {snapshot.id} has expired") from None

        return self._with_latest(replaced)
