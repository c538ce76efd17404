"""An up on EC2 whose software fails, and one that goes on with an earlier one: what costs money then."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click import Abort

from placed_cluster.cli import cli
from placed_cluster.errors import ClusterError
from placed_cluster.state import State

from .conftest import Cloud
from .ec2 import CREATING, held, running, small

SAID: list[str] = []


@pytest.fixture(autouse=True)
def _said(monkeypatch: pytest.MonkeyPatch) -> None:
    SAID.clear()
    monkeypatch.setattr("placed_cluster.cli.say", SAID.append)
    monkeypatch.setattr("placed_cluster.install.build", lambda say, with_jdk: {"bundle_id": "one"})
    monkeypatch.setattr("placed_cluster.install._wait", lambda provider, say: None)


def up(monkeypatch: pytest.MonkeyPatch, cloud: Cloud, tmp_path: Path, error: BaseException | None = None) -> None:
    """The command, with an installation that may fail."""

    def play(*_: object) -> None:
        if error:
            raise error

    cloud.settle()
    monkeypatch.setattr("placed_cluster.install.play", play)
    cli(["up", str(tmp_path / "experiment.yaml"), "--yes"], standalone_mode=False)


@pytest.mark.parametrize(
    ("error", "raised", "reason"),
    [
        (ClusterError("site.yml failed"), ClusterError, "site.yml failed"),
        (KeyboardInterrupt(), Abort, "KeyboardInterrupt"),
    ],
)
def test_a_first_up_whose_software_fails_leaves_nothing(
    cloud: Cloud, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException, raised: type, reason: str
) -> None:
    small(tmp_path)
    with pytest.raises(raised):
        up(monkeypatch, cloud, tmp_path, error)
    assert f"up failed ({reason}): deleting all created resources" in SAID
    assert cloud.actions.count("RunInstances") == 2
    assert held(cloud) == []


def test_a_later_up_whose_software_fails_says_what_goes_on_costing(
    cloud: Cloud, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    e = small(tmp_path)
    up(monkeypatch, cloud, tmp_path)
    assert State.of(e.name).facts["bundle"] == {"bundle_id": "one"}
    with pytest.raises(ClusterError, match="site.yml failed"):
        up(monkeypatch, cloud, tmp_path, ClusterError("site.yml failed"))
    assert len(running(cloud)) == 6
    costs = r"up failed: 6 machines go on costing up to \$\d\.\d\d an hour until \d{4}-.*Z; down deletes them"
    assert re.fullmatch(costs, SAID[-1])


def test_software_that_cannot_be_built_costs_nothing(
    cloud: Cloud, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def build(say: object, with_jdk: bool) -> dict[str, str]:
        raise ClusterError("mvn package failed")

    small(tmp_path)
    monkeypatch.setattr("placed_cluster.install.build", build)
    with pytest.raises(ClusterError, match="mvn package failed"):
        up(monkeypatch, cloud, tmp_path)
    assert not [a for a in cloud.actions if CREATING.match(a)]
    assert held(cloud) == []
