"""The script of each node, with real processes."""

from __future__ import annotations

import importlib.util
import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from placed_cluster.providers.local import NODE_SCRIPT

# It has a child when it listens, for which its start waits.
LISTENER = """
import socket, subprocess, sys
child = subprocess.Popen(["sleep", "600"], start_new_session=True)
s = socket.create_server(("127.0.0.1", int(sys.argv[1])))
while True:
    s.accept()
"""


def node(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(NODE_SCRIPT), "--root", str(root), *arguments], capture_output=True, text=True
    )


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "node"
    (root / "conf" / "services").mkdir(parents=True)
    (root / "data").mkdir()
    facts = {"address": "127.0.0.1", "data": [str(root / "data")], "datanode_http": 1, "manage_system": False}
    (root / "conf" / "node.json").write_text(json.dumps(facts))
    return root


def service(root: Path, name: str, code: str, *arguments: str, port: int | None = None) -> None:
    description = {"command": [sys.executable, "-c", code, *arguments], **({"port": port} if port else {})}
    (root / "conf" / "services" / f"{name}.json").write_text(json.dumps(description))


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as s:
        return int(s.getsockname()[1])


def listed(root: Path) -> list[str]:
    return subprocess.run(
        [sys.executable, str(NODE_SCRIPT), "list", str(root)], capture_output=True, text=True, check=True
    ).stdout.splitlines()


def test_start_stop_and_purge(root: Path) -> None:
    port = free_port()
    service(root, "listener", LISTENER, str(port), port=port)
    try:
        assert node(root, "start", "listener").stdout == "changed\n"
        assert node(root, "start", "listener").stdout == "as it was\n"
        started = Path(f"/proc/{(root / 'run' / 'listener.pid').read_text()}/environ").read_bytes()
        assert f"java.io.tmpdir={root}/tmp".encode() in started
        first = node(root, "status").stdout
        # Another description is another service.
        service(root, "listener", LISTENER + "# changed", str(port), port=port)
        assert node(root, "start", "listener").stdout == "changed\n"
        assert node(root, "status").stdout != first
        assert node(root, "stop", "listener").stdout == "changed\n"
        assert node(root, "stop", "listener").stdout == "as it was\n"
        # Children that left their parent's session are found by their environment.
        assert len(listed(root)) == 2
    finally:
        purged = subprocess.run([sys.executable, str(NODE_SCRIPT), "purge", str(root.parent)], capture_output=True)
    assert purged.returncode == 0
    assert listed(root) == []


@pytest.mark.parametrize("started_by", ["link", "real"])
@pytest.mark.parametrize("asked_by", ["link", "real"])
def test_processes_are_found_under_symbolic_links(root: Path, started_by: str, asked_by: str) -> None:
    """Also those that carry the path of a link in their environment, as drivers do."""
    link = root.parent / "link"
    link.symlink_to(root.parent)
    paths = {"link": link / "node", "real": root}
    service(root, "sleeper", "import time; time.sleep(600)")
    environment = {**os.environ, "PLACED_NODE": str(paths[started_by])}
    program = [sys.executable, "-c", "import time; time.sleep(600)", "SparkSubmit"]
    driver = subprocess.Popen(program, env=environment)
    try:
        assert node(paths[started_by], "start", "sleeper").stdout == "changed\n"
        assert len(listed(paths[asked_by])) == len(listed(paths[asked_by].parent)) == 2
        assert set(json.loads(node(paths[asked_by], "counters").stdout)["processes"]) == {"driver", "other"}
        assert listed(Path(f"{paths[asked_by]}-2")) == []
        purge = [sys.executable, str(NODE_SCRIPT), "purge", str(paths[asked_by].parent)]
        assert subprocess.run(purge).returncode == 0
        assert driver.wait(10) < 0
        assert listed(root) == []
    finally:
        driver.kill()
        driver.wait()
        node(root, "stop", "sleeper")


def test_processes_are_found_when_the_link_is_gone(root: Path) -> None:
    link = root.parent / "link"
    link.symlink_to(root)
    driver = subprocess.Popen(["sleep", "600"], env={**os.environ, "PLACED_NODE": str(link)})
    try:
        assert len(listed(link)) == 1
        link.unlink()
        assert len(listed(link)) == 1
    finally:
        driver.kill()
        driver.wait()


def test_settings_that_changed_start_a_service_again(root: Path) -> None:
    port = free_port()
    service(root, "listener", LISTENER, str(port), port=port)
    file = root / "conf" / "services" / "listener.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "settings": ["hive"]}))
    (root / "conf" / "hive").mkdir()
    (root / "conf" / "hive" / "hive-site.xml").write_text("one")
    try:
        assert node(root, "start", "listener").stdout == "changed\n"
        assert node(root, "start", "listener").stdout == "as it was\n"
        (root / "conf" / "hive" / "hive-site.xml").write_text("another")
        assert node(root, "start", "listener").stdout == "changed\n"
    finally:
        subprocess.run([sys.executable, str(NODE_SCRIPT), "purge", str(root.parent)], check=True)


def test_a_service_that_ends_at_once_is_an_error_with_its_last_words(root: Path) -> None:
    service(root, "broken", "import sys; sys.exit('no such configuration')", port=free_port())
    done = node(root, "start", "broken")
    assert done.returncode != 0
    assert "broken ended at once (1)" in done.stderr
    assert "no such configuration" in done.stderr


