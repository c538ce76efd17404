"""What an up on EC2 goes on with: machines that an earlier one made have to be those of the experiment."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import Any

from ..errors import ClusterError
from ..experiment import Ec2, Machines
from ..state import Node
from .ec2_api import HOLDING, MADE_TAG, ROLE_TAG, STORES_TAG, Ec2Api, tag_of


def is_complete(api: Ec2Api, nodes: list[Node]) -> bool:
    """Whether an earlier up had made all machines, as far as the state knows, or EC2 where the state was lost."""
    return bool(nodes) or {tag_of(i, ROLE_TAG) for i in api.instances(*HOLDING)} >= {"master", "workers"}


def with_running(api: Ec2Api, ec2: Ec2) -> Ec2:
    """The section ec2 with the types of the machines that run, for what all can cost.

    :raises ClusterError: if more machines run than are wanted
    """
    instances = api.instances("pending", "running")

    def machines(role: str, wanted: Machines) -> Machines:
        types = [str(i["InstanceType"]) for i in instances if tag_of(i, ROLE_TAG) == role]
        if len(types) > wanted.count:
            raise ClusterError(
                f"{len(types)} {role} run, but the experiment says {wanted.count}: "
                f"run down first, or set ec2.{role}.count to at least {len(types)}"
            )
        return replace(wanted, types=list(dict.fromkeys([*wanted.types, *sorted(types)])))

    return replace(ec2, master=machines("master", ec2.master), workers=machines("workers", ec2.workers))


def digest(ec2: Ec2, made: dict[str, Any]) -> str:
    """Identifies what the experiment says of machines, but for their types and what follows from these.

    The image is as it is written there: a newer one at the same parameter is no change of the experiment.
    """
    volumes = [m for m in made["BlockDeviceMappings"] if "Ebs" in m]
    strategy = ec2.placement_group if "Placement" in made else None
    content = [ec2.image, strategy, {**made, "BlockDeviceMappings": volumes}]
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]


def stores(made: dict[str, Any]) -> int:
    """How many of the machines' own disks are named, because EC2 does not attach them by itself."""
    return sum("VirtualName" in m for m in made["BlockDeviceMappings"])


def check_template(api: Ec2Api, ec2: Ec2, role: str, made: dict[str, Any]) -> None:
    """Checks that a role's launch template, if there is one, is that of the experiment."""
    for found in api.find("describe_launch_templates", "LaunchTemplates", role_filter(role)):
        if tag_of(found, MADE_TAG) != digest(ec2, made):
            raise ClusterError(
                f"ec2.{role}: the cluster was made with another image, market, placement group, root_gib or disks than "
                "the experiment says: run down first"
            )
        attached = int(tag_of(found, STORES_TAG) or 0)
        if stores(made) > attached:  # Fewer are no problem: EC2 ignores the names of others.
            raise ClusterError(
                f"ec2.{role}.types: the cluster attaches {attached} disks that are not NVMe, and these types have up "
                f"to {stores(made)}: run down first"
            )


def tables_lost(before: list[Node], nodes: list[Node], replication: int) -> str | None:
    """What to do if HDFS lost the names of files or all copies of some blocks; None if it has everything."""
    same = {(n.host, n.address) for n in nodes}
    lost = [n for n in before if (n.host, n.address) not in same]
    workers = sum(n.role == "worker" for n in before)
    if len(lost) == len(before):
        return "run load again"
    if any(n.role == "master" for n in lost) or len(lost) >= min(replication, workers):
        # What is left of one without the other neither can be read nor would load write it again.
        return "run down, then up and load"
    return None


def role_filter(role: str) -> dict[str, Any]:
    """Finds resources of a role."""
    return {"Name": f"tag:{ROLE_TAG}", "Values": [role]}
