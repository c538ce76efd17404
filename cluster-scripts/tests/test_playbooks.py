"""The roles on two nodes of this machine, with a bundle that is next to empty; services are not started."""

from __future__ import annotations

import hashlib
import json
import tarfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

from placed_cluster.ansible import Played, play
from placed_cluster.errors import ClusterError
from placed_cluster.experiment import Experiment, load_experiment
from placed_cluster.providers.base import Access
from placed_cluster.providers.local import LocalProvider
from placed_cluster.state import State


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Experiment, State, Access, list[Played]]:
    """Two nodes with bundles of their own, so that the worker fetches its from the master; and two runs' results."""
    folder = tmp_path_factory.mktemp("playbooks")
    e = load_experiment(Path("smoke"))
    assert e.local is not None
    e = replace(
        e,
        name="test-playbooks",
        local=replace(e.local, workers=1, spark_workers=1),
        software=replace(e.software, hive="tez-yarn"),
    )
    provider = LocalProvider(e, State(folder / "state"), lambda text: None)
    provider.up()
    archive = folder / "bundle.tar"
    with tarfile.open(archive, "w") as tar:
        java = folder / "java"
        java.write_text("#!/bin/sh\necho a Java that does nothing\n")
        java.chmod(0o755)
        tar.add(java, "jdk/bin/java")
        for name in ("hive", "hive-late", "hive-yarn", "placed/hive"):
            tar.add(java, f"{name}/some.jar")
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    provider.state.facts["bundle"] = {
        "bundle_archive": str(archive), "bundle_sha256": digest, "bundle_id": digest[:12], "placed_hive": "",
    }  # fmt: skip
    access = provider.access()
    variables: dict[str, Any] = {k: v for k, v in access.variables.items() if k != "shared_bundle"}
    access = Access(variables, local=True)
    results = [
        play("site.yml", e, provider.state, access, lambda text: None, "--skip-tags", "services") for _ in range(2)
    ]
    return e, provider.state, access, results


def test_a_second_run_changes_nothing(installed: tuple[Experiment, State, Access, list[Played]]) -> None:
    first, second = (played.hosts for played in installed[3])
    assert set(first) == set(second) == {"master", "worker001"}
    assert all(counts["changed"] > 5 for counts in first.values())
    assert all(counts["changed"] == counts["failures"] == 0 for counts in second.values()), second
    assert installed[3][0].failures == installed[3][1].failures == []


def test_the_worker_has_the_bundle_from_the_master(installed: tuple[Experiment, State, Access, list[Played]]) -> None:
    for node in installed[1].nodes:
        assert list(Path(node.root).glob("bundle/*/jdk/bin/java"))
        assert not list(Path(node.root).glob("bundle/*.tar"))


def test_settings_are_those_of_the_experiment(installed: tuple[Experiment, State, Access, list[Played]]) -> None:
    e, state = installed[:2]
    conf = Path(state.workers[0].root) / "conf"
    properties = {
        str(p.findtext("name")): p.findtext("value")
        for p in ElementTree.parse(conf / "hadoop" / "hdfs-site.xml").getroot().iter("property")
    }
    assert properties["dfs.replication"] == "1"  # There is one worker, though two replicas are requested.
    assert properties["dfs.blocksize"] == str(16 << 20)
    assert properties["dfs.datanode.hostname"] == state.workers[0].address
    # YARN's scheduler does not start without a queue.
    assert "<value>default</value>" in (conf / "hadoop" / "capacity-scheduler.xml").read_text()
    worker = json.loads((conf / "services" / "spark-worker.json").read_text())
    assert f"spark://{state.master.address}:7077" in worker["command"]
    assert f"-Xmx{e.software.memory.spark_daemon}m" in worker["command"]
    assert {p.stem for p in (conf / "services").glob("*.json")} == {"datanode", "nodemanager", "spark-worker"}
    master = Path(state.master.root) / "conf" / "services"
    assert {p.stem for p in master.glob("*.json")} == {
        "depot", "namenode", "resourcemanager", "spark-master", "metastore", "hiveserver2",
    }  # fmt: skip


def test_down_removes_everything(installed: tuple[Experiment, State, Access, list[Played]]) -> None:
    e, state, access, _ = installed
    play("down.yml", e, state, access, lambda text: None)
    assert [n.root for n in state.nodes if Path(n.root).exists()] == []
    play("down.yml", e, state, access, lambda text: None)


