"""The file of results: one JSON object per line, only ever added to."""

from __future__ import annotations

import hashlib
import json
import os
import platform
from pathlib import Path
from typing import Any

from .experiment import Experiment
from .state import now, stamp


class Results:
    """runs.jsonl of an experiment's folder: lines of kind environment, reference and run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "runs.jsonl"

    def add(self, record: dict[str, Any]) -> None:
        """Adds a line and sees that it is on the disk: what was measured is never lost."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with self.file.open("a") as out:
            out.write(json.dumps({"time": stamp(now()), **record}) + "\n")
            out.flush()
            os.fsync(out.fileno())

    def read(self) -> list[dict[str, Any]]:
        """All lines; a last one that was cut off by a crash does not count."""
        if not self.file.exists():
            return []
        found = []
        for line in self.file.read_text().splitlines():
            try:
                found.append(json.loads(line))
            except json.JSONDecodeError:
                continue
        return found

    def done(self) -> set[tuple[str, int]]:
        """Cells and repetitions whose time counts."""
        return {(r["cell"], r["repetition"]) for r in self.read() if r["kind"] == "run" and r["status"] == "ok"}


def environment(
    experiment: Experiment, facts: dict[str, Any], engines: dict[str, Any], nodes: list[Any]
) -> dict[str, Any]:
    """Everything that a time may depend on, with an id by which runs name it."""
    content = {
        "experiment": _plain(experiment),
        "tables": facts.get("tables", {}),
        "bundle": facts.get("bundle", {}).get("bundle_id"),
        "engines": engines,
        "nodes": nodes,
        "operator": {"system": platform.platform(), "python": platform.python_version()},
    }
    text = json.dumps(content, sort_keys=True)
    return {"kind": "environment", "id": hashlib.sha256(text.encode()).hexdigest()[:12], **content}


def _plain(value: Any) -> Any:
    from dataclasses import asdict

    plain = asdict(value)
    # Addresses and names of an operator's machines and keys are nobody else's business.
    for section, names in (
        ("ec2", ("operator", "public_key")),
        ("hosts", ("key", "user")),
        ("existing", ("ssh", "hive_jdbc")),
    ):
        for name in names:
            if plain.get(section):
                plain[section].pop(name, None)
    return plain
