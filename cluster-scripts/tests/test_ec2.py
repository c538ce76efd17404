"""Clusters on EC2: what the server has after up, and what is rejected."""

from __future__ import annotations

import base64
import re
import shlex
import shutil
import subprocess
from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from placed_cluster.errors import ClusterError
from placed_cluster.state import State, now, parse_stamp

from .conftest import Cloud
from .ec2 import CREATING, OPERATOR, experiment, held, provider, running, small, unreachable


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
    """As where an account's rules undo the request."""
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


def test_folders_with_spaces(cloud: Cloud, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """ssh takes several files of known hosts, separated by spaces, and Ansible splits its arguments as a shell does."""
    monkeypatch.setenv("PLACED_CLUSTER_HOME", str(tmp_path / "my clusters"))
    e = small(tmp_path)
    access = provider(cloud, e).access()
    folder = tmp_path / "my clusters" / e.name
    assert access.ssh[1] == f'UserKnownHostsFile="{folder}/known_hosts"'
    assert access.ssh[access.ssh.index("-i") + 1] == f"{folder}/ssh-key"
    assert shlex.split(access.variables["ansible_ssh_common_args"]) == access.ssh[:-2]
    if shutil.which("ssh"):
        done = subprocess.run(["ssh", "-G", *access.ssh, "node"], capture_output=True, text=True, check=True)
        assert f"userknownhostsfile {folder}/known_hosts\n" in done.stdout


@pytest.mark.parametrize("operator", ["0.0.0.0/0", "10.0.0.0/8", "::/0", "everyone"])
def test_wide_operator_is_refused(cloud: Cloud, tmp_path: Path, operator: str) -> None:
    with pytest.raises(ClusterError, match=re.escape(operator)):
        provider(cloud, small(tmp_path, ec2__operator=operator)).up()
    assert held(cloud) == []
