"""Generates data on the cluster and writes it in every variant. Existing tables are reused."""

from __future__ import annotations

from .cells import Variant, variants
from .engines import base_folder, create_hive_table, hive_session, source_path, spark_session, table_path
from .errors import ClusterError
from .experiment import Data, Experiment
from .providers.base import Provider, Say
from .queries import tables_of, text
from .units import format_size
from .workloads import BENCHMARKS, QUERIES

_LONGEST_S = 24 * 3600
"""Timeout for one table; the machines' deadline is the actual limit."""


def load(provider: Provider, say: Say) -> None:
    """Generates and writes the tables, and creates them in Hive. Idempotent."""
    experiment, state, access = provider.experiment, provider.state, provider.access()
    if not state.nodes:
        raise ClusterError("there is no cluster: run up first")
    base = base_folder(experiment, state)
    ddl: dict[str, str] = {}
    with spark_session(experiment, state, access) as spark:
        for data in experiment.data:
            for table in needed(experiment, data):
                made = spark.ask(
                    {
                        "op": "generate",
                        "benchmark": data.benchmark,
                        "table": table,
                        "scale": str(data.scale),
                        "parts": _parts(experiment, data, table, len(state.workers)),
                        "target": source_path(base, data.benchmark, table),
                    },
                    _LONGEST_S,
                )
                ddl[f"{data.benchmark}.{table}"] = made["ddl"]
                say(f"{data.benchmark}.{table}: {made['rows']} rows" + ("" if made["written"] else ", already exists"))
            for variant in variants(experiment, data.benchmark):
                size = 0
                for table in needed(experiment, data):
                    written = spark.ask(
                        {
                            "op": "write",
                            "format": variant.format,
                            "source": source_path(base, data.benchmark, table),
                            "target": table_path(base, variant, table),
                            "options": variant.options(table),
                        },
                        _LONGEST_S,
                    )
                    size += written["bytes"]
                    state.facts.setdefault("tables", {})[f"{data.benchmark}/{variant.id}/{table}"] = {
                        k: written[k] for k in ("bytes", "files", "rows")
                    }
                say(f"{data.benchmark} as {variant.id}: {format_size(size)}")
                state.save()
    if "hive" in experiment.engines:
        _create_in_hive(provider, say, base, ddl)
    state.facts["loaded"] = _tables(experiment)
    state.save()


def _tables(experiment: Experiment) -> dict[str, str]:
    """The scale of each benchmark's data, by variant and engine."""
    return {
        f"{data.benchmark}/{variant.id} ({engine})": str(data.scale)
        for data in experiment.data
        for variant in variants(experiment, data.benchmark)
        for engine in experiment.engines
    }


def not_loaded(provider: Provider) -> list[str]:
    """The tables of the experiment that were not loaded, or were loaded at another scale."""
    loaded = provider.state.facts.get("loaded") or {}
    return [name for name, scale in _tables(provider.experiment).items() if loaded.get(name) != scale]


def _create_in_hive(provider: Provider, say: Say, base: str, ddl: dict[str, str]) -> None:
    experiment, state = provider.experiment, provider.state
    with hive_session(experiment, state, provider.access()) as hive:
        count = 0
        for data in experiment.data:
            for variant in variants(experiment, data.benchmark):
                if not hive_reads(provider, variant):
                    continue
                for table in needed(experiment, data):
                    path = table_path(base, variant, table)
                    create_hive_table(hive, variant, table, path, ddl[f"{data.benchmark}.{table}"])
                    count += 1
        say(f"{count} tables created in Hive")


def needed(experiment: Experiment, data: Data) -> list[str]:
    """The tables that the experiment's queries read."""
    tables = BENCHMARKS[data.benchmark].tables
    statements = [text(q, data.scale) for q in experiment.queries if QUERIES[q].benchmark == data.benchmark]
    return [t for t in tables if any(t in tables_of(s, tables) for s in statements)]


def hive_reads(provider: Provider, variant: Variant) -> bool:
    """Whether the cluster's Hive supports the variant's format; ORC and Parquet are built in."""
    installed = provider.state.facts.get("bundle", {}).get("placed_hive")
    return variant.format != "placed" or bool(installed) or not provider.installs


def _parts(experiment: Experiment, data: Data, table: str, workers: int) -> int:
    largest = BENCHMARKS[data.benchmark].largest == table
    everything = data.parts or max(4, 4 * workers)
    # Dimensions are small: as many files as for the largest table would be mostly empty.
    return everything if largest else max(1, everything // 8)
