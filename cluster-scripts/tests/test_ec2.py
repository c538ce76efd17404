"""The provider ec2 against a server: what matters is what the server holds afterwards."""

from __future__ import annotations

import base64
import os
import re
import signal
import subprocess
import sys
import threading
from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml

from placed_cluster import HOME
from placed_cluster.errors import BudgetError, CapacityError, ClusterError
from placed_cluster.experiment import Experiment, load_experiment
from placed_cluster.providers.ec2 import Ec2Provider
from placed_cluster.providers.ec2_api import Ec2Api
from placed_cluster.providers.ec2_removal import left
from placed_cluster.state import State, now, parse_stamp

from .conftest import Cloud

OPERATOR = "203.0.113.7/32"


def experiment(tmp_path: Path, base: str = "fig9-2013", **changes: Any) -> Experiment:
    """One of the repository's experiments with another operator and other changes (a__b is b in the section a)."""
    content = yaml.safe_load((HOME / "experiments" / f"{base}.yaml").read_text())
    content["ec2"]["operator"] = OPERATOR
    for path, value in changes.items():
        place = content
        *sections, last = path.split("__")
        for section in sections:
            place = place[section]
        place[last] = value
    file = tmp_path / "experiment.yaml"
    file.write_text(yaml.safe_dump(content))
    return load_experiment(file)


def small(tmp_path: Path, **changes: Any) -> Experiment:
    """Five workers, so that a test is quick."""
    return experiment(tmp_path, **{"ec2__workers__count": 5, **changes})


def provider(cloud: Cloud, e: Experiment) -> Ec2Provider:
    """With the state as it is on disk, as a new command would have it."""
    cloud.settle()
    return Ec2Provider(e, State.of(e.name), lambda text: None)


def held(cloud: Cloud) -> list[str]:
    """Everything that the server holds and that was not there at first, whatever its tags."""
    c = cloud.client()
    found = []
    for reservation in c.describe_instances(MaxResults=1000)["Reservations"]:
        found += [i["InstanceId"] for i in reservation["Instances"] if i["State"]["Name"] != "terminated"]
    found += [v["VpcId"] for v in c.describe_vpcs()["Vpcs"] if not v["IsDefault"]]
    default = [v["VpcId"] for v in c.describe_vpcs()["Vpcs"] if v["IsDefault"]]
    for action, key, id_ in (
        ("describe_subnets", "Subnets", "SubnetId"),
        ("describe_route_tables", "RouteTables", "RouteTableId"),
        ("describe_security_groups", "SecurityGroups", "GroupId"),
    ):
        found += [r[id_] for r in getattr(c, action)()[key] if r.get("VpcId") not in default]
    # moto keeps the interfaces of terminated instances, with which EC2 removes them.
    found += [
        n["NetworkInterfaceId"] for n in c.describe_network_interfaces()["NetworkInterfaces"] if not n["Attachment"]
    ]
    for action, key, id_ in (
        ("describe_internet_gateways", "InternetGateways", "InternetGatewayId"),
        ("describe_key_pairs", "KeyPairs", "KeyName"),
        ("describe_launch_templates", "LaunchTemplates", "LaunchTemplateId"),
        ("describe_placement_groups", "PlacementGroups", "GroupName"),
        ("describe_volumes", "Volumes", "VolumeId"),
    ):
        found += [r[id_] for r in getattr(c, action)()[key]]
    return found


def running(cloud: Cloud) -> list[dict[str, Any]]:
    """Instances that cost money."""
    pages = cloud.client().describe_instances(
        Filters=[{"Name": "instance-state-name", "Values": ["pending", "running"]}], MaxResults=1000
    )
    return [i for r in pages["Reservations"] for i in r["Instances"]]


def unreachable(cloud: Cloud) -> list[str]:
    """Why ssh from the operator would not reach machines that run, by what EC2 needs for that."""
    c = cloud.client()
    reasons = []
    for i in running(cloud):
        tables = c.describe_route_tables(Filters=[{"Name": "vpc-id", "Values": [i["VpcId"]]}])["RouteTables"]
        own = [t for t in tables if any(a.get("SubnetId") == i["SubnetId"] for a in t["Associations"])]
        main = [t for t in tables if any(a.get("Main") for a in t["Associations"])]
        ways = [r.get("GatewayId") for r in (own or main)[0]["Routes"] if r["DestinationCidrBlock"] == "0.0.0.0/0"]
        gateways = [
            g["InternetGatewayId"]
            for g in c.describe_internet_gateways()["InternetGateways"]
            if i["VpcId"] in [a["VpcId"] for a in g["Attachments"]]
        ]
        groups = c.describe_security_groups(GroupIds=[g["GroupId"] for g in i["SecurityGroups"]])["SecurityGroups"]
        ssh = [p for g in groups for p in g["IpPermissions"] if p.get("FromPort") == 22]
        if not i.get("PublicIpAddress"):
            reasons.append(f"{i['InstanceId']} has no public address")
        if not set(ways) & set(gateways):
            reasons.append(f"the subnet of {i['InstanceId']} has no route to the internet")
        if OPERATOR not in [r["CidrIp"] for p in ssh for r in p["IpRanges"]]:
            reasons.append(f"the security group of {i['InstanceId']} does not let the operator's ssh in")
        if not i.get("KeyName"):
            reasons.append(f"{i['InstanceId']} has no key")
    return reasons


