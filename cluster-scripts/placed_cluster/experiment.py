"""An experiment: a YAML file with machines, data and measurements."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import yaml

from . import HOME
from .decode import STRICT, decode
from .errors import ClusterError
from .units import distinct, distinct_sizes, parse_size
from .workloads import BENCHMARKS, QUERIES, SSDB_SIZES


@dataclass(frozen=True)
class Disk:
    """An attached data volume."""

    gib: int
    type: Literal["gp3", "st1", "gp2", "standard"] = "gp3"


@dataclass(frozen=True)
class Machines:
    """Machines of one role, of the first type with capacity, then of the next."""

    types: list[str]
    count: int = 1
    minimum: int = 0
    root_gib: int = 30
    disks: list[Disk] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.types:
            raise ValueError("types is empty")
        if not 1 <= self.count <= 1000:
            raise ValueError(f"count {self.count} is not from 1 to 1000")
        if not 0 <= self.minimum <= self.count:
            raise ValueError(f"minimum {self.minimum} is not from 0 (as many as count) to {self.count}")
        if len(self.disks) > 11:
            raise ValueError(f"{len(self.disks)} disks are more than the 11 names that EC2 has for them")

    @property
    def fewest(self) -> int:
        """The minimum number of machines to start the experiment."""
        return self.minimum or self.count


@dataclass(frozen=True)
class Ec2:
    """Where and how to rent machines."""

    region: str
    zones: list[str]
    master: Machines
    workers: Machines
    image: str = "/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64"
    user: str = "ec2-user"
    market: Literal["on-demand", "spot"] = "on-demand"
    placement_group: Literal["cluster", "spread", "partition", "none"] = "none"
    operator: str = "auto"
    public_key: str | None = None

    def __post_init__(self) -> None:
        if not self.zones:
            raise ValueError("zones is empty")
        for zone in self.zones:
            if not zone.startswith(self.region):
                raise ValueError(f"zone {zone} is not in region {self.region}")
        if self.master.count != 1:
            raise ValueError(f"one master is needed, found {self.master.count}")


@dataclass(frozen=True)
class Hosts:
    """Existing machines, accessed by ssh."""

    master: str
    workers: list[str]
    user: str = "root"
    root: str = "/opt/placed"
    data: list[str] = field(default_factory=lambda: ["/data/placed"])
    become: bool = True
    key: str | None = None
    python: str = "/usr/bin/python3"
    addresses: dict[str, str] = field(default_factory=dict)
    """Addresses of the nodes among each other, if they differ from those for ssh."""


@dataclass(frozen=True)
class Local:
    """Processes on this machine, each node on a loopback address of its own."""

    workers: int = 3
    spark_workers: int = 2

    def __post_init__(self) -> None:
        if not 1 <= self.workers <= 20:
            raise ValueError(f"workers {self.workers} is not from 1 to 20")
        if not 1 <= self.spark_workers <= self.workers:
            raise ValueError(f"spark_workers {self.spark_workers} is not from 1 to {self.workers}")


@dataclass(frozen=True)
class Existing:
    """An existing cluster with Spark and optionally Hive: YARN, EMR, or another."""

    hdfs: str
    spark_submit: list[str]
    ssh: str | None = None
    hive_jdbc: str | None = None
    hive_java: list[str] = field(default_factory=list)
    jars: str = "/tmp/placed-cluster"


@dataclass(frozen=True)
class Budget:
    """The limits of the experiment: hours until machines terminate themselves, and US dollars."""

    hours: int | float = 8
    cap_usd: int | float = 20

    def __post_init__(self) -> None:
        if not 0.5 <= self.hours <= 168:
            raise ValueError(f"hours {self.hours:g} is not from 0.5 to 168")
        if not 0 < self.cap_usd < float("inf"):  # Nothing is more than NaN, which would be no cap.
            raise ValueError(f"cap_usd {self.cap_usd:g} is not a positive number")


@dataclass(frozen=True)
class Memory:
    """Heap sizes in MiB, and the cores of a worker for Spark (0: all)."""

    namenode: int = 1024
    datanode: int = 512
    spark_daemon: int = 512
    executor: int = 2048
    driver: int = 1024
    metastore: int = 512
    hiveserver2: int = 2048
    tez_task: int = 1536
    cores: int = 0


@dataclass(frozen=True)
class Software:
    """Software on the nodes; its versions are those that Maven resolves for the bundle."""

    jdk: Literal["bundle", "package"] = "bundle"
    replication: int = 3
    block_size: str = "256MiB"
    hive: Literal["tez-local", "tez-yarn"] = "tez-yarn"
    memory: Memory = field(default_factory=Memory)

    def __post_init__(self) -> None:
        size = parse_size(self.block_size)
        if size % 512 or size < 1 << 20:
            raise ValueError(f"block_size {self.block_size} is less than 1MiB or not a multiple of 512 bytes")


@dataclass(frozen=True)
class Data:
    """One benchmark's tables at a scale: a factor, or a size of SS-DB."""

    benchmark: Literal["ssb", "tpch", "ssdb", "tpcds"]
    scale: int | float | str
    parts: int = 0
    """Number of generator tasks; 0: four per worker."""

    def __post_init__(self) -> None:
        if self.benchmark == "ssdb":
            if self.scale not in SSDB_SIZES:
                raise ValueError(f"scale '{self.scale}' of ssdb is not one of {', '.join(SSDB_SIZES)}")
        elif isinstance(self.scale, str) or not 0 < self.scale < float("inf"):
            raise ValueError(f"scale '{self.scale}' of {self.benchmark} is not a positive number")


