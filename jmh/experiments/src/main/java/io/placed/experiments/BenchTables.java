package io.placed.experiments;

import io.placed.benchmarks.macro.TableFiles;
import io.placed.datasets.TableSpec;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Options of the commands that measure a generated table, which is kept for the next time. */
public final class BenchTables {
  @Option(names = "--scale", paramLabel = "S", description = "Scale factor. Default: 1.")
  public double scale = 1;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Where tables, and packages of other formats, are kept. Default: ~/.cache/placed/bench.")
  public Path data = Path.of(System.getProperty("user.home"), ".cache", "placed", "bench");

  /** The files of a table of the scale. */
  public TableFiles files(String table) throws IOException {
    return new TableFiles(data, TableSpec.parse(table, scale));
  }
}
