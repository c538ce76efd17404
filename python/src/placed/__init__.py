"""Placed for Python: a reader into Arrow without a JVM, and helpers for PySpark.

>>> import placed
>>> placed.read_table("/data/t", columns=["id"], filter=[("day", ">=", date(2026, 1, 1))])

The reader needs the extra ``reader``, what follows the extra ``spark``: ``pip install './python[spark]'`` in
a release or a checkout. Neither imports what the other needs.

>>> spark = placed.session(app_name="notebook")
>>> df.write.format("placed").option("placement", "orc").save("/data/t")
>>> placed.rewrite(spark, "/data/t", placement="reorder=sort(day)")
>>> placed.snapshots(spark, "/data/t").show()
>>> placed.map("/data/t", where="day > date '2026-01-31'")
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from . import _jar
from ._advice import Advice, Check
from ._pictures import Explanation, TableMap
from .errors import (
    CorruptFileError,
    InsufficientMemoryError,
    NotATableError,
    NotPlacedFileError,
    PlacedError,
    SiblingFileError,
    SnapshotNotFoundError,
    TableNotFoundError,
    UnsupportedVersionError,
)

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, Row, SparkSession

    from ._reader.api import Table, open, read_table, scan

__version__ = "0.3.0.dev0"
__all__ = [
    "Advice",
    "Check",
    "CorruptFileError",
    "Explanation",
    "InsufficientMemoryError",
    "NotATableError",
    "NotPlacedFileError",
    "PlacedError",
    "SiblingFileError",
    "SnapshotNotFoundError",
    "Table",
    "TableMap",
    "TableNotFoundError",
    "UnsupportedVersionError",
    "add_files",
    "advise",
    "check_advice",
    "coordinates",
    "create_tag",
    "delete_tag",
    "explain",
    "files",
    "inspect",
    "jar_path",
    "metadata",
    "open",
    "optimize",
    "read",
    "read_table",
    "rewrite",
    "rollback",
    "scan",
    "session",
    "snapshots",
    "vacuum",
]

MAVEN_VERSION = "0.3.0-SNAPSHOT"

_READER = ("Table", "open", "read_table", "scan")


def __getattr__(name: str) -> Any:
    # The reader is imported when it is used: PySpark's users need no pyarrow.
    if name not in _READER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from ._reader import api
    except ModuleNotFoundError as e:
        raise ModuleNotFoundError(
            f"placed.{name} needs the package {e.name}, which the extra 'reader' brings: pip install"
            " './python[reader]' in a release or a checkout of Placed",
            name=e.name,
        ) from e
    return getattr(api, name)


def jar_path(build_missing: bool = True) -> str:
    """The jar for Spark.

    It is the one that PLACED_SPARK_JAR names, else the one in this package, else that of the release
    or checkout around it; a checkout builds it if there is none.
    """
    return _jar.path(build_missing)


def coordinates() -> str:
    """What ``--packages`` takes, where a repository has the jar."""
    return f"{_jar.GROUP}:{_jar.ARTIFACT}:{MAVEN_VERSION}"


def session(app_name: str = "placed", master: str | None = None, conf: dict[str, Any] | None = None) -> SparkSession:
    """A Spark session that reads and writes Placed.

    A session that is running without the jar cannot get it any more; that is an error.
    """
    try:
        from pyspark.sql import SparkSession
    except ModuleNotFoundError as e:
        raise ModuleNotFoundError(
            "a session needs PySpark, which the extra 'spark' brings: pip install './python[spark]' in"
            " a release or a checkout of Placed",
            name=e.name,
        ) from e

    running = SparkSession.getActiveSession()
    if running is not None:
        _require_placed(running)
    settings = {str(k): str(v) for k, v in (conf or {}).items()}
    jars = [jar for jar in settings.pop("spark.jars", "").split(",") if jar]
    builder = SparkSession.builder.appName(app_name)
    if master is not None:
        builder = builder.master(master)
    for key, value in settings.items():
        builder = builder.config(key, value)
    if running is None:
        builder = builder.config("spark.jars", ",".join([*jars, jar_path()]))
    spark = builder.getOrCreate()
    _require_placed(spark)
    return spark


def _require_placed(spark: SparkSession) -> None:
    # The jar registers a catalog of paths in each session.
    if spark.conf.get("spark.sql.catalog.placed_paths", None) is None:
        spark.sql("SELECT 1")  # The first query of a session sets it up.
    if spark.conf.get("spark.sql.catalog.placed_paths", None) is None:
        raise RuntimeError(
            "this Spark session runs without the jar of Placed: stop it, and begin with "
            f"placed.session(), or with --jars {jar_path(build_missing=False)}"
        )


def read(
    spark: SparkSession,
    path: str,
    snapshot: int | str | None = None,
    as_of: str | None = None,
    **options: Any,
) -> DataFrame:
    """The table at a path, now or as it was."""
    reader = spark.read.format("placed").options(**options)
    if snapshot is not None:
        reader = reader.option("snapshot", str(snapshot))
    if as_of is not None:
        reader = reader.option("timestampAsOf", as_of)
    return reader.load(path)


def rewrite(
    spark: SparkSession,
    table: str,
    placement: str | None = None,
    *,
    where: str | None = None,
    profile: str | None = None,
    compression: str | None = None,
    file_size: str | None = None,
) -> Row:
    """Gives a table, or the partitions that ``where`` names, another placement in one commit.

    Rows of files from before the partitioning was changed go into the partitions of now; without
    ``placement``, ``profile`` and ``compression`` only these are rewritten.

    ``where`` is a condition in Spark SQL, as in a query's ``WHERE``. As in all functions, ``table``
    is a path or a name in the catalog.
    """
    return _call(
        spark,
        "rewrite",
        table=table,
        placement=placement,
        where=where,
        profile=profile,
        compression=compression,
        file_size=file_size,
    ).first()


def optimize(
    spark: SparkSession,
    table: str,
    *,
    where: str | None = None,
    file_size: str | None = None,
    overlap: float | None = None,
) -> Row:
    """Merges small files, and files that overlap in the leading sort key."""
    return _call(
        spark,
        "optimize",
        table=table,
        where=where,
        file_size=file_size,
        overlap=None if overlap is None else str(overlap),
    ).first()


def advise(
    spark: SparkSession,
    table: str,
    workload: str | None = None,
    *,
    horizon: str | None = None,
    period: str | None = None,
    objective: str | None = None,
    device: str | None = None,
    copies: int | None = None,
    buckets: int | None = None,
    budget: str | None = None,
    remember: bool = True,
) -> Advice:
    """Recommends a placement for the queries of a workload, and says what it gains.

    ``workload`` is the path of a history, an event log of Spark, a file of SQL or a workload; by
    default it is the session's ``spark.placed.history``. Nothing is rewritten; unless ``remember``
    is false, the table keeps what was predicted for ``check_advice``. The adviser reads a sample
    and the columns that the queries use, in the driver.
    """
    row = _call(
        spark,
        "advise_report",
        table=table,
        workload=workload,
        horizon=horizon,
        period=period,
        objective=objective,
        device=device,
        copies=None if copies is None else str(copies),
        buckets=None if buckets is None else str(buckets),
        budget=budget,
        remember="true" if remember else "false",
    ).first()
    return Advice(row.text, json.loads(row.json), row.html)


def check_advice(spark: SparkSession, table: str, workload: str | None = None) -> Check:
    """Compares the latest advice that the table was given with what scans counted since.

    ``workload`` is a history; by default it is the session's ``spark.placed.history``. The errors
    are kept with the table, and become the bars of its next advice.
    """
    row = _call(spark, "check_advice_report", table=table, workload=workload).first()
    return Check(row.text, json.loads(row.json), row.html)


def map(
    table: str,
    columns: list[str] | None = None,
    where: str | None = None,
    *,
    snapshot: int | str | None = None,
    as_of: str | None = None,
    spark: SparkSession | None = None,
) -> TableMap:
    """Draws the layout of a table's files; with ``columns`` or ``where``, what that query reads.

    Footers are read, and up to 600 pages, to tell their encodings. Without ``spark`` it is the
    running session, or a new one.
    """
    row = _pictured("map", table, columns, where, snapshot, as_of, spark)
    return TableMap(row.text, row.html, row.svg)


def explain(
    table: str,
    columns: list[str] | None = None,
    where: str | None = None,
    *,
    snapshot: int | str | None = None,
    as_of: str | None = None,
    device: str | None = None,
    spark: SparkSession | None = None,
) -> Explanation:
    """Explains which bytes of a table a query reads, and why: by columns, statistics and requests.

    Only footers are read. ``device`` is the assumed cost of reading, such as ``hdd``. Without
    ``spark`` it is the running session, or a new one.
    """
    row = _pictured("explain", table, columns, where, snapshot, as_of, spark, device=device)
    return Explanation(row.text, json.loads(row.json), row.html)


def _pictured(
    procedure: str,
    table: str,
    columns: list[str] | None,
    where: str | None,
    snapshot: int | str | None,
    as_of: str | None,
    spark: SparkSession | None,
    **more: Any,
) -> Row:
    if isinstance(columns, str):
        raise TypeError(f"columns must be a list of names, found {columns!r}")
    return _call(
        session() if spark is None else spark,
        procedure,
        table=table,
        columns=columns,
        where=where,
        snapshot=None if snapshot is None else str(snapshot),
        as_of=as_of,
        **more,
    ).first()


def add_files(spark: SparkSession, table: str, source: str) -> Row:
    """Lists a file, or all files of a directory, in a table's directory as its files."""
    return _call(spark, "add_files", table=table, source=source).first()