def test_nodes_can_be_reached_by_ssh(cloud: Cloud, tmp_path: Path) -> None:
    e = small(tmp_path)
    provider(cloud, e).up()
    assert len(running(cloud)) == 6
    assert unreachable(cloud) == []
    assert {n.host for n in State.of(e.name).nodes} == {i["PublicIpAddress"] for i in running(cloud)}
    assert {n.address for n in State.of(e.name).nodes} == {i["PrivateIpAddress"] for i in running(cloud)}


@pytest.mark.parametrize(
    "stop",
    [
        "AttachInternetGateway",
        "CreateRoute",
        "AuthorizeSecurityGroupIngress",
        "ModifySubnetAttribute",
        "AssociateRouteTable",
    ],
)
def test_nodes_can_be_reached_after_an_up_that_was_killed_before(cloud: Cloud, tmp_path: Path, stop: str) -> None:
    """What the killed up made stays as it is, and the next one has to complete it."""
    e = small(tmp_path, ec2__workers__count=1)
    killed = provider(cloud, e)
    killed.down = lambda: None  # type: ignore[method-assign]
    cloud.refuse = lambda action, fields: "UnauthorizedOperation" if action == stop else None
    with pytest.raises(ClusterError, match="UnauthorizedOperation"):
        killed.up()
    cloud.refuse = lambda action, fields: None
    provider(cloud, e).up()
    assert unreachable(cloud) == []
    assert len(running(cloud)) == 2
    provider(cloud, e).down()
    assert held(cloud) == []


