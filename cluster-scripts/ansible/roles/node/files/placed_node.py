#!/usr/bin/env python3
"""Services and counters of one node of a benchmark cluster. Needs Python 3.8 and nothing else.

  placed_node.py --root ROOT start|stop|restart SERVICE
  placed_node.py --root ROOT status                     services, one a line
  placed_node.py --root ROOT counters                   bytes and processor time so far, as JSON
  placed_node.py --root ROOT drop-caches                drops the page cache; prints the method as JSON
  placed_node.py --root ROOT readahead KIB              of the data's devices; prints the actual values as JSON
  placed_node.py --root ROOT buffer BYTES               read buffer of the DataNode; restarts it if it is another
  placed_node.py list ROOT, placed_node.py purge ROOT   processes of all nodes under a folder: show, end

A service is a file ROOT/conf/services/NAME.json: command, environment, port, and the folders of settings that it reads
when it starts (settings, below ROOT/conf): start starts it again where any of these is another. What is started
carries PLACED_NODE=ROOT in its environment, and so do its children: that is how they are found again.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

MARK = "PLACED_NODE"
START_S = 180
STOP_S = 20
METRICS_S = 1.2
"""A DataNode's metrics over HTTP may be as old as its period (hadoop-metrics2.properties: 1 s)."""


def inside(value, root):
    """The canonical path in a mark if it is at or under a folder, otherwise None.

    Paths are compared without their symbolic links, and as they were written: a link may be gone or another one by now.
    """
    if not value.startswith("/"):
        return None
    real = os.path.realpath(value)
    for path in (real, value):
        for folder in (os.path.realpath(root), str(Path(root).absolute())):
            if path == folder or path.startswith(folder.rstrip("/") + "/"):
                return real
    return None


def processes(root):
    """Ids of the processes of nodes at or under a folder, with the canonical paths of nodes and command lines."""
    found = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            environment = (entry / "environ").read_bytes().split(b"\0")
            state = (entry / "stat").read_text().rpartition(")")[2].split()[0]
            line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue  # Ended, or of another user.
        for variable in environment:
            name, _, value = variable.decode(errors="replace").partition("=")
            node = inside(value, root) if name == MARK and state != "Z" else None
            if node:
                found[int(entry.name)] = (node, line.strip())
    return found


def end(pids, seconds):
    """Ends processes, eventually by SIGKILL; returns those that are still running."""
    for how, patience in ((signal.SIGTERM, seconds), (signal.SIGKILL, 10)):
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, how)
        until = time.monotonic() + patience
        while time.monotonic() < until:
            pids = [p for p in pids if alive(p)]
            if not pids:
                return []
            time.sleep(0.1)
    return pids


