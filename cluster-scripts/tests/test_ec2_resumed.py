"""An up on EC2 whose software fails, and one that goes on with an earlier one: what costs money then."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from click import Abort

from placed_cluster.cli import cli
from placed_cluster.cost import estimate
from placed_cluster.errors import ClusterError
from placed_cluster.state import Spending, State

from .conftest import Cloud
from .ec2 import CREATING, held, provider, running, small

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


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"budget__cap_usd": 1}, "more than budget.cap_usd"),
        ({"ec2__zones": ["us-east-1q"]}, "us-east-1q: this account has"),
        ({"ec2__image": "ami-00000000000000000"}, "ami-00000000000000000"),
        ({"ec2__public_key": "/none/key.pub"}, "ec2.public_key: /none/key.pub does not exist"),
        ({}, "AuthFailure.*Check the AWS credentials"),
    ],
)
def test_what_is_refused_is_refused_before_the_software_is_built(
    cloud: Cloud, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: dict[str, Any], message: str
) -> None:
    """Building takes minutes."""
    built: list[bool] = []

    def build(say: object, with_jdk: bool) -> dict[str, str]:
        built.append(with_jdk)
        return {"bundle_id": "one"}

    small(tmp_path, **changes)
    monkeypatch.setattr("placed_cluster.install.build", build)
    if not changes:
        cloud.refuse = lambda action, fields: "AuthFailure"
    with pytest.raises(ClusterError, match=message):
        up(monkeypatch, cloud, tmp_path)
    assert built == []
    assert held(cloud) == []


def test_a_complete_cluster_stays_where_its_state_was_lost(
    cloud: Cloud, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where another operator, or another machine, goes on with it."""
    e = small(tmp_path, ec2__workers__count=1)
    up(monkeypatch, cloud, tmp_path)
    machines = [i["InstanceId"] for i in running(cloud)]
    (State.base() / e.name / "state.json").unlink()
    with pytest.raises(ClusterError, match="site.yml failed"):
        up(monkeypatch, cloud, tmp_path, ClusterError("site.yml failed"))
    assert len(machines) == 2 and [i["InstanceId"] for i in running(cloud)] == machines
    assert SAID[-1].startswith("up failed: 2 machines go on costing")


