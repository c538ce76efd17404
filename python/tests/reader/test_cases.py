"""Random files and tables that the Java library wrote, compared with the rows that it wrote of them."""

from __future__ import annotations

import random
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


def test_damaged_random_files(tmp_path: Path) -> None:
    """Flipped bits and cuts: the typed error, or the right rows."""
    seed = random.randrange(1 << 32)
    dice = random.Random(seed)
    for path in need_cases("files"):
        if dice.randrange(4):
            continue
        _, expected = expected_rows(path)
        file = path.with_suffix(".placed")
        for other in file.parent.glob(f"_{path.stem}.*"):
            (tmp_path / other.name).write_bytes(other.read_bytes())
        sound = file.read_bytes()
        damaged = tmp_path / file.name
        for k in range(4):
            changed = bytearray(sound)
            changed[dice.randrange(len(sound))] ^= 1 << dice.randrange(8)
            damaged.write_bytes(changed if k else sound[: dice.randrange(len(sound))])
            try:
                found = bag(placed.read_table(damaged, memory_limit=256 << 20))
            except placed.PlacedError:
                continue
            assert found == expected, f"seed {seed}: {path.name} gives other rows"


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
