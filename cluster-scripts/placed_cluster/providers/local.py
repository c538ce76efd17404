"""The provider local: a cluster of separate processes on this machine, each node a loopback address of its own."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zlib
from pathlib import Path

from .. import HOME
from ..errors import ClusterError
from ..experiment import Experiment, Local
from ..state import Node, State
from .base import Access, Provider, Say, check_folder

NODE_SCRIPT = HOME / "ansible" / "roles" / "node" / "files" / "placed_node.py"


class LocalProvider(Provider):
    """Nodes in folders of the cluster's folder."""

    def __init__(self, experiment: Experiment, state: State, say: Say) -> None:
        super().__init__(experiment, state, say)
        if experiment.local is None:
            raise ClusterError("the experiment has no section local")
        self.local: Local = experiment.local

    @property
    def root(self) -> Path:
        """The folder of all nodes without symbolic links, as processes name it; down removes it."""
        return (self.state.folder / "nodes").resolve()

    def describe(self) -> list[str]:
        return [
            f"on this machine, under {self.root}: NameNode, {self.local.workers} DataNodes, a Spark master and "
            f"{self.local.spark_workers} Spark workers, Hive metastore and HiveServer2, on addresses "
            f"{self._address(0)} to {self._address(self.local.workers)}"
        ]

    def _address(self, number: int) -> str:
        """Clusters with different names get different addresses, so that their ports may be the same."""
        return f"127.77.{zlib.crc32(self.experiment.name.encode()) % 250}.{number + 1}"

    def check(self) -> None:
        if not sys.platform.startswith("linux"):
            raise ClusterError(f"the provider local needs Linux (it reads /proc), found {sys.platform}")
        check_folder(str(self.root))

    def up(self) -> None:
        self.check()
        self.state.nodes = [
            Node(
                name,
                "worker" if i else "master",
                self._address(i),
                self._address(i),
                str(self.root / name),
                [str(self.root / name / "data")],
                0 < i <= self.local.spark_workers,
            )
            for i, name in enumerate(["master", *(f"worker{i:03}" for i in range(1, self.local.workers + 1))])
        ]
        self.state.save()

    def access(self) -> Access:
        variables = {
            "ansible_connection": "local",
            "ansible_python_interpreter": sys.executable,
            "ansible_become": False,
            "manage_system": False,
            "shared_bundle": str(self.root / "bundle"),
        }
        return Access(variables, local=True)

    def down(self) -> None:
        """Ends all processes of this cluster's nodes, with or without a living parent."""
        command = [sys.executable, str(NODE_SCRIPT), "purge", str(self.root)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise ClusterError(f"the processes of {self.root} could not be ended: {done.stderr.strip()}")
        if not self.root.exists():
            self.say("nothing to remove")
        elif self.state.known:
            shutil.rmtree(self.root)
            self.say(f"removed {self.root}")
        else:
            self.say(f"kept {self.root}: {self.state.folder} has no state.json, so it may be somebody else's folder")
        self.state.forget()

    def status(self) -> list[str]:
        command = [sys.executable, str(NODE_SCRIPT), "list", str(self.root)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        running = done.stdout.split("\n")[:-1]
        return [f"{len(running)} processes under {self.root}", *running]
