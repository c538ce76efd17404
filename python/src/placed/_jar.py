"""Where the jar for Spark is."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

ARTIFACT = "placed-spark-4.2_2.13"
GROUP = "io.placed"
VARIABLE = "PLACED_SPARK_JAR"


def of_checkout(root: Path) -> Path | None:
    """The newest jar that Maven left in a checkout, or None."""
    # A release has jars of the sources and of the documentation beside it.
    jars = sorted(
        (
            jar
            for jar in (root / "spark-datasource" / "target").glob(f"{ARTIFACT}-*.jar")
            if not jar.stem.endswith(("-sources", "-javadoc"))
        ),
        key=lambda jar: jar.stat().st_mtime,
    )
    return jars[-1] if jars else None


def checkout() -> Path | None:
    """The checkout that this file lies in, or None."""
    for directory in Path(__file__).resolve().parents:
        if (directory / "spark-datasource" / "pom.xml").is_file():
            return directory
    return None


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
    jar = of_checkout(root)
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
    root = checkout()
    if root is not None:
        jar = of_checkout(root)
        if jar is None and build_missing:
            jar = build(root)
        if jar is not None:
            return str(jar)
    raise FileNotFoundError(
        f"no jar for Spark: install the package from a checkout, or let {VARIABLE} name a jar"
    )
