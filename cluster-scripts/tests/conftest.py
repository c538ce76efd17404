"""A server with EC2's protocol on this machine, which can be made to reject requests."""

from __future__ import annotations

import io
import os
import re
import threading
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import boto3
import pytest
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import make_server

# By default moto accepts types, images and keys that do not exist.
os.environ.update(
    MOTO_EC2_ENABLE_INSTANCE_TYPE_VALIDATION="true",
    MOTO_ENABLE_AMI_VALIDATION="true",
    MOTO_ENABLE_KEYPAIR_VALIDATION="true",
)

NOT_FOUND = {
    "vpc": "InvalidVpcID.NotFound",
    "subnet": "InvalidSubnetID.NotFound",
    "sg": "InvalidGroup.NotFound",
    "rtb": "InvalidRouteTableID.NotFound",
    "igw": "InvalidInternetGatewayID.NotFound",
    "i": "InvalidInstanceID.NotFound",
    "lt": "InvalidLaunchTemplateId.NotFound",
}
_ID = re.compile(rb"\b(" + "|".join(NOT_FOUND).encode() + rb")-[0-9a-f]{8,}\b")
_STORE = re.compile(rb"&LaunchTemplateData\.BlockDeviceMapping\.(\d+)\.VirtualName=(\w+)")

ERROR = (
    "<?xml version='1.0'?><Response><Errors><Error><Code>{code}</Code><Message>{message}</Message></Error></Errors>"
    "<RequestID>test</RequestID></Response>"
)


