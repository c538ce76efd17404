"""Tables: columns of added and foreign files, directories without a log, in tables and around them."""

from __future__ import annotations

import json
import os
from datetime import date
from decimal import Context, Decimal, localcontext
from pathlib import Path
from typing import Any

import pytest

import placed
from placed._reader.columns import name_hash
from placed._reader.cursor import MalformedError
from placed._reader.file import TableFile
from placed._reader.footer import id_text
from placed._reader.log import partitions
from placed._reader.source import LocalStore
from placed._reader.types import Field

from .support import GOLDEN
from .writer import add, commit, file_bytes, manifest, write

COMMITTED = "0123456789abcdef0123456789abcdef-0-0.placed"
FOREIGN = {"placed.foreign-files": "true"}


def rows(path: Path, **kwargs: Any) -> list[tuple[Any, ...]]:
    table = placed.read_table(path, **kwargs)
    return sorted((tuple(r.values()) for r in table.to_pylist()), key=str)


# Columns of a file


def test_directories_of_foreign_files_are_values_of_partition_columns_only(tmp_path: Path) -> None:
    commit(tmp_path, 1, "id#1: int32, year#2: int32", [], properties=FOREIGN)
    write(tmp_path / "year=2024/x.placed", "id: int32, year: int32", [(1, 1999), (2, 2000)])
    assert rows(tmp_path) == [(1, 1999), (2, 2000)]
    commit(tmp_path, 2, "id#1: int32, year#2: int32", [], properties=FOREIGN, partitioning=[{"column": 2}])
    assert rows(tmp_path) == [(1, 2024), (2, 2024)]
    # Former partition columns, and those that a field is derived from, are not.
    derived = {"id": 3, "name": "year_bucket", "column": 2, "transform": "bucket[4]"}
    commit(
        tmp_path,
        3,
        "id#1: int32, year#2: int32",
        [],
        properties=FOREIGN,
        partitioning=[derived],
        formerPartitioning=[{"column": 2}],
    )
    assert rows(tmp_path) == [(1, 1999), (2, 2000)]


def test_a_directory_that_is_no_value_of_its_partition_column_is_an_error(tmp_path: Path) -> None:
    commit(tmp_path, 1, "id#1: int32, year#2: int32", [], properties=FOREIGN, partitioning=[{"column": 2}])
    write(tmp_path / "year=late/x.placed", "id: int32", [(1,)])
    with pytest.raises(placed.CorruptFileError, match="partition column 'year': 'late' is not a value of the type"):
        placed.open(tmp_path)


def test_hidden_columns_of_added_files_stay_hidden_in_any_case(tmp_path: Path) -> None:
    added = add(tmp_path, "added.placed", "id: int32, Name: string", [(1, "old")], names={"Name": None})
    commit(tmp_path, 1, "id#1: int32, name#3: string", [added])
    assert rows(tmp_path) == [(1, None)]
    assert rows(tmp_path, filter=[("name", "=", "old")]) == []
    # Java writes what the column is called in the file, if that differs in case only.
    commit(tmp_path, 2, "id#1: int32, name#2: string", [{**added, "names": {"name": "Name"}}])
    assert rows(tmp_path) == [(1, "old")]


def test_columns_of_foreign_files_are_matched_ignoring_case(tmp_path: Path) -> None:
    commit(tmp_path, 1, "Id#1: int32, name#2: string, NAME#3: string", [], properties=FOREIGN)
    write(tmp_path / "000000_0", "id: int32, name: string", [(1, "a")])
    # "name" is another column of the table, so it is not NAME.
    assert rows(tmp_path) == [(1, "a", None)]
    write(tmp_path / "000000_0", "id: int32, Name: string, nAME: string", [(1, "a", "b")])
    assert rows(tmp_path) == [(1, None, None)]
    write(tmp_path / "000000_0", "id: int32, Name: string", [(1, "a")])
    assert rows(tmp_path) == [(1, "a", None)]


def test_a_wide_file_with_all_names_in_another_case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As Hive writes them. Its columns are gone through once, not for each of the table's."""
    asked = []
    all_columns = vars(TableFile)["columns"].fget

    def columns(file: TableFile) -> Any:
        asked.append(file)
        return all_columns(file)

    monkeypatch.setattr(TableFile, "columns", property(columns))
    names = [f"Column{k}" for k in range(100)]
    commit(tmp_path, 1, ", ".join(f"{n}#{k + 1}: int32" for k, n in enumerate(names)), [], properties=FOREIGN)
    write(tmp_path / "000000_0", ", ".join(f"{n.lower()}: int32" for n in names), [tuple(range(100))])
    assert rows(tmp_path) == [tuple(range(100))]
    assert len(asked) < 10


def test_fields_of_structs_of_foreign_files_are_matched_ignoring_case(tmp_path: Path) -> None:
    commit(tmp_path, 1, "s#1: struct<foo#2: int32, Foo#3: int32, Bar#4: int32>", [], properties=FOREIGN)
    write(tmp_path / "000000_0", "s: struct<foo: int32, bar: int32>", [({"foo": 1, "bar": 2},)])
    # "foo" is another field of the struct, so it is not Foo.
    assert rows(tmp_path) == [({"foo": 1, "Foo": None, "Bar": 2},)]
    write(tmp_path / "000000_0", "s: struct<fOO: int32, BAR: int32, bar: int32>", [({"fOO": 1, "BAR": 2, "bar": 3},)])
    assert [r[0]["Bar"] for r in rows(tmp_path)] == [None]