def test_the_key_pair_of_machines_that_run_is_not_replaced(
    cloud: Cloud, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The machines would refuse the new one."""
    small(tmp_path, ec2__workers__count=1)
    up(monkeypatch, cloud, tmp_path)
    machines, pairs = running(cloud), cloud.client().describe_key_pairs()["KeyPairs"]
    done = len(cloud.actions)
    monkeypatch.setenv("PLACED_CLUSTER_HOME", str(tmp_path / "elsewhere"))
    with pytest.raises(ClusterError, match=r"2 machines of fig9-2013 .*/elsewhere/fig9-2013 has no key for them"):
        up(monkeypatch, cloud, tmp_path)
    assert all(a.startswith("Describe") for a in cloud.actions[done:])
    assert running(cloud) == machines
    assert cloud.client().describe_key_pairs()["KeyPairs"] == pairs
    # Where no machine has it, a key that was lost is replaced.
    cloud.client().terminate_instances(InstanceIds=[i["InstanceId"] for i in machines])
    up(monkeypatch, cloud, tmp_path)
    assert cloud.client().describe_key_pairs()["KeyPairs"] != pairs


def test_what_goes_on_costing_is_that_of_this_cluster(
    cloud: Cloud, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An earlier one of the name was larger."""
    e = small(tmp_path, ec2__workers__count=1)
    state = State.of(e.name)
    state.spending = [Spending("2026-01-01T00:00:00Z", "2026-01-01T01:00:00Z", 99)]
    state.save()
    up(monkeypatch, cloud, tmp_path)
    with pytest.raises(ClusterError, match="site.yml failed"):
        up(monkeypatch, cloud, tmp_path, ClusterError("site.yml failed"))
    assert f"up to ${estimate(e).usd_per_hour:.2f} an hour" in SAID[-1]


def stopped(cloud: Cloud, tmp_path: Path) -> State:
    """The state after an up with five workers."""
    e = small(tmp_path, budget__cap_usd=100)
    provider(cloud, e).up()
    return State.of(e.name)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"ec2__workers__count": 2},
            r"5 workers run, but the experiment says 2: run down first, or set ec2.workers.count to at least 5",
        ),
        ({"ec2__workers__root_gib": 50}, "ec2.workers: .*disks than the experiment says: run down first"),
        ({"ec2__workers__disks": []}, "ec2.workers: .* than the experiment says: run down first"),
        ({"ec2__market": "spot"}, "ec2.master: .* than the experiment says: run down first"),
        ({"ec2__placement_group": "spread"}, "ec2.workers: .* than the experiment says: run down first"),
        (
            {"ec2__image": "/aws/service/ami-amazon-linux-latest/al2023-ami-minimal-kernel-default-x86_64"},
            "ec2.master: .* than the experiment says: run down first",
        ),
    ],
)
def test_other_machines_than_run_are_refused(
    cloud: Cloud, tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    state = stopped(cloud, tmp_path)
    done = len(cloud.actions)
    with pytest.raises(ClusterError, match=message):
        provider(cloud, small(tmp_path, budget__cap_usd=100, **changes)).up()
    assert not [a for a in cloud.actions[done:] if CREATING.match(a)]
    assert len(running(cloud)) == 6
    assert State.of(state.folder.name) == state


def test_another_strategy_of_the_placement_group_is_refused(cloud: Cloud, tmp_path: Path) -> None:
    """The group keeps its name and the strategy that it was made with."""
    changes = {"ec2__workers__types": ["m5.xlarge"], "ec2__workers__count": 1}
    provider(cloud, small(tmp_path, **changes, ec2__placement_group="cluster")).up()
    with pytest.raises(ClusterError, match="ec2.workers: .*placement group.* than the experiment says: run down first"):
        provider(cloud, small(tmp_path, **changes, ec2__placement_group="spread")).up()
    assert len(running(cloud)) == 2


def test_other_types_are_allowed_if_their_disks_are_attached(cloud: Cloud, tmp_path: Path) -> None:
    """Disks that are not NVMe are mapped by the launch template, as many as the types of the first up needed."""
    changes = {"ec2__workers__disks": [], "ec2__workers__count": 1, "budget__cap_usd": 500}
    one, three = ["m3.medium"], ["d2.xlarge"]
    provider(cloud, small(tmp_path, **changes, ec2__workers__types=three)).up()
    for types in (one, ["m5.xlarge"], [*one, *three]):
        provider(cloud, small(tmp_path, **changes, ec2__workers__types=types)).up()
    e = small(tmp_path, **changes, ec2__workers__types=one)
    provider(cloud, e).down()
    provider(cloud, e).up()
    done = len(cloud.actions)
    with pytest.raises(
        ClusterError,
        match=r"ec2.workers.types: .* attaches 1 .* not NVMe, and these types have up to 3: run down first",
    ):
        provider(cloud, small(tmp_path, **changes, ec2__workers__types=[*one, *three])).up()
    assert not [a for a in cloud.actions[done:] if CREATING.match(a)]


def test_more_workers_are_added(cloud: Cloud, tmp_path: Path) -> None:
    (before,) = stopped(cloud, tmp_path).spending
    e = small(tmp_path, budget__cap_usd=100, ec2__workers__count=7)
    provider(cloud, e).up()
    assert len(running(cloud)) == 8
    (after,) = State.of(e.name).spending
    assert after.start == before.start and after.usd_per_hour > before.usd_per_hour


def test_the_cap_counts_the_types_that_run(cloud: Cloud, tmp_path: Path) -> None:
    """Cheaper types for replacements make what runs, or ran, no cheaper."""
    dear = {"ec2__workers__types": ["m5.xlarge"], "budget__cap_usd": 200}
    e = small(tmp_path, **dear)
    provider(cloud, e).up()
    (before,) = State.of(e.name).spending
    cheap = {**dear, "ec2__workers__types": ["m3.medium"]}
    provider(cloud, small(tmp_path, **cheap)).up()
    assert State.of(e.name).spending == [before]
    more = small(tmp_path, **cheap, ec2__workers__count=10)
    provider(cloud, more).up()
    (after,) = State.of(e.name).spending
    assert after.usd_per_hour == estimate(small(tmp_path, **dear, ec2__workers__count=10)).usd_per_hour
    # Without its machines the cluster has still been as expensive as it was.
    cloud.client().terminate_instances(InstanceIds=[i["InstanceId"] for i in running(cloud)])
    provider(cloud, small(tmp_path, **cheap)).up()
    assert State.of(e.name).spending == [after]