def module() -> Any:
    """The script as a module, whose constants a test may change."""
    spec = importlib.util.spec_from_file_location("placed_node", NODE_SCRIPT)
    assert spec and spec.loader
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def test_a_start_after_an_interrupted_one_waits_until_the_service_listens(root: Path) -> None:
    port = free_port()
    gate = root / "gate"
    wait = f"import pathlib, time\nwhile not pathlib.Path({str(gate)!r}).exists(): time.sleep(0.01)\n"
    service(root, "listener", wait + LISTENER, str(port), port=port)
    command = [sys.executable, str(NODE_SCRIPT), "--root", str(root), "start", "listener"]
    try:
        interrupted = subprocess.Popen(command)
        deadline = time.monotonic() + 30
        while not (root / "run" / "listener.json").exists():
            assert interrupted.poll() is None and time.monotonic() < deadline
            time.sleep(0.01)
        interrupted.kill()
        interrupted.wait()
        again = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        with pytest.raises(subprocess.TimeoutExpired):
            again.wait(1)
        gate.touch()
        assert again.communicate(timeout=30)[0] == "as it was\n"
        socket.create_connection(("127.0.0.1", port), 1).close()
    finally:
        subprocess.run([sys.executable, str(NODE_SCRIPT), "purge", str(root.parent)], check=True)


def test_a_service_that_never_listens_is_ended(root: Path) -> None:
    """Otherwise the next start would find it running."""
    script = module()
    script.START_S = 0.3
    port = free_port()
    service(root, "deaf", "print('not yet', flush=True)\nimport time\ntime.sleep(600)", port=port)
    running = script.Node(root)
    for _ in range(2):
        with pytest.raises(SystemExit, match=f"deaf did not listen at {port} after 0.3 s and was ended; the end of"):
            running.start("deaf")
        assert running.running("deaf") is None
    # One that an interrupted start has left is ended, too.
    service(root, "deaf", "import time\ntime.sleep(600)")
    assert running.start("deaf")
    described = json.loads((root / "conf" / "services" / "deaf.json").read_text())
    (root / "conf" / "services" / "deaf.json").write_text(json.dumps({**described, "port": port}))
    (root / "run" / "deaf.json").write_text(running.description("deaf"))
    with pytest.raises(SystemExit, match="was ended"):
        running.start("deaf")
    assert running.running("deaf") is None


def test_the_id_of_another_process_is_not_taken_for_a_service(root: Path) -> None:
    service(root, "listener", "")
    (root / "run").mkdir()
    (root / "run" / "listener.pid").write_text(str(os.getpid()))
    assert node(root, "status").stdout == "listener -\n"
    assert node(root, "stop", "listener").stdout == "as it was\n"


def test_counters_grow_with_what_is_read(root: Path) -> None:
    before = json.loads(node(root, "counters").stdout)
    after = json.loads(node(root, "counters").stdout)
    assert after["cpu_s"] >= before["cpu_s"]
    assert set(after) == {"devices", "cpu_s", "processes", "hdfs_read_bytes"}
    for name, disk in after["devices"].items():
        assert disk["read_bytes"] >= before["devices"][name]["read_bytes"]


def test_settings_of_a_machine_that_is_not_ours_are_left_alone(root: Path) -> None:
    for found in json.loads(node(root, "readahead", "77").stdout).values():
        assert found["kib"] != 77
        assert found["refused"]


def test_buffer_is_changed_in_the_settings(root: Path) -> None:
    file = root / "conf" / "hadoop" / "core-site.xml"
    file.parent.mkdir()
    file.write_text("<property><name>io.file.buffer.size</name><value>65536</value></property>")
    assert node(root, "buffer", "131072").stdout == "changed\n"
    assert node(root, "buffer", "131072").stdout == "as it was\n"
    assert "<value>131072</value>" in file.read_text()


@pytest.mark.parametrize("when", ["before it was ended", "before it was started"])
def test_a_datanode_has_the_buffer_also_after_an_interrupted_change(
    root: Path, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    """Otherwise what is measured with one buffer is reported as another."""
    file = root / "conf" / "hadoop" / "core-site.xml"
    file.parent.mkdir()
    text = "<property><name>io.file.buffer.size</name><value>{}</value></property>"
    file.write_text(text.format(65536))
    port = free_port()
    service(root, "datanode", LISTENER, str(port), port=port)
    described = root / "conf" / "services" / "datanode.json"
    described.write_text(json.dumps({**json.loads(described.read_text()), "settings": ["hadoop"]}))
    interrupted = module().Node(root)
    stop = interrupted.stop

    def interrupt(name: str) -> None:
        if when == "before it was started":
            stop(name)
        raise KeyboardInterrupt

    try:
        assert node(root, "start", "datanode").stdout == "changed\n"
        monkeypatch.setattr(interrupted, "stop", interrupt)
        with pytest.raises(KeyboardInterrupt):
            interrupted.buffer(131072)
        assert node(root, "buffer", "131072").stdout == "changed\n"
        started = (root / "run" / "datanode.json").read_text()
        assert started == interrupted.description("datanode")
        assert "datanode -" not in node(root, "status").stdout
        assert node(root, "buffer", "131072").stdout == "as it was\n"
        # One that was lost by itself stays so.
        assert node(root, "stop", "datanode").stdout == "changed\n"
        assert node(root, "buffer", "65536").stdout == "changed\n"
        assert "datanode -" in node(root, "status").stdout
    finally:
        subprocess.run([sys.executable, str(NODE_SCRIPT), "purge", str(root)], check=True)
