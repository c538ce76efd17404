"""Runs the playbooks of the folder ansible on a cluster's nodes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
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


@dataclass(frozen=True)
class Played:
    """The results of a playbook, as the callback plugin results_file writes them."""

    failures: list[dict[str, str]]
    """Host, task and result (as JSON) of each failed task."""
    hosts: dict[str, dict[str, int]]
    """Counts by host: ok, changed, failures and so on."""
    reports: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By host what tasks with set_stats report."""

    @staticmethod
    def read(file: Path) -> Played:
        """The content of a file; no results if the playbook did not start."""
        return Played(**json.loads(file.read_text())) if file.exists() else Played([], {})


def inventory(experiment: Experiment, state: State, access: Access) -> dict[str, Any]:
    """The nodes in the groups master and workers, with the variables of the roles."""

    def variables(role: str) -> dict[str, Any]:
        return {
            n.name: {
                "ansible_host": n.host,
                "node_address": n.address,
                "node_root": n.root,
                "node_data": n.data,
                "node_spark": n.spark,
                # On one machine the NameNode distinguishes DataNodes by their ports.
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


def play(playbook: str, experiment: Experiment, state: State, access: Access, say: Say, *more: str) -> Played:
    """Runs a playbook and logs its output in the cluster's folder; ClusterError with the failed tasks if it fails."""
    state.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    file = state.folder / "inventory.yml"
    file.write_text(yaml.safe_dump(inventory(experiment, state, access), sort_keys=False))
    log = state.folder / f"{Path(playbook).stem}.log"
    results = state.folder / f"{Path(playbook).stem}.results.json"
    results.unlink(missing_ok=True)
    say(f"{playbook} on {len(state.nodes)} nodes (log: {log})")
    command = [str(Path(sys.executable).parent / "ansible-playbook"), "-i", str(file), str(PLAYBOOKS / playbook), *more]
    variables = {
        **environment(),
        "ANSIBLE_CALLBACKS_ENABLED": "results_file",
        "PLACED_ANSIBLE_RESULTS": str(results),
    }
    with log.open("w") as out:
        done = subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, env=variables, cwd=PLAYBOOKS)
    played = Played.read(results)
    if done.returncode:
        failed = [f"{f['host']}: {f['task']}: {f['result'][:2500]}" for f in played.failures[:3]]
        raise ClusterError(f"{playbook} failed: {' '.join(failed) or log.read_text()[-1500:]} (log: {log})")
    return played


def environment() -> dict[str, str]:
    """The environment of Ansible: its configuration is that of our folder, not the operator's."""
    return {
        **os.environ,
        "ANSIBLE_CONFIG": str(PLAYBOOKS / "ansible.cfg"),
        "ANSIBLE_NOCOLOR": "1",
        # Ansible refuses to start where the locale is not UTF-8.
        "LC_ALL": "C.UTF-8",
    }
