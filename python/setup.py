"""Puts the jar for Spark into the package: that of the unpacked release, or of the checkout, which is built if needed.

Without Maven, or with PLACED_WITHOUT_JAR=1, a checkout without a jar gives a package without one: the reader needs
none.
"""

import importlib.util
import os
import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent


def jar_module():
    spec = importlib.util.spec_from_file_location("placed_jar", HERE / "src" / "placed" / "_jar.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class BuildWithJar(build_py):
    def run(self):
        super().run()
        if self.editable_mode:
            return  # The package finds the jar of the release or the checkout.
        jars = jar_module()
        jar = jars.beside(HERE.parent)
        if jar is None:
            unable = not jars.is_checkout(HERE.parent) or shutil.which("mvn") is None
            if unable or os.environ.get("PLACED_WITHOUT_JAR") == "1":
                self.warn("there is no jar for Spark, and no Maven to build it: the package has the reader only")
                return
            jar = jars.build(HERE.parent)
        target = Path(self.build_lib) / "placed" / "jars"
        target.mkdir(parents=True, exist_ok=True)
        shutil.copy2(jar, target / jar.name)


setup(cmdclass={"build_py": BuildWithJar})