def alive(pid):
    """Whether a process is running; a zombie is not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class Node:
    """A node's folder."""

    def __init__(self, root):
        self.root = Path(root).resolve()
        self.facts = json.loads((self.root / "conf" / "node.json").read_text())

    def services(self):
        """Names of services, in the order of their files."""
        return sorted(p.stem for p in (self.root / "conf" / "services").glob("*.json"))

    def running(self, name):
        """The id of a service's process, or None. The id in the file may have been reused by another process."""
        try:
            pid = int((self.root / "run" / f"{name}.pid").read_text())
            environment = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
        except (OSError, ValueError):
            return None
        mine = {f"{MARK}={self.root}".encode(), f"PLACED_SERVICE={name}".encode()}
        return pid if mine <= set(environment) and alive(pid) else None

    def description(self, name):
        """The description of a service, followed by a zero byte and the digest of its settings."""
        conf = self.root / "conf"
        text = (conf / "services" / f"{name}.json").read_text()
        digest = hashlib.sha256()
        for folder in json.loads(text).get("settings", []):
            for file in sorted(p for p in (conf / folder).iterdir() if p.is_file()):
                digest.update(f"{folder}/{file.name}\0".encode() + file.read_bytes() + b"\0")
        return f"{text}\0{digest.hexdigest()}"

    def start(self, name):
        """Starts a service, or restarts it if its description has changed, and waits until it listens.

        Returns whether anything was started.
        """
        description = self.description(name)
        started_with = self.root / "run" / f"{name}.json"
        service = json.loads(description.partition("\0")[0])
        pid = self.running(name)
        if pid:
            if started_with.exists() and started_with.read_text() == description:
                # A start that was interrupted may have left it on its way.
                self.await_port(name, service, pid)
                return False
            self.stop(name)
        for folder in ("run", "logs", "tmp"):
            (self.root / folder).mkdir(exist_ok=True)
        log = self.root / "logs" / f"{name}.out"
        environment = {
            **os.environ, **service.get("environment", {}), MARK: str(self.root), "PLACED_SERVICE": name,
            # Otherwise the files stay in /tmp when Java is killed.
            "JDK_JAVA_OPTIONS": f"-Djava.io.tmpdir={self.root}/tmp",
        }  # fmt: skip
        with log.open("ab") as out:
            process = subprocess.Popen(
                service["command"], stdin=subprocess.DEVNULL, stdout=out, stderr=out, env=environment,
                cwd=str(self.root / "tmp"), start_new_session=True,
            )  # fmt: skip
        (self.root / "run" / f"{name}.pid").write_text(str(process.pid))
        started_with.write_text(description)
        self.await_port(name, service, process.pid, process)
        return True

    def await_port(self, name, service, pid, process=None):
        """Waits until a service listens at its port, if it has one; ends what does not listen in time.

        process is its handle, if this call started it.
        """
        log = self.root / "logs" / f"{name}.out"
        until = time.monotonic() + START_S
        while "port" in service:
            try:
                socket.create_connection((self.facts["address"], service["port"]), 1).close()
                return
            except OSError:
                tail = "\n".join(log.read_text(errors="replace").splitlines()[-15:]) if log.exists() else ""
                if not alive(pid):
                    how = f"at once ({process.poll()})" if process else "before it listened"
                    sys.exit(f"{name} ended {how}; the end of {log}:\n{tail}")
                if time.monotonic() > until:
                    # Otherwise the next start would find it and wait for it, too.
                    left = end([pid], STOP_S)
                    sys.exit(
                        f"{name} did not listen at {service['port']} after {START_S} s and was ended"
                        f"{', in vain' if left else ''}; the end of {log}:\n{tail}"
                    )
            time.sleep(0.2)

    def stop(self, name):
        """Ends a service; returns whether it was running."""
        pid = self.running(name)
        if pid and end([pid], STOP_S):
            sys.exit(f"{name} ({pid}) could not be ended")
        return pid is not None

    def devices(self):
        """The block devices of the data folders, by their names in /sys/block."""
        found = {}
        for folder in self.facts["data"]:
            number = Path(folder).stat().st_dev
            path = Path(f"/sys/dev/block/{os.major(number)}:{os.minor(number)}")
            if path.exists():
                real = path.resolve()
                disk = real.parent if (real / "partition").exists() else real
                found[disk.name] = disk
        return found

    def counters(self):
        """Counters of reads and CPU time since boot or start; to be compared between two calls."""
        disks = {}
        for line in Path("/proc/diskstats").read_text().splitlines():
            field = line.split()
            if field[2] in self.devices():
                disks[field[2]] = {"reads": int(field[3]), "read_bytes": int(field[5]) * 512}
        cpu = [int(x) for x in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:8]]
        ticks = os.sysconf("SC_CLK_TCK")
        shares = {}
        for pid, (root, line) in processes(self.root).items():
            if root != str(self.root):
                continue  # Of a node in a folder below.
            try:
                io = dict(x.split(": ") for x in Path(f"/proc/{pid}/io").read_text().splitlines())
                stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            share = shares.setdefault(kind(line), {"read_bytes": 0, "cpu_s": 0.0})
            share["read_bytes"] += int(io["read_bytes"])
            share["cpu_s"] += (int(stat[11]) + int(stat[12])) / ticks
        return {
            "devices": disks,
            "cpu_s": round((sum(cpu) - cpu[3] - cpu[4]) / ticks, 2),
            "processes": {k: {**v, "cpu_s": round(v["cpu_s"], 2)} for k, v in shares.items()},
            "hdfs_read_bytes": self.datanode_bytes(),
        }

    def datanode_bytes(self):
        """Bytes that this node's DataNode has sent to readers, from its metrics; None without a DataNode."""
        if not self.running("datanode"):
            return None
        time.sleep(METRICS_S)
        address = f"http://{self.facts['address']}:{self.facts['datanode_http']}/jmx"
        query = "?qry=Hadoop:service=DataNode,name=DataNodeActivity*"
        try:
            with urllib.request.urlopen(address + query, timeout=10) as answer:
                return sum(bean.get("BytesRead", 0) for bean in json.load(answer)["beans"])
        except OSError:
            return None

    def drop_caches(self):
        """Drops the page cache: of the whole machine if that is permitted, otherwise of the files of HDFS."""
        os.sync()
        try:
            Path("/proc/sys/vm/drop_caches").write_text("3")
            return {"dropped": "machine"}
        except OSError as e:
            refused = str(e)
        files = 0
        for folder in self.facts["data"]:
            for path in Path(folder).rglob("blk_*"):
                try:
                    descriptor = os.open(path, os.O_RDONLY)
                except OSError:
                    continue
                try:
                    os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
                    files += 1
                finally:
                    os.close(descriptor)
        return {"dropped": "files of HDFS", "files": files, "refused": refused}

    def readahead(self, kib):
        """Sets the readahead of the kernel where that is permitted; returns the actual values."""
        result = {}
        for name, disk in self.devices().items():
            file = disk / "queue" / "read_ahead_kb"
            try:
                if self.facts["manage_system"] and int(file.read_text()) != kib:
                    file.write_text(str(kib))
                result[name] = {"kib": int(file.read_text())}
                if result[name]["kib"] != kib:
                    result[name]["refused"] = "settings of this machine are left alone"
            except OSError as e:
                result[name] = {"kib": None, "refused": str(e)}
        return result

    def buffer(self, size):
        """Sets the read buffer of the DataNode, which it applies when it starts; returns whether anything changed.

        An earlier call may have been interrupted before the DataNode was started again, or while it was.
        """
        file = self.root / "conf" / "hadoop" / "core-site.xml"
        old = file.read_text()
        new = re.sub(r"(<name>io\.file\.buffer\.size</name>\s*<value>)\d+", rf"\g<1>{size}", old)
        pending = self.root / "run" / "buffer"
        if new != old:
            if self.running("datanode"):
                pending.touch()
            file.write_text(new)
        restarted = (self.running("datanode") or pending.exists()) and self.start("datanode")
        pending.unlink(missing_ok=True)
        return restarted or new != old


