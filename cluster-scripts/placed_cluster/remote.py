"""Commands on nodes, by ssh or on this machine."""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from .errors import ClusterError
from .providers.base import Access
from .state import Node

_AT_ONCE = 32


def command_line(node: Node, access: Access, command: Sequence[str]) -> list[str]:
    """The local command that runs a command on a node."""
    if access.local:
        return list(command)
    shared = ["-o", "BatchMode=yes", "-o", "ConnectTimeout=15", "-o", "ServerAliveInterval=30"]
    # One connection per node for all commands of a while: a run connects to every node twice.
    shared += ["-o", "ControlMaster=auto", "-o", "ControlPersist=600", "-o", "ControlPath=~/.ssh/placed-%C"]
    return ["ssh", *shared, *access.ssh, node.host, shlex.join(command)]


def run(node: Node, access: Access, command: Sequence[str], timeout: float = 120) -> str:
    """The standard output of a command on a node; ClusterError with its standard error if it fails."""
    line = command_line(node, access, command)
    try:
        done = subprocess.run(line, capture_output=True, text=True, timeout=timeout, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired as e:
        raise ClusterError(f"{node.name}: no response to {command[0]} in {timeout:.0f} s") from e
    if done.returncode:
        text = (done.stderr.strip() or done.stdout.strip())[-2000:]
        raise ClusterError(f"{node.name}: {shlex.join(command)[:200]} failed ({done.returncode}): {text}")
    return done.stdout


def run_all(
    nodes: Sequence[Node], access: Access, command: Sequence[str], timeout: float = 120
) -> list[str | ClusterError]:
    """Runs a command on several nodes in parallel; a failed node has its error instead of its output."""

    def one(node: Node) -> str | ClusterError:
        try:
            return run(node, access, [part.replace("{root}", node.root) for part in command], timeout)
        except ClusterError as e:
            return e

    with ThreadPoolExecutor(_AT_ONCE) as pool:
        return list(pool.map(one, nodes))


def reachable(nodes: Sequence[Node], access: Access) -> list[bool]:
    """Which nodes respond."""
    return [isinstance(a, str) for a in run_all(nodes, access, ["true"], 30)]