def vacuum(
    spark: SparkSession,
    table: str,
    *,
    older_than_hours: int | None = None,
    keep: int | None = None,
    dry_run: bool | None = None,
) -> Row:
    """Expires old snapshots and removes the files that no other one lists."""
    return _call(spark, "vacuum", table=table, older_than_hours=older_than_hours, keep=keep, dry_run=dry_run).first()


def rollback(
    spark: SparkSession,
    table: str,
    snapshot: int | str | None = None,
    as_of: str | None = None,
) -> Row:
    """Brings back the state of an older snapshot: a number, a tag, or that of a time."""
    to = None if snapshot is None else str(snapshot)
    return _call(spark, "rollback", table=table, snapshot=to, as_of=as_of).first()


def create_tag(
    spark: SparkSession,
    table: str,
    tag: str,
    snapshot: int | str | None = None,
    replace: bool = False,
) -> Row:
    """Names a snapshot, the newest unless one is given, so that vacuums keep it."""
    of = None if snapshot is None else str(snapshot)
    return _call(spark, "create_tag", table=table, tag=tag, snapshot=of, replace=replace).first()


def delete_tag(spark: SparkSession, table: str, tag: str) -> None:
    """Removes the name of a snapshot."""
    _call(spark, "delete_tag", table=table, tag=tag).collect()


