"""The log: partition values, manifests, and logs that contradict themselves."""

from __future__ import annotations

import json
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import placed
from placed._reader.cursor import MalformedError
from placed._reader.log import partitions
from placed._reader.types import Field

from .support import rows
from .writer import add, commit, file_bytes, manifest, write

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
