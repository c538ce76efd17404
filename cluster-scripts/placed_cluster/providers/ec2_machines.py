"""The machines of a cluster on EC2: launch templates, capacity that may be missing, and their end at a deadline."""

from __future__ import annotations

import base64
from collections.abc import Callable
from datetime import datetime
from typing import Any

from ..errors import CapacityError, ClusterError
from ..experiment import Ec2, Machines
from ..state import stamp
from .ec2_api import DEADLINE_TAG, ROLE_TAG, Ec2Api, one_of, tag_of

Say = Callable[[str], None]

BATCH = 50
"""Machines per request: a request that is answered late then loses little."""


def user_data(deadline: datetime) -> str:
    """What a machine runs when it boots: it shuts itself down at the deadline, which ends it for good.

    Two ways, independent of each other and of the operator: the kernel's clock through shutdown, and a timer of
    systemd at the absolute time, which survives a reboot. Shutting down means termination, as the template says.
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


def image_of(api: Ec2Api, ec2: Ec2) -> tuple[str, str]:
    """The id of the machine image, and the device of its root volume."""
    image = ec2.image
    if not image.startswith("ami-"):
        try:
            image = api.ssm.get_parameter(Name=image)["Parameter"]["Value"]
        except Exception as e:
            raise ClusterError(f"ec2.image: no image at parameter {ec2.image} in {ec2.region}: {e}") from e
    found = api.call("describe_images", ImageIds=[image])["Images"]
    if not found:
        raise ClusterError(f"ec2.image: {image} is not in {ec2.region}")
    return image, found[0].get("RootDeviceName") or "/dev/xvda"


def ensure_template(
    api: Ec2Api, ec2: Ec2, role: str, deadline: datetime, group: str, key: str, placement: str | None
) -> str:
    """The launch template of a role: everything that a machine needs but its type and subnet."""
    machines: Machines = getattr(ec2, role)
    wanted = {"Name": f"tag:{ROLE_TAG}", "Values": [role]}
    image, root = image_of(api, ec2)
    tags = {ROLE_TAG: role, DEADLINE_TAG: stamp(deadline)}
    data: dict[str, Any] = {
        "ImageId": image,
        "KeyName": key,
        "UserData": base64.b64encode(user_data(deadline).encode()).decode(),
        "InstanceInitiatedShutdownBehavior": "terminate",
        "MetadataOptions": {"HttpTokens": "required", "HttpPutResponseHopLimit": 1, "HttpEndpoint": "enabled"},
        "SecurityGroupIds": [group],
        "BlockDeviceMappings": _volumes(machines, root),
        "TagSpecifications": [
            *api.tags("instance", **tags),
            *api.tags("volume", **tags),
            *api.tags("network-interface", **tags),
        ],
    }
    if ec2.market == "spot":
        data["TagSpecifications"] += api.tags("spot-instances-request", **tags)
        data["InstanceMarketOptions"] = {
            "MarketType": "spot",
            # Without a price AWS takes the on-demand price as the highest, which is what estimates count.
            "SpotOptions": {"SpotInstanceType": "one-time", "InstanceInterruptionBehavior": "terminate"},
        }
    if placement and role == "workers":
        data["Placement"] = {"GroupName": placement}
    return str(
        one_of(
            api.find("describe_launch_templates", "LaunchTemplates", wanted),
            lambda: api.call(
                "create_launch_template",
                LaunchTemplateName=f"placed-{api.cluster}-{role}",
                LaunchTemplateData=data,
                TagSpecifications=api.tags("launch-template", **tags),
            )["LaunchTemplate"],
        )["LaunchTemplateId"]
    )


def _volumes(machines: Machines, root: str) -> list[dict[str, Any]]:
    def volume(device: str, gib: int, kind: str) -> dict[str, Any]:
        ebs = {"VolumeSize": gib, "VolumeType": kind, "Encrypted": True, "DeleteOnTermination": True}
        return {"DeviceName": device, "Ebs": ebs}

    data = [volume(f"/dev/sd{'fghijklmnop'[i]}", d.gib, d.type) for i, d in enumerate(machines.disks)]
    return [volume(root, machines.root_gib, "gp3"), *data]


def launch(api: Ec2Api, machines: Machines, role: str, template: str, subnet: str, say: Say) -> None:
    """Starts what is missing of a role's machines, of the first type that can be had and then of the next.

    A request may be answered with fewer machines than asked for; that is not an error of the service. Raises
    CapacityError if fewer than the fewest can be had; what was started is then still there, for the caller to end.
    """
    present = [i for i in api.instances("pending", "running") if tag_of(i, ROLE_TAG) == role]
    missing = machines.count - len(present)
    refusals: list[str] = []
    for kind in machines.types:
        while missing > 0:
            try:
                answer = api.call("run_instances", **_request(template, kind, subnet, min(BATCH, missing)))
            except CapacityError as e:
                refusals.append(str(e))
                say(f"{role}: no more {kind} ({machines.count - missing} of {machines.count} so far)")
                break
            started = len(answer["Instances"])
            missing -= started
            say(f"{role}: {started} × {kind} started, {missing} to go")
    if machines.count - missing < machines.fewest:
        raise CapacityError(
            f"{machines.count - missing} of {machines.count} {role} could be had, {machines.fewest} are needed: "
            + "; ".join(refusals)
        )
    if missing > 0:
        say(f"{role}: going on with {machines.count - missing} of {machines.count}, {machines.fewest} are enough")


def _request(template: str, kind: str, subnet: str, count: int) -> dict[str, Any]:
    return {
        "LaunchTemplate": {"LaunchTemplateId": template, "Version": "$Latest"},
        "InstanceType": kind,
        "MinCount": 1,
        "MaxCount": count,
        "SubnetId": subnet,
    }
