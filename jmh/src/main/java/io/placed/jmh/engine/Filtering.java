package io.placed.jmh.engine;

import io.placed.schema.Type;
import java.util.List;

/**
 * The part of a filtered query that every engine but Placed leaves to its user: which rows of a
 * batch are wanted, and the sums of these. One engine runs in a JVM, so that the calls are direct.
 */
final class Filtering {
  private final Filter filter;
  private final byte[] text;
  private int[] selected = new int[0];

  Filtering(Filter filter) {
    this.filter = filter;
    this.text = filter.text() == null ? null : filter.bytes();
  }

  /**
   * Adds the rows of a batch that are wanted.
   *
   * @param key the filter's column
   * @param columns those that are summed
   */
  void add(Cells key, Cells[] columns, List<Type> types, int rows, Totals totals) {
    if (selected.length < rows) {
      selected = new int[rows];
    }
    int n = text == null ? range(key, rows) : equal(key, rows);
    totals.addRows(n);
    for (int c = 0; c < columns.length && n > 0; c++) {
      add(columns[c], types.get(c), n, c, totals);
    }
  }

  private int range(Cells key, int rows) {
    long low = filter.low();
    long high = filter.high();
    int n = 0;
    for (int i = 0; i < rows; i++) {
      if (!key.isNull(i)) {
        long v = key.longAt(i);
        selected[n] = i;
        n += v >= low && v <= high ? 1 : 0;
      }
    }
    return n;
  }

  private int equal(Cells key, int rows) {
    int n = 0;
    for (int i = 0; i < rows; i++) {
      if (!key.isNull(i) && key.textEquals(i, text)) {
        selected[n++] = i;
      }
    }
    return n;
  }

  private void add(Cells v, Type type, int n, int c, Totals totals) {
    long count = 0;
    long sum = 0;
    double doubles = 0;
    for (int k = 0; k < n; k++) {
      int i = selected[k];
      if (v.isNull(i)) {
        continue;
      }
      count++;
      switch (type.kind()) {
        case DOUBLE -> doubles += v.doubleAt(i);
        case STRING -> sum += v.textAt(i);
        default -> sum += v.longAt(i);
      }
    }
    if (type.kind() == io.placed.schema.TypeKind.DOUBLE) {
      totals.add(c, doubles, count);
    } else {
      totals.add(c, sum, count);
    }
  }
}
