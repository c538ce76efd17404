"""Random files and tables that the Java library wrote, compared with the rows that it wrote of them."""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path

import placed

from .support import bag, difference, expected_rows, need_cases


def test_random_files() -> None:
    wrong = []
    for path in need_cases("files"):
        columns, expected = expected_rows(path)
        file = path.with_suffix(".placed")
        table = placed.read_table(file)
        assert table.column_names == [name for name, _ in columns], path.name
        found = difference(expected, bag(table))
        if found:
            wrong.append(f"{path.name}: {found}")
    assert not wrong, "\n".join(wrong[:10])


def test_batches_and_single_columns_of_random_files() -> None:
    dice = random.Random(1)
    for path in need_cases("files")[:40]:
        file = path.with_suffix(".placed")
        whole = placed.read_table(file)
        name = dice.choice(whole.column_names)
        batches = list(placed.scan(file, [name]))
        assert sum(b.num_rows for b in batches) == whole.num_rows
        rows = whole.num_rows
        assert bag(whole.select([name])) == bag(placed.read_table(file, [name])), path.name
        with placed.open(file) as table:
            assert table.num_rows == rows
            assert table.statistics[name]["nulls"] == whole[name].null_count if rows else True


#: Damage of each random file that is damaged: every fourth one, or each of them with PLACED_READER_TRIALS.
DAMAGES = 4
EVERY = 1 if "PLACED_READER_TRIALS" in os.environ else 4


def damaged(dice: random.Random, sound: bytes, other: bytes) -> tuple[str, bytes]:
    """A copy with one kind of damage, and what that is; the copy may by chance be the same."""
    kind = dice.choice(["flipped bit", "cut", "splice of another file", "splice of the file itself", "lost range"])
    at = dice.randrange(len(sound))
    length = 1 << dice.randrange(14)
    if kind == "flipped bit":
        return f"{kind} of byte {at}", sound[:at] + bytes([sound[at] ^ 1 << dice.randrange(8)]) + sound[at + 1 :]
    if kind == "cut":
        return f"{kind} at {at}", sound[:at]
    if kind == "lost range":
        return f"{kind} {at} + {length}", sound[:at] + sound[at + length :]
    if kind == "splice of another file":
        # The same bytes from another file: sectors of a disk that were written to the wrong place.
        piece = other[at : at + length]
    else:
        start = dice.randrange(len(sound))
        piece = sound[start : start + length][: len(sound) - at]
    return f"{kind} at {at}, {len(piece)} bytes", sound[:at] + piece + sound[at + len(piece) :]


def test_damaged_random_files(tmp_path: Path) -> None:
    """Flipped bits, cuts and splices: the typed error, or the right rows."""
    seed = random.randrange(1 << 32)
    dice = random.Random(seed)
    refused = 0
    other = b""
    for number, path in enumerate(need_cases("files")):
        file = path.with_suffix(".placed")
        sound = file.read_bytes()
        if number % EVERY == 0:
            _, expected = expected_rows(path)
            for sibling in file.parent.glob(f"_{path.stem}.*"):
                (tmp_path / sibling.name).write_bytes(sibling.read_bytes())
            target = tmp_path / file.name
            for _ in range(DAMAGES):
                what, data = damaged(dice, sound, other)
                if data == other:
                    continue  # All of the other file, which is a sound one.
                target.write_bytes(data)
                try:
                    found = bag(placed.read_table(target, memory_limit=256 << 20))
                except placed.PlacedError:
                    refused += 1
                    continue
                except Exception as e:
                    raise AssertionError(f"seed {seed}: {path.name}, {what}: {e!r}") from e
                assert found == expected, f"seed {seed}: {path.name}, {what}: other rows without an error"
        other = sound
    assert refused, f"seed {seed}: no damage was found"


def test_random_tables() -> None:
    """Each snapshot of tables with random histories: appends, changes of columns and rows, rewrites, foreign files."""
    wrong = []
    for folder in need_cases("tables"):
        for path in sorted(folder.glob("rows-*.jsonl")):
            version = int(path.stem[len("rows-") :])
            columns, expected = expected_rows(path)
            table = placed.read_table(folder / "table", version=version)
            assert table.column_names == [name for name, _ in columns], f"{folder.name}, snapshot {version}"
            found = difference(expected, bag(table))
            if found:
                wrong.append(f"{folder.name}, snapshot {version}: {found}")
    assert not wrong, "\n".join(wrong[:10])


def test_damaged_random_tables(tmp_path: Path) -> None:
    """Damage of snapshots, manifests, deletion vectors and data files: the typed error, or the right rows."""
    seed = random.randrange(1 << 32)
    dice = random.Random(seed)
    refused = 0
    for number, folder in enumerate(need_cases("tables")):
        if number % EVERY:
            continue
        table = tmp_path / folder.name
        # With the times of foreign files, by which older snapshots know them.
        shutil.copytree(folder / "table", table)
        # A foreign file of another name is passed over if it is no Placed file any more.
        files = sorted(p for p in table.rglob("*") if p.suffix in (".placed", ".bin", ".json") and p.is_file())
        snapshots = sorted(folder.glob("rows-*.jsonl"))
        other = b""
        tries = 0
        # Few tries may all meet files that the snapshots asked for do not need.
        while tries < DAMAGES or not refused and tries < 200:
            tries += 1
            target = dice.choice(files)
            sound, times = target.read_bytes(), target.stat()
            if not sound:
                continue
            what, data = damaged(dice, sound, other or sound)
            if data == other:
                continue  # All of the other file, which is a sound one.
            other = sound
            target.write_bytes(data)
            os.utime(target, ns=(times.st_atime_ns, times.st_mtime_ns))
            expected = dice.choice(snapshots)
            case = f"seed {seed}: {target}, {what}, {expected.name}"
            try:
                found = bag(
                    placed.read_table(table, version=int(expected.stem[len("rows-") :]), memory_limit=256 << 20)
                )
                assert found == expected_rows(expected)[1], f"{case}: other rows without an error"
            except placed.PlacedError:
                refused += 1
            except AssertionError:
                raise
            except Exception as e:
                raise AssertionError(f"{case}: {e!r}") from e
            target.write_bytes(sound)
            os.utime(target, ns=(times.st_atime_ns, times.st_mtime_ns))
        shutil.rmtree(table)
    assert refused, f"seed {seed}: no damage was found"
