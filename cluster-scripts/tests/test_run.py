"""The order of measurements, with a program that answers in the place of Spark's driver."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from placed_cluster.bench import Session
from placed_cluster.engines import hive_summary
from placed_cluster.errors import ClusterError
from placed_cluster.experiment import Existing, Experiment, Runs, load_experiment
from placed_cluster.load import _tables
from placed_cluster.providers.choice import provider_for
from placed_cluster.results import Results
from placed_cluster.run import Runner
from placed_cluster.state import Node, State

PROGRAM = """
import json, sys
answers = json.loads(sys.argv[2])
buffer = "default"
for line in sys.stdin:
    request = json.loads(line)
    buffer = request.get("value", buffer)
    with open(sys.argv[1], "a") as log:
        log.write(request.get("sql", request["op"]).replace("\\n", " ") + " -- " + buffer + "\\n")
    rows = next((a for condition, a in answers.items() if condition in request.get("sql", "")), [])
    if rows == "end":
        sys.exit(1)
    print(json.dumps({"rows": rows, "seconds": 1.0}), flush=True)
"""
RIGHT = {"d_year = 1993": [["22211912562"]], "199401": [["5178500085"]], "weeknum": [["1762213845"]]}


def small(**changes: object) -> Experiment:
    """Three queries on ORC and Parquet, on an existing cluster."""
    e = load_experiment(Path("smoke"))
    return replace(
        e,
        provider="existing",
        existing=Existing("hdfs:///x", ["spark-submit"]),
        data=[d for d in e.data if d.benchmark == "ssb"],
        queries=["ssb.1.1", "ssb.1.2", "ssb.1.3"],
        engines=["spark"],
        formats=[f for f in e.formats if f.format != "placed"],
        **changes,  # type: ignore[arg-type]
    )


def runner(e: Experiment, folder: Path, answers: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> Runner:
    state = State(folder / "state", [Node("master", "master", "localhost", "localhost", str(folder))])
    state.facts["loaded"] = _tables(e)
    monkeypatch.setattr(
        "placed_cluster.run.spark_session",
        lambda *_: Session(
            "spark", [sys.executable, "-c", PROGRAM, str(folder / "asked"), json.dumps(answers)], folder / "log"
        ),
    )
    return Runner(provider_for(e, state, lambda text: None), Results(folder / "results"), lambda text: None)


def asked(folder: Path) -> list[str]:
    return [line for line in (folder / "asked").read_text().splitlines() if line.startswith("SELECT")]


def test_each_format_is_warmed_up_once_and_what_is_right_is_not_run_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    e = small()
    assert runner(e, tmp_path, {**RIGHT, "199401": [["7"]]}, monkeypatch).run() == 2  # ORC and Parquet of one query
    assert len(asked(tmp_path)) == 6 + 2
    (tmp_path / "asked").unlink()
    assert runner(e, tmp_path, dict(RIGHT), monkeypatch).run() == 0
    assert len(asked(tmp_path)) == 2 + 2
    assert len(Results(tmp_path / "results").done()) == 6


def test_a_driver_that_was_lost_is_warmed_up_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert runner(small(), tmp_path, {**RIGHT, "199401": "end"}, monkeypatch).run() == 2
    # Query 1 on both with a warm-up of each; query 2 ends the driver twice; query 3 on both with new warm-ups.
    assert len(asked(tmp_path)) == 4 + 2 + 4
    failed = [r for r in Results(tmp_path / "results").read() if r.get("status") == "failed"]
    assert len(failed) == 2 and all("spark ended" in r["error"] for r in failed)


def test_a_driver_that_was_lost_reads_with_the_buffer_of_the_cell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    e = small(runs=Runs(repetitions=1, buffers=["64KiB", "128KiB"]))
    runner(e, tmp_path, {**RIGHT, "199401": "end"}, monkeypatch).run()
    buffers = [line.rpartition(" -- ")[2] for line in asked(tmp_path)]
    half = len(buffers) // 2
    assert buffers == ["65536"] * half + ["131072"] * half


def test_a_warm_cache_is_filled_before_the_first_run_of_each_cell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    e = small(runs=Runs(repetitions=2, cache="warm"))
    assert runner(e, tmp_path, dict(RIGHT), monkeypatch).run() == 0
    assert len(asked(tmp_path)) == 6 * 3


def test_what_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    e = small()
    with pytest.raises(ClusterError, match="there is no cluster: run up first"):
        Runner(provider_for(e, State(tmp_path), lambda text: None), Results(tmp_path), lambda text: None)
    one = runner(e, tmp_path, dict(RIGHT), monkeypatch)
    one.provider.state.facts["loaded"] = {"ssb/orc-4MiB (spark)": "0.05", "ssb/parquet-4MiB (spark)": "0.1"}
    with pytest.raises(ClusterError, match=r"missing data of ssb/parquet-4MiB \(spark\): run load first"):
        one.run()


def test_tez_says_how_long_maps_took_and_what_they_read() -> None:
    log = """\
INFO  :   VERTICES      DURATION(ms)   CPU_TIME(ms)    GC_TIME(ms)   INPUT_RECORDS   OUTPUT_RECORDS
INFO  :      Map 1           1010.00              0              0          60,175                6
INFO  :      Map 3           2020.00              0              0              25               25
INFO  :      Map 4              0.00              0              0              25               25
INFO  :  Reducer 2           9012.00              0              0               6                0
INFO  :    AM_CPU_MILLISECONDS: 1300
INFO  :    HDFS_BYTES_READ: 4096
INFO  :    CPU_MILLISECONDS: 2500
INFO  :    BYTES_NEEDED: 1024
INFO  :    INPUT_SPLIT_LENGTH_BYTES: 1405293"""
    assert hive_summary(log.splitlines()) == {
        "scan_seconds": 2.02, "bytes_read": 4096, "cpu_seconds": 2.5, "bytes_needed": 1024,
    }  # fmt: skip
    assert hive_summary(["INFO  :      Map 1              0.00              0              0          60,175"]) == {}
