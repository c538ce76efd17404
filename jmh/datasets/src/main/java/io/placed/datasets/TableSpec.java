package io.placed.datasets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which rows: a table of TPC-DS or TPC-H by its name, or a CSV file by its path.
 *
 * @param name of the table or path of the file
 * @param scale the generator's scale factor; without meaning for a file
 * @param decimals whether amounts are decimals, as the benchmarks define them; else doubles
 */
public record TableSpec(String name, double scale, boolean decimals) {
  private static final String DECIMAL = ":decimal";

  /** Such as {@code wide-10000x10}: 10,000 columns, 10 row groups. */
  private static final Pattern WIDE = Pattern.compile("wide-(\\d+)x(\\d+)");

  private static final int WIDE_ROWS = 1000;

  /**
   * @param text a name or a path, with {@code :decimal} behind it if amounts are to be decimals
   */
  public static TableSpec parse(String text, double scale) {
    boolean decimals = text.endsWith(DECIMAL);
    String name = decimals ? text.substring(0, text.length() - DECIMAL.length()) : text;
    return new TableSpec(name, scale, decimals);
  }

  /** Columns of a made-up wide table; 0: this is none. */
  public int wideColumns() {
    return wide(1);
  }

  /** Row groups of a made-up wide table; 0: this is none. */
  public int wideGroups() {
    return wide(2);
  }

  /** Rows that a row group is to have in every format; 0: each as it likes. */
  public int groupRows() {
    return wideColumns() > 0 ? WIDE_ROWS : 0;
  }

  private int wide(int part) {
    Matcher m = WIDE.matcher(name);
    return m.matches() ? Integer.parseInt(m.group(part)) : 0;
  }

  /** Whether the rows come from a file rather than from a generator. */
  public boolean isFile() {
    return name.contains("/") || name.endsWith(".csv") || name.endsWith(".gz");
  }

  /** Whether the scale factor decides which rows there are. */
  public boolean hasScale() {
    return !isFile() && wideColumns() == 0;
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
