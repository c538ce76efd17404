"""From lines of results to a report."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from placed_cluster.cells import cells
from placed_cluster.collect import redacted
from placed_cluster.errors import ClusterError
from placed_cluster.experiment import load_experiment
from placed_cluster.measures import measures
from placed_cluster.report import report
from placed_cluster.results import Results, environment


def record(cell: Any, repetition: int, seconds: float, **more: Any) -> dict[str, Any]:
    mib = 10 if cell.variant.row_group < 1 << 20 else 2
    return {
        "kind": "run", "cell": cell.id, "repetition": repetition, "engine": cell.engine, "query": cell.query,
        "variant": cell.variant.id, "format": cell.variant.format, "row_group": cell.variant.row_group,
        "grouping": cell.variant.grouping, "buffer": cell.buffer, "readahead": cell.readahead, "cache": cell.cache,
        "status": "ok", "checked": "golden", "seconds": seconds, "scan_seconds": seconds / 2,
        "nodes": {f"worker00{i}": {"hdfs_read_bytes": mib << 20, "device_read_bytes": 7 << 20} for i in (1, 2)},
        **more,
    }  # fmt: skip


def test_report_of_a_whole_experiment(tmp_path: Path) -> None:
    e = load_experiment(Path("smoke"))
    results = Results(tmp_path)
    results.add(environment(e, {}, {"spark": {"spark": "4.2.0"}}, []))
    grid = cells(e)
    for cell in grid[:-1]:
        for repetition, seconds in ((1, 9.0), (2, 1.0), (3, 2.0)):
            results.add(record(cell, repetition, seconds))
    results.add({**record(grid[-1], 1, 1.0), "status": "failed", "error": "a DataNode | was lost"})
    text = report(e, results).read_text()
    assert f"{len(grid) - 1} of {len(grid)} cells" in text
    assert "| spark: bytes read from 256KiB to 4MiB row groups. The paper has no such pair. | ÷ 5.00 |" in text
    assert "a DataNode \\| was lost" in text
    assert "| 3 | 2.00 (1.00–9.00) | 1.00 | 20.00 |" in text
    for picture in tmp_path.glob("*.svg"):
        assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    assert {p.name for p in tmp_path.glob("ssdb*.svg")} >= {"ssdb-spark-read.svg", "ssdb-hive-total.svg"}


def test_the_papers_statements_stand_beside(tmp_path: Path) -> None:
    e = load_experiment(Path("fig9-2013"))
    results = Results(tmp_path)
    for cell in cells(e):
        results.add(record(cell, 1, 64.0 if cell.variant.row_group == 4 << 20 else 16.0))
    text = report(e, results).read_text()
    assert "| hive: time of the scan from 4MiB to 64MiB row groups. Paper: decreases significantly. | ÷ 4.00 |" in text
    assert "| hive: time of the scan from 64MiB to 128MiB row groups. Paper: not significant. | ÷ 1.00 |" in text
    assert "with 128MiB row groups, best grouping instead of none. Paper: no significant difference." in text


def test_wrong_answers_and_failures_have_no_time(tmp_path: Path) -> None:
    cell = cells(load_experiment(Path("smoke")))[0]
    records = [{**record(cell, 1, 1.0), "status": s} for s in ("wrong", "failed")]
    assert measures(records, True) == []


def test_a_run_that_was_cut_off_is_run_again(tmp_path: Path) -> None:
    cell = cells(load_experiment(Path("smoke")))[0]
    results = Results(tmp_path)
    results.add(record(cell, 1, 1.0))
    results.add({**record(cell, 2, 1.0), "status": "wrong"})
    with results.file.open("a") as out:
        out.write('{"kind": "run", "cell": "spa')
    assert results.done() == {(cell.id, 1)}


def test_no_runs_is_said(tmp_path: Path) -> None:
    with pytest.raises(ClusterError, match="has no runs"):
        report(load_experiment(Path("smoke")), Results(tmp_path))


def test_results_name_neither_operators_nor_secrets(tmp_path: Path) -> None:
    e = load_experiment(Path("fig9-2013"))
    text = str(environment(e, {}, {}, []))
    assert "operator': 'auto" not in text and "public_key" not in text
    assert redacted("fs.s3a.secret.key=abc\npassword: xyz ok") == "fs.s3a.secret.key=***\npassword: *** ok"
    assert redacted("<name>my.password</name><value>x</value>") == "<name>my.password</name><value>***</value>"
