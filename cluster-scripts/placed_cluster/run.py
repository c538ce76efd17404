"""Measures the cells of an experiment. Each run is one line of the results; existing ones are skipped."""

from __future__ import annotations

from typing import Any

from .answers import Answer, Digest, difference, same
from .bench import Session
from .cells import Cell, cells
from .collect import redacted
from .engines import base_folder, hive_session, run_hive, run_spark, source_path, spark_session
from .errors import ClusterError
from .experiment import Experiment
from .golden import golden
from .load import hive_reads, not_loaded
from .nodes import Cluster, differences
from .providers.base import Provider, Say
from .queries import tables_of, text
from .results import Results, comparable, environment
from .workloads import BENCHMARKS, QUERIES

_BUFFER = "io.file.buffer.size"
"""Of the engines, which read through HDFS's client."""


class Runner:
    """The sessions with the engines and the current knobs of one command."""

    def __init__(self, provider: Provider, results: Results, say: Say) -> None:
        self.provider = provider
        self.experiment: Experiment = provider.experiment
        self.results = results
        self.say = say
        if not provider.state.nodes:
            raise ClusterError("there is no cluster: run up first")
        self.cluster = Cluster(provider)
        self.base = base_folder(self.experiment, provider.state)
        access = provider.access()
        self.sessions: dict[str, Session] = {"spark": spark_session(self.experiment, provider.state, access)}
        if "hive" in self.experiment.engines:
            self.sessions["hive"] = hive_session(self.experiment, provider.state, access)
        self.knobs: dict[str, Any] = {}
        self.warm: set[tuple[str, str, int]] = set()
        self.latest = ""
        self.references: dict[str, tuple[Answer, str]] = {}

    def run(self) -> int:
        """Runs all missing repetitions; returns the number of failed runs and wrong results."""
        missing = not_loaded(self.provider)
        if missing:
            shown = ", ".join(missing[:3]) + (f" and {len(missing) - 3} more" if len(missing) > 3 else "")
            raise ClusterError(f"missing data of {shown}: run load first")
        self.results.refuse_others(comparable(self.experiment, self.provider.state.facts))
        todo = self._todo()
        self.say(f"{len(todo)} runs")
        failures = 0
        try:
            env = self._environment() if todo else ""
            for number, (cell, repetition) in enumerate(todo, 1):
                record = self._one(cell, repetition)
                self.results.add({"kind": "run", "environment": env, **record})
                failures += record["status"] not in ("ok", "absent")
                shown = f"{record['seconds']:.2f} s" if record["status"] == "ok" else record.get("error", "")[:300]
                self.say(f"{number}/{len(todo)} {cell.id} #{repetition}: {record['status']} {shown}")
        finally:
            for session in self.sessions.values():
                session.close()
        return failures

    def _todo(self) -> list[tuple[Cell, int]]:
        done = self.results.done()
        repetitions = range(1, self.experiment.runs.repetitions + 1)
        return [(c, r) for c in cells(self.experiment) for r in repetitions if (c.id, r) not in done]

    def _environment(self) -> str:
        engines = {name: session.ask({"op": "hello"}, 300) for name, session in self.sessions.items()}
        found = environment(self.experiment, self.provider.state.facts, engines, self.cluster.describe())
        if found["id"] not in [r["id"] for r in self.results.read() if r["kind"] == "environment"]:
            self.results.add(found)
        return str(found["id"])

    def _reference(self, query: str) -> tuple[Answer, str]:
        """The expected result: a golden one, or that of Spark on the generated tables."""
        if query not in self.references:
            benchmark = QUERIES[query].benchmark
            scale = self.experiment.scale(benchmark)
            known = golden(query, benchmark, scale)
            if known is not None:
                self.references[query] = (known, "golden")
            else:
                statement = text(query, scale)
                tables = tables_of(statement, BENCHMARKS[benchmark].tables)
                views = [{"name": t, "format": "parquet", "path": source_path(self.base, benchmark, t)} for t in tables]
                request = {"op": "query", "sql": statement, "tables": views}
                answer = self.sessions["spark"].ask(request, self.experiment.runs.timeout_s)
                self.references[query] = (answer["rows"], "the generated tables through Spark")
            rows, origin = self.references[query]
            kept = {"digest": rows.sha256} if isinstance(rows, Digest) else {"rows": rows[:20]}
            self.results.add({"kind": "reference", "query": query, "origin": origin, **kept})
        return self.references[query]

    def _one(self, cell: Cell, repetition: int) -> dict[str, Any]:
        record: dict[str, Any] = {
            "cell": cell.id,
            "repetition": repetition,
            "engine": cell.engine,
            "query": cell.query,
            "variant": cell.variant.id,
            "format": cell.variant.format,
            "row_group": cell.variant.row_group,
            "grouping": cell.variant.grouping,
            "buffer": cell.buffer,
            "readahead": cell.readahead,
            "cache": cell.cache,
        }
        if cell.engine == "hive" and not hive_reads(self.provider, cell.variant):
            return {**record, "status": "absent", "error": "the bundle has no Placed for Hive"}
        try:
            expected, origin = self._reference(cell.query)
            record["knobs"] = self._set(cell)
            self._warm_up(cell)
            record["caches"] = self.cluster.drop_caches() if cell.cache == "cold" else {}
            before = self.cluster.counters()
            answer = self._execute(cell)
            record["nodes"] = differences(before, self.cluster.counters())
        except ClusterError as e:
            return {**record, "status": "failed", "error": redacted(str(e))}
        rows = answer.pop("rows")
        record.update({k: v for k, v in answer.items() if k != "error"}, checked=origin)
        if not same(rows, expected):
            # The time of a wrong result does not count.
            return {**record, "status": "wrong", "error": difference(rows, expected)}
        return {**record, "status": "ok"}

    def _warm_up(self, cell: Cell) -> None:
        """Runs the query once beside the measurement, where that would otherwise measure something else.

        A format's first query in new processes loads and compiles its classes. A warm cache has to hold the tables.
        """
        key = (cell.engine, cell.variant.format, self.sessions[cell.engine].starts)
        if key not in self.warm or (cell.cache == "warm" and cell.id != self.latest):
            self._execute(cell)
        # The session may have been started by that.
        self.warm.add((cell.engine, cell.variant.format, self.sessions[cell.engine].starts))
        self.latest = cell.id

    def _execute(self, cell: Cell) -> dict[str, Any]:
        benchmark = cell.variant.benchmark
        statement = text(cell.query, self.experiment.scale(benchmark))
        tables = tables_of(statement, BENCHMARKS[benchmark].tables)
        timeout = self.experiment.runs.timeout_s
        session = self.sessions[cell.engine]
        if cell.engine == "spark":
            return run_spark(session, statement, cell.variant, self.base, tables, timeout)
        return run_hive(session, statement, cell.variant, timeout)

    def _set(self, cell: Cell) -> dict[str, Any]:
        """Sets the knobs that changed; returns their actual values."""
        wanted = {"buffer": cell.buffer, "readahead": cell.readahead}
        if {k: self.knobs.get(k) for k in wanted} != wanted:
            self.knobs = {**wanted, **self.cluster.set_knobs(cell.buffer, cell.readahead)}
            self.warm.clear()  # Restarted DataNodes start without compiled code, too.
        if cell.engine == "spark":
            setting = {"op": "conf", "name": _BUFFER, "value": str(cell.buffer)}
        else:
            setting = {"op": "run", "sql": f"SET {_BUFFER}={cell.buffer}"}
        self.sessions[cell.engine].set(_BUFFER, setting)
        return dict(self.knobs)
