"""Caches, knobs and counters of a cluster's nodes, through the script on each node."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from .errors import ClusterError
from .providers.base import Provider
from .remote import run_all
from .state import Node


class Cluster:
    """The nodes of a cluster that we installed; on others nothing can be set or counted."""

    def __init__(self, provider: Provider) -> None:
        self._access = provider.access()
        self._nodes = provider.state.nodes if provider.installs else []

    def _ask(self, nodes: list[Node], *verb: str, timeout: float = 300) -> dict[str, str | ClusterError]:
        script = [self._access.python, "{root}/bin/placed_node.py", "--root", "{root}"]
        command = [*self._access.become, *script, *verb]
        answers = run_all(nodes, self._access, command, timeout)
        return {n.name: a for n, a in zip(nodes, answers, strict=True)}

    @property
    def _workers(self) -> list[Node]:
        return [n for n in self._nodes if n.role == "worker"]

    def describe(self) -> list[dict[str, Any]]:
        """Kinds of nodes with their numbers, processors, memory and kernel."""
        command = [
            "sh",
            "-c",
            "uname -srm; nproc; grep MemTotal /proc/meminfo; grep -m1 'model name' /proc/cpuinfo || true",
        ]
        kinds = Counter(
            (n.role, " | ".join(a.split("\n")[:4]) if isinstance(a, str) else "not reachable")
            for n, a in zip(self._nodes, run_all(self._nodes, self._access, command), strict=True)
        )
        return [{"role": role, "count": count, "machine": text} for (role, text), count in sorted(kinds.items())]

    def set_knobs(self, buffer: int, readahead: int) -> dict[str, Any]:
        """Sets the DataNodes' read buffer and the kernel's readahead; returns the nodes that rejected it."""
        lost = [
            f"{n}: {a}" for n, a in self._ask(self._workers, "buffer", str(buffer)).items() if not isinstance(a, str)
        ]
        kernels: Counter[str] = Counter()
        for answer in self._ask(self._workers, "readahead", str(readahead // 1024)).values():
            kernels[answer.strip() if isinstance(answer, str) else "not reachable"] += 1
        return {"readahead_found": dict(kernels), **({"buffer_refused": lost} if lost else {})}

    def drop_caches(self) -> dict[str, int]:
        """Drops the page caches of all nodes; returns by which method on how many."""
        found: Counter[str] = Counter()
        for answer in self._ask(self._nodes, "drop-caches").values():
            found[json.loads(answer)["dropped"] if isinstance(answer, str) else "not reachable"] += 1
        return dict(found)

    def counters(self) -> dict[str, dict[str, Any]]:
        """The current counters of each responding node."""
        return {n: json.loads(a) for n, a in self._ask(self._nodes, "counters").items() if isinstance(a, str)}


def differences(before: dict[str, dict[str, Any]], after: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The differences of two readings of the counters; a process started in between counts from its start."""
    found = {}
    for node, end in after.items():
        start = before.get(node)
        if start is None:
            continue
        hdfs = None
        if end["hdfs_read_bytes"] is not None and start["hdfs_read_bytes"] is not None:
            hdfs = max(0, end["hdfs_read_bytes"] - start["hdfs_read_bytes"])
        found[node] = {
            "hdfs_read_bytes": hdfs,
            "device_read_bytes": sum(
                d["read_bytes"] - start["devices"].get(name, {"read_bytes": 0})["read_bytes"]
                for name, d in end["devices"].items()
            ),
            "device_reads": sum(
                d["reads"] - start["devices"].get(name, {"reads": 0})["reads"] for name, d in end["devices"].items()
            ),
            "cpu_s": round(end["cpu_s"] - start["cpu_s"], 2),
            "processes": {
                kind: {k: round(max(0, v - start["processes"].get(kind, {}).get(k, 0)), 2) for k, v in values.items()}
                for kind, values in end["processes"].items()
            },
        }
    return found
