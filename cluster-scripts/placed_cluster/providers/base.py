"""The interface of providers of machines."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ..errors import ClusterError
from ..experiment import Experiment
from ..state import State

Say = Callable[[str], None]


@dataclass(frozen=True)
class Access:
    """How Ansible and the commands reach nodes: an inventory's variables, and arguments of ssh (none: this machine)."""

    variables: dict[str, Any] = field(default_factory=dict)
    ssh: list[str] = field(default_factory=list)
    local: bool = False

    @property
    def python(self) -> str:
        """The Python for our script on nodes, independent of the PATH of login shells."""
        return str(self.variables.get("ansible_python_interpreter", "python3"))

    @property
    def become(self) -> list[str]:
        """The prefix of commands on nodes: sudo where Ansible becomes root."""
        return ["sudo", "-n"] if self.variables.get("ansible_become") else []


def check_folder(folder: str) -> None:
    """ClusterError for a folder of a node whose name commands, class paths and lists on nodes would take apart."""
    odd = re.search(r"[^\w./+@=-]", folder)
    if odd:
        raise ClusterError(
            f"folder '{folder}' has {odd[0]!r} in its name: use letters, digits and . _ - + @ = for a folder of nodes"
        )


class Provider(ABC):
    """A source of machines for one cluster."""

    installs = True
    """Whether our software is installed on the machines."""

    boot_s = 30
    """Seconds until a machine has to respond."""

    def __init__(self, experiment: Experiment, state: State, say: Say) -> None:
        self.experiment = experiment
        self.state = state
        self.say = say

    @abstractmethod
    def describe(self) -> list[str]:
        """The resources that up would create, for plan."""

    def check(self) -> None:  # noqa: B027
        """Checks what ``up`` checks before it creates anything: software, which takes minutes, is built in between."""

    @abstractmethod
    def up(self) -> None:
        """Creates the machines and sets ``state.nodes``; resumes an interrupted up."""

    def failed(self, error: BaseException) -> None:
        """Called if the software of machines that ``up`` created could not be installed, or that was interrupted."""
        self.say("up failed: it resumes from here, down deletes what up created")

    @abstractmethod
    def access(self) -> Access:
        """How to access the nodes."""

    @abstractmethod
    def down(self) -> None:
        """Deletes everything that up created. Idempotent."""

    @abstractmethod
    def status(self) -> list[str]:
        """The current state as lines of text."""
