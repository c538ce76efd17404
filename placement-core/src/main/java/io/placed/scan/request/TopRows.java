package io.placed.scan.request;

import io.placed.schema.Type;
import io.placed.statistics.ColumnStatistics;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.io.IOException;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Top-N by a column: chooses every row unless enough rows with smaller keys are known already, so
 * possibly more than N. Page statistics exclude whole pages, and bound the keys of rows to come.
 *
 * <p>Values are mapped to longs that preserve the order. Rows with equal keys are all chosen, so
 * that further columns may order them.
 */
public final class TopRows implements RowChoice {
  private static final int MAX_ROWS = 1 << 16;

  private final String column;
  private final boolean descending;
  private final boolean nullsFirst;

  /** The smallest keys so far, as a binary max-heap. */
  private final long[] heap;

  private int size;

  /** Rows with larger keys cannot be in the result. */
  private long limit = Long.MAX_VALUE;

  /** A part of the file: its largest key, and its number of rows. */
  private record Part(long worst, long rows) {}

  /** Those with the smallest of these keys that together have enough rows; the largest is first. */
  private final PriorityQueue<Part> expected =
      new PriorityQueue<>(Comparator.comparingLong(Part::worst).reversed());

  private long expectedRows;

  /**
   * @param rows number of requested rows, at most 65,536
   */
  public TopRows(String column, boolean descending, boolean nullsFirst, int rows) {
    if (rows < 1 || rows > MAX_ROWS) {
      throw new IllegalArgumentException(
          "the number of top rows must be 1 to " + MAX_ROWS + ", found " + rows);
    }
    this.column = column;
    this.descending = descending;
    this.nullsFirst = nullsFirst;
    this.heap = new long[rows];
  }

  /** Whether the type and the number of rows are supported. */
  public static boolean canChoose(Type type, int rows) {
    return rows >= 1
        && rows <= MAX_ROWS
        && switch (type.storage()) {
          case INT, LONG, FLOAT, DOUBLE -> true;
          default -> false;
        };
  }

  @Override
  public String column() {
    return column;
  }

  @Override
  public void expect(long rows, ColumnStatistics known) {
    if (known == null || rows == 0) {
      return;
    }
    expected.add(new Part(worst(known), rows));
    expectedRows += rows;
    while (expectedRows - expected.element().rows() >= heap.length) {
      expectedRows -= expected.remove().rows();
    }
    if (expectedRows >= heap.length) {
      limit = Math.min(limit, expected.element().worst());
    }
  }

  @Override
  public boolean mayChoose(long first, long rows, Known known) throws IOException {
    if (limit == Long.MAX_VALUE) {
      return true;
    }
    ColumnStatistics of = known.get();
    return of == null || best(of) <= limit;
  }

  @Override
  public void choose(long first, Column values, long[] rows, int count) {
    for (int w = 0; w < count + 63 >> 6; w++) {
      for (long left = rows[w]; left != 0; left &= left - 1) {
        int bit = Long.numberOfTrailingZeros(left);
        long key = key(values, (w << 6) + bit);
        if (key > limit) {
          rows[w] &= ~(1L << bit);
        } else {
          add(key);
        }
      }
    }
  }

  private void add(long key) {
    if (size < heap.length) {
      int at = size++;
      for (; at > 0 && heap[at - 1 >> 1] < key; at = at - 1 >> 1) {
        heap[at] = heap[at - 1 >> 1];
      }
      heap[at] = key;
    } else if (key < heap[0]) {
      sink(key);
    }
    if (size == heap.length) {
      limit = Math.min(limit, heap[0]);
    }
  }

  /** Replaces the largest key. */
  private void sink(long key) {
    int at = 0;
    for (int child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && heap[child + 1] > heap[child]) {
        child++;
      }
      if (heap[child] <= key) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = key;
  }

  private long key(Column values, int i) {
    if (values.isNull(i)) {
      return ofNull();
    }
    if (values instanceof IntColumn c) {
      return directed(c.values()[i]);
    }
    if (values instanceof LongColumn c) {
      return directed(c.values()[i]);
    }
    return directed(
        values instanceof FloatColumn c
            ? ordered(c.values()[i])
            : ordered(((DoubleColumn) values).values()[i]));
  }

  private long ofNull() {
    return nullsFirst ? Long.MIN_VALUE : Long.MAX_VALUE;
  }

  private long directed(long value) {
    return descending ? ~value : value;
  }

  /** A long with the same order: NaN is greatest, and both zeros are equal. */
  private static long ordered(double value) {
    long bits = Double.doubleToLongBits(value + 0.0);
    return bits ^ bits >> 63 >>> 1;
  }

  /** Lower bound of the keys of these rows. */
  private long best(ColumnStatistics known) {
    if (known.nullCount() > 0 && nullsFirst) {
      return Long.MIN_VALUE;
    }
    Object bound = descending ? known.max() : known.min();
    if (descending && known.nanCount() > 0) {
      return directed(ordered(Double.NaN));
    }
    if (known.comparableCount() == 0) {
      return known.nanCount() > 0 ? directed(ordered(Double.NaN)) : ofNull();
    }
    return bound == null ? Long.MIN_VALUE : directed(bound);
  }

  /** Upper bound of the keys of these rows. */
  private long worst(ColumnStatistics known) {
    if (known.nullCount() > 0 && !nullsFirst) {
      return Long.MAX_VALUE;
    }
    Object bound = descending ? known.min() : known.max();
    if (!descending && known.nanCount() > 0) {
      return directed(ordered(Double.NaN));
    }
    if (known.comparableCount() == 0) {
      return known.nanCount() > 0 ? directed(ordered(Double.NaN)) : ofNull();
    }
    return bound == null ? Long.MAX_VALUE : directed(bound);
  }

  private long directed(Object bound) {
    return directed(bound instanceof Double d ? ordered(d) : (Long) bound);
  }
}
