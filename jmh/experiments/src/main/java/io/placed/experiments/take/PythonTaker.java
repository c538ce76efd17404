package io.placed.experiments.take;

import io.placed.experiments.LineProcess;
import io.placed.experiments.PythonPackages;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** The formats that have a Python package, in one process that stays open. */
final class PythonTaker implements Closeable {
  private final Path script;
  private final LineProcess process;

  /**
   * Starts the process; installs the packages from PyPI first, unless they are there.
   *
   * @param data for the packages and the tables
   * @param parquet the rows
   */
  PythonTaker(Path data, Path tables, Path parquet) throws IOException {
    Path python = PythonPackages.python(data.resolve("python"), PythonPackages.FORMATS);
    script = Files.createTempFile("take", ".py");
    try (InputStream in = PythonTaker.class.getResourceAsStream("take.py")) {
      Files.copy(in, script, StandardCopyOption.REPLACE_EXISTING);
    }
    process =
        new LineProcess(
            "the Python packages",
            List.of(python.toString(), script.toString(), parquet.toString(), tables.toString()));
  }

  /** Takes rows once. */
  Taken take(String format, long[] numbers) throws IOException {
    StringBuilder line = new StringBuilder(format);
    for (long n : numbers) {
      line.append(' ').append(n);
    }
    String[] parts = process.ask(line.toString()).split(" ");
    return new Taken(Double.parseDouble(parts[0]), Long.parseUnsignedLong(parts[1]));
  }

  @Override
  public void close() throws IOException {
    process.close();
    Files.delete(script);
  }
}
