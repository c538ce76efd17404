package io.placed.experiments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Packages from PyPI in a virtual environment of their own. */
public final class PythonPackages {
  /** With these versions the results were published. */
  public static final List<String> FORMATS =
      List.of(
          "pyarrow==26.0.1", "pylance==14.0.2", "vortex-data==0.93.0", "duckdb==2.0.0", "numpy");

  private PythonPackages() {}

  /**
   * A Python that has the packages, installed unless they are there.
   *
   * @param directory of the environment
   */
  public static Path python(Path directory, List<String> wanted) throws IOException {
    Path python = directory.resolve("bin/python");
    Path installed = directory.resolve("installed");
    String packages = String.join(" ", wanted);
    if (Files.exists(installed) && Files.readString(installed).equals(packages)) {
      return python;
    }
    execute(List.of("python3", "-m", "venv", directory.toString()));
    List<String> install = new ArrayList<>();
    install.addAll(List.of(python.toString(), "-m", "pip", "install", "--quiet"));
    install.addAll(wanted);
    execute(install);
    Files.writeString(installed, packages);
    return python;
  }

  /** Runs a program to its end; its errors appear among those of this process. */
  public static void execute(List<String> command) throws IOException {
    Process p =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      if (p.waitFor() != 0) {
        throw new IOException("exit code " + p.exitValue() + ": " + String.join(" ", command));
      }
    } catch (InterruptedException e) {
      p.destroy();
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