class Cloud:
    """moto's server mode behind a front that sees every request, and may answer or change it itself.

    moto has EC2's defaults (no public addresses in subnets that one creates, no route to the internet, a security group
    that lets nothing in, volumes that stay, shutdown that only stops). The front adds what moto lacks: as many machines
    as there can be had instead of as few, placement groups, disks that are attached by name, and that EC2 is
    eventually consistent: an id that was just created is unknown to the first request that names it, and the
    first list after a change shows the state before it. The next command sees all changes.
    """

    def __init__(self) -> None:
        self._moto = DomainDispatcherApplication(create_backend_app)
        self._server = make_server("127.0.0.1", 0, self, threaded=True)
        self._inside = make_server("127.0.0.1", 0, self._look, threaded=True)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._client: Any = None
        self.stores: list[str] = []
        """The virtual names of disks in launch templates."""
        self._answers: dict[bytes, tuple[Any, bytes]] = {}
        self._stale: set[bytes] = set()
        self._seen: set[bytes] = set()
        self._unseen: set[bytes] = set()
        self.actions: list[str] = []
        self._groups: dict[str, str] = {}
        self.refuse: Callable[[str, dict[str, str]], str | None] = lambda action, fields: None
        """Gets each action and its fields; the error code with which it is answered, or None. May block."""
        self.change: Callable[[str, bytes], bytes] = lambda action, body: body
        for server in (self._server, self._inside):
            threading.Thread(target=server.serve_forever, daemon=True).start()

    def __call__(self, environ: dict[str, Any], start: Any) -> Any:
        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        fields = {k: v[0] for k, v in parse_qs(body.decode(errors="replace")).items()}
        action = fields.get("Action", "")
        if action:
            for id_ in {m[0] for m in _ID.finditer(body)} & self._unseen:
                self._unseen.discard(id_)
                return self._error(start, NOT_FOUND[id_.decode().partition("-")[0]], f"{id_.decode()} is not known yet")
            if body in self._stale:
                self._stale.discard(body)
                arguments, answer = self._answers[body]
                start(*arguments)
                return [answer]
            self.actions.append(action)
            code = self.refuse(action, fields)
            if code:
                return self._error(start, code, "as the test wants it")
            if action.endswith(("PlacementGroup", "PlacementGroups")):
                start("200 OK", [("Content-Type", "text/xml")])
                return [self._placement_groups(action, fields).encode()]
            body = self.change(action, body)
            if action == "RunInstances":  # moto starts as few as it may, EC2 as many as it can.
                most = re.search(rb"MaxCount=\d+", body)
                assert most
                body = re.sub(rb"MinCount=\d+", most[0].replace(b"Max", b"Min"), body)
            for number, name in _STORE.findall(body):  # moto knows volumes only.
                self.stores.append(name.decode())
                body = re.sub(rb"&LaunchTemplateData\.BlockDeviceMapping\." + number + rb"\.\w+=[^&]*", b"", body)
        environ["wsgi.input"] = io.BytesIO(body)
        environ["CONTENT_LENGTH"] = str(len(body))
        if not action:
            return self._moto(environ, start)
        given: Any = ()

        def started(*all_: Any) -> None:
            nonlocal given
            given = all_

        answer = b"".join(self._moto(environ, started))
        if action.startswith("Describe"):
            self._answers[body] = given, answer
        elif given[0].startswith("200"):
            self._stale = set(self._answers)
            created = {m[0] for m in _ID.finditer(answer)} - self._seen
            self._seen |= created
            self._unseen |= created
        start(*given)
        return [answer]

    @staticmethod
    def _error(start: Any, code: str, message: str) -> list[bytes]:
        start("400 Bad Request", [("Content-Type", "text/xml")])
        return [ERROR.format(code=code, message=message).encode()]

    def _look(self, environ: dict[str, Any], start: Any) -> Any:
        """Requests of the tests themselves: served at once, and not counted."""
        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        if b"Action=DescribePlacementGroups" in body:
            start("200 OK", [("Content-Type", "text/xml")])
            return [self._placement_groups("DescribePlacementGroups", {}).encode()]
        environ["wsgi.input"] = io.BytesIO(body)
        return self._moto(environ, start)

    def _placement_groups(self, action: str, fields: dict[str, str]) -> str:
        """Placement groups, which moto does not have; a group has only a name."""
        if action == "CreatePlacementGroup":
            cluster = fields["TagSpecification.1.Tag.1.Value"]
            self._groups[fields["GroupName"]] = cluster
        elif action == "DeletePlacementGroup":
            del self._groups[fields["GroupName"]]
        wanted = fields.get("Filter.1.Value.1")
        items = "".join(
            f"<item><groupName>{name}</groupName><state>available</state></item>"
            for name, cluster in self._groups.items()
            if wanted in (None, cluster)
        )
        name = f"{action}Response"
        return f"<{name} xmlns='http://ec2.amazonaws.com/doc/2016-11-15/'><placementGroupSet>{items}</placementGroupSet></{name}>"

    def client(self) -> Any:
        """A separate client, to check the server's state."""
        if self._client is None:  # To make one takes longer than most requests.
            url = f"http://127.0.0.1:{self._inside.server_port}"
            self._client = boto3.client("ec2", region_name="us-east-1", endpoint_url=url)
        return self._client

    def settle(self) -> None:
        """Makes all changes visible to all requests."""
        for known in (self._answers, self._stale, self._unseen):
            known.clear()

    def reset(self) -> None:
        """Forgets everything."""
        self.refuse = lambda action, fields: None
        self.change = lambda action, body: body
        urllib.request.urlopen(urllib.request.Request(self.url + "/moto-api/reset", method="POST"))
        self.actions.clear()
        self._groups.clear()
        self.stores.clear()
        self._seen.clear()
        self.settle()

    def stop(self) -> None:
        """Ends the server."""
        self._server.shutdown()
        self._inside.shutdown()


@pytest.fixture(scope="session")
def _cloud() -> Iterator[Cloud]:
    cloud = Cloud()
    yield cloud
    cloud.stop()


@pytest.fixture
def cloud(_cloud: Cloud, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Cloud:
    """An empty region, and an operator's home directory of its own."""
    for name, value in {
        "AWS_ENDPOINT_URL": _cloud.url,
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_DEFAULT_REGION": "us-east-1",
        "PLACED_CLUSTER_HOME": str(tmp_path / "clusters"),
    }.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("placed_cluster.providers.ec2_api.PAUSE_S", 0.001)
    _cloud.reset()
    return _cloud
