"""Generates data and runs statements on a cluster, through Spark and Hive."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from .bench import Session
from .bundle import FOLDER
from .cells import Variant
from .errors import ClusterError
from .experiment import Experiment
from .providers.base import Access
from .remote import command_line
from .state import State

_STARTING_S = 300


def base_folder(experiment: Experiment, state: State) -> str:
    """The base folder of the data in HDFS."""
    if experiment.existing is not None and experiment.provider == "existing":
        return experiment.existing.hdfs.rstrip("/")
    return f"hdfs://{state.master.address}:9000/placed-cluster"


def source_path(base: str, benchmark: str, table: str) -> str:
    """The path of a generated table."""
    return f"{base}/{benchmark}/source/{table}"


def table_path(base: str, variant: Variant, table: str) -> str:
    """The path of a table in a variant."""
    return f"{base}/{variant.benchmark}/{variant.id}/{table}"


def spark_session(experiment: Experiment, state: State, access: Access) -> Session:
    """A Spark driver on the master."""
    if experiment.provider == "existing" and experiment.existing is not None:
        jars = experiment.existing.jars
        names = [f"{jars}/{p.name}" for p in jars_for_existing()]
        main = next((n for n in names if "/placed-cluster-" in n), None)
        if main is None:
            raise ClusterError("there is no bundle: run up, which assembles it and copies its jars")
        others = ",".join(n for n in names if n != main)
        command = [*experiment.existing.spark_submit, "--class", "io.placed.cluster.SparkBench", "--jars", others, main]
    else:
        command = [*access.become, f"{state.master.root}/bin/bench-spark"]
    return Session("spark", command_line(state.master, access, command), state.folder / "spark.log")


def hive_session(experiment: Experiment, state: State, access: Access) -> Session:
    """A client of HiveServer2 on the master."""
    if experiment.provider == "existing" and experiment.existing is not None:
        e = experiment.existing
        if not e.hive_jdbc or not e.hive_java:
            raise ClusterError("existing.hive_jdbc and existing.hive_java are needed for the engine hive")
        command = [*e.hive_java, "io.placed.cluster.HiveBench", e.hive_jdbc]
    else:
        command = [*access.become, f"{state.master.root}/bin/bench-hive"]
    return Session("hive", command_line(state.master, access, command), state.folder / "hive.log")


def jars_for_existing() -> list[Path]:
    """The jars for an existing Spark: Placed, our programs, and the generators."""
    wanted = ("tpch-", "tpcds-", "guava-", "failureaccess-")
    found = [p for p in (FOLDER / "spark" / "jars").glob("*.jar") if p.name.startswith(wanted)]
    return sorted([*(FOLDER / "placed" / "spark").glob("*.jar"), *(FOLDER / "placed" / "common").glob("*.jar"), *found])


def hive_database(variant: Variant) -> str:
    """The Hive database of a variant."""
    return "placed_" + re.sub(r"[^a-z0-9_]", "_", f"{variant.benchmark}_{variant.id}".lower())


def create_hive_table(session: Session, variant: Variant, table: str, path: str, ddl: str) -> None:
    """Creates the external Hive table of a table that Spark has written."""
    stored = {"orc": "ORC", "parquet": "PARQUET", "placed": "PLACED"}[variant.format]
    columns = re.sub(r"\s+NOT NULL", "", ddl)
    name = f"{hive_database(variant)}.`{table}`"
    for statement in (
        f"CREATE DATABASE IF NOT EXISTS {hive_database(variant)}",
        f"DROP TABLE IF EXISTS {name}",
        f"CREATE EXTERNAL TABLE {name} ({columns}) STORED AS {stored} LOCATION '{path}'",
    ):
        session.ask({"op": "run", "sql": statement}, _STARTING_S)


_COUNTERS = {"HDFS_BYTES_READ": "bytes_read", "CPU_MILLISECONDS": "cpu_seconds", "BYTES_NEEDED": "bytes_needed"}
"""Tez's, and Placed's own; each is printed once, for the whole query."""

_COUNTER = re.compile(rf"\b({'|'.join(_COUNTERS)}): (\d+)")
_SHORTEST_MS = 10
"""Hive looks at vertices twice a second: one that was over before has no time, or next to none."""
_VERTEX = re.compile(r"^\s*(?:INFO\s*:\s*)?(Map \d+)\s+([\d.]+)\s+([\d,]+)\s")


def hive_summary(log: list[str]) -> dict[str, Any]:
    """The counters of Tez for a query: seconds of the longest map vertex, bytes read, CPU time."""
    found: dict[str, Any] = {}
    for line in log:
        vertex = _VERTEX.match(line)
        if vertex and float(vertex[2]) >= _SHORTEST_MS:
            found["scan_seconds"] = max(found.get("scan_seconds", 0.0), float(vertex[2]) / 1000)
        for name, value in _COUNTER.findall(line):
            key = _COUNTERS[name]
            if key not in found:
                found[key] = int(value) / 1000 if key == "cpu_seconds" else int(value)
    return found


def run_spark(
    session: Session, statement: str, variant: Variant, base: str, tables: list[str], timeout: int
) -> dict[str, Any]:
    """Runs a query on a variant's tables; returns Spark's counters too."""
    views = [{"name": t, "format": variant.format, "path": table_path(base, variant, t)} for t in tables]
    return session.ask({"op": "query", "sql": statement, "tables": views}, timeout)


def run_hive(session: Session, statement: str, variant: Variant, timeout: int) -> dict[str, Any]:
    """Runs a query on Hive's tables; returns Tez's counters too."""
    session.ask({"op": "run", "sql": f"USE {hive_database(variant)}"}, _STARTING_S)
    answer = session.ask({"op": "run", "sql": statement}, timeout)
    return {**answer, **hive_summary(answer.pop("log", []))}
