"""Writes what was measured as Markdown with charts like the paper's Figure 9."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .cells import cells
from .charts import Series, bar_chart
from .errors import ClusterError
from .experiment import Experiment
from .measures import Measure, measures
from .results import Results
from .trends import trends
from .units import format_size
from .workloads import BENCHMARKS, QUERIES


def report(experiment: Experiment, results: Results) -> Path:
    """The report's file; ClusterError if nothing was measured."""
    records = results.read()
    one_machine = experiment.provider == "local"
    found = measures(records, one_machine)
    if not any(r["kind"] == "run" for r in records):
        raise ClusterError(f"{results.file} has no runs: run run first")
    lines = [f"# {experiment.name}", "", experiment.description, ""]
    lines += _summary(experiment, records, found)
    for benchmark in BENCHMARKS.values():
        for engine in experiment.engines:
            part = [m for m in found if m.engine == engine and QUERIES[m.query].benchmark == benchmark.name]
            if part:
                lines += _section(benchmark.title, benchmark.name, engine, part, results.folder, one_machine)
    lines += _trends(found)
    lines += _failures(records)
    lines += _environment(records)
    file = results.folder / "report.md"
    file.write_text("\n".join(lines) + "\n")
    return file


def _summary(experiment: Experiment, records: list[dict[str, Any]], found: list[Measure]) -> list[str]:
    planned = cells(experiment)
    checked: dict[str, set[str]] = {}
    for r in records:
        if r["kind"] == "run" and r["status"] == "ok":
            checked.setdefault(r["checked"], set()).add(r["query"])
    times = "run once each" if experiment.runs.repetitions == 1 else f"{experiment.runs.repetitions} runs each"
    lines = [
        f"{len(found)} of {len(planned)} cells have a time, the median of runs with the right answer; {times}.",
        "",
    ]
    for origin, queries in sorted(checked.items()):
        how = (
            "the answer that is known beforehand"
            if origin == "golden"
            else f"what {origin} gives, no answer being known beforehand at this scale"
        )
        lines.append(f"- Every counted run of {_names(queries)} was compared with {how}.")
    if experiment.provider == "local":
        lines.append(
            "- All nodes were processes of one machine on small data: bytes mean something, times do not. Devices and "
            "processors are shared, so that their counters are left out here."
        )
    if experiment.provider == "existing":
        lines.append(
            "- The nodes are not ours: page caches were not emptied, readahead and DataNodes' buffers left as they "
            "are, and only the engines counted."
        )
    lines += [f"- {text}" for text in _common(found)]
    said = [*_refused(records), *_lost(records)]
    return [*lines, *(f"- {text}" for text in said), "", *_COLUMNS, ""]


def _names(queries: set[str]) -> str:
    """Names of queries by benchmark, all of one written short."""
    shown = []
    for benchmark in BENCHMARKS:
        every = [q.id for q in QUERIES.values() if q.benchmark == benchmark]
        mine = [q for q in every if q in queries]
        shown += [f"{benchmark}.*"] if mine == every else mine
    return ", ".join(shown)


_KNOBS: list[tuple[str, str, Callable[[Measure], str]]] = [
    ("io", "a read buffer (io) of", lambda m: format_size(m.buffer)),
    ("ra", "a readahead (ra) of", lambda m: format_size(m.readahead)),
    ("cache", "caches that are", lambda m: m.cache),
]


def _common(found: list[Measure]) -> list[str]:
    same = [f"{words} {value(found[0])}" for _, words, value in _KNOBS if len({value(m) for m in found}) == 1]
    return [f"Asked for in all runs: {', '.join(same)}."] if same else []


def _refused(records: list[dict[str, Any]]) -> list[str]:
    """What the experiment asked for and nodes did not grant; runs count with what they had."""
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
            found.append(f"Page caches were not emptied as a whole; on some nodes: {', '.join(other_ways)}.")
    return list(dict.fromkeys(found))


def _lost(records: list[dict[str, Any]]) -> list[str]:
    """Which runs had fewer DataNodes than others: their bytes are those of the rest."""
    runs = [r for r in records if r["kind"] == "run" and r["status"] == "ok"]

    def there(run: dict[str, Any]) -> set[str]:
        return {n for n, counted in run.get("nodes", {}).items() if counted.get("hdfs_read_bytes") is not None}

    every: set[str] = set().union(*(there(r) for r in runs)) if runs else set()
    without = {n: sum(n not in there(r) for r in runs if r.get("nodes")) for n in sorted(every)}
    return [f"The DataNode of {n} did not answer at {count} of the runs." for n, count in without.items() if count]


