"""Damaged files: the typed error or the right rows, and no more memory than allowed."""

from __future__ import annotations

import json
import os
import random
import resource
import struct
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from crc32c import crc32c

import placed
from placed._reader import parts

from .golden import rows
from .support import GOLDEN, bag
from .writer import file_bytes

SMALL = GOLDEN / "v1/siblings.placed"
LIMIT = 64 << 20
#: Changes of each file; PLACED_READER_TRIALS for more.
TRIALS = int(os.environ.get("PLACED_READER_TRIALS", "120"))


@pytest.fixture(autouse=True)
def bounded_memory() -> Iterator[None]:
    """2 GiB more than before: whoever asks for more gets a MemoryError, which is none of ours."""
    if not Path("/proc/self/statm").exists():  # another system than Linux
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_AS)
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + (2 << 30), before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_AS, before)


def read(path: Path) -> None:
    """Reads everything; whatever it returns is right, or an error of ours says why not."""
    with placed.open(path) as file:
        assert file.statistics is not None
        assert file.metadata is not None
        table = file.read(memory_limit=LIMIT)
    assert bag(table) == rows(), "other rows without an error"


def copy(folder: Path, name: str) -> Path:
    for file in (GOLDEN / "v1").glob(f"*{name}*.placed"):
        if file.name == f"{name}.placed" or file.name.startswith(f"_{name}."):
            (folder / file.name).write_bytes(file.read_bytes())
    return folder / f"{name}.placed"