def test_fields_of_structs_of_listed_files_have_the_names_of_the_table(tmp_path: Path) -> None:
    """One that differs in case is another, dropped field; also in lists and maps."""
    below = "struct<foo: int32, bar: int32>"
    schema = f"s: {below}, l: list<{below}>, m: map<string, {below}>"
    value = {"foo": 1, "bar": 2}
    content = [(value, [value], [("k", value)])]
    table = "s#1: struct<Foo#2: int32, bar#3: int32>, l#4: list<struct<Foo#5: int32, bar#6: int32>>, "
    table += "m#7: map<string, struct<Foo#8: int32, bar#9: int32>>"
    commit(tmp_path / "listed", 1, table, [add(tmp_path / "listed", "a.placed", schema, content)])
    own = {"Foo": None, "bar": 2}
    assert rows(tmp_path / "listed") == [(own, [own], [("k", own)])]
    commit(tmp_path / "foreign", 1, table, [], properties=FOREIGN)
    write(tmp_path / "foreign/000000_0", schema, content)
    own = {"Foo": 1, "bar": 2}
    assert rows(tmp_path / "foreign") == [(own, [own], [("k", own)])]


def test_what_foreign_files_lack_may_be_null(tmp_path: Path) -> None:
    """As long as the table shows them, its columns are null there, whatever the log says."""
    below = "struct<a#3: int32 not null, b#4: int32 not null>"
    table = f"id#1: int32 not null, s#2: {below} not null, "
    table += "m#5: map<key: string not null, value: int32 not null> not null, k#6: int32 not null"
    fields: dict[str, Any] = {"properties": FOREIGN, "partitioning": [{"column": 6}]}
    commit(tmp_path, 1, table, [], **fields)

    def required() -> list[str]:
        schema = placed.read_table(tmp_path).schema
        found = [f.name for f in schema if not f.nullable]
        return found + [f"s.{f.name}" for f in schema.field("s").type if not f.nullable]

    assert required() == ["id", "s", "m", "k", "s.a", "s.b"]
    same = "id: int32 not null, S: struct<A: int32 not null, b: int32 not null> not null, "
    all_columns = same + "m: map<key: string not null, value: int32 not null> not null"
    write(tmp_path / "k=1/0_0", all_columns, [(1, {"A": 1, "b": 2}, [("x", 1)])])
    assert required() == ["id", "s", "m", "k", "s.a", "s.b"]
    write(tmp_path / "k=2/0_0", "id: int32, s: struct<a: int32> not null", [(None, {"a": 1})])
    assert required() == ["s", "k"]
    found = placed.read_table(tmp_path)
    found.validate(full=True)
    assert found.schema.field("m").type.item_field.nullable
    assert not found.schema.field("m").type.key_field.nullable
    assert found.column("id").to_pylist() == [1, None]
    write(tmp_path / "k=__HIVE_DEFAULT_PARTITION__/0_0", same.removesuffix(", "), [])
    assert required() == ["s"]


def test_dates_that_no_timestamp_can_hold_are_named(tmp_path: Path) -> None:
    """The file is not corrupt."""
    files = [add(tmp_path, "a.placed", "d: date", [(106_751_991,)])]
    commit(tmp_path, 1, "d#1: timestamp_ntz", files)
    assert placed.read_table(tmp_path).num_rows == 1
    files = [add(tmp_path, "a.placed", "d: date", [(106_751_992,)])]
    commit(tmp_path, 2, "d#1: timestamp_ntz", files)
    with pytest.raises(placed.PlacedError, match="a.placed: column 'd': .*out of bounds timestamp") as caught:
        placed.read_table(tmp_path)
    assert not isinstance(caught.value, placed.CorruptFileError)


def test_columns_in_buckets_of_another_unicode_are_found(tmp_path: Path) -> None:
    """The lower case of letters outside of ASCII depends on the version of Unicode that the writer had."""
    names = ["näme", "Ꟁ", "ÄÖ", "plain"]
    own = {name: name_hash(name) % 2 for name in names}
    other = {name: 1 - own[name] if not name.isascii() else own[name] for name in names}
    assert set(own.values()) == set(other.values()) == {0, 1}
    schema = ", ".join(f"{name}: int32" for name in names)
    table = ", ".join(f"{name}#{k + 1}: int32" for k, name in enumerate([*names, "ö"]))
    data, file_id = file_bytes(schema, [(1, 2, 3, 4)], buckets=other)
    for path in (tmp_path / "one.placed", tmp_path / "t/a.placed"):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    assert rows(tmp_path / "one.placed", columns=["näme", "plain"]) == [(1, 4)]
    entry = {"path": "a.placed", "length": len(data), "rows": 1, "fileId": file_id, "firstRowId": 0, "snapshot": 1}
    commit(tmp_path / "t", 1, table, [{**entry, "rowGroups": [], "statistics": {}}])
    for name, value in zip([*names, "ö"], [1, 2, 3, 4, None], strict=True):
        assert rows(tmp_path / "t", columns=[name]) == [(value,)]
    path = tmp_path / "wrong.placed"
    path.write_bytes(file_bytes(schema, [(1, 2, 3, 4)], buckets={**own, "plain": 1 - own["plain"]})[0])
    with pytest.raises(placed.CorruptFileError, match="column 'plain' is expected in bucket"):
        placed.read_table(path)


def test_names_with_letters_of_a_later_unicode(tmp_path: Path) -> None:
    """The writer puts letters that it knows into the log as they are."""
    letter = "\uabff"  # No version of Unicode has it yet.
    assert not letter.isalnum()
    for name in (letter, f"x{letter}1"):
        files = [add(tmp_path, "a.placed", f"{name}: int32", [(1,)])]
        commit(tmp_path, 1, f"{name}#1: int32 not null", files)
        assert placed.read_table(tmp_path).to_pylist() == [{name: 1}]


# Directories without a log


