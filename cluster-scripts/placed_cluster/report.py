"""Writes the results as Markdown with charts like the paper's Figure 9; the text is in templates/report.md.j2."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from .cells import cells
from .charts import Series, bar_chart
from .errors import ClusterError
from .experiment import Experiment
from .measures import Measure, measures
from .results import Results
from .trends import trends
from .units import format_size
from .workloads import BENCHMARKS, QUERIES

_TEMPLATES = Environment(
    loader=PackageLoader("placed_cluster"), trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined
)
_TEMPLATES.filters["cell"] = lambda text: " ".join(str(text).split()).replace("|", "\\|")


def report(experiment: Experiment, results: Results) -> Path:
    """Writes report.md and returns its path; ClusterError if there are no results."""
    records = results.read()
    one_machine = experiment.provider == "local"
    found = measures(records, one_machine)
    if not any(r["kind"] == "run" for r in records):
        raise ClusterError(f"{results.file} has no runs: execute run first")
    sections = [
        _section(benchmark.title, benchmark.name, engine, part, results.folder, one_machine)
        for benchmark in BENCHMARKS.values()
        for engine in experiment.engines
        if (part := [m for m in found if m.engine == engine and QUERIES[m.query].benchmark == benchmark.name])
    ]
    repetitions = experiment.runs.repetitions
    planned = {c.id for c in cells(experiment)}
    measured = {r["cell"] for r in records if r["kind"] == "run" and r["status"] == "ok"}
    text = _TEMPLATES.get_template("report.md.j2").render(
        experiment=experiment,
        measured=len(measured & planned),
        planned=len(planned),
        times="run once each" if repetitions == 1 else f"{repetitions} runs each",
        notes=[
            *_unplanned(measured - planned),
            *_checked(records),
            *_setup(experiment),
            *_common(found),
            *_refused(records),
            *_lost(records),
        ],
        sections=sections,
        trends=[(t.statement, t.measured) for t in trends([m for m in found if QUERIES[m.query].paper])],
        failures=_failures(records),
        environments=[r for r in records if r["kind"] == "environment"],
    )
    file = results.folder / "report.md"
    file.write_text(text + "\n")
    return file


def _unplanned(cells: set[str]) -> list[str]:
    """Results of what was planned earlier."""
    more = "1 more cell, which the experiment" if len(cells) == 1 else f"{len(cells)} more cells, which the experiment"
    return [f"{more} no longer has, {'has' if len(cells) == 1 else 'have'} a time."] if cells else []


def _checked(records: list[dict[str, Any]]) -> list[str]:
    """What the results of the counted runs were compared with."""
    checked: dict[str, set[str]] = {}
    for r in records:
        if r["kind"] == "run" and r["status"] == "ok":
            checked.setdefault(r["checked"], set()).add(r["query"])
    return [
        f"Every counted run of {_names(queries)} was compared with "
        + (
            "a result that is known in advance."
            if origin == "golden"
            else f"the result of {origin}; none is known in advance at this scale."
        )
        for origin, queries in sorted(checked.items())
    ]


def _setup(experiment: Experiment) -> list[str]:
    """How the provider limits the results."""
    if experiment.provider == "local":
        return [
            "All nodes were processes on one machine with little data: bytes are meaningful, times are not. Counters "
            "of devices and processors, which the nodes share, are left out."
        ]
    if experiment.provider == "existing":
        return [
            "Existing cluster: page caches were not dropped, readahead and DataNodes' buffers not changed, and only "
            "the engines' counters are available."
        ]
    return []


def _names(queries: set[str]) -> str:
    """Names of queries by benchmark; all of a benchmark are abbreviated."""
    shown = []
    for benchmark in BENCHMARKS:
        every = [q.id for q in QUERIES.values() if q.benchmark == benchmark]
        mine = [q for q in every if q in queries]
        shown += [f"{benchmark}.*"] if mine == every else mine
    return ", ".join(shown)


_KNOBS: list[tuple[str, str, Callable[[Measure], str]]] = [
    ("io", "a read buffer (io) of", lambda m: format_size(m.buffer)),
    ("ra", "a readahead (ra) of", lambda m: format_size(m.readahead)),
    ("cache", "page caches that are", lambda m: m.cache),
]


def _common(found: list[Measure]) -> list[str]:
    same = [f"{words} {value(found[0])}" for _, words, value in _KNOBS if len({value(m) for m in found}) == 1]
    return [f"In all runs: {', '.join(same)}."] if same else []


def _refused(records: list[dict[str, Any]]) -> list[str]:
    """Settings that nodes rejected; runs count with the actual values."""
    found: list[str] = []
    for r in records:
        if r["kind"] != "run" or r["status"] != "ok":
            continue
        knobs = r.get("knobs", {})
        for answer, nodes in knobs.get("readahead_found", {}).items():
            found += _readahead_refused(format_size(r["readahead"]), answer, nodes)
        found += [
            f"The read buffer of {format_size(r['buffer'])} was not set: {t}." for t in knobs.get("buffer_refused", [])
        ]
        other_ways = sorted(way for way in r.get("caches", {}) if way != "machine")
        if other_ways:
            found.append(f"Page caches were not dropped completely; method on some nodes: {', '.join(other_ways)}.")
    return list(dict.fromkeys(found))


def _lost(records: list[dict[str, Any]]) -> list[str]:
    """Runs without the counters of some DataNodes; their bytes are those of the others."""
    runs = [r for r in records if r["kind"] == "run" and r["status"] == "ok"]

    def there(run: dict[str, Any]) -> set[str]:
        return {n for n, counted in run.get("nodes", {}).items() if counted.get("hdfs_read_bytes") is not None}

    every: set[str] = set().union(*(there(r) for r in runs)) if runs else set()
    without = {n: sum(n not in there(r) for r in runs if r.get("nodes")) for n in sorted(every)}
    return [f"The DataNode of {n} did not respond in {count} of the runs." for n, count in without.items() if count]


def _readahead_refused(asked: str, answer: str, nodes: int) -> list[str]:
    if not answer.startswith("{"):
        return [f"The readahead of {asked} could not be set on {nodes} nodes: {answer}."]
    return [
        f"The readahead of {asked} was rejected on {nodes} nodes, where {device} has "
        f"{'an unknown value' if state['kib'] is None else format_size(state['kib'] << 10)}: {state['refused']}."
        for device, state in json.loads(answer).items()
        if state.get("refused")
    ]


_CHARTS: list[tuple[str, str, str, Callable[[Measure], float | None]]] = [
    ("read", "data read", "MiB", lambda m: m.hdfs_mib if m.hdfs_mib is not None else m.engine_mib),
    ("scan", "time of the map phase", "s", lambda m: m.scan_seconds),
    ("total", "total time", "s", lambda m: m.seconds),
]

_NUMBERS: list[tuple[str, Callable[[Measure], float | None]]] = [
    ("scan s", lambda m: m.scan_seconds),
    ("DataNodes MiB", lambda m: m.hdfs_mib),
    ("engine MiB", lambda m: m.engine_mib),
    ("needed MiB", lambda m: m.needed_mib),
    ("devices MiB", lambda m: m.device_mib),
    ("engine CPU s", lambda m: m.cpu_seconds),
]


@dataclass(frozen=True)
class _Chart:
    text: str
    file: str


@dataclass(frozen=True)
class _Section:
    """The charts of a benchmark through one engine, and its table, whose last ``right`` columns are numbers."""

    title: str
    charts: list[_Chart]
    heads: list[str]
    rows: list[list[str]]
    right: int


def _section(title: str, name: str, engine: str, part: list[Measure], folder: Path, one_machine: bool) -> _Section:
    title = f"{title} through {engine.capitalize()}"
    queries = list(dict.fromkeys(m.query for m in part))
    # A knob with the same value everywhere is listed once, at the top.
    knobs = [(short, value) for short, _, value in _KNOBS if len({value(m) for m in part}) > 1]

    def setting(m: Measure) -> str:
        return " ".join([m.variant, *(f"{short}={value(m)}" for short, value in knobs)])

    settings = {setting(m): m.variant.partition("-")[0] for m in part}
    by_key = {(m.query, setting(m)): m for m in part}
    charts = []
    for kind, words, unit, value in _CHARTS:
        series = [Series(s, f, [_value(by_key.get((q, s)), value) for q in queries]) for s, f in settings.items()]
        if all(v is None for s in series for v in s.values):
            continue
        chart = _Chart(words, f"{name}-{engine}-{kind}.svg")
        (folder / chart.file).write_text(bar_chart(f"{title}: {words}", unit, queries, series))
        charts.append(chart)
    columns = [
        (head, value)
        for head, value in _NUMBERS
        if any(value(m) is not None for m in part) and not (one_machine and head == "devices MiB")
    ]
    heads = ["query", "stored as", *(short for short, _ in knobs), "runs", "total s", *(head for head, _ in columns)]
    rows = []
    for m in part:
        total = f"{m.seconds:.2f}" + (f" ({m.fastest:.2f}–{m.slowest:.2f})" if m.runs > 1 else "")
        shown = ["" if (n := value(m)) is None else f"{n:.2f}" for _, value in columns]
        rows.append([m.query, m.variant, *(value(m) for _, value in knobs), str(m.runs), total, *shown])
    return _Section(title, charts, heads, rows, len(columns) + 2)


def _value(m: Measure | None, value: Callable[[Measure], float | None]) -> float | None:
    return None if m is None else value(m)


def _failures(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The latest run of each cell and repetition, if it failed."""
    latest = {(r["cell"], r["repetition"]): r for r in records if r["kind"] == "run"}
    return [{"error": "", **r} for r in latest.values() if r["status"] != "ok"]
