"""Runs the playbooks of the folder ansible on a cluster's nodes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from . import HOME
from .errors import ClusterError
from .experiment import Experiment
from .providers.base import Access, Say
from .state import State
from .units import parse_size

PLAYBOOKS = HOME / "ansible"


def inventory(experiment: Experiment, state: State, access: Access) -> dict[str, Any]:
    """The nodes in the groups master and workers, with what the roles need to know of each."""

    def variables(role: str) -> dict[str, Any]:
        return {
            n.name: {
                "ansible_host": n.host,
                "node_address": n.address,
                "node_root": n.root,
                "node_data": n.data,
                "node_spark": n.spark,
                # On one machine the NameNode tells DataNodes apart by their ports.
                **({"port_offset": i} if access.local else {}),
            }
            for i, n in enumerate(state.nodes)
            if n.role == role
        }

    memory = experiment.software.memory
    shared = {
        **access.variables,
        "cluster_name": experiment.name,
        "provider": experiment.provider,
        "master_address": state.master.address,
        "replication": min(experiment.software.replication, max(1, len(state.workers))),
        "block_size": parse_size(experiment.software.block_size),
        "read_buffer": parse_size(experiment.runs.buffers[0]),
        "readahead_kib": parse_size(experiment.runs.readahead[0]) // 1024,
        "jdk_from": experiment.software.jdk,
        "hive_execution": experiment.software.hive,
        "with_hive": "hive" in experiment.engines,
        "memory": {name: getattr(memory, name) for name in vars(memory)},
        **state.facts.get("bundle", {}),
    }
    return {
        "all": {
            "vars": shared,
            "children": {"master": {"hosts": variables("master")}, "workers": {"hosts": variables("worker")}},
        }
    }


def play(playbook: str, experiment: Experiment, state: State, access: Access, say: Say, *more: str) -> str:
    """Runs a playbook, with its output in the cluster's folder; ClusterError with its end if it fails."""
    state.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    file = state.folder / "inventory.yml"
    file.write_text(yaml.safe_dump(inventory(experiment, state, access), sort_keys=False))
    log = state.folder / f"{Path(playbook).stem}.log"
    say(f"{playbook} on {len(state.nodes)} nodes (output in {log})")
    command = [str(Path(sys.executable).parent / "ansible-playbook"), "-i", str(file), str(PLAYBOOKS / playbook), *more]
    with log.open("w") as out:
        done = subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, env=environment(), cwd=PLAYBOOKS)
    text = log.read_text()
    if done.returncode:
        lines = text.splitlines()
        # Hosts' own words say more than Ansible's beside them.
        failed = [line[:2500] for line in lines if line.startswith(("fatal:", "failed:"))]
        failed = failed or [line[:1500] for line in lines if line.startswith(("ERROR!", "[ERROR]"))]
        raise ClusterError(f"{playbook} failed: {' '.join(failed[:3]) or text[-1500:]} (all of it in {log})")
    return text


def environment() -> dict[str, str]:
    """Ansible with the settings of our folder, whatever the operator has in a file of their own."""
    return {
        **os.environ,
        "ANSIBLE_CONFIG": str(PLAYBOOKS / "ansible.cfg"),
        "ANSIBLE_NOCOLOR": "1",
        # Ansible refuses to start where the locale is not UTF-8.
        "LC_ALL": "C.UTF-8",
    }


def recap(output: str) -> dict[str, dict[str, int]]:
    """The counts of a playbook's last lines by host: ok, changed, failed and so on."""
    counts = {}
    for line in output.partition("PLAY RECAP")[2].splitlines()[1:]:
        host, colon, rest = line.partition(":")
        if colon:
            counts[host.strip()] = {k: int(v) for k, v in (pair.split("=") for pair in rest.split())}
    return counts
