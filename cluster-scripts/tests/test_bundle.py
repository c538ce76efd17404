"""When the software of a cluster is assembled again; Maven is not run."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from placed_cluster import HOME, bundle
from placed_cluster.errors import ClusterError

OLD, ARCHIVED, NEW = 1_000_000_000, 1_100_000_000, 1_200_000_000


@pytest.fixture(scope="module")
def poms() -> list[Path]:
    """The poms of this repository, relative to its folder."""
    folders = ("placement-core", "file-formats", "jmh", "spark-datasource", "hive-serde", "tests", "cluster-scripts")
    found = [Path("pom.xml")]
    for folder in folders:
        for path, below, files in os.walk(HOME.parent / folder):
            below[:] = [b for b in below if b not in ("src", "target")]
            if "pom.xml" in files:
                found.append((Path(path) / "pom.xml").relative_to(HOME.parent))
    return found


@pytest.fixture
def checkout(poms: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy with the poms only, and an archive that is newer than all of them."""
    root = tmp_path / "checkout"
    for pom in poms:
        copy = root / pom
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(HOME.parent / pom, copy)
    target = root / "cluster-scripts" / "target"
    for name, value in {
        "HOME": root / "cluster-scripts",
        "TARGET": target,
        "FOLDER": target / "bundle",
        "ARCHIVE": target / "placed-bundle.tar",
    }.items():
        monkeypatch.setattr(bundle, name, value)
    target.mkdir()
    bundle.ARCHIVE.write_text("x")
    for path in root.rglob("*"):
        os.utime(path, (OLD, OLD))
    os.utime(bundle.ARCHIVE, (ARCHIVED, ARCHIVED))
    return root


def assembled(monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether up assembles the bundle."""
    calls: list[bool] = []
    monkeypatch.setattr(bundle, "_assemble", lambda say, with_jdk: calls.append(with_jdk))
    bundle.build(lambda text: None, False)
    return bool(calls)


@pytest.mark.parametrize(
    ("path", "matters"),
    [
        ("pom.xml", True),
        ("placement-core/pom.xml", True),
        ("placement-core/src/main/java/io/placed/Placed.java", True),
        ("placement-core/src/generated/java/io/placed/Unrolled.java", True),
        ("file-formats/src/main/java/io/placed/formats/Format.java", True),
        ("spark-datasource/pom.xml", True),
        ("spark-datasource/parent/pom.xml", True),
        ("spark-datasource/versions/spark-4.2/io/placed/spark/Plans.java", True),
        ("spark-datasource/versions/4.0_2.13/target/placed-spark-4.0_2.13.jar", False),
        ("hive-serde/pom.xml", True),
        ("jmh/datasets/src/main/java/io/placed/datasets/Tpch.java", True),
        ("cluster-scripts/src/main/java/io/placed/cluster/Load.java", True),
        ("cluster-scripts/bundle/hive/pom.xml", True),
        ("placement-core/src/test/java/io/placed/PlacedTest.java", False),
        ("jmh/experiments/src/main/java/io/placed/experiments/Experiment.java", False),
        ("jmh/experiments/pom.xml", False),
        ("tests/fuzz/src/main/java/io/placed/fuzz/Target.java", False),
    ],
)
def test_a_change_of_what_the_bundle_has_assembles_it(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, path: str, matters: bool
) -> None:
    assert not assembled(monkeypatch)
    file = checkout / path
    folders = [p for p in file.parents if checkout in p.parents]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch()
    for changed in (file, *folders):
        os.utime(changed, (OLD, OLD))
    os.utime(file, (NEW, NEW))
    assert assembled(monkeypatch) == matters


def test_an_archive_without_its_java_is_not_taken_after_a_failure(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ClusterError("no space left")

    def copy_jdk(say: object) -> None:
        java = bundle.FOLDER / "jdk" / "bin" / "java"
        java.parent.mkdir(parents=True, exist_ok=True)
        java.touch()

    for module, (_, pattern) in bundle._OURS.items():
        jar = checkout / module / "target" / pattern.replace("*", "1")
        jar.parent.mkdir(exist_ok=True)
        jar.touch()
    monkeypatch.setattr("shutil.which", lambda name: name)
    monkeypatch.setattr(bundle, "_maven", lambda *_: None)
    monkeypatch.setattr(bundle, "_copy_jdk", copy_jdk)
    monkeypatch.setattr(bundle, "_pack", fail)
    for _ in range(2):
        with pytest.raises(ClusterError, match="no space left"):
            bundle.build(lambda text: None, True)
