"""The network of a cluster on EC2. Each step finds or creates its resource, so that up can be resumed."""

from __future__ import annotations

import ipaddress
import time
from dataclasses import dataclass
from typing import Any

from ..errors import ClusterError
from .ec2_api import DEADLINE_TAG, Ec2Api, one_of, pauses, tag_of

VPC_RANGE = "10.77.0.0/16"
SUBNET_RANGE = "10.77.0.0/20"
"""4,091 addresses, above the maximum number of machines."""


@dataclass(frozen=True)
class Network:
    """The ids of a cluster's network and of its route table."""

    vpc: str
    routes: str


def check_zones(api: Ec2Api, zones: list[str]) -> None:
    """Checks that the account has these zones; their names differ between accounts."""
    known = [z["ZoneName"] for z in api.call("describe_availability_zones")["AvailabilityZones"]]
    unknown = [z for z in zones if z not in known]
    if unknown:
        raise ClusterError(f"ec2.zones: {', '.join(unknown)}: this account has {', '.join(known)} in {api.region}")


def deadline_tag(api: Ec2Api) -> str | None:
    """The deadline of an existing cluster, from the tag of its network."""
    found = api.find("describe_vpcs", "Vpcs")
    return tag_of(found[0], DEADLINE_TAG) if found else None


def ensure_vpc(api: Ec2Api, deadline: str) -> Network:
    """A network with an internet gateway and a route table."""
    vpc = one_of(
        api.find("describe_vpcs", "Vpcs"),
        lambda: api.call(
            "create_vpc", CidrBlock=VPC_RANGE, TagSpecifications=api.tags("vpc", **{DEADLINE_TAG: deadline})
        )["Vpc"],
    )["VpcId"]
    _await_available(api, vpc)
    api.call("modify_vpc_attribute", VpcId=vpc, EnableDnsHostnames={"Value": True})
    gateway = one_of(
        api.find("describe_internet_gateways", "InternetGateways"),
        lambda: api.call("create_internet_gateway", TagSpecifications=api.tags("internet-gateway"))["InternetGateway"],
    )
    if not gateway.get("Attachments"):
        api.call("attach_internet_gateway", InternetGatewayId=gateway["InternetGatewayId"], VpcId=vpc)
    routes = one_of(
        api.find("describe_route_tables", "RouteTables"),
        lambda: api.call("create_route_table", VpcId=vpc, TagSpecifications=api.tags("route-table"))["RouteTable"],
    )
    if not any(r.get("GatewayId") == gateway["InternetGatewayId"] for r in routes.get("Routes", [])):
        api.call(
            "create_route",
            RouteTableId=routes["RouteTableId"],
            DestinationCidrBlock="0.0.0.0/0",
            GatewayId=gateway["InternetGatewayId"],
        )
    return Network(str(vpc), str(routes["RouteTableId"]))


def _await_available(api: Ec2Api, vpc: str) -> None:
    for pause in pauses(120):
        if all(v["State"] == "available" for v in api.call("describe_vpcs", VpcIds=[vpc])["Vpcs"]):
            return
        if pause is None:
            raise ClusterError(f"EC2: the network {vpc} is not available after two minutes")
        time.sleep(pause)


def ensure_subnet(api: Ec2Api, network: Network, zone: str) -> str:
    """The subnet in which all machines lie; one in another zone, where nothing could be had, gives way.

    An earlier up may have stopped between any two of the steps, so each is looked at by itself.
    """
    found = None
    for subnet in api.find("describe_subnets", "Subnets"):
        if subnet["AvailabilityZone"] == zone:
            found = subnet
        else:
            remove_subnet(api, subnet["SubnetId"])
    found = (
        found
        or api.call(
            "create_subnet",
            VpcId=network.vpc,
            CidrBlock=SUBNET_RANGE,
            AvailabilityZone=zone,
            TagSpecifications=api.tags("subnet"),
        )["Subnet"]
    )
    id_ = str(found["SubnetId"])
    if not found.get("MapPublicIpOnLaunch"):
        # Off in subnets that one creates; without it machines get private addresses only.
        api.call("modify_subnet_attribute", SubnetId=id_, MapPublicIpOnLaunch={"Value": True})
    tables = api.call("describe_route_tables", RouteTableIds=[network.routes])["RouteTables"]
    if not any(a.get("SubnetId") == id_ for t in tables for a in t.get("Associations", [])):
        # The network's main table, which holds for other subnets, has no way out.
        api.call("associate_route_table", RouteTableId=network.routes, SubnetId=id_)
    return id_


