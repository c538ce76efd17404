"""The public functions: arguments, filters, file systems, imports."""

from __future__ import annotations

import operator
import random
import subprocess
import sys
from datetime import date, datetime, timezone
from decimal import Decimal
from pathlib import Path
from typing import Any

import fsspec
import pyarrow as pa
import pyarrow.compute as pc
import pytest

import placed

from .support import GOLDEN, bag

SRC = Path(placed.__file__).resolve().parents[1]
DEFAULT = GOLDEN / "v1/default.placed"
SIBLINGS = GOLDEN / "v1/siblings.placed"
SORTED = GOLDEN / "v1/runs.placed"


def test_schema_has_types_and_ids() -> None:
    with placed.open(DEFAULT) as table:
        schema = table.schema
    assert schema.field("id").type == pa.int64()
    assert not schema.field("id").nullable
    assert schema.field("day").type == pa.date32()
    assert schema.field("price").type == pa.decimal128(9, 2)
    assert schema.field("at").type == pa.timestamp("us", tz="UTC")
    assert schema.field("tags").type == pa.list_(pa.field("element", pa.string()))
    assert pa.types.is_map(schema.field("counts").type)
    assert schema.field("place").type.names == ["lat", "name"]


def test_scan_is_a_reader_of_batches() -> None:
    reader = placed.scan(DEFAULT, ["id"])
    assert isinstance(reader, pa.RecordBatchReader)
    assert sum(batch.num_rows for batch in reader) == 1500


def test_scans_of_a_table_may_alternate(tmp_path: Path) -> None:
    """Also those of more files than are open at a time, and with statistics, which need all files."""
    for number in range(70):
        (tmp_path / f"{number:02}.placed").symlink_to(GOLDEN / "v1/arrow.placed")
    with placed.open(tmp_path) as table:
        first = table.scan(["id"])
        rows = first.read_next_batch().num_rows
        assert table.statistics["id"]["values"] == 70 * 1500
        assert sum(batch.num_rows for batch in table.scan(["id"])) == 70 * 1500
        assert rows + sum(batch.num_rows for batch in first) == 70 * 1500
        several = [table.scan(["id"]) for _ in range(3)]
        for reader in several:
            reader.read_next_batch()
        del several, reader
        assert table.read(["id"]).num_rows == 70 * 1500
        assert len(table._relation._open) <= 64


