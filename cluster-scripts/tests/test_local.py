"""The provider local: what is removed with a cluster on this machine, and what is left alone."""

from __future__ import annotations

import os
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

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
