package io.placed.benchmarks.engine;

import java.util.List;
import java.util.Locale;

/**
 * The sum and the number of present values of each column. Whole numbers, dates, times and unscaled
 * decimals are summed as long (with overflow), strings as the sum of their lengths in bytes and of
 * their first bytes, booleans as the number that is true.
 */
public final class Totals {
  /** Sums of doubles depend on the order of additions. */
  public static final double TOLERANCE = 1e-9;

  private final List<String> columns;
  private final long[] counts;
  private final long[] longs;
  private final double[] doubles;
  private long rows;

  public Totals(List<String> columns) {
    this.columns = List.copyOf(columns);
    counts = new long[columns.size()];
    longs = new long[columns.size()];
    doubles = new double[columns.size()];
  }

  public List<String> columns() {
    return columns;
  }

  public long rows() {
    return rows;
  }

  public void addRows(long n) {
    rows += n;
  }

  public void add(int column, long sum, long count) {
    longs[column] += sum;
    counts[column] += count;
  }

  public void add(int column, double sum, long count) {
    doubles[column] += sum;
    counts[column] += count;
  }

  public long count(int column) {
    return counts[column];
  }

  public long longSum(int column) {
    return longs[column];
  }

  public double doubleSum(int column) {
    return doubles[column];
  }

  /** The same for some of the columns, in the order given. */
  public Totals select(List<String> some) {
    Totals out = new Totals(some);
    out.rows = rows;
    for (int i = 0; i < some.size(); i++) {
      int from = columns.indexOf(some.get(i));
      if (from < 0) {
        throw new IllegalArgumentException("no column '" + some.get(i) + "' among " + columns);
      }
      out.counts[i] = counts[from];
      out.longs[i] = longs[from];
      out.doubles[i] = doubles[from];
    }
    return out;
  }

  /**
   * Requires the expected sums: counts and whole numbers exactly, doubles within {@link #TOLERANCE}
   * of each other.
   *
   * @param what for the message
   * @throws IllegalStateException naming the first column that differs
   */
  public void requireSame(Totals found, String what) {
    if (!columns.equals(found.columns) || rows != found.rows) {
      throw new IllegalStateException(
          String.format(
              Locale.ROOT,
              "%s: expected %d rows of %s, found %d of %s",
              what,
              rows,
              columns,
              found.rows,
              found.columns));
    }
    for (int i = 0; i < counts.length; i++) {
      double distance = Math.abs(doubles[i] - found.doubles[i]);
      double limit = TOLERANCE * Math.max(Math.abs(doubles[i]), Math.abs(found.doubles[i]));
      // Written so that NaN fails.
      if (counts[i] != found.counts[i] || longs[i] != found.longs[i] || !(distance <= limit)) {
        throw new IllegalStateException(
            String.format(
                Locale.ROOT,
                "%s: column %s: expected %d values, sum %d / %s; found %d values, sum %d / %s",
                what,
                columns.get(i),
                counts[i],
                longs[i],
                doubles[i],
                found.counts[i],
                found.longs[i],
                found.doubles[i]));
      }
    }
  }

  /**
   * The sums of several queries as those of one.
   *
   * @param parts of the same rows
   * @param columns of the result, each in one of the parts
   */
  public static Totals join(List<Totals> parts, List<String> columns) {
    Totals out = new Totals(columns);
    out.rows = parts.get(0).rows;
    for (Totals part : parts) {
      for (int i = 0; i < part.columns.size(); i++) {
        int to = columns.indexOf(part.columns.get(i));
        out.counts[to] = part.counts[i];
        out.longs[to] = part.longs[i];
        out.doubles[to] = part.doubles[i];
      }
    }
    return out;
  }

  /** The rows, and of each column the number of values and their sum. */
  public String text() {
    StringBuilder out = new StringBuilder().append(rows);
    for (int i = 0; i < counts.length; i++) {
      out.append(' ').append(counts[i]).append(' ');
      // Only one of both is not 0.
      out.append(doubles[i] != 0 ? String.valueOf(doubles[i]) : String.valueOf(longs[i]));
    }
    return out.toString();
  }

  /** A number that depends on every sum that is exact; printed with the results. */
  public long checksum() {
    long hash = rows;
    for (int i = 0; i < counts.length; i++) {
      hash = (hash * 31 + counts[i]) * 31 + longs[i];
    }
    return hash;
  }
}
