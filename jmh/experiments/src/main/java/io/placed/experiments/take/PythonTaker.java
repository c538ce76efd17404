package io.placed.experiments.take;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** The formats that have a Python package, in one process that stays open. */
final class PythonTaker implements Closeable {
  /** With these versions the results were published. */
  static final List<String> PACKAGES =
      List.of("pyarrow==26.0.1", "pylance==14.0.2", "vortex-data==0.93.0", "numpy");

  private final Path script;
  private final Process process;
  private final BufferedReader answers;
  private final BufferedWriter orders;

  /**
   * Starts the process; installs the packages from PyPI first, unless they are there.
   *
   * @param data for the packages and the tables
   * @param parquet the rows
   */
  PythonTaker(Path data, Path tables, Path parquet) throws IOException {
    Path python = environment(data.resolve("take-python"));
    script = Files.createTempFile("take", ".py");
    try (InputStream in = PythonTaker.class.getResourceAsStream("take.py")) {
      Files.copy(in, script, StandardCopyOption.REPLACE_EXISTING);
    }
    process =
        new ProcessBuilder(
                python.toString(), script.toString(), parquet.toString(), tables.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    answers = process.inputReader(StandardCharsets.UTF_8);
    orders = process.outputWriter(StandardCharsets.UTF_8);
  }

  /** The Python of a virtual environment that has the packages. */
  private static Path environment(Path directory) throws IOException {
    Path python = directory.resolve("bin/python");
    Path installed = directory.resolve("installed");
    String packages = String.join(" ", PACKAGES);
    if (Files.exists(installed) && Files.readString(installed).equals(packages)) {
      return python;
    }
    execute(List.of("python3", "-m", "venv", directory.toString()));
    List<String> install = new ArrayList<>();
    install.addAll(List.of(python.toString(), "-m", "pip", "install", "--quiet"));
    install.addAll(PACKAGES);
    execute(install);
    Files.writeString(installed, packages);
    return python;
  }

  private static void execute(List<String> command) throws IOException {
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

  /** Takes rows once. */
  Taken take(String format, long[] numbers) throws IOException {
    StringBuilder line = new StringBuilder(format);
    for (long n : numbers) {
      line.append(' ').append(n);
    }
    orders.write(line.append('\n').toString());
    orders.flush();
    String answer = answers.readLine();
    if (answer == null) {
      throw new IOException("the Python process for " + format + " ended; see above");
    }
    String[] parts = answer.split(" ");
    return new Taken(Double.parseDouble(parts[0]), Long.parseUnsignedLong(parts[1]));
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    Files.delete(script);
  }
}
