"""The providers of existing machines: the commands for Ansible and ssh."""

from __future__ import annotations

import os
import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from placed_cluster import bundle
from placed_cluster.ansible import Played, inventory
from placed_cluster.engines import spark_session
from placed_cluster.errors import ClusterError
from placed_cluster.experiment import Existing, Experiment, Hosts, load_experiment
from placed_cluster.install import _wait
from placed_cluster.nodes import Cluster
from placed_cluster.providers.choice import provider_for
from placed_cluster.providers.hosts import HostsProvider
from placed_cluster.remote import command_line
from placed_cluster.state import Node, State


def experiment() -> Experiment:
    hosts = Hosts("node0", ["node1", "node2"], "me", key="/keys/mine", addresses={"node1": "10.0.0.1"})
    return replace(load_experiment(Path("smoke")), provider="hosts", hosts=hosts)


def hosts_provider(folder: Path) -> HostsProvider:
    provider = provider_for(experiment(), State(folder / "state"), lambda text: None)
    assert isinstance(provider, HostsProvider)
    provider.up()
    return provider


def test_hosts_are_an_inventory(tmp_path: Path) -> None:
    provider = hosts_provider(tmp_path)
    shown = inventory(provider.experiment, provider.state, provider.access())["all"]
    assert shown["children"]["master"]["hosts"]["master"]["ansible_host"] == "node0"
    workers = shown["children"]["workers"]["hosts"]
    assert [(w["ansible_host"], w["node_address"]) for w in workers.values()] == [("node1", "10.0.0.1"), ("node2",) * 2]
    assert all("port_offset" not in w and w["node_data"] == ["/data/placed"] for w in workers.values())
    # A login shell may find another Python first, one that is not for Ansible.
    assert shown["vars"]["ansible_python_interpreter"] == "/usr/bin/python3"
    assert shown["vars"]["ansible_become"] is shown["vars"]["manage_system"] is True
    assert "-i /keys/mine" in shown["vars"]["ansible_ssh_common_args"]


def test_keys_with_spaces_are_one_argument(tmp_path: Path) -> None:
    e = experiment()
    assert e.hosts
    changed = replace(e, hosts=replace(e.hosts, key="/my keys/mine"))
    access = HostsProvider(changed, State(tmp_path / "state"), lambda text: None).access()
    assert shlex.split(access.variables["ansible_ssh_common_args"])[-2:] == ["-i", "/my keys/mine"]


def test_commands_go_by_ssh_and_are_quoted_once(tmp_path: Path) -> None:
    provider = hosts_provider(tmp_path)
    access = provider.access()
    line = command_line(provider.state.master, access, ["sh", "-c", "echo 'a b' $HOME"])
    assert line[0] == "ssh" and line[-2:] == ["node0", """sh -c 'echo '"'"'a b'"'"' $HOME'"""]
    assert line[line.index("-l") + 1] == "me" and "BatchMode=yes" in line
    spark = spark_session(provider.experiment, provider.state, access)
    assert spark._command[-1] == "sudo -n /opt/placed/bin/bench-spark"


def test_a_host_that_refuses_is_named_with_what_ssh_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ssh = tmp_path / "bin" / "ssh"
    ssh.parent.mkdir()
    ssh.write_text("#!/bin/sh\necho 'me@node0: Permission denied (publickey).' >&2\nexit 255\n")
    ssh.chmod(0o755)
    monkeypatch.setenv("PATH", f"{ssh.parent}{os.pathsep}{os.environ['PATH']}")
    provider = hosts_provider(tmp_path)
    provider.boot_s = 0
    with pytest.raises(ClusterError, match=r"no response by ssh from master, worker001, worker002 .*Permission denied"):
        _wait(provider, lambda text: None)


def test_nodes_are_asked_with_the_python_of_the_inventory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def run_all(nodes: list[Node], access: object, command: list[str], timeout: float = 0) -> list[str]:
        asked.append(list(command))
        return ["{}" for _ in nodes]

    monkeypatch.setattr("placed_cluster.nodes.run_all", run_all)
    Cluster(hosts_provider(tmp_path)).counters()
    assert asked[0][:4] == ["sudo", "-n", "/usr/bin/python3", "{root}/bin/placed_node.py"]


