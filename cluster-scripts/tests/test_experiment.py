"""Experiments: what is read, and what is rejected with a descriptive error."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
import yaml

from placed_cluster import HOME
from placed_cluster.cells import cells, variants
from placed_cluster.cli import cli
from placed_cluster.cost import Prices, estimate
from placed_cluster.errors import ClusterError
from placed_cluster.experiment import load_experiment
from placed_cluster.units import format_size, parse_size

SMOKE: dict[str, Any] = yaml.safe_load((HOME / "experiments" / "smoke.yaml").read_text())


def loaded(tmp_path: Path, **changes: Any) -> Any:
    file = tmp_path / "e.yaml"
    file.write_text(yaml.safe_dump({**SMOKE, **changes}))
    return load_experiment(file)


@pytest.mark.parametrize("file", sorted(p.name for p in (HOME / "experiments").glob("*.yaml")))
def test_ready_experiments_are_valid_and_affordable(file: str) -> None:
    e = load_experiment(Path(file))
    assert estimate(e).usd <= e.budget.cap_usd
    assert len({c.id for c in cells(e)}) == len(cells(e))


def test_figure_9_has_the_papers_grid() -> None:
    e = load_experiment(Path("fig9-2013"))
    placed = [c for c in cells(e) if c.engine == "hive" and c.variant.format == "placed"]
    grid = {(format_size(c.variant.row_group), format_size(c.buffer), c.variant.grouping) for c in placed}
    sizes, buffers, groupings = ("4MiB", "64MiB", "128MiB"), ("64KiB", "128KiB"), ("none", "best")
    assert grid == {(r, b, g) for r in sizes for b in buffers for g in groupings}
    assert e.ec2 is not None and e.ec2.workers.count + e.ec2.master.count == 101
    assert {format_size(c.readahead) for c in placed} == {"512KiB"}
    assert len({c.query for c in placed}) == 7


def test_smoke_has_four_placements_beside_orc_and_parquet() -> None:
    e = load_experiment(Path("smoke"))
    for benchmark in ("ssb", "tpch", "ssdb"):
        formats = [v.format for v in variants(e, benchmark)]
        assert sorted(formats) == ["orc", "parquet", *["placed"] * 4]


def test_best_grouping_holds_the_columns_of_the_query() -> None:
    e = load_experiment(Path("smoke"))
    (best,) = {v.options("lineitem")["placement.column-groups"] for v in variants(e, "tpch") if v.grouping == "best"}
    assert best == "(l_quantity, l_extendedprice, l_discount, l_shipdate) stride 1"
    assert all(
        "placement.column-groups" not in v.options("orders") for v in variants(e, "tpch") if v.format == "placed"
    )


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"provider": "gce"}, "provider: expected 'ec2', 'hosts', 'local' or 'existing', found \"gce\""),
        ({"provider": "ec2"}, "the section ec2 of the provider is missing"),
        ({"colour": "red"}, "colour: unknown setting; allowed are name, provider"),
        ({"name": "Fig 9"}, "name 'Fig 9' is not 1 to 40 of a-z"),
        ({"queries": ["tpch.23"]}, "unknown query 'tpch.23'"),
        ({"queries": ["tpcds.1"]}, "query tpcds.1 needs the data of tpcds"),
        ({"data": [{"benchmark": "ssdb", "scale": 1}]}, "scale '1' of ssdb is not one of tiny"),
        ({"data": [{"benchmark": "ssb", "scale": -1}]}, "scale '-1' of ssb is not a positive number"),
        ({"runs": {"buffers": ["64"]}}, "'64' is not a size"),
        ({"runs": {"buffers": ["1B"]}}, "buffer 1B is not from 4KiB to 1GiB"),
        ({"runs": {"repetitions": "3"}}, 'runs.repetitions: expected a valid integer, found "3"'),
        (
            {"formats": [{"format": "orc", "row_groups": ["4MiB"], "groupings": ["best"]}]},
            "orc supports neither groupings",
        ),
        ({"formats": [{"format": "orc"}]}, r"formats[0].row_groups: required setting is missing"),
        ({"budget": {"cap_usd": 0}}, "budget: cap_usd 0 is not a positive number"),
        ({"budget": {"cap_usd": float("nan")}}, "budget: cap_usd nan is not a positive number"),
        ({"budget": {"cap_usd": float("inf")}}, "budget: cap_usd inf is not a positive number"),
        ({"budget": {"hours": float("nan")}}, "budget: hours nan is not from 0.5 to 168"),
        ({"data": [{"benchmark": "ssb", "scale": float("nan")}]}, "scale 'nan' of ssb is not a positive number"),
        ({"runs": {"repetitions": True, "tries": 2}}, "runs.tries: unknown setting; allowed are repetitions, cache"),
        (
            {"data": [{"benchmark": "ssb", "scale": []}]},
            "scale: expected a valid integer or a valid number or a valid string, found []",
        ),
        ({"ec2": {"region": "x", "master": {"type": "m"}}}, "ec2.master.type: unknown setting; allowed are types"),
        ({"software": 3}, "software: expected an object, found 3"),
        ({"local": {"workers": 2, "spark_workers": 3}}, "spark_workers 3 is not from 1 to 2"),
        ({"queries": ["tpch.*", "tpch.6"]}, "queries has tpch.6 twice"),
        ({"engines": ["spark", "spark"]}, "engines has spark twice"),
        (
            {"formats": [{"format": "orc", "row_groups": ["64MiB", "4MiB", "65536KiB"]}]},
            "row_groups 64MiB and 65536KiB are both 64MiB in names",
        ),
        ({"formats": [{"format": "orc", "row_groups": ["1024KiB", "1030KiB"]}]}, "1024KiB and 1030KiB are both 1MiB"),
        (
            {"formats": [{"format": "placed", "row_groups": ["4MiB"], "groupings": ["best", "none", "best"]}]},
            "groupings has best twice",
        ),
        ({"runs": {"buffers": ["64KiB", "65550B"]}}, "buffers 64KiB and 65550B are both 64KiB"),
        ({"runs": {"readahead": ["0B", "0KiB"]}}, "readahead 0B and 0KiB are both 0B"),
        (
            {"formats": [{"format": "orc", "row_groups": [s]} for s in ("4MiB", "64MiB")]},
            "formats (set name) has orc twice",
        ),
        ({"data": [{"benchmark": "tpch", "scale": s} for s in (1, 2)]}, "data has tpch twice"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ClusterError) as e:
        loaded(tmp_path, **changes)
    assert message in str(e.value)


def test_a_query_of_all_is_expanded(tmp_path: Path) -> None:
    assert len(loaded(tmp_path, queries=["tpch.*"]).queries) == 22


def test_sizes() -> None:
    assert [parse_size(t) for t in ("4KiB", "1.5MiB", "2 GiB", "7B")] == [4096, 3 << 19, 2 << 30, 7]
    assert [format_size(parse_size(t)) for t in ("4KiB", "1.5MiB", "128MiB")] == ["4KiB", "1.5MiB", "128MiB"]


def test_prices_have_a_date_and_miss_in_words() -> None:
    prices = Prices()
    assert prices.date.startswith("20")
    with pytest.raises(ClusterError, match="no prices of region mars-1"):
        prices.machine("mars-1", "m3.medium")
    assert prices.volume("us-east-1", "st1", 730) == pytest.approx(0.045)


def test_old_prices_are_said_to_be_old(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    day = datetime.fromisoformat(Prices().date).replace(tzinfo=timezone.utc)
    for days, old in ((365, False), (366, True)):
        monkeypatch.setattr("placed_cluster.cost.now", lambda d=days: day + timedelta(d))
        cli(["plan", "fig9-today"], standalone_mode=False)
        assert (f"{days} days ago: look them up again" in capsys.readouterr().out) is old
        assert estimate(load_experiment(Path("smoke"))).warning is None  # It rents nothing.
