"""The software of a cluster: assembled by Maven on the operator's machine, archived, and copied to the nodes."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import tarfile
from pathlib import Path
from xml.etree import ElementTree

from . import HOME
from .errors import ClusterError
from .providers.base import Say

TARGET = HOME / "target"
FOLDER = TARGET / "bundle"
ARCHIVE = TARGET / "placed-bundle.tar"

_OURS = {
    "spark-datasource": ("spark", "placed-spark-*.jar"),
    "hive-serde": ("hive", "placed-hive-*.jar"),
    "cluster-scripts": ("common", "placed-cluster-*.jar"),
    "jmh/datasets": ("common", "placed-datasets-*.jar"),
}
"""By module, the folder of its jar. Each engine's jar has the core inside, so that no class path may have both."""
_JDK_MODULES = (
    "java.se,jdk.unsupported,jdk.management,jdk.crypto.ec,jdk.security.auth,jdk.security.jgss,jdk.jfr,jdk.naming.dns,"
    "jdk.net,jdk.zipfs,jdk.incubator.vector,jdk.compiler,jdk.charsets,jdk.localedata,jdk.attach"
)


_EPOCH = 315_532_800
"""1980 began then: the archive's digest, by which nodes and results know it, is of contents and not of times."""


def build(say: Say, with_jdk: bool) -> dict[str, str]:
    """Assembles the bundle unless it is newer than all sources; returns its variables for the roles."""
    TARGET.mkdir(exist_ok=True)
    with (TARGET / "bundle.lock").open("w") as lock:
        # Clusters that are created at the same time share the bundle.
        fcntl.flock(lock, fcntl.LOCK_EX)
        return _build(say, with_jdk)


def _build(say: Say, with_jdk: bool) -> dict[str, str]:
    newest = max(_newest(p) for p in [*_sources(), *(HOME / "bundle").rglob("pom.xml")])
    has_jdk = (FOLDER / "jdk" / "bin" / "java").exists()
    if not ARCHIVE.exists() or ARCHIVE.stat().st_mtime < newest or (with_jdk and not has_jdk):
        _assemble(say, with_jdk)
    digest = _digest(ARCHIVE)
    return {
        "bundle_archive": str(ARCHIVE),
        "bundle_sha256": digest,
        "bundle_id": digest[:12],
        "placed_hive": "yes" if list((FOLDER / "placed" / "hive").glob("*.jar")) else "",
    }


_POM = "{http://maven.apache.org/POM/4.0.0}"


def _sources() -> list[Path]:
    """What Maven builds our jars from: our modules, those that they need, and the parents of all these."""
    root = HOME.parent.resolve()
    modules = [root / str(m.text) / "pom.xml" for m in _parsed(root / "pom.xml").iter(f"{_POM}module")]
    by_name = {_parsed(pom).findtext(f"{_POM}artifactId"): pom for pom in modules if pom.exists()}
    found: list[Path] = []
    wanted = [root / m / "pom.xml" for m in _OURS]
    while wanted:
        pom = wanted.pop()
        if pom in found:
            continue
        found.append(pom)
        content = _parsed(pom)
        parent = content.find(f"{_POM}parent")
        if parent is not None:
            wanted.append((pom.parent / (parent.findtext(f"{_POM}relativePath") or "../pom.xml")).resolve())
        names = [d.findtext(f"{_POM}artifactId") for d in content.iter(f"{_POM}dependency")]
        # What the root only manages is no dependency of ours.
        wanted += [by_name[n] for n in names if n in by_name and pom != root / "pom.xml"]
    parts = ("pom.xml", "src/main", "src/generated", "versions")
    # The root's folders are other modules.
    return [root / "pom.xml", *(p.parent / part for p in found if p.parent != root for part in parts)]


def _parsed(pom: Path) -> ElementTree.Element:
    return ElementTree.parse(pom).getroot()


