"""Tables: columns of added and foreign files, directories without a log, in tables and around them, statistics."""

from __future__ import annotations

import os
from decimal import Context, Decimal, localcontext
from pathlib import Path
from typing import Any

import pytest

import placed
from placed._reader.columns import name_hash
from placed._reader.file import TableFile
from placed._reader.footer import id_text
from placed._reader.source import LocalStore

from .support import GOLDEN, rows
from .writer import add, commit, file_bytes, write

COMMITTED = "0123456789abcdef0123456789abcdef-0-0.placed"
FOREIGN = {"placed.foreign-files": "true"}


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
