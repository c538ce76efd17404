"""The provider hosts: existing machines, accessed by ssh. Only our software is installed and removed."""

from __future__ import annotations

import shlex
from posixpath import normpath

from ..ansible import play
from ..errors import ClusterError
from ..experiment import Experiment, Hosts
from ..remote import reachable
from ..state import Node, State
from .base import Access, Provider, Say, check_folder


class HostsProvider(Provider):
    """An inventory of machines."""

    def __init__(self, experiment: Experiment, state: State, say: Say) -> None:
        super().__init__(experiment, state, say)
        if experiment.hosts is None:
            raise ClusterError("the experiment has no section hosts")
        self.hosts: Hosts = experiment.hosts

    def describe(self) -> list[str]:
        h = self.hosts
        return [
            f"on {h.master} (master) and {', '.join(h.workers)}, as {h.user}: software under {h.root}, data under "
            f"{', '.join(h.data)}; kernel and disk settings are changed if become is true",
        ]

    def check(self) -> None:
        # Down removes these folders with everything in them. The playbook marks them with the cluster's name, and
        # refuses others that are not empty; but an empty folder of the system must not be marked either.
        for folder in (self.hosts.root, *self.hosts.data):
            check_folder(folder)
            if not folder.startswith("/") or len([part for part in normpath(folder).split("/") if part]) < 2:
                raise ClusterError(
                    f"folder {folder} may have files of others, and down would remove it: "
                    "name one that is only for the cluster, such as /disk1/placed"
                )
        for host in self.hosts.workers:
            if self.hosts.workers.count(host) > 1:
                raise ClusterError(f"hosts.workers has {host} twice: its nodes would have the same folders and ports")
        # What is not in the state is forgotten: its services would run on, and its folders stay.
        kept = [_place(n) for n in self._nodes()]
        lost = [_place(n) for n in self.state.nodes if _place(n) not in kept]
        if lost:
            raise ClusterError(
                f"the cluster also has {'; '.join(lost)}, which the experiment does not name any more: "
                "write that as it was, run down, and then change it"
            )

    def up(self) -> None:
        self.check()
        self.state.nodes = self._nodes()
        self.state.save()

    def _nodes(self) -> list[Node]:
        h = self.hosts

        def node(name: str, role: str, host: str) -> Node:
            return Node(name, role, host, h.addresses.get(host, host), h.root, h.data)

        return [
            node("master", "master", h.master),
            *(node(f"worker{i:03}", "worker", host) for i, host in enumerate(h.workers, 1)),
        ]

    def access(self) -> Access:
        options = ["-o", "StrictHostKeyChecking=accept-new"]
        if self.hosts.key:
            options += ["-i", self.hosts.key]
        variables = {
            "ansible_user": self.hosts.user,
            "ansible_python_interpreter": self.hosts.python,
            "ansible_become": self.hosts.become,
            "ansible_ssh_common_args": shlex.join(options),
            "manage_system": self.hosts.become,
            "others_use_machine": True,
        }
        return Access(variables, [*options, "-l", self.hosts.user])

    def down(self) -> None:
        """Stops our processes on all hosts and deletes our folders; says which of the others have files."""
        self.state.nodes = self.state.nodes or self._nodes()
        played = play("down.yml", self.experiment, self.state, self.access(), self.say)
        for host, report in played.reports.items():
            self.say(f"kept on {host}: {', '.join(report['kept'])}: not empty, and without the mark of this cluster")
        self.state.forget()

    def status(self) -> list[str]:
        nodes = self.state.nodes or self._nodes()
        answers = reachable(nodes, self.access())
        pairs = zip(nodes, answers, strict=True)
        return [f"{n.name} ({n.host}): {'reachable' if ok else 'not reachable'}" for n, ok in pairs]


def _place(node: Node) -> str:
    """The folders of a node and where they are, for messages."""
    return f"{node.host} with the root {node.root} and the data {', '.join(node.data)}"
