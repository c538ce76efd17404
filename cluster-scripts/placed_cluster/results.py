"""The file of results: one JSON object per line, only ever added to."""

from __future__ import annotations

import hashlib
import json
import os
import platform
from dataclasses import asdict
from pathlib import Path
from typing import Any

from .cells import variants
from .errors import ClusterError
from .experiment import Experiment
from .state import now, stamp
from .workloads import BENCHMARKS


class Results:
    """runs.jsonl of an experiment's folder: lines of kind environment, reference and run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "runs.jsonl"

    def add(self, record: dict[str, Any]) -> None:
        """Adds a line and sees that it is on the disk: what was measured is never lost."""
        self.folder.mkdir(parents=True, exist_ok=True)
        line = json.dumps({"time": stamp(now()), **record}) + "\n"
        with self.file.open("ab+") as out:
            if out.tell():
                out.seek(-1, os.SEEK_END)
                if out.read(1) != b"\n":  # A crash has left half a line.
                    line = "\n" + line
            out.write(line.encode())
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

    def refuse_others(self, now: dict[str, dict[str, Any]]) -> None:
        """ClusterError if the folder holds runs that cannot stand beside new ones: of other data or software."""
        for record in self.read():
            earlier: dict[str, dict[str, Any]] = record.get("comparable", {}) if record["kind"] == "environment" else {}
            for section, values in earlier.items():
                for name, value in values.items():
                    new = now.get(section, {}).get(name, value)
                    if new != value:
                        raise ClusterError(
                            f"{self.folder} holds runs of another experiment: {section} {name} was {_short(value)} and "
                            f"is {_short(new)}; name another folder with --results, or move this one away"
                        )


def comparable(experiment: Experiment, facts: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """What all runs of one folder have in common, so that a report may put them side by side."""
    software = asdict(experiment.software)
    return {
        "scale": {d.benchmark: str(d.scale) for d in experiment.data},
        "format": {
            f"{d.benchmark}/{v.id}": v.options(BENCHMARKS[d.benchmark].largest)
            for d in experiment.data
            for v in variants(experiment, d.benchmark)
        },
        "software": {**software, "bundle": facts.get("bundle", {}).get("bundle_id")},
    }


def _short(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{k} {v}" for k, v in value.items())
    return str(value)


def environment(
    experiment: Experiment, facts: dict[str, Any], engines: dict[str, Any], nodes: list[Any]
) -> dict[str, Any]:
    """Everything that a time may depend on, with an id by which runs name it."""
    content = {
        "experiment": _plain(experiment),
        "comparable": comparable(experiment, facts),
        "tables": facts.get("tables", {}),
        "bundle": facts.get("bundle", {}).get("bundle_id"),
        "engines": engines,
        "nodes": nodes,
        "operator": {"system": platform.platform(), "python": platform.python_version()},
    }
    text = json.dumps(content, sort_keys=True)
    return {"kind": "environment", "id": hashlib.sha256(text.encode()).hexdigest()[:12], **content}


def _plain(value: Any) -> Any:
    plain = asdict(value)
    # Addresses and names of an operator's machines and keys are nobody else's business.
    for section, names in (
        ("ec2", ("operator", "public_key")),
        ("hosts", ("key", "user", "master", "workers", "addresses")),
        # Commands may have a password among their words.
        ("existing", ("ssh", "hive_jdbc", "hive_java", "spark_submit")),
    ):
        for name in names:
            if plain.get(section):
                plain[section].pop(name, None)
    return plain
