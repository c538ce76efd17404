"""The append-only file of results: one JSON object per line."""

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
        """Appends a line and forces it to disk, so that no result is lost."""
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
        """All lines, without one that a crash truncated."""
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
        """Cells and repetitions with a valid time."""
        return {(r["cell"], r["repetition"]) for r in self.read() if r["kind"] == "run" and r["status"] == "ok"}

    def refuse_others(self, now: dict[str, dict[str, Any]]) -> None:
        """ClusterError if the folder has runs that are not comparable with new ones: of other data or software."""
        for record in self.read():
            earlier: dict[str, dict[str, Any]] = record.get("comparable", {}) if record["kind"] == "environment" else {}
            for section, values in earlier.items():
                for name, value in values.items():
                    new = now.get(section, {}).get(name, value)
                    if new != value:
                        raise ClusterError(
                            f"{self.folder} contains runs of another experiment: {section} {name} was {_short(value)} "
                            f"and is {_short(new)}; choose another folder with --results"
                        )


def comparable(experiment: Experiment, facts: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The properties that all runs in a folder share, so that they are comparable."""
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
    """Everything that may influence a time, with an id that runs refer to."""
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
    # Results do not reveal addresses and names of the operator's machines and keys.
    for section, names in (
        ("ec2", ("operator", "public_key")),
        ("hosts", ("key", "user", "master", "workers", "addresses")),
        # Commands may contain a password.
        ("existing", ("ssh", "hive_jdbc", "hive_java", "spark_submit")),
    ):
        for name in names:
            if plain.get(section):
                plain[section].pop(name, None)
    return plain