def metadata(spark: SparkSession, table: str, name: str, snapshot: int | str | None = None) -> DataFrame:
    """A metadata table: snapshots, history, files, manifests, partitions or tags of a table."""
    path = "/" in table or ":" in table
    prefix = "placed_paths.`" + table.replace("`", "``") + "`" if path else table
    reader = spark.read
    if snapshot is not None:
        reader = reader.option("versionAsOf", str(snapshot))
    return reader.table(f"{prefix}.{name}")


def snapshots(spark: SparkSession, table: str, number: int = 20) -> DataFrame:
    """The newest snapshots of a table, the newest first."""
    newest = metadata(spark, table, "snapshots").orderBy("snapshot_id", ascending=False)
    return newest.limit(number)


def files(spark: SparkSession, table: str) -> DataFrame:
    """The files of a table, with partitions, rows, bytes and statistics."""
    return metadata(spark, table, "files")


def inspect(spark: SparkSession, table: str, number: int = 16) -> DataFrame:
    """Size and encodings of the columns of a table, in its largest files."""
    return _call(spark, "inspect", table=table, number=number)


def _call(spark: SparkSession, procedure: str, **arguments: Any) -> DataFrame:
    # As parameters: in the text of a query, Spark replaces ${...} also between quotes. Spark 4.0 cannot bind arrays.
    parameters: dict[str, Any] = {}

    def parameter(name: str, value: Any) -> str:
        if isinstance(value, (list, tuple)):
            return "array(" + ", ".join(parameter(f"{name}_{i}", v) for i, v in enumerate(value)) + ")"
        # What Spark makes literals of; paths may be given as pathlib has them.
        parameters[name] = value if isinstance(value, (bool, int)) else str(value)
        return f":{name}"

    named = ", ".join(f"{name} => {parameter(name, v)}" for name, v in arguments.items() if v is not None)
    return spark.sql(f"CALL placed_paths.system.{procedure}({named})", args=parameters)