def test_machines_without_a_public_address_are_an_error_and_end(
    cloud: Cloud, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where an account's rules undo what was asked for."""
    monkeypatch.setattr("placed_cluster.providers.ec2_machines._ADDRESS_S", 0.1)
    cloud.change = lambda action, body: (
        body.replace(b"Value=true", b"Value=false") if action == "ModifySubnetAttribute" else body
    )
    e = small(tmp_path)
    with pytest.raises(ClusterError, match=r"the instance i-\w+ runs without a public address.*MapPublicIpOnLaunch"):
        provider(cloud, e).up()
    assert held(cloud) == []


def test_machines_that_end_right_after_they_started_are_named(cloud: Cloud, tmp_path: Path) -> None:
    """As where a limit of volumes or a key for encryption is missing: the request itself succeeds."""

    def refuse(action: str, fields: dict[str, str]) -> str | None:
        if action == "DescribeInstances" and "InstanceId.1" in fields:
            cloud.client().terminate_instances(InstanceIds=[fields["InstanceId.1"]])
        return None

    cloud.refuse = refuse
    e = small(tmp_path)
    with pytest.raises(ClusterError, match=r"the instance i-\w+ started and is terminated: .*User initiated shutdown"):
        provider(cloud, e).up()
    assert held(cloud) == []


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"ec2__zones": ["us-east-1a", "us-east-1q"]}, r"ec2.zones: us-east-1q: this account has us-east-1a, us"),
        ({"ec2__placement_group": "cluster"}, "m3.medium cannot be in a placement group of strategy cluster"),
        (
            {"ec2__image": "/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-arm64"},
            "m3.large is x86_64, the image .* is arm64",
        ),
        ({"ec2__workers__root_gib": 1}, "ec2.workers.root_gib: 1 is less than the"),
    ],
)
def test_what_does_not_go_together_is_refused_before_anything_is_created(
    cloud: Cloud, tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(ClusterError, match=message):
        provider(cloud, small(tmp_path, **changes)).up()
    assert not [a for a in cloud.actions if CREATING.match(a)]
    assert held(cloud) == []


def test_disks_that_are_not_attached_by_themselves_are_asked_for(cloud: Cloud, tmp_path: Path) -> None:
    """Those of d2 are not NVMe; without a mapping a machine boots without them, and data would lie on its root."""
    changes = {"ec2__workers__types": ["d2.xlarge"], "ec2__workers__disks": [], "ec2__master__types": ["m5.xlarge"]}
    provider(cloud, small(tmp_path, **changes)).up()
    assert cloud.stores == ["ephemeral0", "ephemeral1", "ephemeral2"]


def test_101_nodes_up_and_down(cloud: Cloud, tmp_path: Path) -> None:
    e = experiment(tmp_path)
    before = now()
    provider(cloud, e).up()

    instances = running(cloud)
    assert Counter(i["InstanceType"] for i in instances) == {"m3.large": 1, "m3.medium": 100}
    deadline = parse_stamp(State.of(e.name).facts["deadline"])
    assert timedelta(hours=39, minutes=59) < deadline - before < timedelta(hours=40, minutes=1)
    for i in instances:
        tags = {t["Key"]: t["Value"] for t in i["Tags"]}
        assert tags["placed-cluster"] == "fig9-2013"
        assert parse_stamp(tags["placed-deadline"]) == deadline
    assert len({i["SubnetId"] for i in instances}) == 1

    c = cloud.client()
    for template in c.describe_launch_templates()["LaunchTemplates"]:
        versions = c.describe_launch_template_versions(LaunchTemplateId=template["LaunchTemplateId"])
        data = versions["LaunchTemplateVersions"][0]["LaunchTemplateData"]
        assert data["InstanceInitiatedShutdownBehavior"] == "terminate"
        assert data["MetadataOptions"]["HttpTokens"] == "required"
        for volume in data["BlockDeviceMappings"]:
            assert volume["Ebs"]["Encrypted"] and volume["Ebs"]["DeleteOnTermination"]
        script = base64.b64decode(data["UserData"]).decode()
        assert f"({int(deadline.timestamp())} - $(date +%s) + 59) / 60" in script
        assert f"OnCalendar={deadline:%Y-%m-%d %H:%M:%S} UTC" in script
        tagged = {t["ResourceType"] for t in data["TagSpecifications"]}
        assert {"instance", "volume", "network-interface"} <= tagged

    nodes = State.of(e.name).nodes
    assert [n.name for n in nodes[:2]] + [nodes[-1].name] == ["master", "worker001", "worker100"]
    assert (State.base() / e.name / "ssh-key").stat().st_mode & 0o77 == 0

    provider(cloud, e).down()
    assert held(cloud) == []
    assert not (State.base() / e.name / "ssh-key").exists()
    provider(cloud, e).down()
    assert held(cloud) == []


def test_security_group_lets_in_ssh_from_the_operator_and_itself_only(cloud: Cloud, tmp_path: Path) -> None:
    e = small(tmp_path)
    provider(cloud, e).up()

    def rules() -> tuple[str, list[tuple[Any, ...]]]:
        (group,) = [
            g
            for g in cloud.client().describe_security_groups()["SecurityGroups"]
            if g["GroupName"].startswith("placed-")
        ]
        return group["GroupId"], sorted(
            (
                p["IpProtocol"],
                p.get("FromPort") if p["IpProtocol"] != "-1" else None,
                p.get("ToPort") if p["IpProtocol"] != "-1" else None,
                [r["CidrIp"] for r in p["IpRanges"]],
                [g["GroupId"] for g in p["UserIdGroupPairs"]],
                p.get("Ipv6Ranges", []),
            )
            for p in group["IpPermissions"]
        )

    id_, found = rules()
    assert found == [("-1", None, None, [], [id_], []), ("tcp", 22, 22, [OPERATOR], [], [])]
    assert all(g["GroupId"] == id_ for i in running(cloud) for g in i["SecurityGroups"])

    # The operator has another address on the next day.
    provider(cloud, small(tmp_path, ec2__operator="198.51.100.9")).up()
    _, found = rules()
    assert found == [("-1", None, None, [], [id_], []), ("tcp", 22, 22, ["198.51.100.9/32"], [], [])]
    assert len(running(cloud)) == 6


@pytest.mark.parametrize("operator", ["0.0.0.0/0", "10.0.0.0/8", "::/0", "everyone"])
def test_wide_operator_is_refused(cloud: Cloud, tmp_path: Path, operator: str) -> None:
    with pytest.raises(ClusterError, match=re.escape(operator)):
        provider(cloud, small(tmp_path, ec2__operator=operator)).up()
    assert held(cloud) == []


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


CREATING = re.compile(r"Create|Run|Import|Attach|Associate|Authorize|Modify")


def test_failure_at_any_step_leaves_nothing(cloud: Cloud, tmp_path: Path) -> None:
    """Each request that creates something is refused once, with an error that is not expected there."""
    e = small(tmp_path, ec2__placement_group="spread", ec2__workers__count=2)
    provider(cloud, e).up()
    steps = [a for a in cloud.actions if CREATING.match(a)]
    provider(cloud, e).down()
    assert len(steps) >= 14
    for failing in range(len(steps)):
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
