"""The machines of a cluster on EC2: launch templates, missing capacity, and termination at a deadline."""

from __future__ import annotations

import base64
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ..errors import CapacityError, ClusterError
from ..experiment import Ec2, Machines
from ..state import stamp
from .ec2_api import DEADLINE_TAG, MADE_TAG, ROLE_TAG, STORES_TAG, Ec2Api, one_of, pauses, tag_of
from .ec2_resumed import digest, role_filter, stores

Say = Callable[[str], None]

BATCH = 50
"""Machines per request, so that a slow request delays only a few."""

DATA_DEVICES = "fghijklmnop"
"""The letters of /dev/sdX that EC2 recommends for volumes."""

_START_S = 600.0

_ADDRESS_S = 30.0
"""Addresses come with the state running; more than what a listing lags behind would only cost money."""


def user_data(deadline: datetime) -> str:
    """The boot script of a machine: it shuts down at the deadline, which terminates the instance.

    Two ways, independent of each other and of the operator: the kernel's clock through shutdown, and a timer of
    systemd at the absolute time, which survives a reboot. Shutting down means termination, by the launch template.
    """
    return f"""#!/bin/bash
# Ends this machine at {stamp(deadline)}, whatever becomes of whoever started it.
left=$(( ({int(deadline.timestamp())} - $(date +%s) + 59) / 60 ))
if (( left <= 0 )); then
  shutdown -P now
fi
shutdown -P "+$left" "The experiment's deadline"
cat > /etc/systemd/system/placed-deadline.service <<'UNIT'
[Unit]
Description=The end of a Placed cluster benchmark
[Service]
Type=oneshot
ExecStart=/sbin/shutdown -P now
UNIT
cat > /etc/systemd/system/placed-deadline.timer <<'UNIT'
[Unit]
Description=The deadline of a Placed cluster benchmark
[Timer]
OnCalendar={deadline.strftime("%Y-%m-%d %H:%M:%S")} UTC
AccuracySec=1s
Persistent=true
[Install]
WantedBy=timers.target
UNIT
systemctl daemon-reload
systemctl enable --now placed-deadline.timer
"""


@dataclass(frozen=True)
class Hardware:
    """The properties of an experiment's image and instance types."""

    image: str
    root: str
    stores: dict[str, int]
    """By role: instance store volumes that have to be requested at launch (not NVMe: d2, m3)."""


def hardware(api: Ec2Api, ec2: Ec2) -> Hardware:
    """Looks up image and types; ClusterError if they are incompatible, before anything is created."""
    image = _image(api, ec2)
    stores = {}
    for role in ("master", "workers"):
        machines: Machines = getattr(ec2, role)
        stores[role] = 0
        for kind in machines.types:
            (found,) = api.call("describe_instance_types", InstanceTypes=[kind])["InstanceTypes"]
            _check_type(ec2, role, kind, found, image)
            store = found.get("InstanceStorageInfo", {})
            if store.get("NvmeSupport", "unsupported") == "unsupported":
                stores[role] = max(stores[role], sum(d["Count"] for d in store.get("Disks", [])))
    return Hardware(image["ImageId"], image["RootDeviceName"], stores)


def _image(api: Ec2Api, ec2: Ec2) -> dict[str, Any]:
    id_ = ec2.image
    if not id_.startswith("ami-"):
        try:
            id_ = api.ssm.get_parameter(Name=id_)["Parameter"]["Value"]
        except Exception as e:
            raise ClusterError(f"ec2.image: no image at parameter {ec2.image} in {ec2.region}: {e}") from e
    found = api.call("describe_images", ImageIds=[id_])["Images"]
    if not found:
        raise ClusterError(f"ec2.image: {id_} is not in {ec2.region}")
    image: dict[str, Any] = found[0]
    if image["RootDeviceType"] != "ebs":
        raise ClusterError(
            f"ec2.image: the root of {id_} is {image['RootDeviceType']}, not ebs: its machines could not end themselves"
        )
    least = [
        m["Ebs"].get("VolumeSize", 0)
        for m in image.get("BlockDeviceMappings", [])
        if m["DeviceName"] == image["RootDeviceName"] and "Ebs" in m
    ]
    for role in ("master", "workers"):
        gib = getattr(ec2, role).root_gib
        if least and gib < least[0]:
            raise ClusterError(f"ec2.{role}.root_gib: {gib} is less than the {least[0]} GiB of the image {id_}")
    return image


