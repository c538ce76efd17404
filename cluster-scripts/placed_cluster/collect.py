"""Copies settings and logs of the nodes into the folder of results, without the operator's keys and addresses."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path

from .ansible import inventory
from .errors import ClusterError
from .providers.base import Provider, Say
from .remote import run_all
from .results import Results

_LOG_BYTES = 200_000
_SCRIPT = f"""
import base64, json, pathlib, sys
root = pathlib.Path(sys.argv[1])
found = {{}}
for pattern in ("logs/*.out", "conf/*/*.xml", "conf/*/*.conf", "conf/services/*.json", "conf/node.json"):
    for path in sorted(root.glob(pattern)):
        if path.is_file():
            with path.open("rb") as file:
                file.seek(max(0, path.stat().st_size - {_LOG_BYTES}))
                found[path.relative_to(root).as_posix()] = base64.b64encode(file.read({_LOG_BYTES})).decode()
print(json.dumps(found))
"""
"""Prints files by their names, in base64: no text in a file can be taken for the name of another one."""
_NAME = re.compile(r"(logs|conf/[\w-]{1,99})/[\w-][\w.-]{0,99}\.(out|xml|conf|json)|conf/node\.json", re.ASCII)
"""What a node's files are called. A node may answer anything, so other names are not used as paths."""
_SECRET = re.compile(
    r"(?i)((?:secret|password|token|credential|access.?key)[\w.-]*\s*(?:[=:]\s*|</name>\s*<value>))([^\s<]+)"
)


def collect(provider: Provider, results: Results, say: Say) -> None:
    """Copies the end of every service's log and the settings of each node; reports nodes that give none."""
    folder = results.folder / "nodes"
    state, access = provider.state, provider.access()
    if not state.nodes:
        raise ClusterError("there is no cluster to collect from; report works without one")
    command = [*access.become, access.python, "-c", _SCRIPT, "{root}"]
    answers = run_all(state.nodes, access, command) if provider.installs else []
    lost = []
    for node, answer in zip(state.nodes, answers, strict=False):
        try:
            files = _files(answer)
        except (ClusterError, ValueError, RecursionError) as e:
            lost.append(str(e) if isinstance(e, ClusterError) else f"{node.name}: {e}")
            continue
        for name, content in files.items():
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
        say(f"nothing copied from {line}")


def _files(answer: str | ClusterError) -> dict[str, str]:
    """The files in a node's answer by their names; an error if it is no such answer."""
    if not isinstance(answer, str):
        raise answer
    found = json.loads(answer)
    if not isinstance(found, dict):
        raise ValueError(f"expected files by name, found {answer[:200]!r}")
    for name, content in found.items():
        if not _NAME.fullmatch(name) or not isinstance(content, str):
            raise ValueError(f"its answer has {name[:200]!r}, which is none of the files that were asked for")
    return {name: base64.b64decode(content, validate=True).decode(errors="replace") for name, content in found.items()}


def redacted(text: str) -> str:
    """The text with secrets replaced by ***."""
    return _SECRET.sub(r"\1***", text)


def folder_of(name: str, given: Path | None) -> Path:
    """The folder of a cluster's results: the given one, or placed-results/NAME in the current folder."""
    return given or Path("placed-results") / name
