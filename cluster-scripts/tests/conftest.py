"""A server that speaks EC2's protocol on this machine, which can be told to refuse."""

from __future__ import annotations

import io
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

ERROR = (
    "<?xml version='1.0'?><Response><Errors><Error><Code>{code}</Code><Message>{message}</Message></Error></Errors>"
    "<RequestID>test</RequestID></Response>"
)


class Cloud:
    """moto's server mode behind a front that sees every request, and may answer or change it itself."""

    def __init__(self) -> None:
        self._moto = DomainDispatcherApplication(create_backend_app)
        self._server = make_server("127.0.0.1", 0, self, threaded=True)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self.actions: list[str] = []
        self._groups: dict[str, str] = {}
        self.refuse: Callable[[str, dict[str, str]], str | None] = lambda action, fields: None
        """Gets each action and its fields; the error code with which it is answered, or None. May block."""
        self.change: Callable[[str, bytes], bytes] = lambda action, body: body
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def __call__(self, environ: dict[str, Any], start: Any) -> Any:
        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        fields = {k: v[0] for k, v in parse_qs(body.decode(errors="replace")).items()}
        action = fields.get("Action", "")
        if action:
            self.actions.append(action)
            code = self.refuse(action, fields)
            if code:
                start("400 Bad Request", [("Content-Type", "text/xml")])
                return [ERROR.format(code=code, message="as the test wants it").encode()]
            if action.endswith(("PlacementGroup", "PlacementGroups")):
                start("200 OK", [("Content-Type", "text/xml")])
                return [self._placement_groups(action, fields).encode()]
            body = self.change(action, body)
            if action == "RunInstances":  # moto starts as few as it may, EC2 as many as it can.
                most = re.search(rb"MaxCount=\d+", body)
                assert most
                body = re.sub(rb"MinCount=\d+", most[0].replace(b"Max", b"Min"), body)
        environ["wsgi.input"] = io.BytesIO(body)
        environ["CONTENT_LENGTH"] = str(len(body))
        return self._moto(environ, start)

    def _placement_groups(self, action: str, fields: dict[str, str]) -> str:
        """Placement groups, which moto does not have; names are the only thing that a group is asked for."""
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
        """A client of one's own, for looking at what the server holds."""
        return boto3.client("ec2", region_name="us-east-1", endpoint_url=self.url)

    def reset(self) -> None:
        """Forgets everything."""
        self.refuse = lambda action, fields: None
        self.change = lambda action, body: body
        urllib.request.urlopen(urllib.request.Request(self.url + "/moto-api/reset", method="POST"))
        self.actions.clear()
        self._groups.clear()

    def stop(self) -> None:
        """Ends the server."""
        self._server.shutdown()


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
    _cloud.reset()
    return _cloud