def _check_type(ec2: Ec2, role: str, kind: str, found: dict[str, Any], image: dict[str, Any]) -> None:
    where = f"ec2.{role}.types: {kind}"
    architectures = found["ProcessorInfo"]["SupportedArchitectures"]
    if image["Architecture"] not in architectures:
        raise ClusterError(f"{where} is {' or '.join(architectures)}, the image {ec2.image} is {image['Architecture']}")
    if role == "workers" and ec2.placement_group != "none":
        strategies = found["PlacementGroupInfo"]["SupportedStrategies"]
        if ec2.placement_group not in strategies:
            raise ClusterError(
                f"{where} cannot be in a placement group of strategy {ec2.placement_group}; it can be in "
                f"{', '.join(strategies)}, or none"
            )


def ensure_template(
    api: Ec2Api, ec2: Ec2, role: str, deadline: datetime, hard: Hardware, group: str, key: str, placement: str | None
) -> str:
    """The launch template of a role: all parameters but type and subnet."""
    tags = {ROLE_TAG: role, DEADLINE_TAG: stamp(deadline)}
    made = machine_data(ec2, role, hard, placement)
    made_tags = {MADE_TAG: digest(ec2, made), STORES_TAG: str(stores(made))}
    data: dict[str, Any] = {
        **made,
        "ImageId": hard.image,
        "KeyName": key,
        "UserData": base64.b64encode(user_data(deadline).encode()).decode(),
        "InstanceInitiatedShutdownBehavior": "terminate",
        "MetadataOptions": {"HttpTokens": "required", "HttpPutResponseHopLimit": 1, "HttpEndpoint": "enabled"},
        "SecurityGroupIds": [group],
        "TagSpecifications": [
            *api.tags("instance", **tags),
            *api.tags("volume", **tags),
            *api.tags("network-interface", **tags),
            *(api.tags("spot-instances-request", **tags) if ec2.market == "spot" else []),
        ],
    }
    return str(
        one_of(
            api.find("describe_launch_templates", "LaunchTemplates", role_filter(role)),
            lambda: api.call(
                "create_launch_template",
                LaunchTemplateName=f"placed-{api.cluster}-{role}",
                LaunchTemplateData=data,
                TagSpecifications=api.tags("launch-template", **tags, **made_tags),
            )["LaunchTemplate"],
        )["LaunchTemplateId"]
    )


def machine_data(ec2: Ec2, role: str, hard: Hardware, placement: str | None) -> dict[str, Any]:
    """What the experiment says of a role's machines, in the terms of a launch template."""
    data: dict[str, Any] = {"BlockDeviceMappings": _volumes(getattr(ec2, role), hard.root, hard.stores[role])}
    if ec2.market == "spot":
        data["InstanceMarketOptions"] = {
            "MarketType": "spot",
            # Without a price AWS takes the on-demand price as the highest, which is what estimates count.
            "SpotOptions": {"SpotInstanceType": "one-time", "InstanceInterruptionBehavior": "terminate"},
        }
    if placement and role == "workers":
        data["Placement"] = {"GroupName": placement}
    return data