def _assemble(say: Say, with_jdk: bool) -> None:
    say("assembling the software bundle with Maven (the first time takes some minutes and about 700 MB) ...")
    if not shutil.which("mvn"):
        raise ClusterError("Maven (mvn), which assembles the software bundle, is not on the PATH")
    # If this fails, the next attempt must not take the old archive for one of the folders that are new by then.
    ARCHIVE.unlink(missing_ok=True)
    _maven("-Dfast", "-DskipTests", "package", "-pl", ",".join(_OURS), "-am")
    # What an earlier version of the poms collected would stay on the class paths.
    for old in FOLDER.glob("*"):
        if old.name != "jdk":
            shutil.rmtree(old)
    _maven("-f", str(HOME / "bundle" / "pom.xml"), "package")
    ours = FOLDER / "placed"
    shutil.rmtree(ours, ignore_errors=True)
    for module, (folder, pattern) in _OURS.items():
        (ours / folder).mkdir(parents=True, exist_ok=True)
        jars = [
            jar
            for jar in (HOME.parent / module / "target").glob(pattern)
            if not jar.stem.endswith(("-sources", "-javadoc", "-tests", "-shaded"))
        ]
        if len(jars) != 1:
            found = ", ".join(jar.name for jar in jars) or "nothing"
            raise ClusterError(f"expected one {pattern} in {module}/target, found {found}: run mvn clean and up again")
        shutil.copy2(jars[0], ours / folder)
    if with_jdk:
        _copy_jdk(say)
    new = ARCHIVE.with_suffix(".new")
    _pack(new)
    new.replace(ARCHIVE)


def _maven(*arguments: str) -> None:
    done = subprocess.run(
        ["mvn", "-B", "-q", "-ntp", "-Dstyle.color=never", *arguments],
        cwd=HOME.parent,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise ClusterError(f"mvn {' '.join(arguments)} failed: {(done.stdout + done.stderr)[-3000:]}")


def _copy_jdk(say: Say) -> None:
    """A Java runtime made from the operator's JDK, for nodes of the same kind of machine that may have none."""
    home = os.environ.get("JAVA_HOME")
    jlink = shutil.which("jlink", path=f"{home}/bin") if home else shutil.which("jlink")
    if not jlink:
        raise ClusterError("jlink not found: put a full JDK on the PATH or in JAVA_HOME, or set software.jdk: package")
    jdk = FOLDER / "jdk"
    shutil.rmtree(jdk, ignore_errors=True)
    say("creating the Java runtime of the bundle")
    command = [jlink, "--add-modules", _JDK_MODULES, "--strip-debug", "--no-man-pages", "--output", str(jdk)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise ClusterError(f"{' '.join(command)} failed: {(done.stdout + done.stderr).strip()}. "
                           "With software.jdk: package nodes install Java themselves")  # fmt: skip


def _pack(archive: Path) -> None:
    """Stores jars of several class paths once: further copies are hard links to the first."""
    seen: dict[str, str] = {}
    with tarfile.open(archive, "w") as tar:
        for path in sorted(p for p in FOLDER.rglob("*") if p.is_file() or p.is_symlink()):
            name = str(path.relative_to(FOLDER))
            info = tar.gettarinfo(path, name)
            info.uid = info.gid = 0
            info.mtime = _EPOCH
            info.uname = info.gname = "root"
            if info.islnk():
                info = tar.gettarinfo(path.resolve(), name)
            if info.isfile() and path.suffix == ".jar":
                first = seen.setdefault(_digest(path), name)
                if first != name:
                    info.type, info.linkname, info.size = tarfile.LNKTYPE, first, 0
            if info.isfile():
                with path.open("rb") as content:
                    tar.addfile(info, content)
            else:
                tar.addfile(info)


def _digest(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as content:
        while block := content.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def _newest(path: Path) -> float:
    """The latest modification time of a file, or of a folder's content without what was built; 0 if there is none."""
    if path.is_dir():
        content = (p for p in path.rglob("*") if "target" not in p.relative_to(path).parts)
        return max(p.stat().st_mtime for p in [path, *content])
    return path.stat().st_mtime if path.exists() else 0.0