def _readahead_refused(asked: str, answer: str, nodes: int) -> list[str]:
    if not answer.startswith("{"):
        return [f"The readahead of {asked} could not be set on {nodes} nodes: {answer}."]
    return [
        f"The readahead of {asked} was refused on {nodes} nodes, where {device} has "
        f"{'an unknown one' if state['kib'] is None else format_size(state['kib'] << 10)}: {state['refused']}."
        for device, state in json.loads(answer).items()
        if state.get("refused")
    ]


_COLUMNS = [
    "**Total** is the whole query; **scan** what the paper calls the map phase: Spark's stages that read tables, Tez's "
    "longest map vertex. **DataNodes** is what they sent, **engine** what the engine's reader asked for, **needed** "
    "what the query cannot do without (told by Placed only).",
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


def _section(title: str, name: str, engine: str, part: list[Measure], folder: Path, one_machine: bool) -> list[str]:
    lines = [f"## {title} through {engine.capitalize()}", ""]
    queries = list(dict.fromkeys(m.query for m in part))
    # A knob that is the same everywhere is said once, at the top.
    knobs = [(short, value) for short, _, value in _KNOBS if len({value(m) for m in part}) > 1]

    def setting(m: Measure) -> str:
        return " ".join([m.variant, *(f"{short}={value(m)}" for short, value in knobs)])

    settings = {setting(m): m.variant.partition("-")[0] for m in part}
    by_key = {(m.query, setting(m)): m for m in part}
    for kind, words, unit, value in _CHARTS:
        series = [Series(s, f, [_value(by_key.get((q, s)), value) for q in queries]) for s, f in settings.items()]
        if all(v is None for s in series for v in s.values):
            continue
        file = f"{name}-{engine}-{kind}.svg"
        (folder / file).write_text(bar_chart(f"{title} through {engine.capitalize()}: {words}", unit, queries, series))
        lines += [f"![{words}]({file})", ""]
    columns = [
        (head, value)
        for head, value in _NUMBERS
        if any(value(m) is not None for m in part) and not (one_machine and head == "devices MiB")
    ]
    heads = ["query", "stored as", *(short for short, _ in knobs), "runs", "total s", *(head for head, _ in columns)]
    right = len(columns) + 2
    lines += [f"| {' | '.join(heads)} |", f"|{'---|' * (len(heads) - right)}{'---:|' * right}"]
    for m in part:
        total = f"{m.seconds:.2f}" + (f" ({m.fastest:.2f}–{m.slowest:.2f})" if m.runs > 1 else "")
        shown = ["" if (n := value(m)) is None else f"{n:.2f}" for _, value in columns]
        row = [m.query, m.variant, *(value(m) for _, value in knobs), str(m.runs), total, *shown]
        lines.append(f"| {' | '.join(row)} |")
    return [*lines, ""]


def _value(m: Measure | None, value: Callable[[Measure], float | None]) -> float | None:
    return None if m is None else value(m)


def _trends(found: list[Measure]) -> list[str]:
    rows = trends([m for m in found if QUERIES[m.query].paper])
    if not rows:
        return []
    lines = [
        "## Beside the paper's Figure 9",
        "",
        "Statements of section 5.3 (Huai et al., VLDB 2013) about Hive 0.11 with RCFile on 101 machines with hard "
        "disks. Measured: geometric mean over the paper's queries with Placed, so ÷ 2 means half and × 2 "
        "twice as much.",
        "",
        "| what | measured |",
        "|---|---|",
    ]
    return [*lines, *(f"| {t.statement} | {t.measured} |" for t in rows), ""]


def _failures(records: list[dict[str, Any]]) -> list[str]:
    latest = {(r["cell"], r["repetition"]): r for r in records if r["kind"] == "run"}
    bad = [r for r in latest.values() if r["status"] != "ok"]
    if not bad:
        return []
    lines = ["## Cells without a time", "", "| cell | run | status | why |", "|---|---:|---|---|"]
    for r in bad:
        why = " ".join(r.get("error", "").split()).replace("|", "\\|")[:400]
        lines.append(f"| {r['cell']} | {r['repetition']} | {r['status']} | {why} |")
    return [*lines, ""]


def _environment(records: list[dict[str, Any]]) -> list[str]:
    lines = ["## Environment", ""]
    for r in records:
        if r["kind"] != "environment":
            continue
        lines.append(f"- `{r['id']}` ({r['time']}): bundle {r['bundle']}")
        for engine, facts in r["engines"].items():
            shown = ", ".join(f"{k} {v}" for k, v in facts.items() if isinstance(v, str))
            lines.append(f"  - {engine}: {shown}")
        lines += [f"  - {n['count']} × {n['role']}: {n['machine'].replace('|', '·')}" for n in r["nodes"]]
    return [*lines, "", "All runs with every counter of every node: `runs.jsonl`."]