def remove_subnet(api: Ec2Api, subnet: str) -> None:
    """Deletes a subnet without machines."""
    for table in api.find("describe_route_tables", "RouteTables"):
        release(api, table, subnet)
    api.attempt("delete_subnet", "InvalidSubnetID.NotFound", SubnetId=subnet)


def release(api: Ec2Api, table: dict[str, Any], subnet: str | None = None) -> None:
    """Disassociates a route table from a subnet, or from all."""
    for association in table.get("Associations", []):
        if "SubnetId" in association and subnet in (None, association["SubnetId"]):
            id_ = association["RouteTableAssociationId"]
            api.attempt("disassociate_route_table", "InvalidAssociationID.NotFound", AssociationId=id_)


def ensure_security_group(api: Ec2Api, vpc: str, operator: str) -> str:
    """A security group that allows ssh from the operator, all traffic within the group, and nothing else."""
    group = one_of(
        api.find("describe_security_groups", "SecurityGroups"),
        lambda: api.call(
            "create_security_group",
            GroupName=f"placed-{api.cluster}",
            Description="Placed cluster benchmark: ssh from the operator, everything inside",
            VpcId=vpc,
            TagSpecifications=api.tags("security-group"),
        ),
    )
    id_ = str(group["GroupId"])
    wanted: list[dict[str, Any]] = [
        {
            "IpProtocol": "tcp",
            "FromPort": 22,
            "ToPort": 22,
            "IpRanges": [{"CidrIp": operator, "Description": "operator"}],
        },
        {"IpProtocol": "-1", "UserIdGroupPairs": [{"GroupId": id_, "Description": "the cluster itself"}]},
    ]
    present = group.get("IpPermissions", [])
    stale = [p for p in present if not any(_same(p, w) for w in wanted)]
    if stale:  # The operator's address of an earlier day.
        api.call("revoke_security_group_ingress", GroupId=id_, IpPermissions=stale)
    missing = [w for w in wanted if not any(_same(p, w) for p in present)]
    if missing:
        api.call("authorize_security_group_ingress", GroupId=id_, IpPermissions=missing)
    return id_


def _same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    def shape(p: dict[str, Any]) -> tuple[Any, ...]:
        ranges = sorted(r["CidrIp"] for r in p.get("IpRanges", []))
        groups = sorted(g["GroupId"] for g in p.get("UserIdGroupPairs", []))
        # A rule for all protocols has no ports, however a service writes that.
        ports = None if p["IpProtocol"] == "-1" else (p.get("FromPort"), p.get("ToPort"))
        return p["IpProtocol"], ports, ranges, groups, len(p.get("Ipv6Ranges", []))

    return shape(one) == shape(other)


def checked_operator(text: str) -> str:
    """The address or range that ssh is open to; wide ranges are rejected."""
    try:
        network = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError as e:
        raise ClusterError(f"ec2.operator: '{text}' is no address such as 203.0.113.7/32") from e
    if network.version != 4:
        raise ClusterError(f"ec2.operator: {text} is not IPv4, which the cluster's network has")
    if network.prefixlen < 24:
        raise ClusterError(
            f"ec2.operator: {text} opens ssh to {network.num_addresses} addresses; at most /24 is allowed"
        )
    return str(network)
