"""Copies settings and logs of the nodes into the folder of results, without the operator's keys and addresses."""

from __future__ import annotations

import json
import re
from pathlib import Path

from .ansible import inventory
from .errors import ClusterError
from .providers.base import Provider, Say
from .remote import run_all
from .results import Results

_LOG_BYTES = 200_000
_SECRET = re.compile(
    r"(?i)((?:secret|password|token|credential|access.?key)[\w.-]*\s*(?:[=:]\s*|</name>\s*<value>))([^\s<]+)"
)


def collect(provider: Provider, results: Results, say: Say) -> None:
    """Copies the end of every service's log and the settings of each node; reports unreachable nodes."""
    folder = results.folder / "nodes"
    state, access = provider.state, provider.access()
    if not state.nodes:
        raise ClusterError("there is no cluster to collect from; report works without one")
    script = (
        f"cd {{root}} && for f in logs/*.out conf/*/*.xml conf/*/*.conf conf/services/*.json conf/node.json; do "
        f'[ -f "$f" ] && echo "==> $f" && tail -c {_LOG_BYTES} "$f" && echo; done; true'
    )
    answers = run_all(state.nodes, access, [*access.become, "sh", "-c", script]) if provider.installs else []
    lost = []
    for node, answer in zip(state.nodes, answers, strict=False):
        if not isinstance(answer, str):
            lost.append(f"{node.name}: {answer}")
            continue
        for part in re.split(r"(?m)^==> ", answer)[1:]:
            name, _, content = part.partition("\n")
            file = folder / node.name / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(redacted(content))
    for name in ("spark.log", "hive.log", "site.log"):
        if (state.folder / name).exists():
            results.folder.mkdir(parents=True, exist_ok=True)
            (results.folder / name).write_text(
                redacted((state.folder / name).read_text(errors="replace")[-_LOG_BYTES:])
            )
    shown = inventory(provider.experiment, state, access)
    for variable in list(shown["all"]["vars"]):
        if variable.startswith("ansible_"):
            del shown["all"]["vars"][variable]
    for group in shown["all"]["children"].values():
        for variables in group["hosts"].values():
            variables.pop("ansible_host")
    results.folder.mkdir(parents=True, exist_ok=True)
    (results.folder / "cluster.json").write_text(json.dumps(shown, indent=1) + "\n")
    say(f"{len(state.nodes) - len(lost)} of {len(state.nodes)} nodes: logs and settings copied to {results.folder}")
    for line in lost:
        say(f"unreachable: {line}")


def redacted(text: str) -> str:
    """The text with secrets replaced by ***."""
    return _SECRET.sub(r"\1***", text)


def folder_of(name: str, given: Path | None) -> Path:
    """The folder of a cluster's results: the given one, or placed-results/NAME in the current folder."""
    return given or Path("placed-results") / name
