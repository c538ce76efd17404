"""The checks of the code itself: types, style, and the README's examples."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from .support import GOLDEN

HOME = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent


def check(*command: str) -> None:
    done = subprocess.run(command, cwd=HOME, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_types() -> None:
    check(str(BIN / "mypy"))


def test_style() -> None:
    check(str(BIN / "ruff"), "check", ".")
    check(str(BIN / "ruff"), "format", "--check", "src/placed/_reader", "src/placed/errors.py", "tests/reader")


def test_every_package_is_in_the_wheel() -> None:
    folders = {p.parent for p in (HOME / "src").rglob("*.py")}
    names = {".".join(f.relative_to(HOME / "src").parts) for f in folders}
    listed = re.search(r"^packages = \[(.*)\]", (HOME / "pyproject.toml").read_text(), re.MULTILINE)
    assert listed is not None
    assert names == {n.strip(' "') for n in listed[1].split(",")}


def test_the_examples_of_the_readme(tmp_path: Path) -> None:
    """Blocks that begin with `# reader` run as they stand, on a copy of a golden file and of the golden table."""
    text = (HOME / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(# reader.*?)```", text, re.DOTALL)
    assert len(blocks) >= 3
    shutil.copy(GOLDEN / "v1/default.placed", tmp_path / "t.placed")
    shutil.copytree(GOLDEN / "log-v2/table", tmp_path / "table")
    program = "\n".join(blocks).replace("/data/", f"{tmp_path}/")
    done = subprocess.run([sys.executable, "-c", program], cwd=HOME, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