def kind(line):
    """The kind of a process, by its command line."""
    for name, text in (
        ("datanode", ".DataNode"), ("namenode", ".NameNode"), ("executor", "CoarseGrainedExecutorBackend"),
        ("hiveserver2", "HiveServer2"), ("metastore", "HiveMetaStore"), ("tez", "TezChild"), ("tez", "DAGAppMaster"),
        ("driver", "SparkSubmit"), ("spark-master", ".deploy.master.Master"), ("spark-worker", ".deploy.worker.Worker"),
        ("resourcemanager", ".ResourceManager"), ("nodemanager", ".NodeManager"),
    ):  # fmt: skip
        if text in line:
            return name
    return "other"


def main():
    if len(sys.argv) == 3 and sys.argv[1] in ("list", "purge"):
        found = processes(sys.argv[2])
        if sys.argv[1] == "list":
            for pid, (root, line) in sorted(found.items()):
                print(f"{pid} {Path(root).name}: {kind(line)}")
            return
        # A child that is started concurrently is found in the next round.
        for _ in range(5):
            found = processes(sys.argv[2])
            if not found:
                return
            end(list(found), STOP_S)
        sys.exit("still running: " + ", ".join(f"{p} ({x[1][:80]})" for p, x in processes(sys.argv[2]).items()))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", required=True)
    parser.add_argument("verb", choices=["start", "stop", "restart", "status", "counters", "drop-caches", "readahead",
                                         "buffer"])  # fmt: skip
    parser.add_argument("argument", nargs="*")
    arguments = parser.parse_args()
    node = Node(arguments.root)
    verb, given = arguments.verb, arguments.argument
    if verb in ("start", "stop", "restart"):
        if verb == "restart":
            node.stop(given[0])
        done = node.stop(given[0]) if verb == "stop" else node.start(given[0])
        print("changed" if done else "as it was")
    elif verb == "status":
        for name in node.services():
            print(name, node.running(name) or "-")
    elif verb == "counters":
        print(json.dumps(node.counters()))
    elif verb == "drop-caches":
        print(json.dumps(node.drop_caches()))
    elif verb == "readahead":
        print(json.dumps(node.readahead(int(given[0]))))
    else:
        print("changed" if node.buffer(int(given[0])) else "as it was")


if __name__ == "__main__":
    main()
