"""The grid of an experiment: the tables to write and the queries to measure on them."""

from __future__ import annotations

from dataclasses import dataclass

from .experiment import Experiment, Format
from .units import format_size, parse_size
from .workloads import BENCHMARKS, QUERIES, best_group, raw_bytes


@dataclass(frozen=True)
class Variant:
    """One layout of all tables of a benchmark."""

    benchmark: str
    name: str
    format: str
    row_group: int
    grouping: str
    placement: str
    compression: str

    @property
    def id(self) -> str:
        """The name, also of the folder: placed-64MiB-best."""
        grouping = f"-{self.grouping}" if self.format == "placed" else ""
        return f"{self.name}-{format_size(self.row_group)}{grouping}"

    def options(self, table: str) -> dict[str, str]:
        """The options with which Spark writes a table."""
        if self.format == "orc":
            return {"compression": self.compression, "orc.stripe.size": str(self.row_group)}
        if self.format == "parquet":
            return {"compression": self.compression, "parquet.block.size": str(self.row_group)}
        options = {
            "placement": self.placement,
            "placement.row-group": f"{self.row_group}B",
            "compression": self.compression,
        }
        columns = best_group(self.benchmark)
        if self.grouping == "best" and table == BENCHMARKS[self.benchmark].largest and columns:
            # Row-major inside the group, like a composite column of RCFile.
            options["placement.column-groups"] = f"({', '.join(columns)}) stride 1"
        return options


@dataclass(frozen=True)
class Cell:
    """One query in one engine on one variant with one setting of the knobs; its repetitions give a median."""

    engine: str
    query: str
    variant: Variant
    buffer: int
    readahead: int
    cache: str

    @property
    def id(self) -> str:
        """The identifier in the results."""
        knobs = f"io{format_size(self.buffer)}/ra{format_size(self.readahead)}/{self.cache}"
        return f"{self.engine}/{self.query}/{self.variant.id}/{knobs}"


def variants(experiment: Experiment, benchmark: str) -> list[Variant]:
    """The layouts of a benchmark's tables. A benchmark without a best group has one grouping."""
    found = []
    for f in experiment.formats:
        for size in f.row_groups:
            for grouping in f.groupings:
                if grouping == "best" and not best_group(benchmark):
                    continue
                found.append(_variant(benchmark, f, size, grouping))
    return found


def _variant(benchmark: str, f: Format, size: str, grouping: str) -> Variant:
    return Variant(benchmark, f.name or f.format, f.format, parse_size(size), grouping, f.placement, f.compression)


def cells(experiment: Experiment) -> list[Cell]:
    """All cells, in the order in which they run: knobs that need a restart change least often."""
    runs = experiment.runs
    return [
        Cell(engine, query, variant, parse_size(buffer), parse_size(readahead), runs.cache)
        for buffer in runs.buffers
        for readahead in runs.readahead
        for engine in experiment.engines
        for query in experiment.queries
        for variant in variants(experiment, QUERIES[query].benchmark)
    ]


def describe_grid(experiment: Experiment) -> list[str]:
    """A description of the measurements, for plan."""
    lines = []
    for data in experiment.data:
        stored = variants(experiment, data.benchmark)
        raw = raw_bytes(data.benchmark, data.scale)
        lines.append(
            f"{BENCHMARKS[data.benchmark].title} at scale {data.scale}: {format_size(raw)} as text, stored "
            f"{len(stored)} times ({', '.join(v.id for v in stored)}), {experiment.software.replication} replicas"
        )
    count = len(cells(experiment))
    lines.append(
        f"{count} cells ({len(experiment.queries)} queries, {' and '.join(experiment.engines)}), each "
        f"{experiment.runs.repetitions} times, {experiment.runs.cache}: {count * experiment.runs.repetitions} runs"
    )
    return lines