def test_a_directory_has_the_columns_of_its_first_file(tmp_path: Path) -> None:
    write(tmp_path / "a/1.placed", "id: int64 not null, s: struct<a: int32, b: int64 not null>, l: list<int64>", [])
    more = "id: int32, s: struct<a: int32>, l: list<int32>, x: int32"
    write(tmp_path / "a/2.placed", more, [(1, {"a": 1}, [1, 2], 5)])
    # Before a/1.placed in the order of whole paths.
    write(tmp_path / "a-b.placed", "ID: int64, s: struct<a: int32, b: int64>, l: list<int64>", [(7, None, [1 << 40])])
    table = placed.read_table(tmp_path)
    assert table.column_names == ["ID", "s", "l"]
    assert all(f.nullable for f in table.schema)
    assert rows(tmp_path) == [(1, {"a": 1, "b": None}, [1, 2]), (7, None, [1 << 40])]


def test_types_of_files_that_do_not_go_together(tmp_path: Path) -> None:
    write(tmp_path / "1.placed", "id: int32, v: list<int32>", [(1, [1])])
    write(tmp_path / "2.placed", "id: int32, v: list<int64>", [(2, [2])])
    with pytest.raises(placed.NotATableError, match=r"2.placed: .*'v': .* has the type int64, .* int32") as e:
        placed.read_table(tmp_path)
    assert not isinstance(e.value, placed.CorruptFileError)
    assert rows(tmp_path, columns=["id"]) == [(1,), (2,)]


def test_partition_columns_that_files_store_keep_their_types(tmp_path: Path) -> None:
    schema = "Code: string, day: date, id: int64"
    write(tmp_path / "code=007/N=1/day=2026-01-31/x.placed", schema, [("7", 0, 1)])
    write(tmp_path / "CODE=8/n=30000000000/day=2026-02-01/y.placed", "id: int64", [(2,)])
    table = placed.read_table(tmp_path)
    # CODE=8 is the first path.
    assert table.column_names == ["id", "CODE", "n", "day"]
    (tmp_path / "CODE=8").rename(tmp_path / "d")
    (tmp_path / "d").rename(tmp_path / "code=8")
    table = placed.read_table(tmp_path)
    assert table.column_names == ["Code", "day", "id", "N"]
    assert [(r["Code"], str(r["day"]), r["id"], r["N"]) for r in table.to_pylist()] == [
        ("007", "2026-01-31", 1, 1),
        ("8", "2026-02-01", 2, 30000000000),
    ]


def test_partition_columns_of_a_directory_are_the_same_for_all_files(tmp_path: Path) -> None:
    write(tmp_path / "a=1/x.placed", "id: int32", [(1,)])
    write(tmp_path / "b=1/x.placed", "id: int32", [(1,)])
    with pytest.raises(placed.NotATableError, match=r"same partition columns.*a=1/x.placed and b=1/x.placed"):
        placed.open(tmp_path)
    (tmp_path / "b=1").rename(tmp_path / "a=zwei")
    assert placed.read_table(tmp_path)["a"].to_pylist() == ["1", "zwei"]
    for folder in ("a=1", "a=zwei"):
        write(tmp_path / folder / "x.placed", "id: int32, a: decimal(3, 1)", [(1, 15)])
    other = tmp_path / "a=zwei"
    for wrong in ("zwei", "1.25", "100", "1e99"):
        other = other.rename(tmp_path / f"a={wrong}")
        with pytest.raises(placed.NotATableError, match="partition column 'a': .* is not a value of the type decimal"):
            placed.open(tmp_path)
    other.rename(tmp_path / "a=-99.90")
    assert [str(v) for v in placed.read_table(tmp_path)["a"].to_pylist()] == ["-99.9", "1.0"]


# Partition values


def mixed(table: Path, **fields: Any) -> None:
    """A manifest of files of which one is from before the table was partitioned, and one has only a former field."""
    stored = {"1": "id", "2": "p"}
    before = add(table, "before.placed", "id: int32, p: int32", [(1, 1), (2, 2)], stored=stored)
    first = add(table, "p=1/a.placed", "id: int32", [(3,)], stored=stored, partition={"p": "1"}, firstRowId=2)
    null = add(table, "p=0/b.placed", "id: int32", [(4,)], stored=stored, partition={"p": None}, firstRowId=3)
    former = add(table, "q=x/c.placed", "id: int32, p: int32", [(5, 1)], stored=stored, firstRowId=4)
    former["partition"] = {"q": "x"}
    entry = manifest(table, "m.placed", [before, first, null, former], {2: "p", 3: "q"})
    commit(table, 1, "id#1: int32, p#2: int32", [], manifests=[entry], partitioning=[{"column": 2}], **fields)


def test_files_of_a_manifest_need_not_have_the_same_partition_fields(tmp_path: Path) -> None:
    # Its field q is of a column that was dropped.
    mixed(tmp_path)
    assert rows(tmp_path) == [(1, 1), (2, 2), (3, 1), (4, None), (5, 1)]
    assert rows(tmp_path, filter=[("p", "=", 1)]) == [(1, 1), (3, 1), (5, 1)]
    assert rows(tmp_path, filter=[("p", "!=", 1)]) == [(2, 2)]
    with placed.open(tmp_path) as table:
        assert [f["partition"] for f in table.files] == [{}, {"p": None}, {"p": "1"}, {}]