def test_numbers_are_aligned() -> None:
    """Also those that a page has as they are."""
    found = 0
    for path in sorted((GOLDEN / "v1").glob("[a-z]*.placed")):
        for batch in placed.scan(path):
            for column in batch.columns:
                if pa.types.is_primitive(column.type) and column.type.bit_width >= 8:
                    assert column.buffers()[1].address % min(8, column.type.bit_width // 8) == 0, path
                    found += 1
    assert found


def test_columns_in_the_order_that_is_asked() -> None:
    assert placed.read_table(DEFAULT, ["x", "id"]).column_names == ["x", "id"]
    with pytest.raises(ValueError, match="has no column 'y'; the columns are id, day"):
        placed.read_table(DEFAULT, ["y"])
    with pytest.raises(ValueError, match="named twice"):
        placed.read_table(DEFAULT, ["id", "id"])
    with pytest.raises(ValueError, match="list of names"):
        placed.read_table(DEFAULT, "id")


def test_no_columns() -> None:
    assert placed.read_table(DEFAULT, []).num_rows == 1500


VALUES: dict[str, list[Any]] = {
    "id": [-700, 0, 1, 2000, 10**12],
    "day": [date(2019, 12, 28), date(2020, 1, 2), date(2030, 1, 1)],
    "kind": ["kind 0", "kind 1", "zz", ""],
    "n": [0, 17, 500, 999],
    "s": [-20, 0, 19],
    "price": [Decimal("0.31"), Decimal("400.00"), 100],
    "wide": [Decimal("12345678901234567890.0100")],
    "x": [-100.0, 0.0, -0.0, 3.25],
    "f": [1.0, 0.1, 38.0],
    "flag": [True, False],
    "at": [datetime(2020, 1, 1, 5, tzinfo=timezone.utc)],
    "bin": [b"", b"\x05\x01\xff"],
}


def decimals(name: str, values: list[Any]) -> list[Any]:
    return [Decimal(v) for v in values] if name == "price" else values


@pytest.mark.parametrize("path", [DEFAULT, SIBLINGS, SORTED, GOLDEN / "v1/albis.placed"], ids=lambda p: p.stem)
def test_random_filters_give_what_arrow_gives(path: Path) -> None:
    seed = random.randrange(1 << 32)
    dice = random.Random(seed)
    whole = placed.read_table(path)
    compare = {"=": "__eq__", "!=": "__ne__", "<": "__lt__", "<=": "__le__", ">": "__gt__", ">=": "__ge__"}
    for _ in range(60):
        clauses = []
        for _ in range(dice.randrange(1, 3)):
            name = dice.choice(list(VALUES))
            op = dice.choice([*compare, "in", "not in"])
            if name in ("flag", "price", "wide", "bin") and op not in ("=", "!=", "in", "not in"):
                op = "="
            value = dice.choice(VALUES[name])
            clauses.append((name, op, [value] if "in" in op else value))
        joined = dice.choice(["and", "or"])
        given = clauses if joined == "and" else [[c] for c in clauses]
        expression = None
        for name, op, value in clauses:
            if "in" in op:
                # Arrow's set of values tells the zeros apart, which are equal.
                zeros = [0.0, -0.0] if name == "x" and value == [0] else []
                one = pc.field(name).isin(decimals(name, value) + zeros)
                one = ~one if op == "not in" else one
            else:
                literal = decimals(name, [value])[0]
                one = getattr(pc.field(name), compare[op])(pa.scalar(literal))
            expression = one if expression is None else expression & one if joined == "and" else expression | one
        expected = sorted(whole.filter(expression)["id"].to_pylist())
        found = placed.read_table(path, ["id"], given)["id"].to_pylist()
        assert sorted(found) == expected, f"seed {seed}: {given}"
        assert sorted(placed.read_table(path, ["id"], expression)["id"].to_pylist()) == expected, f"seed {seed}"


def test_values_that_arrow_has_no_array_for() -> None:
    everything = placed.read_table(DEFAULT, ["id", "x"])
    rows = everything.num_rows
    one = everything["id"][0].as_py()

    dice = random.Random()
    compared = {
        "=": operator.eq,
        "!=": operator.ne,
        "<": operator.lt,
        "<=": operator.le,
        ">": operator.gt,
        ">=": operator.ge,
    }

    def count(*given: Any) -> int:
        return placed.read_table(DEFAULT, ["id"], list(given)).num_rows

    assert count(("day", "not in", [])) == rows
    assert count(("day", "in", [])) == 0
    assert count([("day", "in", [])], [("id", "=", one)]) == 1
    for name in ("id", "n", "x"):
        known = [v for v in placed.read_table(DEFAULT, [name])[name].to_pylist() if v is not None]
        large = dice.choice([2**63, 2**70, 10**100, 10**400])
        assert count((name, "<", large)) == sum(v < large for v in known), name
        assert count((name, ">", -large)) == sum(v > -large for v in known), name
        assert count((name, "=", large)) == 0, name
        assert count((name, "!=", large)) == len(known), name
        assert count((name, "in", [large])) == 0, name
        assert count((name, "not in", [large])) == rows, name
    zeros = sum(v == 0 for v in everything["x"].to_pylist() if v is not None)
    narrow = placed.read_table(DEFAULT, ["f"])["f"].to_pylist()
    exact = next(int(v) for v in narrow if v and v == int(v))
    for whole in ([exact], [exact, 2**24 + 1], [exact, 10**400]):
        assert count(("f", "in", whole)) == sum(v == exact for v in narrow), whole
    assert count(("f", "in", [2**24 + 1])) == 0
    for name in ("x", "f"):
        known = [v for v in placed.read_table(DEFAULT, [name])[name].to_pylist() if v is not None]
        for whole_number in (exact, 20_000_001, 2**53 + 1, 2**60, 2**63, 2**70 + 1, 10**400, -(2**53) - 1, -(10**400)):
            for op, compare in compared.items():
                expected = sum(v == v and compare(v, whole_number) for v in known) + (
                    sum(v != v for v in known) if op == "!=" else 0
                )
                assert count((name, op, whole_number)) == expected, f"{name} {op} {whole_number}"
    for name in ("kind", "day", "flag"):
        with pytest.raises(pa.ArrowException):
            count((name, "<", 2**62))
    assert zeros
    for values in ([0], [-0.0, 1e300], [Decimal(0)], [0, 2**53 + 1], [False], [pa.scalar(0.0)], [0, 10**400]):
        assert count(("x", "in", values)) == zeros, values
    assert count(("x", "not in", [0.0])) == rows - zeros


def test_pages_and_row_groups_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    from placed._reader.file import TableFile

    read = []
    original = TableFile.part

    def count(self: TableFile, *args: Any) -> memoryview:
        read.append(args)
        return original(self, *args)

    monkeypatch.setattr(TableFile, "part", count)
    placed.read_table(SORTED, ["note"])
    everything = len(read)
    read.clear()
    assert placed.read_table(SORTED, ["note"], [("day", "=", date(2019, 12, 28))]).num_rows == 200
    assert 0 < len(read) < everything
    read.clear()
    assert placed.read_table(SORTED, ["note"], [("day", "=", date(1999, 1, 1))]).num_rows == 0
    assert not read


def test_wrong_filters() -> None:
    for given, message in [
        ([("y", "=", 1)], "unknown column 'y'"),
        ([("id", "~", 1)], "unknown operator '~'; allowed are"),
        ([("id", "=", None)], "never true"),
        ([("id", "in", 3)], "needs a list"),
        ([("id", 3)], r"\(column, operator, value\)"),
        ("id = 3", "a filter is an expression"),
        ([[]], "empty list"),
        (pc.field(0) > 3, "must be given by name, found one by position"),
    ]:
        with pytest.raises(ValueError, match=message):
            placed.read_table(DEFAULT, filter=given)


def test_snapshots_of_files() -> None:
    with pytest.raises(ValueError, match="single file"):
        placed.open(DEFAULT, version=1)
    with pytest.raises(ValueError, match="exclude each other"):
        placed.open(DEFAULT, version=1, tag="x")


def test_times_of_snapshots_are_times() -> None:
    with pytest.raises(TypeError, match="as_of is a datetime, found datetime.date"):
        placed.open(GOLDEN, as_of=date(2030, 1, 1))  # type: ignore[arg-type]


def test_fsspec() -> None:
    memory = fsspec.filesystem("memory")
    for file in (GOLDEN / "v1").glob("*siblings*.placed"):
        memory.pipe_file(f"/golden/{file.name}", file.read_bytes())
    for file in (GOLDEN / "log-v2/table").rglob("*"):
        if file.is_file():
            memory.pipe_file(f"/log/{file.relative_to(GOLDEN / 'log-v2/table')}", file.read_bytes())
    try:
        expected = bag(placed.read_table(SIBLINGS))
        assert bag(placed.read_table("memory://golden/siblings.placed")) == expected
        assert bag(placed.read_table("/golden/siblings.placed", filesystem=memory)) == expected
        assert placed.read_table("memory://log").num_rows == 123
        assert bag(placed.read_table(f"file://{SIBLINGS}")) == expected
        with pytest.raises(placed.TableNotFoundError):
            placed.open("memory://nothing")
    finally:
        memory.rm("/golden", recursive=True)
        memory.rm("/log", recursive=True)


def test_a_directory_without_snapshots(tmp_path: Path) -> None:
    for number, folder in enumerate(["day=2020-01-01/No=1", "day=2020-01-02/no=20000000000", "Day=2020-01-02/No=%78"]):
        target = tmp_path / folder / f"00000{number}_0"
        target.parent.mkdir(parents=True)
        target.write_bytes((GOLDEN / "v1/default.placed").read_bytes())
    (tmp_path / "_temporary").mkdir()
    (tmp_path / "_temporary/x.placed").write_bytes(b"no table")
    (tmp_path / "day=2020-01-01/No=1/_SUCCESS").write_bytes(b"")
    (tmp_path / "day=2020-01-01/No=1/empty").write_bytes(b"")
    table = placed.read_table(tmp_path, ["id", "day", "No"])
    assert table.num_rows == 4500
    assert set(table["No"].to_pylist()) == {"1", "20000000000", "x"}
    # The files store the day, too: the directories give its values, not its type.
    assert set(table["day"].to_pylist()) == {date(2020, 1, 1), date(2020, 1, 2)}


def test_the_spark_helper_needs_no_reader_and_the_reader_no_spark() -> None:
    program = (
        "import sys, placed\n"
        "assert 'pyarrow' not in sys.modules and 'numpy' not in sys.modules\n"
        "placed.read_table\n"
        "assert 'pyarrow' in sys.modules and 'pyspark' not in sys.modules\n"
        "import placed as again\n"
        "assert not hasattr(again, 'nothing')\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, env={"PYTHONPATH": str(SRC)})


def test_the_error_without_the_extra_names_it() -> None:
    program = (
        "import sys, placed\n"
        "sys.modules['lz4'] = sys.modules['lz4.block'] = None\n"
        'try:\n    placed.open\nexcept ModuleNotFoundError as e:\n    assert "python[reader]" in str(e), e\n'
        "else:\n    raise SystemExit('no error')\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, env={"PYTHONPATH": str(SRC)})


def test_strings_that_are_too_long_for_an_array(monkeypatch: pytest.MonkeyPatch) -> None:
    """At 2 GiB, of which few bytes in a file are enough."""
    monkeypatch.setattr("placed._reader.page._MAX_OFFSET", 100)
    message = r"default.placed: column 'kind' in row group 0: \d+ bytes of strings in a page; an array has at most 100"
    with pytest.raises(placed.InsufficientMemoryError, match=message):
        placed.read_table(DEFAULT, ["kind"])
    assert placed.read_table(DEFAULT, ["id"]).num_rows == 1500


def test_errors_can_be_pickled() -> None:
    import pickle

    for error in (
        placed.CorruptFileError("a", 3, "b"),
        placed.SiblingFileError("a"),
        placed.NotPlacedFileError("a", "b"),
        placed.UnsupportedVersionError("a", "version", 3, "1"),
    ):
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert str(again) == str(error)
