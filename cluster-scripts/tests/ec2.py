"""Experiments on the EC2 server of the tests, and what the server holds."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

from placed_cluster import HOME
from placed_cluster.experiment import Experiment, load_experiment
from placed_cluster.providers.ec2 import Ec2Provider
from placed_cluster.state import State

from .conftest import Cloud

OPERATOR = "203.0.113.7/32"
CREATING = re.compile(r"Create|Run|Import|Attach|Associate|Authorize|Modify")
"""Actions that create or change something."""


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
