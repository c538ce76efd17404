"""The checks of the code itself: types, style, shell scripts and playbooks."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from placed_cluster import HOME
from placed_cluster.ansible import PLAYBOOKS, environment

BIN = Path(sys.executable).parent
SHELL = [
    p
    for p in HOME.rglob("*")
    # Other tests write caches meanwhile.
    if not any(n == "target" or n.startswith((".", "__")) for n in p.relative_to(HOME).parts)
    and p.suffix in ("", ".sh")
    and p.is_file()
]


def check(*command: str, folder: Path = HOME) -> None:
    variables = {**environment(), "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env=variables)
    assert done.returncode == 0, done.stdout + done.stderr


def test_types() -> None:
    check(str(BIN / "mypy"))


def test_style() -> None:
    check(str(BIN / "ruff"), "check", ".")
    check(str(BIN / "ruff"), "format", "--check", ".")


def test_shell_scripts() -> None:
    scripts = [str(p) for p in SHELL if p.read_bytes().startswith(b"#!/usr/bin/env bash")]
    assert {Path(s).name for s in scripts} >= {"placed-cluster", "placed-disks"}
    others = [str(HOME.parent / n) for n in ("bin/placed", "bin/bench", "python/test")]
    check(str(BIN / "shellcheck"), *scripts, *others)


@pytest.mark.parametrize("playbook", ["site.yml", "down.yml"])
def test_playbooks_have_the_right_syntax(playbook: str) -> None:
    check(str(BIN / "ansible-playbook"), "--syntax-check", "-i", "localhost,", playbook, folder=PLAYBOOKS)


def test_playbooks_follow_ansible_lint() -> None:
    check(str(BIN / "ansible-lint"), "--offline", folder=PLAYBOOKS)


def test_files_stay_short() -> None:
    for path in [*(HOME / "placed_cluster").rglob("*.py"), *(HOME / "src").rglob("*.java")]:
        assert len(path.read_text().splitlines()) <= 300, path