def test_an_existing_cluster_without_a_bundle_is_told_to_run_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("placed_cluster.engines.FOLDER", tmp_path)
    e = replace(load_experiment(Path("smoke")), provider="existing", existing=Existing("hdfs:///x", ["spark-submit"]))
    provider = provider_for(e, State(tmp_path), lambda text: None)
    provider.up()
    with pytest.raises(ClusterError, match="there is no bundle: run up"):
        spark_session(e, provider.state, provider.access())


def test_a_bundle_without_placed_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle, "HOME", tmp_path / "checkout" / "cluster-scripts")
    monkeypatch.setattr(bundle, "FOLDER", tmp_path / "bundle")
    monkeypatch.setattr(bundle, "ARCHIVE", tmp_path / "bundle.tar")
    monkeypatch.setattr(bundle, "_maven", lambda *_: None)
    (tmp_path / "checkout" / "spark-datasource" / "target").mkdir(parents=True)
    with pytest.raises(ClusterError, match=r"expected one placed-spark-\*\.jar .* found nothing"):
        bundle._assemble(lambda text: None, False)
    assert not (tmp_path / "bundle.tar").exists()


def test_down_says_what_it_keeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Afterwards the cluster is forgotten, so that nobody else says so."""
    said: list[str] = []
    provider = provider_for(experiment(), State(tmp_path / "state"), said.append)
    provider.up()
    played = Played([], {}, {"worker002": {"kept": ["/data/placed", "/opt/placed"]}})
    monkeypatch.setattr("placed_cluster.providers.hosts.play", lambda *_: played)
    provider.down()
    assert said == ["kept on worker002: /data/placed, /opt/placed: not empty, and without the mark of this cluster"]
    assert not provider.state.nodes


@pytest.mark.parametrize(
    ("change", "lost"),
    [
        ({"workers": ["node1"]}, "node2 with the root /opt/placed and the data /data/placed"),
        ({"master": "node3"}, "node0 with"),
        ({"root": "/opt/other"}, "node0 with the root /opt/placed .* node1 with .* node2 with"),
        ({"data": ["/data/placed", "/disk2/placed"]}, "and the data /data/placed, which"),
    ],
)
def test_up_forgets_no_host_and_no_folder(tmp_path: Path, change: dict[str, Any], lost: str) -> None:
    """Down would not find them any more."""
    before = hosts_provider(tmp_path).state
    e = experiment()
    assert e.hosts is not None
    changed = replace(e, hosts=replace(e.hosts, **change))
    with pytest.raises(ClusterError, match=f"the cluster also has .*{lost}.*run down, and then change it"):
        provider_for(changed, State(before.folder, list(before.nodes)), print).up()
    # More hosts, and other parts, are no loss.
    more = replace(e.hosts, master="node1", workers=["node0", "node2", "node3"], user="you")
    provider = provider_for(replace(e, hosts=more), State(before.folder, list(before.nodes)), print)
    provider.up()
    assert [n.host for n in provider.state.nodes] == ["node1", "node0", "node2", "node3"]


@pytest.mark.parametrize("folder", ["/", "/disk1", "/opt/", "//data", "/./data", "/data/placed/..", "placed/data"])
def test_folders_that_others_use_are_refused(tmp_path: Path, folder: str) -> None:
    """``down`` removes them with everything in them."""
    e = experiment()
    assert e.hosts is not None
    for hosts in (replace(e.hosts, data=[folder]), replace(e.hosts, root=folder)):
        with pytest.raises(ClusterError, match="may have files of others"):
            provider_for(replace(e, hosts=hosts), State(tmp_path / "state"), print).up()


@pytest.mark.parametrize("folder", ["/opt/my placed", "/data/a:b", "/data/a,b", "/data/$HOME/placed", "/data/it's"])
def test_folders_that_scripts_would_take_apart_are_refused(tmp_path: Path, folder: str) -> None:
    """Before anything is made: class paths, lists and scripts on nodes have them without quotes."""
    e = experiment()
    assert e.hosts is not None
    for hosts in (replace(e.hosts, data=[folder]), replace(e.hosts, root=folder)):
        with pytest.raises(ClusterError, match="in its name: use letters, digits"):
            provider_for(replace(e, hosts=hosts), State(tmp_path / "state"), print).check()


def test_a_host_is_one_worker(tmp_path: Path) -> None:
    e = experiment()
    assert e.hosts is not None
    twice = replace(e, hosts=replace(e.hosts, workers=["node1", "node2", "node1"]))
    with pytest.raises(ClusterError, match="workers has node1 twice"):
        provider_for(twice, State(tmp_path / "state"), print).up()
