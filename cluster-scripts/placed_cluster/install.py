"""Software and services on the machines of a cluster."""

from __future__ import annotations

import shlex
import subprocess
import time
from pathlib import Path

from .ansible import play
from .bundle import build
from .engines import jars_for_existing
from .errors import ClusterError
from .providers.base import Provider, Say
from .remote import command_line, run_all


def _wait(provider: Provider, say: Say) -> None:
    """Waits until all nodes respond; the error contains ssh's message."""
    nodes = provider.state.nodes
    until = time.monotonic() + provider.boot_s
    while True:
        answers = run_all(nodes, provider.access(), ["true"], 30)
        silent = {n.name: str(a).strip() for n, a in zip(nodes, answers, strict=True) if not isinstance(a, str)}
        if not silent:
            return
        reason = next(iter(silent.values())).splitlines()[-1]
        if time.monotonic() > until:
            shown = ", ".join(list(silent)[:10])
            raise ClusterError(
                f"no response by ssh from {shown} ({len(silent)} nodes) in {provider.boot_s} s: {reason}"
            )
        say(f"waiting for {len(silent)} nodes to respond ({reason})")
        time.sleep(min(10, provider.boot_s / 10))


def _bring_jars(provider: Provider, say: Say) -> None:
    """Copies the jars for Placed and the generators to an existing cluster."""
    node = provider.state.master
    jars = jars_for_existing()
    folders = {str(jar.parent) for jar in jars}
    packed = ["tar", "-c", *(part for f in sorted(folders) for part in ("-C", f, *_names(jars, f)))]
    unpack = ["sh", "-c", f"mkdir -p {shlex.quote(node.root)} && tar -x -C {shlex.quote(node.root)}"]
    with subprocess.Popen(packed, stdout=subprocess.PIPE) as tar:
        done = subprocess.run(command_line(node, provider.access(), unpack), stdin=tar.stdout)
    if done.returncode or tar.returncode:
        raise ClusterError(f"copying the jars to {node.root} on {node.host} failed")
    say(f"{len(jars)} jars copied to {node.root} on {node.host}")


def _names(jars: list[Path], folder: str) -> list[str]:
    return [jar.name for jar in jars if str(jar.parent) == folder]


def prepare(provider: Provider, say: Say) -> dict[str, str]:
    """Builds the bundle that ``install`` copies. This needs no node, takes minutes, and may fail."""
    return build(say, provider.installs and provider.experiment.software.jdk == "bundle")


def install(provider: Provider, bundle: dict[str, str], say: Say) -> None:
    """Copies the bundle to the nodes, configures them, and starts all services. Idempotent."""
    experiment, state, access = provider.experiment, provider.state, provider.access()
    state.facts["bundle"] = bundle
    state.save()
    if not provider.installs:
        _bring_jars(provider, say)
        return
    _wait(provider, say)
    play("site.yml", experiment, state, access, say)
    say("the cluster is up")