def test_a_manifest_without_the_column_of_a_partition_field_has_null(tmp_path: Path) -> None:
    stored = {"1": "id"}
    null = add(tmp_path, "a.placed", "id: int32", [(1,)], stored=stored, partition={"p": None})
    entry = manifest(tmp_path, "m.placed", [null], {2: "p"}, of_all=[2])
    columns = json.dumps({"sets": [{"names": stored, "hidden": []}], "partitions": [2]})
    schema = "path: string, length: int64, rows: int64, file_id: string, columns: int32, first_row_id: int64, "
    row = ("a.placed", null["length"], 1, null["fileId"], 0, 0, 1)
    entry |= write(
        tmp_path / "_placed/m.placed", schema + "snapshot: int64", [row], {"placed.manifest.columns": columns}
    )
    commit(tmp_path, 1, "id#1: int32, p#2: int32", [], manifests=[entry], partitioning=[{"column": 2}])
    assert rows(tmp_path) == [(1, None)]


def test_partition_fields_of_a_manifest_that_are_no_ids_are_corruption(tmp_path: Path) -> None:
    added = add(tmp_path, "a.placed", "id: int32", [(1,)], stored={"1": "id"})
    for wrong in ("[[]]", '["2"]', "[null]", "2"):
        entry = manifest(tmp_path, "m.placed", [added], {})
        text = '{"sets":[{"names":{"1":"id"},"hidden":[]}],"partitions":' + wrong + "}"
        path = tmp_path / "_placed/m.placed"
        data, entry["fileId"] = file_bytes(
            "path: string, length: int64, rows: int64, file_id: string, columns: int32, first_row_id: int64",
            [("a.placed", added["length"], 1, added["fileId"], 0, 0)],
            metadata={"placed.manifest.columns": text},
        )
        path.write_bytes(data)
        commit(tmp_path, 1, "id#1: int32", [], manifests=[entry])
        with pytest.raises(placed.CorruptFileError, match="manifest: .*partition"):
            placed.open(tmp_path)


def test_snapshots_in_a_manifest_that_are_no_numbers_are_corruption(tmp_path: Path) -> None:
    added = add(tmp_path, "a.placed", "id: int32", [(1,)], stored={"1": "id"})
    schema = "path: string, length: int64, rows: int64, file_id: string, columns: int32, first_row_id: int64, "
    columns = json.dumps({"sets": [{"names": {"1": "id"}, "hidden": []}], "partitions": []})
    for kind, value in (("string", "1"), ("date", 1)):
        entry = manifest(tmp_path, "m.placed", [added], {})
        row = ("a.placed", added["length"], 1, added["fileId"], 0, 0, value)
        metadata = {"placed.manifest.columns": columns}
        entry |= write(tmp_path / "_placed/m.placed", f"{schema}snapshot: {kind}", [row], metadata)
        commit(tmp_path, 1, "id#1: int32", [], manifests=[entry])
        with pytest.raises(placed.CorruptFileError, match="manifest: .*snapshot"):
            placed.open(tmp_path)


@pytest.mark.parametrize("removed", [[float("inf")], [0.5], ["0"], [True], [2], [-1], [0, 0], [1, 0], "0"])
def test_removed_entries_of_a_manifest_ascend(tmp_path: Path, removed: object) -> None:
    both = [add(tmp_path, f"{k}.placed", "id: int32", [(k,)], stored={"1": "id"}, firstRowId=k) for k in (0, 1)]
    entry = manifest(tmp_path, "m.placed", both, {})
    for sound, found in (([], [(0,), (1,)]), ([0], [(1,)]), ([0, 1], [])):
        commit(tmp_path, 1, "id#1: int32", [], manifests=[{**entry, "removed": sound}], nextRowId=2)
        assert rows(tmp_path) == found
    commit(tmp_path, 1, "id#1: int32", [], manifests=[{**entry, "removed": removed}], nextRowId=2)
    with pytest.raises(placed.CorruptFileError, match="removed"):
        placed.open(tmp_path)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("+10000-01-01", 2932897),
        ("+5881580-07-11", (1 << 31) - 1),
        ("-5877641-06-23", -(1 << 31)),
        ("-0044-03-15", -735525),
        ("0000-02-29", -719469),
        ("0000-01-01", -719528),
        ("-0001-12-31", -719529),
        ("9999-12-31", 2932896),
        ("1970-01-01", 0),
        ("1969-12-31", -1),
    ],
)
def test_partition_dates_of_all_years(tmp_path: Path, text: str, days: int) -> None:
    assert partitions.parse(Field("d", "date"), text) == days
    if text != "+5881580-07-11" and text != "-5877641-06-23":
        micros = ((days * 24 + 23) * 60 + 59) * 60_000_000 + 500
        assert partitions.parse(Field("t", "timestamp"), text + " 23:59:00.0005") == micros
        assert partitions.parse(Field("t", "timestamp_ntz"), text + "T23:59:00.0005") == micros
        assert partitions.parse(Field("t", "timestamp_ntz"), text) == days * 86_400_000_000
    added = add(tmp_path, "a.placed", "id: int32", [(1,)], partition={"d": text})
    commit(tmp_path, 1, "id#1: int32, d#2: date", [added], partitioning=[{"column": 2}])
    table = placed.read_table(tmp_path)
    assert table["d"].chunk(0).view("int32").to_pylist() == [days]
    known = [("d", "<", date(1970, 1, 1))]
    assert placed.read_table(tmp_path, filter=known).num_rows == (1 if days < 0 else 0)
    with placed.open(tmp_path) as opened:
        assert opened.statistics["d"]["values"] == 1


@pytest.mark.parametrize(
    "text",
    [
        "10000-01-01",
        "+9999-01-01",
        "-0000-01-01",
        "-044-01-01",
        "1970-1-01",
        "1970-02-29",
        "+5881580-07-12",
        "-5877641-06-22",
        "٢٠٢٠-01-01",
        "",
    ],
)
def test_texts_that_are_no_dates(text: str) -> None:
    with pytest.raises(MalformedError, match="is not a value of the type date"):
        partitions.parse(Field("d", "date"), text)


