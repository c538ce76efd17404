"""The checks of the code itself: types, style, and the README's examples."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
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


def test_the_wheel_reads_without_the_checkout(tmp_path: Path) -> None:
    """Builds the wheel as pip does, installs it in an environment of its own and reads a golden file there."""
    source = tmp_path / "python"
    leave_out = shutil.ignore_patterns("target", "build", "*.egg-info", "__pycache__")
    shutil.copytree(HOME, source, ignore=leave_out)
    # Without the checkout around it there is no jar, as for somebody who only reads.
    environment = {**os.environ, "PLACED_WITHOUT_JAR": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    environment.pop("PYTHONPATH", None)
    venv = tmp_path / "venv"
    bin_folder = venv / BIN.name

    def run(*command: str) -> str:
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(tmp_path), str(source))
    (wheel,) = tmp_path.glob("placed-*.whl")
    # What the reader needs is that of the tests' environment, so that nothing is downloaded; the package is not.
    run(sys.executable, "-m", "venv", str(venv))
    run(str(bin_folder / "python"), "-m", "pip", "install", "--quiet", "--no-deps", str(wheel))
    packages = Path(sysconfig.get_path("purelib"))
    own = run(str(bin_folder / "python"), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    (Path(own) / "of-the-tests.pth").write_text(f"{packages}\n", encoding="utf-8")
    program = (
        "import placed, sys; print(placed.__file__); print(placed.__version__);"
        " print(placed.read_table(sys.argv[1]).num_rows)"
    )
    found = run(str(bin_folder / "python"), "-c", program, str(GOLDEN / "v1/default.placed")).split("\n")
    assert Path(found[0]).is_relative_to(own)
    assert f"placed-{found[1]}-" in wheel.name
    assert found[2] == "1500"


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
