"""Writes what was measured as Markdown with charts like the paper's Figure 9."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from .cells import cells
from .errors import ClusterError
from .experiment import Experiment
from .measures import Measure, measures
from .results import Results
from .svg import bar_chart
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
                lines += _section(benchmark.title, benchmark.name, engine, part, results.folder)
    lines += _trends(found)
    lines += _failures(records)
    lines += _environment(records)
    file = results.folder / "report.md"
    file.write_text("\n".join(lines) + "\n")
    return file


def _summary(experiment: Experiment, records: list[dict[str, Any]], found: list[Measure]) -> list[str]:
    planned = cells(experiment)
    good = len(found)
    checked: dict[str, set[str]] = {}
    for r in records:
        if r["kind"] == "run" and r["status"] == "ok":
            checked.setdefault(r["checked"], set()).add(r["query"])
    lines = [
        f"{good} of {len(planned)} cells have a median of right answers; "
        f"{experiment.runs.repetitions} repetitions, {experiment.runs.cache} caches.",
        "",
    ]
    for origin, queries in sorted(checked.items()):
        how = (
            "golden answers"
            if origin == "golden"
            else f"answers from {origin}, no golden one being known at this scale"
        )
        lines.append(f"- Every counted run of {', '.join(sorted(queries))} was compared with {how}.")
    if experiment.provider == "local":
        lines.append(
            "- All nodes were processes of one machine on small data: bytes mean something, times do not. Bytes of "
            "devices are of the whole machine."
        )
    return [*lines, ""]


_CHARTS: list[tuple[str, str, str, Callable[[Measure], float | None]]] = [
    ("read", "sizes of data read (DataNodes)", "MiB", lambda m: m.hdfs_mib if m.hdfs_mib is not None else m.engine_mib),
    ("scan", "times of the map phase or scan stages", "s", lambda m: m.scan_seconds),
    ("total", "total times", "s", lambda m: m.seconds),
]


def _section(title: str, name: str, engine: str, part: list[Measure], folder: Path) -> list[str]:
    lines = [f"## {title} through {engine.capitalize()}", ""]
    queries = list(dict.fromkeys(m.query for m in part))
    settings = list(dict.fromkeys(_setting(m) for m in part))
    by_key = {(m.query, _setting(m)): m for m in part}
    for kind, words, unit, value in _CHARTS:
        rows = [(s, [_value(by_key.get((q, s)), value) for q in queries]) for s in settings]
        if all(v is None for _, values in rows for v in values):
            continue
        file = f"{name}-{engine}-{kind}.svg"
        (folder / file).write_text(bar_chart(f"{title} through {engine.capitalize()}: {words}", unit, queries, rows))
        lines += [f"![{words}]({file})", ""]
    lines += [
        "| query | stored as | setting | runs | total s | scan s | DataNodes MiB | engine MiB | needed MiB "
        "| devices MiB | engine CPU s |",
        "|---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for m in part:
        numbers = (m.scan_seconds, m.hdfs_mib, m.engine_mib, m.needed_mib, m.device_mib, m.cpu_seconds)
        total = f"{m.seconds:.2f}" + (f" ({m.fastest:.2f}–{m.slowest:.2f})" if m.runs > 1 else "")
        knobs = f"io {format_size(m.buffer)}, ra {format_size(m.readahead)}, {m.cache}"
        shown = " | ".join("" if n is None else f"{n:.2f}" for n in numbers)
        lines.append(f"| {m.query} | {m.variant} | {knobs} | {m.runs} | {total} | {shown} |")
    return [*lines, ""]


def _setting(m: Measure) -> str:
    return f"{m.variant} io={format_size(m.buffer)} ra={format_size(m.readahead)}"


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
        "disks. Measured: geometric mean over the paper's queries with Placed, so ÷ 2 means half.",
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
    refused = {
        text
        for r in records
        if r["kind"] == "run"
        for text in r.get("knobs", {}).get("readahead_found", {})
        if "refused" in text or "not reachable" in text
    }
    lines += [f"- A knob was refused: {text}" for text in sorted(refused)]
    return [*lines, "", "All runs with every counter of every node: `runs.jsonl`."]
