"""Medians of the results by cell."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from statistics import median
from typing import Any

MIB = 1 << 20


@dataclass(frozen=True)
class Measure:
    """The medians of a cell's repetitions with a correct result; sizes in MiB, None if not counted."""

    engine: str
    query: str
    variant: str
    format: str
    row_group: int
    grouping: str
    buffer: int
    readahead: int
    cache: str
    runs: int
    seconds: float
    fastest: float
    slowest: float
    scan_seconds: float | None
    engine_mib: float | None
    needed_mib: float | None
    hdfs_mib: float | None
    device_mib: float | None
    cpu_seconds: float | None


def measures(records: list[dict[str, Any]], one_machine: bool) -> list[Measure]:
    """All cells that have at least one good run, in the order in which they were first run.

    ``one_machine`` means that all nodes share their disks, so that a device is counted once.
    """
    cells: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for record in records:
        if record["kind"] == "run" and record["status"] == "ok":
            cells[record["cell"]].append(record)
    return [_measure(runs, one_machine) for runs in cells.values()]


def _measure(runs: list[dict[str, Any]], one_machine: bool) -> Measure:
    first = runs[0]
    seconds = [r["seconds"] for r in runs]

    def middle(values: list[float | None]) -> float | None:
        known = [v for v in values if v is not None]
        return median(known) if known else None

    def needed(run: dict[str, Any]) -> float | None:
        value: float | None = run.get("scan_metrics", {}).get("bytesNeeded", run.get("bytes_needed"))
        return None if value is None else value / MIB

    def engine(run: dict[str, Any]) -> float | None:
        # Spark counts reads of the task's thread; Placed reads ahead in other threads, and counts that itself.
        value: float | None = run.get("scan_metrics", {}).get("bytesFetched", run.get("bytes_read"))
        return None if value is None else value / MIB

    return Measure(
        first["engine"],
        first["query"],
        first["variant"],
        first["format"],
        first["row_group"],
        first["grouping"],
        first["buffer"],
        first["readahead"],
        first["cache"],
        len(runs),
        median(seconds),
        min(seconds),
        max(seconds),
        middle([r.get("scan_seconds") for r in runs]),
        middle([engine(r) for r in runs]),
        middle([needed(r) for r in runs]),
        middle([node_sum(r, "hdfs_read_bytes") for r in runs]),
        middle([node_sum(r, "device_read_bytes", one_machine) for r in runs]),
        middle([r.get("cpu_seconds") for r in runs]),
    )


def node_sum(run: dict[str, Any], counter: str, one_machine: bool = False) -> float | None:
    """A counter of all nodes together, in MiB."""
    values: list[float] = [n[counter] for n in run.get("nodes", {}).values() if n.get(counter) is not None]
    if not values:
        return None
    return (max(values) if one_machine else sum(values)) / MIB
