"""The tables of the specification are those of the reader, and its worked example can be read."""

from __future__ import annotations

import re
from pathlib import Path

import pyarrow as pa

import placed
from placed._reader import parts
from placed._reader.arrays.context import table
from placed._reader.columns import _FUNCTIONS, _ONE_PARENT
from placed._reader.conform import conform
from placed._reader.cursor import MalformedError
from placed._reader.log import manifest, snapshot
from placed._reader.types import KINDS, Field, Storage

from .support import ROOT

SPEC = ROOT / "docs/spec"


def page(name: str) -> str:
    return (SPEC / name).read_text(encoding="utf-8")


def test_types() -> None:
    rows = re.findall(r"^\| (\d+) \| `(\w+)[^`]*` \|", page("types.md"), re.MULTILINE)
    assert {int(number): name for number, name in rows} == KINDS


def test_parts() -> None:
    rows = re.findall(r"^\| (\d+) \| ([a-z ]+) \|", page("file.md"), re.MULTILINE)
    assert {int(number): name for number, name in rows} == parts.NAMES
    assert "codec 0 = none, 1 = lz4 block, 2 = zstd frame" in " ".join(page("file.md").split())


def test_encodings() -> None:
    text = page("encodings.md")
    start = text.index("| id | encoding | name |")
    documented: set[tuple[int, Storage]] = set()
    number = -1
    for line in text[start : text.index("\n\n", start)].splitlines()[2:]:
        cells = [c.strip() for c in line.split("|")]
        number = int(cells[1]) if cells[1] else number
        storages = set(Storage) - {Storage.NONE, Storage.LENGTHS}
        if cells[4] == "all but BITS":
            storages -= {Storage.BITS}
        elif cells[4] != "all":
            storages = {Storage(s.strip()) for s in cells[4].split(",")}
        documented |= {(number, s) for s in storages}
    assert documented == set(table())


def test_functions() -> None:
    rows = re.findall(r"^\| (\d+) \| [^|]+ \| ([12]) \|$", page("encodings.md"), re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(_FUNCTIONS))
    assert [int(number) for number, count in rows if count == "1"] == list(_ONE_PARENT)


def fields(heading: str) -> tuple[set[str], set[str]]:
    """The fields in the first table behind some words, and those of them that may be absent."""
    text = page("table-log.md")
    rows = text[text.index(heading) :].split("|---|---|\n", 1)[1].split("\n\n", 1)[0].splitlines()
    needed: set[str] = set()
    optional: set[str] = set()
    for row in rows:
        cells = row.split("|")
        names = re.findall(r"`(\w+)`", cells[1])
        assert names, row
        (optional if "absent = " in row else needed).update(names)
    return needed, optional


def test_fields_of_the_log() -> None:
    assert fields("Fields of a snapshot:") == (set(snapshot._FIELDS), set(snapshot._OPTIONAL))
    assert fields("Fields of an entry of `files`:") == (set(snapshot._FILE), set(snapshot._FILE_OPTIONAL))
    assert fields("## Manifests") == (set(manifest._ROOT), set(manifest._ROOT_OPTIONAL))


def test_widening() -> None:
    text = page("types.md")
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", text[text.index("## Widening") :], re.MULTILINE)
    documented = {(a, b) for a, into in rows for b in into.split(", ") if {a, b} <= set(KINDS.values())}
    documented |= {("date", "timestamp_ntz")}
    plain = [k for k in KINDS.values() if k not in ("decimal", "struct", "list", "map")]
    for a in plain:
        for b in plain:
            given = Field("v", a)
            try:
                conform(pa.nulls(1, given.arrow_type()), given, Field("v", b), any_case=False)
                allowed = True
            except MalformedError:
                allowed = False
            assert allowed == (a == b or (a, b) in documented), (a, b)


def test_worked_example(tmp_path: Path) -> None:
    text = page("file.md")
    block = text[text.index("<!-- example: a file -->") :].split("```")[1]
    data = b"".join(bytes.fromhex(line[5:52]) for line in block.strip().splitlines() if "--" not in line)
    path = tmp_path / "example.placed"
    path.write_bytes(data)
    assert placed.read_table(path).to_pylist() == [{"id": 4000, "name": "foreign", "n": -1}]