@pytest.mark.parametrize(
    "text", ["+294247-01-10 04:00:54.775808", "-290308-12-21 19:59:05.224191", "1970-01-01 24:00", "1970-01-01T", "T"]
)
def test_texts_that_are_no_timestamps(text: str) -> None:
    assert partitions.parse(Field("t", "timestamp"), "+294247-01-10 04:00:54.775807") == (1 << 63) - 1
    assert partitions.parse(Field("t", "timestamp"), "-290308-12-21 19:59:05.224192") == -(1 << 63)
    with pytest.raises(MalformedError, match="is not a value of the type timestamp"):
        partitions.parse(Field("t", "timestamp"), text)


def test_long_partition_values_are_repeated_in_few_rows_at_a_time(tmp_path: Path) -> None:
    """In a page of a million rows they would take 3 GB, more than Arrow allows in an array."""
    rows_of_file = 1 << 20
    data, file_id = file_bytes("", [], [(rows_of_file, 1 << 20)])
    (tmp_path / "a.placed").write_bytes(data)
    entry = {"path": "a.placed", "length": len(data), "rows": rows_of_file, "fileId": file_id, "firstRowId": 0}
    entry |= {"snapshot": 1, "rowGroups": [], "statistics": {}, "partition": {"p": "x" * 3000}}
    commit(tmp_path, 1, "p#1: string", [entry], partitioning=[{"column": 1}], nextRowId=rows_of_file)
    with placed.open(tmp_path) as table:
        batches = [(b.num_rows, b.nbytes, b["p"][-1].as_py() == "x" * 3000) for b in table.scan(memory_limit=64 << 20)]
        assert sum(n for n, _, _ in batches) == rows_of_file
        assert max(size for _, size, _ in batches) <= 33 << 20
        assert all(same for _, _, same in batches)
        ids = [b["_row_id"].to_pylist()[::5000] for b in table.scan(["p", "_row_id"], memory_limit=64 << 20)]
        assert ids[1][0] == batches[0][0]
        with pytest.raises(placed.InsufficientMemoryError, match="memory_limit"):
            list(table.scan(memory_limit=2000))


# Directories inside of tables, and tables inside of directories


def sales(table: Path) -> None:
    """A table in which a file was replaced, and in which another write has not committed."""
    old = add(table, f"country=DE/{COMMITTED}", "id: int32", [(1,), (2,)], partition={"country": "DE"})
    schema = "id#1: int32, country#2: string"
    commit(table, 1, schema, [old], partitioning=[{"column": 2}])
    new = f"country=DE/{'1' * 32}-0-0.placed"
    replaced = add(table, new, "id: int32", [(1,)], partition={"country": "DE"}, firstRowId=2, snapshot=2)
    commit(table, 2, schema, [replaced], partitioning=[{"column": 2}])
    write(table / f"country=DE/{'2' * 32}-0-0.placed", "id: int32", [(3,)])


def test_a_directory_of_a_table_is_not_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = tmp_path / "sales"
    sales(table)
    assert rows(table, filter=[("country", "=", "DE")]) == [(1, "DE")]
    deeper = table / "country=DE/_a=1"
    deeper.mkdir()
    message = f"is a directory of the table {table}: read {table} with a filter"
    for path in (table / "country=DE", f"{table}/country=DE/", deeper):
        for version in (None, 1):
            with pytest.raises(placed.NotATableError) as e:
                placed.open(path, version=version)
            assert message in str(e.value)
            assert e.value.path == str(path).rstrip("/")
    monkeypatch.chdir(table)
    with pytest.raises(placed.NotATableError, match=f"read {table} with a filter"):
        placed.open("country=DE")
    monkeypatch.chdir(table / "country=DE")
    with pytest.raises(placed.NotATableError, match=f"read {table} with a filter"):
        placed.open(".")
    # Other directories are not the table's.
    write(table / "other/country=DE/x.placed", "id: int32", [(5,)])
    assert rows(table / "other") == [(5, "DE")]
    assert rows(table / "other/country=DE") == [(5,)]


def test_a_directory_of_a_table_in_fsspec_is_not_a_table(tmp_path: Path) -> None:
    import fsspec

    sales(tmp_path)
    memory = fsspec.filesystem("memory")
    memory.put(str(tmp_path), "/tables/sales", recursive=True)
    try:
        assert placed.read_table("memory://tables/sales").num_rows == 1
        for path in ("memory://tables/sales/country=DE", "memory:///tables/sales/country=DE/"):
            with pytest.raises(placed.NotATableError, match="is a directory of the table /tables/sales: "):
                placed.open(path)
    finally:
        memory.rm("/tables", recursive=True)


def test_tables_below_a_plain_directory(tmp_path: Path) -> None:
    write(tmp_path / "kind=0/x.placed", "id: int32", [(0,)])
    nested = tmp_path / "kind=1"
    sales(nested)
    with pytest.raises(placed.NotATableError, match=f"has the table {nested} below it: read {nested} by itself"):
        placed.open(tmp_path)
    (nested / "_placed").rename(tmp_path / "kind=0/_placed")
    with pytest.raises(placed.NotATableError, match=f"has the table {tmp_path / 'kind=0'} below it"):
        placed.open(tmp_path)


def test_files_of_a_first_write_that_has_not_committed_are_not_read(tmp_path: Path) -> None:
    write(tmp_path / "k=1/by-hand.placed", "id: int32", [(0,)])
    write(tmp_path / f"k=1/{COMMITTED}", "id: int32", [(1,)])
    assert rows(tmp_path) == [(0, 1), (1, 1)]
    for folder in (tmp_path, tmp_path / "k=1"):
        log = folder / "_placed"
        log.mkdir()
        assert rows(tmp_path) == [(0, 1)]
        assert rows(tmp_path / "k=1") == [(0,)]
        log.rmdir()
    (tmp_path / "_placed").mkdir()
    (tmp_path / "k=1/by-hand.placed").unlink()
    for path in (tmp_path, tmp_path / "k=1"):
        with pytest.raises(placed.TableNotFoundError):
            placed.open(path)


