"""From lines of results to a report."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from placed_cluster.cells import cells
from placed_cluster.charts import Series, bar_chart
from placed_cluster.collect import redacted
from placed_cluster.errors import ClusterError
from placed_cluster.experiment import Existing, Hosts, load_experiment
from placed_cluster.measures import measures
from placed_cluster.report import report
from placed_cluster.results import Results, comparable, environment


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
    assert "In all runs: a read buffer (io) of 64KiB" in text
    assert "| spark: bytes read from 256KiB to 4MiB row groups. Not in the paper. | ÷ 5.00 |" in text
    assert "a DataNode \\| was lost" in text
    assert "| ssb.1.1 | placed-256KiB-none | 3 | 2.00 (1.00–9.00) | 1.00 | 20.00 |" in text
    for picture in tmp_path.glob("*.svg"):
        assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    assert {p.name for p in tmp_path.glob("ssdb*.svg")} >= {"ssdb-spark-read.svg", "ssdb-hive-total.svg"}


def test_cells_that_are_not_planned_any_more_do_not_count(tmp_path: Path) -> None:
    e = load_experiment(Path("smoke"))
    results = Results(tmp_path)
    grid = cells(e)
    for cell in grid:
        results.add(record(cell, 1, 1.0))
    fewer = replace(e, queries=e.queries[1:])
    planned = len(cells(fewer))
    text = report(fewer, results).read_text()
    assert f"{planned} of {planned} cells have a time" in text
    assert f"- {len(grid) - planned} more cells, which the experiment no longer has, have a time." in text
    assert "no longer has" not in report(e, results).read_text()


def test_the_papers_statements_stand_beside(tmp_path: Path) -> None:
    e = load_experiment(Path("fig9-2013"))
    results = Results(tmp_path)
    for cell in cells(e):
        results.add(record(cell, 1, 64.0 if cell.variant.row_group == 4 << 20 else 16.0))
    text = report(e, results).read_text()
    assert "| hive: scan time from 4MiB to 64MiB row groups. Paper: decreases significantly. | ÷ 4.00 |" in text
    assert "| hive: scan time from 64MiB to 128MiB row groups. Paper: not significant. | ÷ 1.00 |" in text
    assert "with 128MiB row groups, best grouping instead of none. Paper: no significant difference." in text


def test_what_grows_is_not_a_division(tmp_path: Path) -> None:
    e = load_experiment(Path("fig9-2013"))
    results = Results(tmp_path)
    for cell in cells(e):
        results.add(record(cell, 1, 1.0 if cell.variant.row_group == 4 << 20 else 3.0))
    assert (
        "scan time from 4MiB to 64MiB row groups. Paper: decreases significantly. | × 3.00 |"
        in report(e, results).read_text()
    )


def test_refused_knobs_are_said_and_knobs_that_differ_are_columns(tmp_path: Path) -> None:
    e = load_experiment(Path("fig9-2013"))
    results = Results(tmp_path)
    found = {'{"vda": {"kib": 8192, "refused": "not ours"}}': 3}
    for cell in cells(e):
        results.add(record(cell, 1, 1.0, knobs={"readahead_found": found}, caches={"files of HDFS": 2}))
    text = report(e, results).read_text()
    assert "- The readahead of 512KiB was rejected on 3 nodes, where vda has 8MiB: not ours." in text
    assert "- Page caches were not dropped completely; method on some nodes: files of HDFS." in text
    assert "| query | stored as | io | runs |" in text
    assert "| ssb.1.1 | placed-4MiB-none | 128KiB | 1 |" in text


def test_what_could_not_be_set_on_an_existing_cluster_is_said(tmp_path: Path) -> None:
    e = replace(load_experiment(Path("smoke")), provider="existing", existing=Existing("hdfs:///x", ["spark-submit"]))
    results = Results(tmp_path)
    results.add(record(cells(e)[0], 1, 1.0, nodes={}, bytes_read=3 << 20))
    text = report(e, results).read_text()
    assert "page caches were not dropped" in text
    assert "| query | stored as | runs | total s | scan s | engine MiB |" in text


def test_a_datanode_that_was_lost_is_said(tmp_path: Path) -> None:
    e = load_experiment(Path("smoke"))
    results = Results(tmp_path)
    for number, cell in enumerate(cells(e)):
        run = record(cell, 1, 1.0)
        if number >= 80:
            run["nodes"]["worker002"] = {"hdfs_read_bytes": None, "device_read_bytes": 1}
        results.add(run)
    text = report(e, results).read_text()
    assert "- The DataNode of worker002 did not respond in 4 of the runs." in text
    assert "worker001 did not" not in text


def test_placed_counts_what_its_own_threads_fetch() -> None:
    cell = cells(load_experiment(Path("smoke")))[0]
    run = record(cell, 1, 1.0, bytes_read=5, scan_metrics={"bytesFetched": 3 << 20, "bytesNeeded": 2 << 20})
    (measure,) = measures([run], True)
    assert (measure.engine_mib, measure.needed_mib) == (3, 2)


def test_charts_of_many_queries_have_several_panels(tmp_path: Path) -> None:
    groups = [f"tpch.{n}" for n in range(1, 23)]
    series = [Series(f"placed-{n}MiB-none io=64KiB", "placed", [1.0] * 21 + [None]) for n in range(12)]
    chart = ElementTree.fromstring(bar_chart("TPC-H through Spark: data read", "MiB", groups, series))
    assert chart.attrib["viewBox"].split()[:2] == ["0", "0"]
    right = float(chart.attrib["viewBox"].split()[2])
    assert right <= 900  # points, of which 72 are 96 pixels
    parts = [g for g in chart.iter("{http://www.w3.org/2000/svg}g") if g.attrib.get("id", "").startswith("bar-")]
    assert len(parts) == 21 * 12
    assert len([g for g in chart.iter() if g.attrib.get("id", "").startswith("axes_")]) > 1
    for part in parts:
        (outline,) = part
        xs = [float(n) for n in re.findall(r"[ML] ([\d.]+) ", outline.attrib["d"])]
        assert len(xs) == 4 and 0 <= min(xs) < max(xs) <= right
    assert len([t for t in chart.iter("{http://www.w3.org/2000/svg}text") if t.text == "×"]) == 12


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
    # What is added after a crash is not lost in the half line.
    results.add(record(cell, 2, 1.0))
    assert results.done() == {(cell.id, 1), (cell.id, 2)}


def test_runs_of_other_data_or_software_do_not_stand_in_one_folder(tmp_path: Path) -> None:
    e = load_experiment(Path("smoke"))
    facts = {"bundle": {"bundle_id": "aaa"}}
    results = Results(tmp_path)
    results.refuse_others(comparable(e, facts))
    results.add(environment(e, facts, {}, []))
    results.refuse_others(comparable(replace(e, queries=["ssb.1.1"], engines=["spark"]), facts))
    with pytest.raises(ClusterError, match="software bundle was aaa and is bbb; choose another folder with --results"):
        results.refuse_others(comparable(e, {"bundle": {"bundle_id": "bbb"}}))
    larger = replace(e, data=[replace(d, scale=1) if d.benchmark == "ssb" else d for d in e.data])
    with pytest.raises(ClusterError, match=r"scale ssb was 0\.05 and is 1"):
        results.refuse_others(comparable(larger, facts))
    other = replace(e, formats=[replace(f, compression="none") for f in e.formats])
    with pytest.raises(ClusterError, match="format ssb/placed-256KiB-none was .*zstd.* and is .*none"):
        results.refuse_others(comparable(other, facts))


def test_no_runs_is_said(tmp_path: Path) -> None:
    with pytest.raises(ClusterError, match="has no runs"):
        report(load_experiment(Path("smoke")), Results(tmp_path))


def test_results_name_neither_operators_nor_secrets(tmp_path: Path) -> None:
    e = load_experiment(Path("fig9-2013"))
    text = str(environment(e, {}, {}, []))
    assert "operator': 'auto" not in text and "public_key" not in text
    words = ["spark-submit", "--conf", "spark.hadoop.fs.s3a.secret.key=abc"]
    mine = replace(
        e, hosts=Hosts("node0.example", ["node1.example"]), existing=Existing("hdfs:///x", words, hive_java=words)
    )
    text = str(environment(mine, {}, {}, []))
    assert "abc" not in text and "example" not in text
    assert redacted("fs.s3a.secret.key=abc\npassword: xyz ok") == "fs.s3a.secret.key=***\npassword: *** ok"
    assert redacted("<name>my.password</name><value>x</value>") == "<name>my.password</name><value>***</value>"