@dataclass(frozen=True)
class Format:
    """A file format: one copy of the tables for each row group size and, in Placed, each grouping."""

    format: Literal["placed", "orc", "parquet"]
    row_groups: list[str]
    groupings: list[Literal["none", "best"]] = field(default_factory=lambda: ["none"])
    placement: str = "default"
    compression: Literal["none", "lz4", "zstd", "snappy"] = "zstd"
    name: str = ""
    """Name of the variants and their folders, if two entries have the same format."""

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[a-z0-9_]*", self.name):
            raise ValueError(f"name '{self.name}' has other characters than a-z, 0-9 and _")
        distinct_sizes("row_groups", self.row_groups)
        distinct("groupings", self.groupings)
        if not self.row_groups or not self.groupings:
            raise ValueError("row_groups or groupings is empty")
        if self.format != "placed" and (self.groupings != ["none"] or self.placement != "default"):
            raise ValueError(f"{self.format} supports neither groupings nor placements")
        if self.format == "placed" and self.compression == "snappy":
            raise ValueError("compression of Placed must be none, lz4 or zstd")


@dataclass(frozen=True)
class Runs:
    """Settings of reads to vary, and the number of runs per query."""

    repetitions: int = 3
    cache: Literal["cold", "warm"] = "cold"
    buffers: list[str] = field(default_factory=lambda: ["64KiB"])
    readahead: list[str] = field(default_factory=lambda: ["512KiB"])
    timeout_s: int = 7200

    def __post_init__(self) -> None:
        if self.repetitions < 1:
            raise ValueError(f"repetitions {self.repetitions} is less than 1")
        for size in self.buffers:
            if not 4096 <= parse_size(size) <= 1 << 30:
                raise ValueError(f"buffer {size} is not from 4KiB to 1GiB")
        for size in self.readahead:
            if parse_size(size) % 1024:
                raise ValueError(f"readahead {size} is not a multiple of 1KiB")
        distinct_sizes("buffers", self.buffers)
        distinct_sizes("readahead", self.readahead)


@dataclass(frozen=True)
class Experiment:
    """The content of a file. The sections of providers other than the chosen one are optional."""

    __pydantic_config__ = STRICT

    name: str
    provider: Literal["ec2", "hosts", "local", "existing"]
    data: list[Data]
    queries: list[str]
    formats: list[Format]
    engines: list[Literal["spark", "hive"]]
    runs: Runs = field(default_factory=Runs)
    budget: Budget = field(default_factory=Budget)
    software: Software = field(default_factory=Software)
    ec2: Ec2 | None = None
    hosts: Hosts | None = None
    local: Local | None = None
    existing: Existing | None = None
    description: str = ""

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[a-z][a-z0-9-]{0,39}", self.name):
            raise ValueError(f"name '{self.name}' is not 1 to 40 of a-z, 0-9 and -, beginning with a letter")
        if getattr(self, self.provider) is None:
            raise ValueError(f"the section {self.provider} of the provider is missing")
        distinct("formats (set name)", [f.name or f.format for f in self.formats])
        benchmarks = [d.benchmark for d in self.data]
        distinct("data", benchmarks)
        for query in self.queries:
            if query not in QUERIES:
                raise ValueError(f"unknown query '{query}'; known are {', '.join(sorted(QUERIES)[:12])}, ...")
            if QUERIES[query].benchmark not in benchmarks:
                raise ValueError(f"query {query} needs the data of {QUERIES[query].benchmark}")
        distinct("queries", self.queries)
        distinct("engines", self.engines)
        if not (self.queries and self.formats and self.engines):
            raise ValueError("queries, formats or engines is empty")

    def scale(self, benchmark: str) -> float | str:
        """The scale of a benchmark's data."""
        return next(d.scale for d in self.data if d.benchmark == benchmark)


def load_experiment(path: Path) -> Experiment:
    """Reads a file, or one of the repository by its name."""
    if not path.exists():
        ours = HOME / "experiments" / (path.name if path.suffix else f"{path.name}.yaml")
        if path.parent == Path() and ours.exists():
            path = ours
        else:
            known = ", ".join(sorted(p.name for p in (HOME / "experiments").glob("*.yaml")))
            raise ClusterError(f"{path}: no such experiment; the repository has {known}")
    try:
        content = yaml.safe_load(path.read_text())
    except yaml.YAMLError as e:
        raise ClusterError(f"{path}: not YAML: {e}") from e
    # Short names for many queries, such as tpch.*
    if isinstance(content, dict) and isinstance(queries := content.get("queries"), list):
        content["queries"] = [q for text in queries for q in _expand(str(text))]
    try:
        return decode(Experiment, content)
    except ClusterError as e:
        raise ClusterError(f"{path}: {e}") from e


def _expand(text: str) -> list[str]:
    if text.endswith(".*") and text.removesuffix(".*") in BENCHMARKS:
        return [q for q in QUERIES if q.startswith(text.removesuffix("*"))]
    return [text]
