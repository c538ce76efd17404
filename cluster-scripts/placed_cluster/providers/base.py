"""What every provider offers to the commands."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

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
        """The Python that runs our script on nodes: not one that a login shell happens to find first."""
        return str(self.variables.get("ansible_python_interpreter", "python3"))

    @property
    def become(self) -> list[str]:
        """What commands on nodes start with: the services are root's where Ansible becomes root."""
        return ["sudo", "-n"] if self.variables.get("ansible_become") else []


class Provider(ABC):
    """A source of machines for one cluster."""

    installs = True
    """Whether our software is installed on the machines."""

    boot_s = 30
    """How long a machine may take until it answers."""

    def __init__(self, experiment: Experiment, state: State, say: Say) -> None:
        self.experiment = experiment
        self.state = state
        self.say = say

    @abstractmethod
    def describe(self) -> list[str]:
        """What up would create, for plan."""

    @abstractmethod
    def up(self) -> None:
        """Makes the machines be there and sets ``state.nodes``; goes on where an earlier up was stopped."""

    @abstractmethod
    def access(self) -> Access:
        """How the nodes are reached."""

    @abstractmethod
    def down(self) -> None:
        """Takes everything away that up made; does nothing where nothing is left."""

    @abstractmethod
    def status(self) -> list[str]:
        """What is there now, for people to read."""