def test_a_table_that_shows_foreign_files_does_not_show_those_of_tables_in_it(tmp_path: Path) -> None:
    commit(tmp_path, 1, "id#1: int32", [], properties=FOREIGN)
    write(tmp_path / "x.placed", "id: int32", [(0,)])
    sales(tmp_path / "inner")
    write(tmp_path / "inner/y.placed", "id: int32", [(1,)])
    assert rows(tmp_path) == [(0,)]


# Foreign files


def test_links_to_nothing_are_no_files(tmp_path: Path) -> None:
    write(tmp_path / "a.placed", "id: int32", [(1,)])
    (tmp_path / "b.placed").symlink_to(tmp_path / "gone.placed")
    assert rows(tmp_path) == [(1,)]
    commit(tmp_path, 1, "id#1: int32", [], properties=FOREIGN)
    (tmp_path / "_placed/newest.tmp").symlink_to(tmp_path / "gone")
    assert rows(tmp_path) == [(1,)]


def test_replaced_files_stay_replaced_in_a_copy_of_the_table(tmp_path: Path) -> None:
    path = tmp_path / "b.placed"
    old = write(path, "id: int32", [(2,)])
    modified = path.stat().st_mtime_ns // 1_000_000
    excluded = [{"path": "b.placed", "length": old["length"], "modified": modified}]
    noted = {f"placed.excluded:{old['fileId']}:b.placed": f"{old['length']},{modified}"}
    commit(tmp_path, 1, "id#1: int32", [], properties={**FOREIGN, **noted}, excluded=excluded)
    assert rows(tmp_path) == []
    with placed.open(tmp_path) as table:
        assert table.metadata == FOREIGN
    os.utime(path, (1, 1))
    assert rows(tmp_path) == []
    # Another file in its place has another id, and another time however fast this is.
    assert write(path, "id: int32", [(3,)])["length"] == old["length"]
    os.utime(path, (1, 1))
    assert rows(tmp_path) == [(3,)]
    # What another version has left of an exclusion that is no more counts for nothing.
    id_again = write(path, "id: int32", [(4,)])["fileId"]
    os.utime(path, (1, 1))
    left = {f"placed.excluded:{id_again}:b.placed": f"{old['length']},{modified + 1}"}
    commit(tmp_path, 2, "id#1: int32", [], properties={**FOREIGN, **left}, excluded=excluded)
    assert rows(tmp_path) == [(4,)]


# Logs that contradict themselves


def test_unknown_and_missing_fields_of_the_log_are_refused(tmp_path: Path) -> None:
    """A field that a reader passes over may be one that says which rows are deleted."""
    added = add(tmp_path, "a.placed", "id: int32", [(1,)], stored={"1": "id"})
    listed = {k: v for k, v in added.items() if k != "stored"}
    commit(tmp_path, 1, "id#1: int32", [listed])
    assert rows(tmp_path) == [(1,)]
    commit(tmp_path, 1, "id#1: int32", [listed], rowsHidden=1)
    with pytest.raises(placed.CorruptFileError, match="snapshot: unknown field 'rowsHidden'"):
        placed.open(tmp_path)
    commit(tmp_path, 1, "id#1: int32", [{**listed, "hidden": [0]}])
    with pytest.raises(placed.CorruptFileError, match="data file: unknown field 'hidden'"):
        placed.open(tmp_path)
    del listed["statistics"]
    commit(tmp_path, 1, "id#1: int32", [listed])
    with pytest.raises(placed.CorruptFileError, match="data file: field 'statistics' is missing"):
        placed.open(tmp_path)
    entry = manifest(tmp_path, "m.placed", [added], {})
    commit(tmp_path, 1, "id#1: int32", [], manifests=[entry])
    assert rows(tmp_path) == [(1,)]
    commit(tmp_path, 1, "id#1: int32", [], manifests=[{**entry, "hidden": [0]}])
    with pytest.raises(placed.CorruptFileError, match="manifest: unknown field 'hidden'"):
        placed.open(tmp_path)


def test_row_ids_that_the_table_has_not_given_are_corruption(tmp_path: Path) -> None:
    a = add(tmp_path, "a.placed", "id: int32", [(1,), (2,)])
    b = add(tmp_path, "b.placed", "id: int32", [(3,)], firstRowId=2)
    commit(tmp_path, 1, "id#1: int32", [a, b], nextRowId=3)
    assert rows(tmp_path) == [(1,), (2,), (3,)]
    commit(tmp_path, 1, "id#1: int32", [a, b], nextRowId=2)
    with pytest.raises(placed.CorruptFileError, match="b.placed: row ids must end at 2 or before"):
        placed.open(tmp_path)
    commit(tmp_path, 1, "id#1: int32", [a, {**b, "snapshot": 2}])
    with pytest.raises(placed.CorruptFileError, match="of snapshot 1 or an older one; found .* of snapshot 2"):
        placed.open(tmp_path)
    commit(tmp_path, 1, "id#1: int32", [a, {**b, "firstRowId": 1}])
    with pytest.raises(
        placed.CorruptFileError, match="share row ids: a.placed has those from 0 to 1, b.placed .* 1 on"
    ):
        placed.open(tmp_path)
    # An entry of a manifest without a snapshot counts from the ids of the manifest.
    entry = manifest(tmp_path, "m.placed", [{**b, "firstRowId": 0, "snapshot": None, "stored": {"1": "id"}}], {})
    for first in (2, 1):
        inherited = {**entry, "firstRowId": first, "snapshot": 1}
        commit(tmp_path, 1, "id#1: int32", [a], manifests=[inherited], nextRowId=3)
        if first == 2:
            assert rows(tmp_path, columns=["id", "_row_id"]) == [(1, 0), (2, 1), (3, 2)]
    with pytest.raises(placed.CorruptFileError, match="share row ids"):
        placed.open(tmp_path)