def _volumes(machines: Machines, root: str, stores: int) -> list[dict[str, Any]]:
    def volume(device: str, gib: int, kind: str) -> dict[str, Any]:
        ebs = {"VolumeSize": gib, "VolumeType": kind, "Encrypted": True, "DeleteOnTermination": True}
        return {"DeviceName": device, "Ebs": ebs}

    data = [volume(f"/dev/sd{letter}", d.gib, d.type) for letter, d in zip(DATA_DEVICES, machines.disks, strict=False)]
    # Where no volumes are requested, data lies on the machines' own disks. NVMe disks are always there; others are
    # not unless they are named, and EC2 ignores names of more disks than a type has.
    own = [] if data else [{"DeviceName": f"/dev/sd{chr(ord('b') + i)}", "VirtualName": f"ephemeral{i}"}
                           for i in range(stores)]  # fmt: skip
    return [volume(root, machines.root_gib, "gp3"), *data, *own]


def launch(api: Ec2Api, machines: Machines, role: str, template: str, subnet: str, say: Say) -> set[str]:
    """Starts the missing machines of a role, of the first type with capacity, then of the next.

    Returns the ids of all that there are then.

    A request may return fewer machines than requested; that is not an error of the service. Raises
    CapacityError if fewer than the fewest can be had; what was started is then still there, for the caller to end.
    """
    present = [i for i in api.instances("pending", "running") if tag_of(i, ROLE_TAG) == role]
    ids = {i["InstanceId"] for i in present}
    missing = machines.count - len(ids)
    refusals: list[str] = []
    for kind in machines.types:
        while missing > 0:
            try:
                answer = api.call("run_instances", **_request(template, kind, subnet, min(BATCH, missing)))
            except CapacityError as e:
                refusals.append(str(e))
                say(f"{role}: no more {kind} ({machines.count - missing} of {machines.count} so far)")
                break
            started = {i["InstanceId"] for i in answer["Instances"]}
            api.started |= started
            ids |= started
            missing -= len(started)
            say(f"{role}: {len(started)} × {kind} started, {missing} to go")
    if machines.count - missing < machines.fewest:
        raise CapacityError(
            f"{machines.count - missing} of {machines.count} {role} could be had, {machines.fewest} are needed: "
            + "; ".join(refusals)
        )
    if missing > 0:
        say(f"{role}: going on with {machines.count - missing} of {machines.count}, {machines.fewest} are enough")
    return ids


def await_running(api: Ec2Api, ids: set[str]) -> list[dict[str, Any]]:
    """Waits until all instances run and are reachable; ClusterError names one that failed."""
    addresses = time.monotonic() + _ADDRESS_S
    for pause in pauses(_START_S):
        found = api.those(ids)
        waiting = dict.fromkeys(ids - {f["InstanceId"] for f in found}, f"is not listed after {_START_S:.0f} s")
        for instance in found:
            id_, state = instance["InstanceId"], instance["State"]["Name"]
            if state not in ("pending", "running"):
                reason = instance.get("StateReason", {}).get("Message") or instance.get("StateTransitionReason")
                raise ClusterError(f"the instance {id_} started and is {state}: {reason or 'EC2 gives no reason'}")
            if state == "pending":
                waiting[id_] = f"is still pending after {_START_S:.0f} s"
            elif not instance.get("PublicIpAddress"):
                waiting[id_] = (
                    f"runs without a public address, so that ssh does not reach it: its subnet {instance['SubnetId']} "
                    "has to give addresses (MapPublicIpOnLaunch)"
                )
        if not waiting:
            return found
        if any(why.startswith("is ") for why in waiting.values()):
            addresses = time.monotonic() + _ADDRESS_S
        if pause is None or time.monotonic() > addresses:
            id_, why = min(waiting.items())
            more = f" ({len(waiting)} such machines)" if len(waiting) > 1 else ""
            raise ClusterError(f"the instance {id_} {why}{more}")
        time.sleep(pause)
    raise AssertionError  # The last pause is None.


def _request(template: str, kind: str, subnet: str, count: int) -> dict[str, Any]:
    return {
        "LaunchTemplate": {"LaunchTemplateId": template, "Version": "$Latest"},
        "InstanceType": kind,
        "MinCount": 1,
        "MaxCount": count,
        "SubnetId": subnet,
    }