def claiming(folder: Path) -> tuple[State, Callable[[str], Played]]:
    """Two nodes of a cluster on machines that others use, too, and what plays site.yml up to its claim, or down.yml."""
    e = load_experiment(Path("smoke"))
    assert e.local is not None
    e = replace(e, name="test-claiming", local=replace(e.local, workers=1, spark_workers=1))
    provider = LocalProvider(e, State(folder / "state"), lambda text: None)
    provider.up()
    variables = {**provider.access().variables, "others_use_machine": True}

    def played(playbook: str) -> Played:
        more = ["--tags", "claim"] if playbook == "site.yml" else []
        return play(playbook, e, provider.state, Access(variables, local=True), lambda text: None, *more)

    return provider.state, played


@pytest.mark.parametrize("where", ["root", "data"])
@pytest.mark.parametrize(
    ("theirs", "refused"),
    [
        ("theirs", "has files, but was not made by this tool"),
        (".placed-cluster", "is a folder of another cluster"),
    ],
)
def test_folders_of_others_are_refused_and_kept(tmp_path: Path, where: str, theirs: str, refused: str) -> None:
    """Down would remove them: also those of another experiment that names the same folders."""
    state, played = claiming(tmp_path)
    worker = state.workers[0]
    file = Path({"root": worker.root, "data": worker.data[0]}[where]) / theirs
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("test-claiming-2\n")
    with pytest.raises(ClusterError, match=f"{file.parent} {refused}"):
        played("site.yml")
    assert [p for p in Path(worker.root).rglob("*") if p.is_file()] == [file]
    assert (Path(state.master.root) / ".placed-cluster").read_text() == "test-claiming\n"
    assert played("down.yml").reports == {worker.name: {"kept": [str(file.parent)]}}
    assert file.read_text() == "test-claiming-2\n"
    assert not Path(state.master.root).exists()


def test_a_cluster_claims_its_own_folders_again(tmp_path: Path) -> None:
    """Also those of version 0.2, which did not mark the root."""
    state, played = claiming(tmp_path)
    for node, marked in zip(state.nodes, (True, False), strict=True):
        data = Path(node.data[0])
        (data / "current").mkdir(parents=True)
        (data / ".placed-cluster").write_text("test-claiming\n")
        if marked:
            (Path(node.root) / ".placed-cluster").write_text("test-claiming\n")
        else:
            (Path(node.root) / "conf").mkdir()
            description = {"address": "127.0.0.1", "cluster": "test-claiming", "data": node.data}
            (Path(node.root) / "conf" / "node.json").write_text(json.dumps(description, indent=4))
    played("site.yml")
    assert played("down.yml").reports == {}
    assert [n.root for n in state.nodes if Path(n.root).exists()] == []


def test_a_failure_names_host_and_task(tmp_path: Path) -> None:
    e = load_experiment(Path("smoke"))
    provider = LocalProvider(e, State(tmp_path / "state"), lambda text: None)
    provider.up()
    playbook = tmp_path / "broken.yml"
    playbook.write_text(
        yaml.safe_dump(
            [
                {
                    "name": "Broken",
                    "hosts": "master",
                    "tasks": [
                        {"name": "Expected", "ansible.builtin.command": "false", "ignore_errors": True},
                        {"name": "Fail here", "ansible.builtin.fail": {"msg": "disk | is: full"}},
                    ],
                }
            ]
        )
    )
    with pytest.raises(ClusterError) as failure:
        play(str(playbook), e, provider.state, provider.access(), lambda text: None)
    assert "master: Fail here: {" in str(failure.value) and "disk | is: full" in str(failure.value)
    assert "Expected" not in str(failure.value)


def test_a_playbook_that_does_not_start_fails_with_the_end_of_its_log(tmp_path: Path) -> None:
    e = load_experiment(Path("smoke"))
    provider = LocalProvider(e, State(tmp_path / "state"), lambda text: None)
    provider.up()
    with pytest.raises(ClusterError, match=r"none\.yml could not be found"):
        play(str(tmp_path / "none.yml"), e, provider.state, provider.access(), lambda text: None)
