"""The provider local: what is removed with a cluster on this machine, and what is left alone."""

from __future__ import annotations

import os
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from placed_cluster.errors import ClusterError
from placed_cluster.experiment import load_experiment
from placed_cluster.providers.choice import provider_for
from placed_cluster.providers.local import LocalProvider
from placed_cluster.state import State


def local(said: list[str]) -> LocalProvider:
    e = replace(load_experiment(Path("smoke")), name="test-local")
    provider = provider_for(e, State.of(e.name), said.append)
    assert isinstance(provider, LocalProvider)
    return provider


@pytest.mark.parametrize("home", ["link", "relative"])
def test_down_ends_processes_of_a_home_that_is_a_symbolic_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: str
) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PLACED_CLUSTER_HOME", str(tmp_path / "link") if home == "link" else "real")
    said: list[str] = []
    local(said).up()
    state = State.of("test-local")
    root = Path(state.master.root)
    assert root == tmp_path.resolve() / "real" / "test-local" / "nodes" / "master"
    root.mkdir(parents=True)
    service = subprocess.Popen(["sleep", "600"], env={**os.environ, "PLACED_NODE": str(root)})
    try:
        provider = local(said)
        assert provider.status()[0].startswith("1 processes under ")
        provider.down()
        assert service.wait(10) < 0
    finally:
        service.kill()
        service.wait()
    assert said == [f"removed {root.parent}"]
    assert not root.parent.parent.exists()
    assert (tmp_path / "link").is_symlink()


def test_down_leaves_a_folder_alone_that_was_never_a_clusters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The home of clusters may be any folder, and the name of an experiment that of a folder in it."""
    monkeypatch.setenv("PLACED_CLUSTER_HOME", str(tmp_path))
    theirs = [tmp_path / "test-local" / name for name in ("a.txt", "b.log", "nodes/c.txt", "inventory.yml")]
    for file in theirs:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("theirs")
    said: list[str] = []
    local(said).down()
    assert len(said) == 1 and said[0].startswith(f"kept {tmp_path / 'test-local' / 'nodes'}: ")
    assert [f.read_text() for f in theirs] == ["theirs"] * 4


def test_down_removes_its_own_files_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLACED_CLUSTER_HOME", str(tmp_path))
    folder = tmp_path / "test-local"
    (folder / "kept").mkdir(parents=True)
    (folder / "kept" / "a.log").write_text("theirs")
    said: list[str] = []
    local(said).up()
    for name in ("inventory.yml", "site.log", "spark.log", "site.results.json", "known_hosts", "ssh-key.pub"):
        (folder / name).write_text("")
    # Nodes on another disk.
    (tmp_path / "disk" / "master").mkdir(parents=True)
    (folder / "nodes").symlink_to(tmp_path / "disk")
    local(said).down()
    assert sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*")) == ["kept", "kept/a.log"]
    assert not (tmp_path / "disk").exists()
    local(said).up()
    (folder / "kept" / "a.log").unlink()
    (folder / "kept").rmdir()
    local(said).down()
    assert not folder.exists()


def test_a_home_that_scripts_would_take_apart_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLACED_CLUSTER_HOME", str(tmp_path / "my clusters"))
    with pytest.raises(ClusterError, match="my clusters/test-local/nodes' has ' ' in its name"):
        local([]).check()
    assert list(tmp_path.iterdir()) == []
