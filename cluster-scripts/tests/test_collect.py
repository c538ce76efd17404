"""Copies of the nodes' files: what their logs say, and what they answer, stays in the folder of results."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from placed_cluster.collect import collect
from placed_cluster.errors import ClusterError
from placed_cluster.experiment import load_experiment
from placed_cluster.providers.local import LocalProvider
from placed_cluster.results import Results
from placed_cluster.state import State


def local(folder: Path) -> LocalProvider:
    provider = LocalProvider(load_experiment(Path("smoke")), State(folder / "state"), lambda text: None)
    provider.up()
    return provider


def files(folder: Path) -> dict[str, str]:
    return {p.relative_to(folder).as_posix(): p.read_text() for p in folder.rglob("*") if p.is_file()}


def test_files_of_nodes_are_copied_as_they_are(tmp_path: Path) -> None:
    """Also those whose lines look like the names of other files."""
    provider = local(tmp_path)
    root = Path(provider.state.master.root)
    log = f"start\n==> ../../../stolen\nx\n==> {tmp_path}/stolen\nx\n==> \npassword=xyz\n"
    own = {
        "logs/namenode.out": log,
        "logs/large.out": "x" * 300_000 + "the end",
        "conf/hadoop/core-site.xml": "<configuration/>",
        "conf/spark/spark-defaults.conf": "spark.a b",
        "conf/services/namenode.json": "{}",
        "conf/node.json": "{}",
        "conf/hadoop/secret.key": "not asked for",
    }
    for name, content in own.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content)
    said: list[str] = []
    collect(provider, Results(tmp_path / "results"), said.append)
    assert said == [f"4 of 4 nodes: logs and settings copied to {tmp_path / 'results'}"]
    del own["conf/hadoop/secret.key"]
    own["logs/namenode.out"] = log.replace("xyz", "***")
    own["logs/large.out"] = own["logs/large.out"][-200_000:]
    assert files(tmp_path / "results" / "nodes") == {f"master/{name}": content for name, content in own.items()}
    assert not list(tmp_path.rglob("stolen"))


@pytest.mark.parametrize(
    "name",
    [
        "../x.out",
        "logs/../../x.out",
        "/x.out",
        "logs/..",
        "logs/.out",
        "conf/../x.xml",
        "conf/x.xml/y.xml",
        "bin/x.out",
        "logs/a\n.out",
        f"logs/{'x' * 300}.out",
        "",
    ],
)
def test_names_that_were_not_asked_for_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    good, bad = ({n: base64.b64encode(b"x").decode()} for n in ("logs/a.out", name))
    answers: list[Any] = [json.dumps({**good, **bad}), json.dumps(good), ClusterError("worker002: gone"), "no JSON"]
    monkeypatch.setattr("placed_cluster.collect.run_all", lambda *_: answers)
    said: list[str] = []
    collect(local(tmp_path), Results(tmp_path / "results"), said.append)
    assert files(tmp_path / "results" / "nodes") == {"worker001/logs/a.out": "x"}
    assert said[0].startswith("1 of 4 nodes")
    assert said[1].startswith("nothing copied from master: its answer has ")
    assert said[2] == "nothing copied from worker002: gone"
    assert said[3].startswith("nothing copied from worker003: ")
