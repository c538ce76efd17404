"""Clusters on EC2: capacity, failures, interrupts, removal and costs."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import pytest

from placed_cluster.errors import BudgetError, CapacityError, ClusterError
from placed_cluster.experiment import Experiment
from placed_cluster.providers.ec2_api import Ec2Api
from placed_cluster.providers.ec2_removal import left
from placed_cluster.state import State

from .conftest import Cloud
from .ec2 import CREATING, experiment, held, provider, running, small


def test_no_capacity_half_way_leaves_nothing(cloud: Cloud, tmp_path: Path) -> None:
    """In every zone there are 60 machines and no more."""
    started = 0

    def refuse(action: str, fields: dict[str, str]) -> str | None:
        nonlocal started
        if action == "CreateSubnet":
            started = 0
        if action == "RunInstances":
            if started + int(fields["MaxCount"]) > 60:
                return "InsufficientInstanceCapacity"
            started += int(fields["MaxCount"])
        return None

    cloud.refuse = refuse
    with pytest.raises(
        CapacityError, match=r"of 100 workers could be had, 100 are needed.*InsufficientInstanceCapacity"
    ):
        provider(cloud, experiment(tmp_path)).up()
    assert cloud.actions.count("CreateSubnet") == 4
    assert held(cloud) == []


def test_next_type_and_next_zone_are_tried(cloud: Cloud, tmp_path: Path) -> None:
    zone = ""

    def refuse(action: str, fields: dict[str, str]) -> str | None:
        nonlocal zone
        zone = fields.get("AvailabilityZone", zone)
        if action == "RunInstances" and (zone == "us-east-1a" or fields["InstanceType"] == "m3.medium"):
            return "InsufficientInstanceCapacity"
        return None

    cloud.refuse = refuse
    e = small(tmp_path, ec2__workers__types=["m3.medium", "m5.xlarge"])
    provider(cloud, e).up()
    assert Counter(i["InstanceType"] for i in running(cloud)) == {"m3.large": 1, "m5.xlarge": 5}
    assert {i["Placement"]["AvailabilityZone"] for i in running(cloud)} == {"us-east-1b"}
    provider(cloud, e).down()
    assert held(cloud) == []


def test_partial_answers_are_completed(cloud: Cloud, tmp_path: Path) -> None:
    """A request for many machines that is answered with two is no error."""
    cloud.change = lambda action, body: (
        re.sub(rb"MaxCount=\d+", b"MaxCount=2", body) if action == "RunInstances" else body
    )
    provider(cloud, small(tmp_path)).up()
    # The master's request for one is answered with two by this front, too; the five workers come by 2, 2 and 2.
    assert len([i for i in running(cloud) if i["InstanceType"] == "m3.medium"]) >= 5


def test_fewer_workers_than_asked_are_enough_if_the_experiment_says_so(cloud: Cloud, tmp_path: Path) -> None:
    requests = 0

    def refuse(action: str, fields: dict[str, str]) -> str | None:
        nonlocal requests
        requests += action == "RunInstances"
        return "InsufficientInstanceCapacity" if action == "RunInstances" and requests > 2 else None

    cloud.refuse = refuse
    cloud.change = lambda action, body: body.replace(b"MaxCount=5", b"MaxCount=4")
    e = small(tmp_path, ec2__workers__minimum=4)
    provider(cloud, e).up()
    assert len(State.of(e.name).workers) == 4


def test_failure_at_any_step_leaves_nothing(cloud: Cloud, tmp_path: Path) -> None:
    """Requests that create something are refused once, with an error that is not expected there.

    Five of them by chance; all if PLACED_LONG_TESTS is set.
    """
    e = small(tmp_path, ec2__placement_group="spread", ec2__workers__count=2)
    provider(cloud, e).up()
    steps = [a for a in cloud.actions if CREATING.match(a)]
    provider(cloud, e).down()
    assert len(steps) >= 14
    refused = list(range(len(steps)))
    if not os.environ.get("PLACED_LONG_TESTS"):
        seed = int(os.environ.get("PLACED_SEED") or time.time_ns())
        print(f"steps of PLACED_SEED={seed}")
        refused = sorted(random.Random(seed).sample(refused, 5))
    for failing in refused:
        cloud.reset()
        seen = 0

        def refuse(action: str, fields: dict[str, str], failing: int = failing) -> str | None:
            nonlocal seen
            if not CREATING.match(action):
                return None
            seen += 1
            return "UnauthorizedOperation" if seen == failing + 1 else None

        cloud.refuse = refuse
        with pytest.raises(ClusterError, match="UnauthorizedOperation"):
            provider(cloud, e).up()
        assert held(cloud) == [], f"{steps[failing]} was refused"


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_interrupted_up(cloud: Cloud, tmp_path: Path, how: signal.Signals) -> None:
    """The second request for workers hangs, and the command is ended there."""
    e = small(tmp_path)
    hanging, go_on = threading.Event(), threading.Event()

    def refuse(action: str, fields: dict[str, str]) -> str | None:
        if action == "RunInstances" and fields["InstanceType"] == "m3.medium" and not go_on.is_set():
            hanging.set()
            go_on.wait(60)
            return "InternalError"
        return None

    cloud.refuse = refuse
    command = [str(Path(sys.executable).parent / "placed-cluster"), "up", str(tmp_path / "experiment.yaml"), "--yes"]
    process = subprocess.Popen([*command, "--machines-only"], env=os.environ.copy(), stderr=subprocess.PIPE)
    assert hanging.wait(60)
    process.send_signal(how)
    if how == signal.SIGKILL:
        process.wait(30)
        go_on.set()
        assert len(running(cloud)) == 1
        # What was begun is continued, with the same network and deadline.
        deadline = State.of(e.name).facts["deadline"]
        provider(cloud, e).up()
        assert len(running(cloud)) == 6
        assert State.of(e.name).facts["deadline"] == deadline
        assert cloud.actions.count("CreateVpc") == 1
        provider(cloud, e).down()
    else:
        go_on.set()
        assert process.wait(60) != 0
    assert process.stderr is not None
    process.stderr.close()
    assert held(cloud) == []


def test_down_finds_everything_without_the_operators_files(cloud: Cloud, tmp_path: Path) -> None:
    e = small(tmp_path)
    provider(cloud, e).up()
    (State.base() / e.name / "state.json").unlink()
    provider(cloud, e).down()
    assert held(cloud) == []


def test_another_region_is_not_searched_for_the_cluster(cloud: Cloud, tmp_path: Path) -> None:
    e = small(tmp_path)
    provider(cloud, e).up()
    state = State.of(e.name)
    state.facts["region"] = "us-west-2"
    state.save()
    moved = provider(cloud, e)
    for act in (moved.up, moved.down, moved.status):
        with pytest.raises(ClusterError, match="made in us-west-2, but the experiment says us-east-1"):
            act()
    assert State.of(e.name).facts["region"] == "us-west-2"
    state.facts["region"] = "us-east-1"
    state.save()
    provider(cloud, e).down()
    assert held(cloud) == []


def test_down_leaves_other_clusters_alone(cloud: Cloud, tmp_path: Path) -> None:
    one, other = small(tmp_path, name="one"), small(tmp_path, name="other")
    provider(cloud, one).up()
    provider(cloud, other).up()
    provider(cloud, one).down()
    assert len(running(cloud)) == 6
    assert left(Ec2Api("us-east-1", "one")) == []
    provider(cloud, other).down()
    assert held(cloud) == []


def test_lost_machines_are_replaced(cloud: Cloud, tmp_path: Path) -> None:
    e = small(tmp_path)
    provider(cloud, e).up()
    lost = State.of(e.name).workers[0].address
    (victim,) = [i["InstanceId"] for i in running(cloud) if i["PrivateIpAddress"] == lost]
    cloud.client().terminate_instances(InstanceIds=[victim])
    assert "up starts the 1 that are missing" in "\n".join(provider(cloud, e).status())
    provider(cloud, e).up()
    assert len(running(cloud)) == 6
    assert lost not in [n.address for n in State.of(e.name).workers]


def test_machines_stay_if_lost_ones_cannot_be_replaced(cloud: Cloud, tmp_path: Path) -> None:
    e = small(tmp_path)
    provider(cloud, e).up()
    remember_tables(e)
    (victim, *others) = [i["InstanceId"] for i in running(cloud) if i["InstanceType"] == "m3.medium"]
    cloud.client().terminate_instances(InstanceIds=[victim])
    cloud.refuse = lambda action, fields: "InsufficientInstanceCapacity" if action == "RunInstances" else None
    subnets = cloud.actions.count("CreateSubnet")
    said: list[str] = []
    again = provider(cloud, e)
    again.say = said.append
    with pytest.raises(CapacityError, match="4 of 5 workers could be had, 5 are needed"):
        again.up()
    assert {i["InstanceId"] for i in running(cloud)} > set(others)
    assert len(running(cloud)) == 5
    assert cloud.actions.count("CreateSubnet") == subnets
    assert any(
        re.fullmatch(r"up failed: 5 machines go on costing up to \$\d\.\d\d an hour until .*Z.*", s) for s in said
    )
    # Where capacity comes back, the same machines go on with the tables that they have.
    cloud.refuse = lambda action, fields: None
    provider(cloud, e).up()
    assert {i["InstanceId"] for i in running(cloud)} > set(others)
    assert "loaded" in State.of(e.name).facts


def test_a_cluster_that_lost_all_machines_may_move_to_another_zone(cloud: Cloud, tmp_path: Path) -> None:
    """As one of spot machines: there are no data to stay with."""
    zone = "us-east-1a"

    def refuse(action: str, fields: dict[str, str]) -> str | None:
        nonlocal zone
        zone = fields.get("AvailabilityZone", zone)
        return "InsufficientInstanceCapacity" if action == "RunInstances" and zone == "us-east-1a" else None

    e = small(tmp_path, ec2__workers__count=1)
    provider(cloud, e).up()
    assert {i["Placement"]["AvailabilityZone"] for i in running(cloud)} == {"us-east-1a"}
    cloud.client().terminate_instances(InstanceIds=[i["InstanceId"] for i in running(cloud)])
    cloud.refuse = refuse
    provider(cloud, e).up()
    assert [i["Placement"]["AvailabilityZone"] for i in running(cloud)] == ["us-east-1b"] * 2


@pytest.mark.parametrize(
    ("lost", "advice"),
    [
        ({"m3.medium": 2}, None),
        ({"m3.medium": 3}, "run down, then up and load"),
        ({"m3.medium": 5}, "run down, then up and load"),
        ({"m3.large": 1}, "run down, then up and load"),
        ({"m3.large": 1, "m3.medium": 5}, "run load again"),
    ],
)
def test_tables_of_lost_machines_are_forgotten(
    cloud: Cloud, tmp_path: Path, lost: dict[str, int], advice: str | None
) -> None:
    """The master has the names of the files, and as many workers as a block has copies may have all of them."""
    e = small(tmp_path)
    assert e.software.replication == 3
    provider(cloud, e).up()
    remember_tables(e)
    victims = [
        id_
        for kind, count in lost.items()
        for id_ in [i["InstanceId"] for i in running(cloud) if i["InstanceType"] == kind][:count]
    ]
    cloud.client().terminate_instances(InstanceIds=victims)
    said: list[str] = []
    again = provider(cloud, e)
    again.say = said.append
    again.up()
    assert len(running(cloud)) == 6
    assert {"loaded", "tables"} & set(State.of(e.name).facts) == (set() if advice else {"loaded", "tables"})
    assert [s for s in said if "tables" in s] == (
        [f"the tables were lost with their machines: {advice}"] if advice else []
    )


def remember_tables(e: Experiment) -> None:
    """As load does."""
    state = State.of(e.name)
    state.facts.update(loaded={"ssb/orc (spark)": "1"}, tables={"ssb/orc/date": {"rows": 1}})
    state.save()


def test_cost_cap(cloud: Cloud, tmp_path: Path) -> None:
    with pytest.raises(BudgetError, match=r"more than budget.cap_usd of \$400.00: nothing was created"):
        provider(cloud, experiment(tmp_path, budget__cap_usd=400)).up()
    assert not [a for a in cloud.actions if CREATING.match(a)]
    with pytest.raises(ClusterError, match="no price of x9.huge in us-east-1"):
        provider(cloud, experiment(tmp_path, ec2__workers__types=["x9.huge"])).up()
    assert held(cloud) == []


def test_cap_counts_what_was_spent_before(cloud: Cloud, tmp_path: Path) -> None:
    e = small(tmp_path, budget={"hours": 10, "cap_usd": 12})
    for _ in range(2):
        provider(cloud, e).up()  # The second goes on with the first, which is no new spending.
    state = State.of(e.name)
    assert len(state.spending) == 1
    state.spending[0].start = "2026-01-01T00:00:00Z"
    state.spending[0].end = "2026-01-01T10:00:00Z"
    state.facts.pop("since")
    state.save()
    provider(cloud, e).down()
    with pytest.raises(BudgetError, match=r"after \$7\.\d\d before"):
        provider(cloud, e).up()


def test_spot_machines_end_when_they_are_interrupted(cloud: Cloud, tmp_path: Path) -> None:
    e = small(tmp_path, ec2__market="spot")
    provider(cloud, e).up()
    c = cloud.client()
    for template in c.describe_launch_templates()["LaunchTemplates"]:
        versions = c.describe_launch_template_versions(LaunchTemplateId=template["LaunchTemplateId"])
        options = versions["LaunchTemplateVersions"][0]["LaunchTemplateData"]["InstanceMarketOptions"]
        assert options["MarketType"] == "spot"
        assert options["SpotOptions"]["InstanceInterruptionBehavior"] == "terminate"
    provider(cloud, e).down()
    assert held(cloud) == []
