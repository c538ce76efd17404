"""The golden files of the Java library: whole files of every layout, pages of every encoding, and a log."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections import Counter
from datetime import date
from pathlib import Path

import pytest
from crc32c import crc32c

import placed
from placed._reader.arrays import decode_alone, read_shared
from placed._reader.limits import Budget
from placed._reader.page import read_body, to_arrow
from placed._reader.types import Field

from .golden import row, rows
from .support import GOLDEN, PAGES, bag, canonical, difference, expected_rows, need_cases

FILES = sorted((GOLDEN / "v1").glob("[!_]*.placed"))
#: Foreign files are known by their time, and a checkout sets it.
FOREIGN_TIME = 1_577_836_800


def test_there_are_files_of_every_layout() -> None:
    names = {f.stem for f in FILES}
    assert names >= {"siblings", "copies", "row-major", "albis", "cf", "cfile", "derived", "fast", "uncompressed"}


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_file(path: Path) -> None:
    table = placed.read_table(path)
    assert not difference(rows(), bag(table))
    with placed.open(path) as file:
        assert file.num_rows == 1500
        assert sum(g["rows"] for g in file.row_groups) == 1500
        assert "packing=" in file.placement
        assert file.statistics["id"]["min"] == -700
        assert file.statistics["id"]["max"] == 1499 * 3 - 700
        assert file.statistics["n"]["nulls"] == 116


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_columns_and_filters(path: Path) -> None:
    found = placed.read_table(path, ["x", "id"], [("n", "<", 100), ("s", ">", 0)])
    assert found.column_names == ["x", "id"]
    wanted = [i for i in range(1500) if i % 13 and i * 17 % 1000 < 100 and i % 40 > 20]
    assert sorted(found["id"].to_pylist()) == [row(i)[0] for i in wanted]


# What EncodingTestCase wrote for each golden page. The types of decimals are those of the tests.
DECIMALS = {"narrow": (38, 2), "split": (38, 0)}


def test_pages() -> None:
    done = 0
    for path in need_cases("pages"):
        golden = PAGES / f"{path.stem}.bin"
        columns, expected = expected_rows(path)
        ((_, kind),) = columns
        data = golden.read_bytes()
        size = int.from_bytes(data[:4], "big")
        field = Field("v", kind, precision=38 if kind == "decimal" else 0)
        budget = Budget(64 << 20, str(golden))
        shared = read_shared(memoryview(data)[4 : 4 + size], field.storage, budget) if size else None
        values = decode_alone(read_body(memoryview(data)[4 + size :], field, 1500, budget, shared))
        found = canonical(to_arrow(field, values, []))
        wanted = path.read_text(encoding="utf-8").splitlines()[1:]
        assert [json.dumps(json.loads(line)[0]) for line in wanted] == [json.dumps(v) for v in found], golden.name
        assert sum(expected.values()) == 1500
        done += 1
    assert done == len([p for p in PAGES.glob("*.bin") if not p.stem.endswith("-1")])


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    table = tmp_path_factory.mktemp("log") / "table"
    shutil.copytree(GOLDEN / "log-v2/table", table)
    for file in table.rglob("*"):
        os.utime(file, (FOREIGN_TIME, FOREIGN_TIME))
    return table


def text(value: object) -> str:
    return "null" if value is None else str(value)


def test_every_snapshot_of_the_log(log: Path) -> None:
    expected: dict[int, list[str]] = {}
    for line in (GOLDEN / "log-v2/expected.txt").read_text(encoding="utf-8").splitlines():
        if found := re.match(r"(\d+) \w+ ", line):
            number = int(found[1])
            expected[number] = []
        elif line.startswith("  ["):
            expected[number].append(line[2:])
    assert len(expected) == 17
    for number, lines in expected.items():
        table = placed.read_table(log, version=number)
        found_lines = ["[" + ", ".join(text(v) for v in r.values()) + "]" for r in table.to_pylist()]
        assert sorted(found_lines) == sorted(lines), number
        with placed.open(log, version=number) as opened:
            assert opened.num_rows == len(lines)


def test_tags_and_latest_of_the_log(log: Path) -> None:
    with placed.open(log) as table:
        assert table.snapshot == 36
        assert table.tags == {"before-rename": 5}
        assert table.metadata == {"placed.foreign-files": "true", "owner": "golden"}
        assert table.schema.names == ["id", "title", "day", "x"]
    with placed.open(log, tag="before-rename") as table:
        assert table.snapshot == 5
        assert table.schema.names == ["id", "name", "n", "day"]
    with pytest.raises(placed.SnapshotNotFoundError, match="there is no tag 'after'; there are before-rename"):
        placed.open(log, tag="after")
    with pytest.raises(placed.SnapshotNotFoundError, match="there is no snapshot 20; there are 21 to 36"):
        placed.open(log, version=20)


def test_a_lost_snapshot_is_noticed(log: Path, tmp_path: Path) -> None:
    table = tmp_path / "table"
    shutil.copytree(log, table)
    lost = table / "_placed" / f"{35:020d}.json"
    lost.unlink()
    for hint in (33, 34, 36):
        line = b'{"version":2,"newest":%d}' % hint
        (table / "_placed" / "newest.json").write_bytes(line + b'\n{"crc32c":"%08x"}\n' % crc32c(line))
        if hint < 35:
            with pytest.raises(placed.CorruptFileError, match="the snapshot is missing, although snapshot 36 exists"):
                placed.open(table)
        else:
            with placed.open(table) as opened:
                assert opened.snapshot == 36


def test_row_ids_of_the_log(log: Path) -> None:
    table = placed.read_table(log, ["id", "_row_id", "_row_version"], [("id", "in", [6000, 11])])
    assert sorted(table.to_pylist(), key=lambda r: r["id"]) == [
        {"id": 11, "_row_id": 110, "_row_version": 5},
        {"id": 6000, "_row_id": 244, "_row_version": 33},
    ]


def test_filters_on_partitions_and_added_columns(log: Path) -> None:
    table = placed.read_table(log, ["id"], [("day", "=", date(2020, 1, 12))])
    assert table["id"].to_pylist() == [11]
    # Files from before x was added have no value of it.
    lines = (GOLDEN / "log-v2/expected.txt").read_text(encoding="utf-8").split("\n35 ")[0].splitlines()
    with_x = [line for line in lines if line.startswith("  [") and not line.endswith("null]")]
    assert placed.read_table(log, ["id"], [("x", ">", 0.0)]).num_rows == len(with_x)


@pytest.fixture(scope="module")
def fields(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table whose partitioning was changed; its foreign file has another time than when it was replaced."""
    table = tmp_path_factory.mktemp("fields") / "table"
    shutil.copytree(GOLDEN / "fields-v2/table", table)
    for file in table.rglob("*"):
        os.utime(file, (FOREIGN_TIME - 86_400, FOREIGN_TIME - 86_400))
    return table


