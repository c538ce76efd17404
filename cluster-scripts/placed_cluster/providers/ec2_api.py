"""EC2 as this package uses it: one cluster's resources, all found by its tag, and errors of one kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from ..errors import CapacityError, ClusterError

CLUSTER_TAG = "placed-cluster"
DEADLINE_TAG = "placed-deadline"
ROLE_TAG = "placed-role"

ALIVE = ["pending", "running", "stopping", "stopped", "shutting-down"]
"""States of an instance that is not gone; a terminated one is listed for about an hour and costs nothing."""

_CAPACITY = {"InsufficientInstanceCapacity", "InsufficientHostCapacity", "Unsupported", "SpotMaxPriceTooLow",
             "InsufficientFreeAddressesInSubnet"}  # fmt: skip
_LIMITS = {"VcpuLimitExceeded", "InstanceLimitExceeded", "MaxSpotInstanceCountExceeded"}


class Ec2Api:
    """A region's EC2, for one cluster.

    Errors of the service become ``ClusterError``, and ``CapacityError`` where other machines or another zone might do.
    """

    def __init__(self, region: str, cluster: str) -> None:
        self.region = region
        self.cluster = cluster
        # Requests that only time out are sent again by the client, with the same token where they create.
        settings = Config(retries={"mode": "standard", "max_attempts": 5}, connect_timeout=10, read_timeout=60)
        self.client: Any = boto3.client("ec2", region_name=region, config=settings)
        self.ssm: Any = boto3.client("ssm", region_name=region, config=settings)

    def call(self, action: str, **arguments: Any) -> dict[str, Any]:
        """Calls EC2 by the Python name of an action."""
        try:
            answer: dict[str, Any] = getattr(self.client, action)(**arguments)
            return answer
        except ClientError as e:
            raise _translated(action, e) from e
        except BotoCoreError as e:
            raise ClusterError(f"EC2 {action} in {self.region}: {e}") from e

    def attempt(self, action: str, *ignored: str, **arguments: Any) -> dict[str, Any]:
        """Calls EC2, but these error codes count as done: for removals that may have happened before."""
        try:
            answer: dict[str, Any] = getattr(self.client, action)(**arguments)
            return answer
        except ClientError as e:
            if e.response["Error"]["Code"] in ignored:
                return {}
            raise _translated(action, e) from e
        except BotoCoreError as e:
            raise ClusterError(f"EC2 {action} in {self.region}: {e}") from e

    def tags(self, kind: str, **more: str) -> list[dict[str, Any]]:
        """The TagSpecifications with which a resource is created: never one without its tags."""
        values = {CLUSTER_TAG: self.cluster, "Name": f"placed-{self.cluster}", **more}
        return [{"ResourceType": kind, "Tags": [{"Key": k, "Value": v} for k, v in values.items()]}]

    def find(self, action: str, key: str, *filters: dict[str, Any]) -> list[dict[str, Any]]:
        """All resources of a kind that have the cluster's tag."""
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
        """The cluster's instances in these states, all that are not gone if none is given."""
        wanted = {"Name": "instance-state-name", "Values": list(states) or ALIVE}
        reservations = self.find("describe_instances", "Reservations", wanted)
        return [i for r in reservations for i in r["Instances"]]

    def wait(self, waiter: str, delay: int, attempts: int, **arguments: Any) -> None:
        """Waits with one of boto3's waiters; a time that runs out is an error."""
        try:
            self.client.get_waiter(waiter).wait(WaiterConfig={"Delay": delay, "MaxAttempts": attempts}, **arguments)
        except (ClientError, BotoCoreError) as e:
            raise ClusterError(f"EC2: {e}") from e


def tag_of(resource: dict[str, Any], key: str) -> str | None:
    """The value of a tag."""
    return next((t["Value"] for t in resource.get("Tags", []) if t["Key"] == key), None)


def one_of(found: list[dict[str, Any]], create: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """What an earlier, interrupted command made, or a new one."""
    return found[0] if found else create()


def _translated(action: str, error: ClientError) -> ClusterError:
    code = error.response["Error"]["Code"]
    text = f"EC2 {action}: {code}: {error.response['Error'].get('Message', '')}".rstrip(": ")
    if code in _CAPACITY:
        return CapacityError(text)
    if code in _LIMITS:
        return ClusterError(f"{text}. Ask AWS for a higher limit, or take fewer or smaller machines")
    if code in ("AuthFailure", "UnauthorizedOperation", "RequestExpired", "InvalidClientTokenId"):
        return ClusterError(f"{text}. Check the AWS credentials (aws sts get-caller-identity)")
    return ClusterError(text)
