package io.placed.benchmarks.engine;

import io.placed.schema.Type;
import io.placed.schema.TypeKind;
import java.util.List;

/**
 * The part of a query that every engine but Placed leaves to its user: which rows of a batch are
 * wanted, and the sums of these. One engine runs in a JVM that measures, so that the calls are
 * direct.
 */
final class Filtering {
  private final Query query;
  private final List<Filter> filters;
  private final byte[][] texts;
  private final int[] keys;
  private final List<Type> types;
  private int[] selected = new int[0];
  private long first;

  Filtering(Query query) {
    this(query, query.filters());
  }

  /**
   * @param filters those that were not applied before
   */
  Filtering(Query query, List<Filter> filters) {
    this.query = query;
    this.filters = filters;
    this.types = query.types();
    this.texts =
        filters.stream().map(f -> f.text() == null ? null : f.bytes()).toArray(byte[][]::new);
    this.keys = filters.stream().mapToInt(f -> query.columnsRead().indexOf(f.column())).toArray();
  }

  /** Where the rows of a file begin. */
  void start() {
    first = 0;
  }

  /**
   * Adds the rows of a batch that are wanted.
   *
   * @param read the columns read, in the order of {@link Query#columnsRead}
   */
  void add(Cells[] read, int rows, Totals totals) {
    if (selected.length < rows) {
      selected = new int[rows];
    }
    int n = sample(rows);
    for (int f = 0; f < filters.size() && n > 0; f++) {
      n = narrow(filters.get(f), texts[f], read[keys[f]], n);
    }
    totals.addRows(n);
    for (int c = 0; c < types.size() && n > 0; c++) {
      add(read[c], types.get(c), n, c, totals);
    }
    if (query.product() && n > 0) {
      addProduct(read, n, totals);
    }
    first += rows;
  }

  private int sample(int rows) {
    int n = 0;
    if (!query.sampled()) {
      for (; n < rows; n++) {
        selected[n] = n;
      }
      return n;
    }
    for (int i = 0; i < rows; i++) {
      if (Sampling.chooses(first + i, query.sample())) {
        selected[n++] = i;
      }
    }
    return n;
  }

  private int narrow(Filter filter, byte[] text, Cells key, int rows) {
    if (text != null) {
      return equal(key, text, rows);
    }
    return filter.isDouble() ? doubles(filter, key, rows) : range(filter, key, rows);
  }

  private int range(Filter filter, Cells key, int rows) {
    long low = filter.low();
    long high = filter.high();
    int n = 0;
    for (int k = 0; k < rows; k++) {
      int i = selected[k];
      if (!key.isNull(i)) {
        long v = key.longAt(i);
        selected[n] = i;
        n += v >= low && v <= high ? 1 : 0;
      }
    }
    return n;
  }

  private int doubles(Filter filter, Cells key, int rows) {
    double low = filter.lowDouble();
    double high = filter.highDouble();
    int n = 0;
    for (int k = 0; k < rows; k++) {
      int i = selected[k];
      if (!key.isNull(i)) {
        double v = key.doubleAt(i);
        selected[n] = i;
        n += v >= low && v <= high ? 1 : 0;
      }
    }
    return n;
  }

  private int equal(Cells key, byte[] text, int rows) {
    int n = 0;
    for (int k = 0; k < rows; k++) {
      int i = selected[k];
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
    if (type.kind() == TypeKind.DOUBLE) {
      totals.add(c, doubles, count);
    } else {
      totals.add(c, sum, count);
    }
  }

  private void addProduct(Cells[] read, int n, Totals totals) {
    Cells a = read[0];
    Cells b = read[1];
    boolean doubles = types.get(0).kind() == TypeKind.DOUBLE;
    long count = 0;
    long sum = 0;
    double doubleSum = 0;
    for (int k = 0; k < n; k++) {
      int i = selected[k];
      if (!a.isNull(i) && !b.isNull(i)) {
        count++;
        if (doubles) {
          doubleSum += a.doubleAt(i) * b.doubleAt(i);
        } else {
          sum += a.longAt(i) * b.longAt(i);
        }
      }
    }
    totals.add(types.size(), sum, count);
    totals.add(types.size(), doubleSum, 0);
  }
}