SOUND = {"values": 1, "nulls": 0, "nans": 0, "distinct": 1}


@pytest.mark.parametrize(
    ("kind", "low", "high"),
    [
        ("int8", "long:-128", "long:127"),
        ("boolean", "long:0", "long:1"),
        ("date", "long:-2147483648", "long:2147483647"),
        ("timestamp", f"long:-{1 << 63}", f"long:{(1 << 63) - 1}"),
        ("float", "double:-Infinity", "double:0.5"),
        ("double", "double:-0.0", "double:1.0E308"),
        ("decimal(18, 2)", "long:-1", "long:1"),
        ("decimal(19, 2)", "int128:-1", f"int128:{10**38}"),
        ("string", "bytes:", "bytes:bmFtZSAx"),
    ],
)
def test_bounds_of_the_log_that_are_values_of_the_type(tmp_path: Path, kind: str, low: str, high: str) -> None:
    statistics = {**SOUND, "min": low, "minExact": True, "max": high, "maxExact": False}
    a = add(tmp_path, "a.placed", "id: int32", [(1,)], statistics={"v": statistics, "gone": {**SOUND}})
    commit(tmp_path, 1, f"id#1: int32, v#2: {kind}", [a])
    assert rows(tmp_path, columns=["id"]) == [(1,)]


@pytest.mark.parametrize(
    ("kind", "statistics", "message"),
    [
        ("int8", {"min": "long:300"}, "300 is not a bound of type int8"),
        ("boolean", {"max": "long:2"}, "2 is not a bound of type boolean"),
        ("date", {"max": "long:2147483648"}, "is not a bound of type date"),
        ("int64", {"max": f"long:{1 << 63}"}, "is not a bound of type int64"),
        ("int64", {"min": "double:1.0"}, "1.0 is not a bound of type int64"),
        ("double", {"min": "long:1"}, "1 is not a bound of type double"),
        ("double", {"min": "double:NaN"}, "a bound is NaN"),
        *(
            ("double", {"min": f"double:{t}"}, "is no bound")
            for t in ("1", "1e3", "1_0.5", " 1.0", "inf", "\u0661.\u0665")
        ),
        ("float", {"min": "double:0.1"}, "0.1 is not a bound of type float"),
        ("float", {"min": "double:1.0E300"}, "is not a bound of type float"),
        ("decimal(18, 2)", {"min": "int128:1"}, "1 is not a bound of type decimal"),
        ("decimal(19, 2)", {"min": "long:1"}, "1 is not a bound of type decimal"),
        ("decimal(19, 2)", {"min": f"int128:{1 << 127}"}, "is not a bound of type decimal"),
        ("string", {"min": "long:1"}, "1 is not a bound of type string"),
        ("string", {"min": "bytes:%"}, "is no bound; allowed are long:, double:, int128: and bytes:"),
        ("list<int32>", {"min": "long:1"}, "is not a bound of type list"),
        ("int64", {"min": "long:2", "max": "long:1"}, "the minimum 2 is above the maximum 1"),
        ("int64", {"min": "long:1", "nulls": 1}, "bounds, but all values are null or NaN"),
        ("int64", {"nulls": 1, "nans": 1}, "1 nulls and 1 NaNs in 1 values"),
        ("int64", {"least": "long:1"}, "statistics: unknown field 'least'"),
    ],
)
def test_bounds_of_the_log_that_are_no_values_of_the_type(
    tmp_path: Path, kind: str, statistics: dict[str, Any], message: str
) -> None:
    exact = {f"{name}Exact": True for name in ("min", "max") if name in statistics}
    wrong = {**SOUND, **exact, **statistics}
    added = add(tmp_path, "a.placed", "id: int32", [(1,)], statistics={"v": wrong})
    commit(tmp_path, 1, f"id#1: int32, v#2: {kind}", [added])
    with pytest.raises(placed.CorruptFileError, match=f"a.placed, column 'v': .*{message}"):
        placed.open(tmp_path)
    entry = manifest(tmp_path, "m.placed", [{**added, "stored": {"1": "id"}}], {})
    entry["bounds"] = [{"id": 2, "type": kind, "statistics": wrong}]
    commit(tmp_path, 1, f"id#1: int32, v#2: {kind}", [], manifests=[entry])
    with pytest.raises(placed.CorruptFileError, match=f"a manifest: .*{message}"):
        placed.open(tmp_path)


def test_a_stored_column_of_the_name_of_row_ids(tmp_path: Path) -> None:
    """A directory without a log has no row ids, and no ids of fields by which to tell."""
    add(tmp_path, "a.placed", "_row_id: int64, name: string", [(7, "a"), (9, "b")])
    for path in (tmp_path, tmp_path / "a.placed"):
        assert placed.read_table(path, ["_row_id", "name"]).to_pydict() == {"_row_id": [7, 9], "name": ["a", "b"]}
        assert placed.read_table(path, ["name"], [("_row_id", "=", 9)]).to_pydict() == {"name": ["b"]}


# Strings of the log


