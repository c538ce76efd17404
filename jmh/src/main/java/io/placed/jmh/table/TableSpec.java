package io.placed.jmh.table;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Which rows: a table of TPC-DS or TPC-H by its name, or a CSV file by its path.
 *
 * @param name of the table or path of the file
 * @param scale the generator's scale factor; without meaning for a file
 * @param decimals whether amounts are decimals, as the benchmarks define them; else doubles
 */
public record TableSpec(String name, double scale, boolean decimals) {
  private static final String DECIMAL = ":decimal";

  /**
   * @param text a name or a path, with {@code :decimal} behind it if amounts are to be decimals
   */
  public static TableSpec parse(String text, double scale) {
    boolean decimals = text.endsWith(DECIMAL);
    String name = decimals ? text.substring(0, text.length() - DECIMAL.length()) : text;
    return new TableSpec(name, scale, decimals);
  }

  /** Whether the rows come from a file rather than from a generator. */
  public boolean isFile() {
    return name.contains("/") || name.endsWith(".csv") || name.endsWith(".gz");
  }

  /** For people: the table without the folder of its file. */
  public String label() {
    String base = isFile() ? baseName() : name;
    return decimals ? base + " (decimals)" : base;
  }

  /** A name for a directory, different for different rows. */
  public String directory() throws IOException {
    if (isFile()) {
      Path file = Path.of(name);
      long stamp = Files.getLastModifiedTime(file).toMillis() ^ Files.size(file);
      return baseName() + "-" + Long.toHexString(stamp);
    }
    String amounts = decimals ? "-decimal" : "";
    return name + "-sf" + String.format(Locale.ROOT, "%s", scale) + amounts;
  }

  private String baseName() {
    String file = Path.of(name).getFileName().toString();
    int dot = file.indexOf('.');
    return dot > 0 ? file.substring(0, dot) : file;
  }
}
