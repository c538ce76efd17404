"""State between commands, on the operator's machine: nodes and costs; no secret but the ssh key."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from dataclasses import asdict, dataclass, field
from datetime import datetime, timezone
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

_FILES = ("state.json.new", "inventory.yml", "*.log", "*.results.json", "known_hosts", "ssh-key*", "nodes")
"""What commands write into a cluster's folder, beside state.json."""


def now() -> datetime:
    """The current time in UTC, to the second."""
    return datetime.now(timezone.utc).replace(microsecond=0)


def stamp(moment: datetime) -> str:
    """A time in the format of tags and results: 2026-01-31T12:00:00Z."""
    return moment.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def parse_stamp(text: str) -> datetime:
    """Parses a ``stamp``."""
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=timezone.utc)


@dataclass(frozen=True)
class Node:
    """A machine of the cluster: ``host`` is its address for the operator, ``address`` that for other nodes."""

    name: str
    role: str
    host: str
    address: str
    root: str
    data: list[str] = field(default_factory=list)
    spark: bool = True


@dataclass
class Spending:
    """A period of renting machines until ``end``, which is the deadline until they are deleted."""

    start: str
    end: str
    usd_per_hour: float

    def usd(self) -> float:
        """The maximum costs."""
        hours = (parse_stamp(self.end) - parse_stamp(self.start)).total_seconds() / 3600
        return max(0.0, hours) * self.usd_per_hour


@dataclass
class State:
    """The file state.json of a cluster's folder."""

    folder: Path
    nodes: list[Node] = field(default_factory=list)
    spending: list[Spending] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)

    @staticmethod
    def base() -> Path:
        """The folder of all clusters: PLACED_CLUSTER_HOME, or .placed-cluster in the home directory."""
        return Path(os.environ.get("PLACED_CLUSTER_HOME", Path.home() / ".placed-cluster"))

    @classmethod
    def of(cls, name: str) -> State:
        """The state of a cluster; an empty one if there is none."""
        folder = cls.base() / name
        file = folder / "state.json"
        if not file.exists():
            return cls(folder)
        content = json.loads(file.read_text())
        return cls(
            folder,
            [Node(**n) for n in content["nodes"]],
            [Spending(**s) for s in content["spending"]],
            content["facts"],
        )

    def save(self) -> None:
        """Replaces the file atomically."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        content = {
            "nodes": [asdict(n) for n in self.nodes],
            "spending": [asdict(s) for s in self.spending],
            "facts": self.facts,
        }
        new = self.folder / "state.json.new"
        new.write_text(json.dumps(content, indent=1) + "\n")
        new.replace(self.folder / "state.json")

    @property
    def known(self) -> bool:
        """Whether the folder is that of a cluster: it has a state.json."""
        return (self.folder / "state.json").exists()

    def forget(self) -> None:
        """Deletes our files, once nothing of the cluster is left and no costs have to count toward a cap.

        Other files stay, and so does a folder that has no state: its name may be that of somebody's folder.
        """
        if self.known:
            for file in list(self.folder.iterdir()):
                if not any(fnmatch(file.name, pattern) for pattern in _FILES):
                    continue
                if file.is_dir() and not file.is_symlink():
                    shutil.rmtree(file, ignore_errors=True)
                else:
                    file.unlink()
            (self.folder / "state.json").unlink()
            with contextlib.suppress(OSError):  # It may have files of others,
                self.folder.rmdir()
                self.folder.parent.rmdir()  # and this one other clusters.
        self.nodes, self.facts = [], {}

    @property
    def master(self) -> Node:
        """The node on which drivers run."""
        return next(n for n in self.nodes if n.role == "master")

    @property
    def workers(self) -> list[Node]:
        """The nodes that hold data."""
        return [n for n in self.nodes if n.role == "worker"]