def test_texts_that_are_no_values_of_decimals(tmp_path: Path) -> None:
    """Decimal of Python takes more than BigDecimal of Java."""
    field = Field("p", "decimal", precision=9, scale=2)
    for text in ("1_000", " 1", "1 ", "\t1", "\uff11", "1.001", "12345678", "NaN", "Infinity", "0x1", "", ".", "1e"):
        with pytest.raises(MalformedError, match="is not a value of the type"):
            partitions.parse(field, text)
    for text in ("1e999999999", "1e-999999999", f"1e{'9' * 30}", "1" * 101, f"0.{'0' * 101}1"):
        with pytest.raises(MalformedError, match="is not a value of the type"):
            partitions.parse(field, text)
    same = [f"1.{'0' * 60}", f"{'0' * 300}1", "+1", "1.", "1.0", "0.1e1", "10E-1"]
    for text in same:
        value = partitions.parse(field, text)
        assert (value, value.as_tuple().exponent) == (1, -2), text
    files = [
        add(tmp_path, f"{k}.placed", "id: int32", [(k,)], partition={"p": text}, firstRowId=k)
        for k, text in enumerate(same)
    ]
    commit(tmp_path, 1, "id#1: int32, p#2: decimal(9, 2)", files, partitioning=[{"column": 2}])
    assert {p for _, p in rows(tmp_path)} == {Decimal(1)}
    with placed.open(tmp_path) as table:
        assert table.statistics["p"]["max"] == Decimal(1)
    assert len(rows(tmp_path, filter=[("p", "=", 1)])) == len(same)


def test_halves_of_surrogate_pairs_are_no_text(tmp_path: Path) -> None:
    half = "\ud800"
    added = add(tmp_path, "a.placed", "id: int32", [(1,)])
    schema, partitioning = "id#1: int32, p#2: string", [{"column": 2}]
    commit(tmp_path, 1, schema, [{**added, "partition": {"p": half}}], partitioning=partitioning)
    for read in (rows, lambda path: rows(path, filter=[("p", "=", "x")]), lambda path: placed.open(path).statistics):
        with pytest.raises(placed.CorruptFileError, match=r"a.placed: .*'p': '.ud800' is not a value of the type"):
            read(tmp_path)
    assert rows(tmp_path, columns=["id"]) == [(1,)]
    commit(tmp_path, 1, schema, [{**added, "path": f"{half}.placed"}])
    with pytest.raises(placed.CorruptFileError, match="is no path below the table"):
        placed.open(tmp_path)
    commit(tmp_path, 1, f"`{half}`#1: int32", [added])
    with pytest.raises(placed.CorruptFileError, match="is no text in UTF-8"):
        placed.open(tmp_path)


# Statistics


def test_statistics_of_wider_columns_and_of_files_without(tmp_path: Path) -> None:
    golden = (GOLDEN / "v1/default.placed").read_bytes()
    (tmp_path / "a.placed").write_bytes(golden)
    with TableFile(LocalStore(), str(tmp_path / "a.placed")) as file:
        entry = {"path": "a.placed", "length": len(golden), "rows": 1500, "fileId": id_text(file.root.file_id)}
    entry |= {"firstRowId": 0, "snapshot": 1, "rowGroups": [], "statistics": {}}
    schema = "id#1: int64, n#2: int64, price#3: decimal(12, 2), f#4: double, x#5: double, later#6: int32"

    def statistics(number: int, *files: dict[str, Any]) -> dict[str, Any]:
        commit(tmp_path, number, schema, list(files), nextRowId=2000)
        with placed.open(tmp_path) as table:
            known = table.statistics
        return {name: tuple(s[key] for key in ("values", "nulls", "nans", "min", "max")) for name, s in known.items()}

    of_one = {
        "id": (1500, 0, 0, -700, 3797),
        "n": (1500, 116, 0, None, None),
        "price": (1500, 137, 0, None, None),
        "f": (1500, 89, 0, None, None),
        "x": (1500, 0, 16, -99.75, 274.75),
        "later": (1500, 1500, 0, None, None),
    }
    assert statistics(1, entry) == of_one
    # The file of the tests has no statistics.
    more = add(tmp_path, "b.placed", "id: int64, n: int64", [(5, None), (6, 1)], firstRowId=1500)
    unknown = (1502, None, None, None, None)
    expected: dict[str, Any] = {
        "id": unknown,
        "n": unknown,
        "price": (1502, 139, 0, None, None),
        "f": (1502, 91, 0, None, None),
    }
    expected |= {"x": (1502, 2, 16, -99.75, 274.75), "later": (1502, 1502, 0, None, None)}
    assert statistics(2, entry, more) == expected
    assert statistics(3, more, entry) == expected


def test_statistics_of_partition_columns_are_exact(tmp_path: Path) -> None:
    digits = "1234567890123456789012345678.9012345678"
    values = {"d": digits, "x": "NaN", "y": "0.5"}
    added = add(tmp_path, "a.placed", "id: int32", [(1,), (2,)], partition=values)
    schema = "id#1: int32, d#2: decimal(38, 10), x#3: double, y#4: double"
    commit(tmp_path, 1, schema, [added], partitioning=[{"column": c} for c in (2, 3, 4)])
    with placed.open(tmp_path) as table, localcontext(Context(prec=5)):
        known = table.statistics
    assert known["d"]["min"] == known["d"]["max"] == Decimal(digits)
    assert [known[c]["nans"] for c in "dxy"] == [0, 2, 0]
    assert known["y"]["max"] == 0.5
    assert placed.read_table(tmp_path, filter=[("x", "!=", 1.0)]).num_rows == 2
    assert placed.read_table(tmp_path, filter=[("x", "<", 1.0)]).num_rows == 0
    assert placed.read_table(tmp_path, filter=[("x", "in", [float("nan")])]).num_rows == 2
