package io.placed.spark;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.Row;

/** Checks that reports measured queries with equal results. */
final class ReportRows {
  private ReportRows() {}

  /**
   * Compares rows in any order. Sums of doubles may differ by the order of addition, and extremes
   * by the sign of a zero, of which Spark keeps the first.
   *
   * @throws IllegalStateException if rows differ
   */
  static void check(List<Row> expected, List<Row> found, String what) {
    if (!same(expected, found)) {
      throw new IllegalStateException(what + ": expected " + expected + ", found " + found);
    }
  }

  static boolean same(List<Row> a, List<Row> b) {
    return a.size() == b.size() && rounded(a).equals(rounded(b));
  }

  private static List<String> rounded(List<Row> rows) {
    return rows.stream().map(ReportRows::rounded).sorted().toList();
  }

  private static String rounded(Row row) {
    List<String> out = new ArrayList<>();
    for (int i = 0; i < row.size(); i++) {
      out.add(rounded(row.get(i)));
    }
    return out.toString();
  }

  private static String rounded(Object value) {
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    return value instanceof Number n && (n instanceof Double || n instanceof Float)
        ? String.format(Locale.ROOT, "%.8e", n.doubleValue() + 0.0)
        : String.valueOf(value);
  }
}