@pytest.mark.parametrize("name", ["uncompressed", "derived", "row-major", "copies", "siblings", "fast"])
def test_flipped_bits(tmp_path: Path, name: str) -> None:
    seed = random.randrange(1 << 32)
    dice = random.Random(seed)
    path = copy(tmp_path, name)
    files = [f for f in tmp_path.iterdir() if f.suffix == ".placed"]
    for _ in range(TRIALS // 2):
        file = dice.choice(files)
        sound = file.read_bytes()
        at = dice.randrange(len(sound))
        damaged = bytearray(sound)
        damaged[at] ^= 1 << dice.randrange(8)
        file.write_bytes(damaged)
        try:
            read(path)
        except placed.PlacedError:
            pass
        except Exception as e:
            raise AssertionError(f"seed {seed}: byte {at} of {file.name}: {e!r}") from e
        file.write_bytes(sound)
    read(path)


def test_every_cut(tmp_path: Path) -> None:
    """Every length of a small file, and some of a larger one."""
    sound = next((GOLDEN / "log-v2/table").rglob("added.placed")).read_bytes()
    path = tmp_path / "cut.placed"
    for length in range(len(sound)):
        path.write_bytes(sound[:length])
        with pytest.raises(placed.PlacedError):
            placed.read_table(path)
    path.write_bytes(sound)
    assert placed.read_table(path).num_rows == 1
    path.write_bytes(sound + b"\0")
    with pytest.raises(placed.CorruptFileError):
        placed.read_table(path)


def test_missing_and_swapped_siblings(tmp_path: Path) -> None:
    path = copy(tmp_path, "siblings")
    first, second = sorted(tmp_path.glob("_siblings.*"))
    a, b = first.read_bytes(), second.read_bytes()
    first.write_bytes(b)
    with pytest.raises(placed.CorruptFileError, match="names a sibling"):
        placed.read_table(path)
    first.unlink()
    with pytest.raises(placed.CorruptFileError, match="does not exist"):
        placed.read_table(path)
    first.write_bytes(a)
    assert placed.read_table(path).num_rows == 1500
    with pytest.raises(placed.SiblingFileError, match="holds columns of another file"):
        placed.read_table(first)


def test_errors_name_file_and_place(tmp_path: Path) -> None:
    path = copy(tmp_path, "uncompressed")
    data = bytearray(path.read_bytes())
    data[40] ^= 1
    path.write_bytes(data)
    with pytest.raises(placed.CorruptFileError, match=r"the checksum of the page is \w{8}, but its bytes have") as e:
        placed.read_table(path)
    assert e.value.path == str(path)
    assert e.value.offset == 32


def test_other_files_and_versions(tmp_path: Path) -> None:
    path = tmp_path / "other.placed"
    path.write_bytes(b"PAR1" * 100)
    with pytest.raises(placed.NotPlacedFileError, match="begins with 50 41 52 31"):
        placed.read_table(path)
    path.write_bytes(b"")
    with pytest.raises(placed.NotPlacedFileError):
        placed.read_table(path)
    newer = Mended(SMALL.read_bytes())
    tail = len(newer.data) - 52
    newer.data[8] = newer.data[tail + 36] = 2
    path.write_bytes(newer.data)
    with pytest.raises(placed.CorruptFileError, match="checksum of the tail"):
        placed.read_table(path)
    newer.mend(parts.TAIL, tail, 44, parts.NONE, parts.NONE, parts.NONE)
    path.write_bytes(newer.data)
    with pytest.raises(placed.UnsupportedVersionError, match="format version 2 is not supported; this library reads 1"):
        placed.read_table(path)
    with pytest.raises(placed.TableNotFoundError):
        placed.read_table(tmp_path / "nothing")


class Mended:
    """A file whose parts get right checksums after they were changed: what a hostile writer would do."""

    def __init__(self, sound: bytes) -> None:
        self.data = bytearray(sound)
        self.file_id = bytes(sound[12:28])

    def mend(self, kind: int, offset: int, length: int, group: int, column: int, node: int) -> None:
        body = bytes(self.data[offset : offset + length - 4])
        value = parts.checksum(self.file_id, kind, offset, group, column, node, body)
        self.data[offset + length - 4 : offset + length] = struct.pack("<I", value)


def layout(path: Path) -> list[tuple[int, int, int, int, int, int]]:
    """All parts of a file: kind, offset, length, row group, column, node."""
    out: list[tuple[int, int, int, int, int, int]] = []
    none = parts.NONE
    with placed.open(path) as table:
        file = next(iter(table._relation._open.values()))
        root = file.root
        for number, bucket in enumerate(root.buckets):
            out.append((parts.BUCKET, bucket.offset, bucket.length, none, number, none))
        for column in file.columns:
            if column.statistics.length:
                out.append(
                    (parts.STATISTICS, column.statistics.offset, column.statistics.length, none, column.ordinal, none)
                )
            for copy_number, arrangement in enumerate(root.copies):
                for g, of_group in enumerate(file.chunks(column, copy_number)):
                    for node, chunk in enumerate(of_group):
                        if chunk.file:
                            continue
                        owner = column.places[copy_number].group if arrangement.row_major else column.ordinal
                        of_node = none if arrangement.row_major else node
                        pages = [(parts.PAGE, p) for p in chunk.pages]
                        if chunk.dictionary:
                            pages.append((parts.DICTIONARY, chunk.dictionary))
                        out += [(kind, p.offset, p.length, g, owner, of_node) for kind, p in pages]
        end = path.stat().st_size - 52
        root_offset, root_length = struct.unpack("<QI", path.read_bytes()[end : end + 12])
        out.append((parts.ROOT, root_offset, root_length, none, none, none))
    return sorted(set(out))


@pytest.mark.parametrize("name", ["uncompressed", "derived", "row-major", "hilbert", "vortex"])
def test_hostile_content_with_right_checksums(tmp_path: Path, name: str) -> None:
    """Any change of the content itself: an error of ours or other rows, but nothing else, and bounded memory."""
    seed = random.randrange(1 << 32)
    dice = random.Random(seed)
    path = copy(tmp_path, name)
    sound = path.read_bytes()
    all_parts = layout(path)
    for trial in range(TRIALS):
        kind, offset, length, *owner = dice.choice(all_parts)
        mended = Mended(sound)
        changes = []
        for _ in range(dice.randrange(1, 4)):
            at = offset + dice.randrange(max(1, min(length - 4, 48 if dice.randrange(2) else length)))
            value = dice.choice([0, 0x7F, 0x80, 0xFF, dice.randrange(20), dice.randrange(256)])
            mended.data[at] = value
            changes.append((at, value))
        mended.mend(kind, offset, length, *owner)
        path.write_bytes(mended.data)
        try:
            with placed.open(path) as file:
                assert file.statistics is not None
                file.read(memory_limit=LIMIT)
        except placed.PlacedError:
            pass
        except Exception as e:
            place = f"{parts.NAMES[kind]} {owner}"
            raise AssertionError(f"seed {seed}, trial {trial}: {place}, bytes {changes}: {e!r}") from e


@pytest.mark.parametrize(
    ("schema", "groups", "message"),
    [
        ("id: int32", [(1 << 31, 1024)], "a row group of 2147483648 rows"),
        ("id: int32", [((1 << 63) - 1, 1 << 20)], "a row group of 9223372036854775807 rows"),
        ("id: int32", [(5, 1 << 31)], "with pages of 2147483648"),
        ("id: int32", [((1 << 31) - 1, 1024)], r"2097152 pages, more than the \d+ bytes of the file"),
        ("id: int32", [((1 << 31) - 1, 1024)] * 500, "pages, more than the"),
        ("", [(1 << 31, 1024)], "a row group of 2147483648 rows"),
    ],
)
def test_row_groups_of_very_many_pages(
    tmp_path: Path, schema: str, groups: list[tuple[int, int]], message: str
) -> None:
    """A few bytes of a root may not stand for lists of any length."""
    path = tmp_path / "many.placed"
    data, _ = file_bytes(schema, [(k,) for k in range(3)] if schema else [], groups)
    path.write_bytes(data)
    started = time.process_time()
    with pytest.raises(placed.CorruptFileError, match=message) as e:
        placed.read_table(path)
    assert time.process_time() - started < 5
    assert e.value.path == str(path)
    assert data[e.value.offset :].startswith(struct.pack("<Q", sum(n for n, _ in groups)))


def test_pages_may_have_room_for_more_rows_than_there_are(tmp_path: Path) -> None:
    path = tmp_path / "room.placed"
    path.write_bytes(file_bytes("id: int32", [(k,) for k in range(3)], [(3, (1 << 31) - 1)])[0])
    assert placed.read_table(path)["id"].to_pylist() == [0, 1, 2]


def test_rows_without_columns_take_no_time(tmp_path: Path) -> None:
    path = tmp_path / "t/none.placed"
    path.parent.mkdir()
    path.write_bytes(file_bytes("", [], [((1 << 31) - 1, 1024)] * 20)[0])
    started = time.process_time()
    for source in (path, path.parent):
        with placed.open(source) as table:
            assert table.num_rows == sum(batch.num_rows for batch in table.scan([])) == 20 * ((1 << 31) - 1)
    assert time.process_time() - started < 5


def test_hostile_log(tmp_path: Path) -> None:
    """Snapshots whose JSON was changed, with right checksums."""
    folder = tmp_path / "t/_placed"
    folder.mkdir(parents=True)
    source = GOLDEN / "log-v2/table/_placed/00000000000000000036.json"
    sound = json.loads(source.read_text(encoding="utf-8").splitlines()[0])
    sound["properties"] = {}
    path = folder / f"{36:020d}.json"
    keys = [*sound]
    strange = [None, -1, 1 << 70, "", "x", [], [1], {}, {"path": "../../x"}, True, "a#1: nothing", "a: list<" * 200]
    for key in keys:
        for value in strange:
            line = json.dumps({**sound, key: value}).encode()
            path.write_bytes(line + b'\n{"crc32c":"%08x"}\n' % crc32c(line))
            try:
                with placed.open(tmp_path / "t") as table:
                    table.read(memory_limit=LIMIT)
            except placed.PlacedError:
                pass
            except Exception as e:
                raise AssertionError(f"{key} = {value!r}: {e!r}") from e
    deep = b"[" * 100_000
    path.write_bytes(deep + b'\n{"crc32c":"%08x"}\n' % crc32c(deep))
    with pytest.raises(placed.CorruptFileError):
        placed.open(tmp_path / "t")


def test_memory_limit(tmp_path: Path) -> None:
    path = GOLDEN / "v1/default.placed"
    with pytest.raises(placed.InsufficientMemoryError, match="memory_limit"):
        placed.read_table(path, memory_limit=1000)
