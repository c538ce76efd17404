"""Access to EC2 for one cluster: resources are found by its tag, errors are ClusterErrors."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from ..errors import BusyError, CapacityError, ClusterError

CLUSTER_TAG = "placed-cluster"
DEADLINE_TAG = "placed-deadline"
ROLE_TAG = "placed-role"
MADE_TAG = "placed-made"
"""The digest of what a launch template was made from."""
STORES_TAG = "placed-stores"
"""The number of the machines' own disks that a launch template names."""

ALIVE = ["pending", "running", "stopping", "stopped", "shutting-down"]
"""States of an instance that is not terminated; terminated ones are listed for about an hour, without costs."""

HOLDING = ["pending", "running", "stopping", "stopped"]
"""States of an instance that has its data."""

_CAPACITY = {"InsufficientInstanceCapacity", "InsufficientHostCapacity", "Unsupported", "SpotMaxPriceTooLow",
             "InsufficientVolumeCapacity", "InsufficientFreeAddressesInSubnet"}  # fmt: skip
_LIMIT = re.compile(r"(?!Request)\w*LimitExceeded|MaxSpotInstanceCountExceeded")
_BUSY = re.compile(r"DependencyViolation|VolumeInUse|Invalid\w+\.InUse")
_UNSEEN = re.compile(r"Invalid(?!AMI)\w+\.(NotFound|Unknown)")
"""EC2 is eventually consistent: the next request may not see a resource that was just created."""

PAUSE_S = 0.5
"""The first pause before a retry; later ones grow."""

_SEEN_S = 60.0


class Ec2Api:
    """A region's EC2, for one cluster.

    Errors of the service become ``ClusterError``, and ``CapacityError`` where other machines or another zone might do.
    """

    def __init__(self, region: str, cluster: str) -> None:
        self.region = region
        self.cluster = cluster
        # The client retries requests that time out, with the same idempotency token where they create.
        settings = Config(retries={"mode": "standard", "max_attempts": 5}, connect_timeout=10, read_timeout=60)
        self.client: Any = boto3.client("ec2", region_name=region, config=settings)
        self.ssm: Any = boto3.client("ssm", region_name=region, config=settings)
        self.started: set[str] = set()
        """Instances that this command started; listings may not contain them yet."""

    def call(self, action: str, **arguments: Any) -> dict[str, Any]:
        """Calls an action of EC2 by its Python name; retries if a resource that was just created is not visible yet."""
        for pause in pauses(_SEEN_S):
            try:
                return self._call(action, arguments)
            except ClientError as e:
                if pause is None or not _UNSEEN.fullmatch(_code(e)):
                    raise _translated(action, e) from e
                time.sleep(pause)
        raise AssertionError  # The last pause is None.

    def attempt(self, action: str, *ignored: str, **arguments: Any) -> dict[str, Any]:
        """Calls EC2 and ignores these error codes, for idempotent deletions."""
        try:
            return self._call(action, arguments)
        except ClientError as e:
            if _code(e) in ignored:
                return {}
            raise _translated(action, e) from e

    def _call(self, action: str, arguments: dict[str, Any]) -> dict[str, Any]:
        try:
            answer: dict[str, Any] = getattr(self.client, action)(**arguments)
            return answer
        except BotoCoreError as e:
            raise ClusterError(f"EC2 {action} in {self.region}: {e}") from e

    def tags(self, kind: str, **more: str) -> list[dict[str, Any]]:
        """The TagSpecifications for creating a resource with its tags."""
        values = {CLUSTER_TAG: self.cluster, "Name": f"placed-{self.cluster}", **more}
        return [{"ResourceType": kind, "Tags": [{"Key": k, "Value": v} for k, v in values.items()]}]

    def find(self, action: str, key: str, *filters: dict[str, Any]) -> list[dict[str, Any]]:
        """All resources of a kind with the cluster's tag."""
        mine = {"Name": f"tag:{CLUSTER_TAG}", "Values": [self.cluster]}
        return list(self._pages(action, key, [mine, *filters]))

    def _pages(self, action: str, key: str, filters: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        arguments: dict[str, Any] = {"Filters": filters}
        while True:
            answer = self.call(action, **arguments)
            yield from answer[key]
            token = answer.get("NextToken")
            if not token:
                return
            arguments["NextToken"] = token

    def instances(self, *states: str) -> list[dict[str, Any]]:
        """The cluster's instances in these states; by default all that are not terminated."""
        wanted = {"Name": "instance-state-name", "Values": list(states) or ALIVE}
        reservations = self.find("describe_instances", "Reservations", wanted)
        return [i for r in reservations for i in r["Instances"]]

    def those(self, ids: set[str]) -> list[dict[str, Any]]:
        """The instances with these ids in any state, even if their tags are not searchable yet."""
        wanted = sorted(ids)
        found = []
        for at in range(0, len(wanted), 100):
            answer = self.call("describe_instances", InstanceIds=wanted[at : at + 100])
            found += [i for r in answer["Reservations"] for i in r["Instances"]]
        return found


def pauses(seconds: float) -> Iterator[float | None]:
    """Growing pauses between attempts, then None when the time has run out."""
    until = time.monotonic() + seconds
    pause = PAUSE_S
    while time.monotonic() < until:
        yield pause
        pause = min(pause * 2, PAUSE_S * 10)
    yield None


def tag_of(resource: dict[str, Any], key: str) -> str | None:
    """The value of a tag."""
    return next((t["Value"] for t in resource.get("Tags", []) if t["Key"] == key), None)


def one_of(found: list[dict[str, Any]], create: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """The resource of an earlier, interrupted command, or a new one."""
    return found[0] if found else create()


def _code(error: ClientError) -> str:
    return str(error.response["Error"]["Code"])


def _translated(action: str, error: ClientError) -> ClusterError:
    code = _code(error)
    text = f"EC2 {action}: {code}: {error.response['Error'].get('Message', '')}".rstrip(": ")
    if code in _CAPACITY:
        return CapacityError(text)
    if _BUSY.fullmatch(code):
        return BusyError(text)
    if _LIMIT.fullmatch(code):
        return ClusterError(f"{text}. Ask AWS for a higher limit, or take fewer or smaller machines")
    if code in ("AuthFailure", "UnauthorizedOperation", "RequestExpired", "InvalidClientTokenId"):
        return ClusterError(f"{text}. Check the AWS credentials (aws sts get-caller-identity)")
    return ClusterError(text)
