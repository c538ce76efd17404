"""Where the jar for Spark is."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

ARTIFACT = "placed-spark-4.2_2.13"
GROUP = "io.placed"
VARIABLE = "PLACED_SPARK_JAR"


def beside(root: Path) -> Path | None:
    """The jar of an unpacked release, else the newest one that Maven left in a checkout, or None."""
    # Maven also leaves jars of the sources and of the documentation there.
    jars = sorted(
        (
            jar
            for folder in (root / "spark", root / "spark-datasource" / "target")
            for jar in folder.glob(f"{ARTIFACT}-*.jar")
            if not jar.stem.endswith(("-sources", "-javadoc"))
        ),
        key=lambda jar: jar.stat().st_mtime,
    )
    return jars[-1] if jars else None


def home() -> Path | None:
    """The unpacked release or the checkout that this file lies in, or None."""
    for directory in Path(__file__).resolve().parents:
        if is_checkout(directory) or (directory / "lib" / "classpath.txt").is_file():
            return directory
    return None


def is_checkout(directory: Path) -> bool:
    return (directory / "spark-datasource" / "pom.xml").is_file()


def build(root: Path) -> Path:
    """Builds the jar in a checkout."""
    maven = shutil.which("mvn")
    if maven is None:
        raise FileNotFoundError(
            f"{root} has no jar for Spark, and there is no mvn on the PATH to build it: "
            f"install Maven, or let {VARIABLE} name a jar"
        )
    command = [maven, "-B", "-q", "-Dfast", "-DskipTests", "package", "-pl", "spark-datasource", "-am"]
    subprocess.run(command, cwd=root, check=True)
    jar = beside(root)
    if jar is None:
        raise FileNotFoundError(f"{' '.join(command)} in {root} left no jar")
    return jar


def path(build_missing: bool = True) -> str:
    named = os.environ.get(VARIABLE)
    if named:
        if not Path(named).is_file():
            raise FileNotFoundError(f"{VARIABLE} names {named}, which is no file")
        return str(Path(named).resolve())
    packaged = sorted((Path(__file__).parent / "jars").glob(f"{ARTIFACT}-*.jar"))
    if packaged:
        return str(packaged[-1])
    root = home()
    if root is not None:
        jar = beside(root)
        if jar is None and build_missing and is_checkout(root):
            jar = build(root)
        if jar is not None:
            return str(jar)
    raise FileNotFoundError(
        f"no jar for Spark: install the package from a release or a checkout, or let {VARIABLE} name a jar"
    )