def test_every_snapshot_of_the_table_with_other_fields(fields: Path) -> None:
    paths = sorted((GOLDEN / "fields-v2").glob("rows-*.jsonl"))
    assert len(paths) == 14
    for path in paths:
        version = int(path.stem[len("rows-") :])
        columns, expected = expected_rows(path)
        with placed.open(fields, version=version) as table:
            assert table.schema.names == [name for name, _ in columns]
            assert table.num_rows == sum(expected.values())
            assert not difference(expected, bag(table.read())), version
        at = [name for name, _ in columns].index("p")
        ones = Counter(line for line in expected.elements() if json.loads(line)[at] == 1)
        assert not difference(ones, bag(placed.read_table(fields, version=version, filter=[("p", "=", 1)]))), version


def test_filters_on_partitions_of_other_years(fields: Path) -> None:
    path = GOLDEN / "fields-v2/rows-14.jsonl"
    at = [name for name, _ in expected_rows(path)[0]].index("d")
    days = [json.loads(line)[at] for line in expected_rows(path)[1].elements()]
    last = (date.max - date(1970, 1, 1)).days
    assert sum(d is not None and d > last for d in days) == 7
    for op, wanted in ((">", 7), ("<=", sum(d is not None and d <= last for d in days))):
        assert placed.read_table(fields, ["id"], [("d", op, date.max)]).num_rows == wanted
