"""Deletion of a cluster on EC2: all resources with its tag. Idempotent."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from ..errors import BusyError, ClusterError
from .ec2_api import Ec2Api, pauses
from .ec2_network import release, remove_subnet

Say = Callable[[str], None]

KINDS: list[tuple[str, str, str, str]] = [
    ("describe_volumes", "Volumes", "VolumeId", "volume"),
    ("describe_launch_templates", "LaunchTemplates", "LaunchTemplateId", "launch template"),
    ("describe_placement_groups", "PlacementGroups", "GroupName", "placement group"),
    ("describe_key_pairs", "KeyPairs", "KeyName", "key pair"),
    ("describe_network_interfaces", "NetworkInterfaces", "NetworkInterfaceId", "network interface"),
    ("describe_security_groups", "SecurityGroups", "GroupId", "security group"),
    ("describe_subnets", "Subnets", "SubnetId", "subnet"),
    ("describe_route_tables", "RouteTables", "RouteTableId", "route table"),
    ("describe_internet_gateways", "InternetGateways", "InternetGatewayId", "internet gateway"),
    ("describe_vpcs", "Vpcs", "VpcId", "network"),
]
"""How to list each kind of resource but instances, and the key of its id; in the order of deletion."""


_END_S = 600.0
_REMOVAL_S = 120.0


def left(api: Ec2Api) -> list[str]:
    """The remaining resources of the cluster, as lines of text."""
    found = [f"instance {i['InstanceId']} ({i['State']['Name']})" for i in api.instances()]
    for action, key, id_, name in KINDS:
        for resource in api.find(action, key):
            if resource.get("State") not in ("deleted", "deleting"):
                found.append(f"{name} {resource[id_]}")
    return found


def remove_all(api: Ec2Api, say: Say) -> int:
    """Deletes all resources with the cluster's tag; returns their number.

    Again while something is left that was still in use or was not listed yet. Raises ClusterError naming what could
    not be removed, after having tried everything else.
    """
    count = 0
    for pause in pauses(_REMOVAL_S):
        removed, failures = _round(api, say)
        count += removed
        remaining = left(api)
        if not remaining:
            say(f"nothing with the tag of {api.cluster} is left in {api.region}")
            return count
        if pause is None or any(not isinstance(e, BusyError) for e in failures.values()):
            answered = "; ".join(f"{name}: {e}" for name, e in failures.items())
            raise ClusterError(
                f"still there: {', '.join(remaining)}. Run down again"
                + (f". What was answered: {answered}" if failures else "")
            )
        say(f"{len(remaining)} things are still in use or were only just listed: again")
        time.sleep(pause)
    raise AssertionError  # The last pause is None.


def _round(api: Ec2Api, say: Say) -> tuple[int, dict[str, ClusterError]]:
    count = terminate(api, say)
    for request in api.find("describe_spot_instance_requests", "SpotInstanceRequests"):
        if request["State"] in ("open", "active"):
            api.call("cancel_spot_instance_requests", SpotInstanceRequestIds=[request["SpotInstanceRequestId"]])
    failures: dict[str, ClusterError] = {}
    for action, key, id_, name in KINDS:
        for resource in api.find(action, key):
            if resource.get("State") in ("deleted", "deleting"):
                continue
            try:
                _remove(api, name, resource)
                count += 1
            except ClusterError as e:
                failures[f"{name} {resource[id_]}"] = e
    return count, failures


def terminate(api: Ec2Api, say: Say) -> int:
    """Terminates the cluster's instances, including those that no listing contains yet, and waits for it."""
    ids = {i["InstanceId"] for i in api.instances()} | api.started
    if not ids:
        return 0
    say(f"ending {len(ids)} machines")
    wanted = sorted(ids)
    for at in range(0, len(wanted), 100):
        api.call("terminate_instances", InstanceIds=wanted[at : at + 100])
    for pause in pauses(_END_S):
        states = {i["InstanceId"]: i["State"]["Name"] for i in api.those(ids)}
        alive = [f"{i} ({states.get(i, 'not listed')})" for i in wanted if states.get(i) != "terminated"]
        if not alive:
            break
        if pause is None:
            raise ClusterError(f"EC2 has not ended {', '.join(alive[:10])} ({len(alive)} machines) in {_END_S:.0f} s")
        time.sleep(pause)
    api.started.clear()
    return len(ids)


def _remove(api: Ec2Api, name: str, resource: dict[str, Any]) -> None:
    if name == "volume":
        api.attempt("delete_volume", "InvalidVolume.NotFound", VolumeId=resource["VolumeId"])
    elif name == "launch template":
        template = resource["LaunchTemplateId"]
        gone = ("InvalidLaunchTemplateId.NotFound", "InvalidLaunchTemplateName.NotFoundException")
        api.attempt("delete_launch_template", *gone, LaunchTemplateId=template)
    elif name == "placement group":
        api.attempt("delete_placement_group", "InvalidPlacementGroup.Unknown", GroupName=resource["GroupName"])
    elif name == "key pair":
        api.attempt("delete_key_pair", "InvalidKeyPair.NotFound", KeyName=resource["KeyName"])
    elif name == "network interface":
        interface = resource["NetworkInterfaceId"]
        api.attempt("delete_network_interface", "InvalidNetworkInterfaceID.NotFound", NetworkInterfaceId=interface)
    elif name == "security group":
        group = resource["GroupId"]
        if resource.get("IpPermissions"):  # A group that names itself could not be deleted otherwise.
            api.attempt(
                "revoke_security_group_ingress",
                "InvalidPermission.NotFound",
                "InvalidGroup.NotFound",
                GroupId=group,
                IpPermissions=resource["IpPermissions"],
            )
        api.attempt("delete_security_group", "InvalidGroup.NotFound", GroupId=group)
    elif name == "subnet":
        remove_subnet(api, resource["SubnetId"])
    elif name == "route table":
        release(api, resource)
        api.attempt("delete_route_table", "InvalidRouteTableID.NotFound", RouteTableId=resource["RouteTableId"])
    elif name == "internet gateway":
        gateway = resource["InternetGatewayId"]
        for attachment in resource.get("Attachments", []):
            api.attempt(
                "detach_internet_gateway",
                "Gateway.NotAttached",
                InternetGatewayId=gateway,
                VpcId=attachment["VpcId"],
            )
        api.attempt("delete_internet_gateway", "InvalidInternetGatewayID.NotFound", InternetGatewayId=gateway)
    else:
        api.attempt("delete_vpc", "InvalidVpcID.NotFound", VpcId=resource["VpcId"])
