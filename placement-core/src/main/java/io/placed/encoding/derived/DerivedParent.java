package io.placed.encoding.derived;

import io.placed.vector.Bits;
import io.placed.vector.Column;

/**
 * A run of decoded values of a column that others are derived from, as integers; converted once for
 * all of them that want the same scale. For one thread.
 */
public final class DerivedParent {
  private final Column column;
  private int n;
  private int scale = -1;
  private boolean complete;
  private long[] integers = new long[0];
  private long[] usable = new long[0];

  public DerivedParent(Column column) {
    this.column = column;
  }

  /** Where the values are to be decoded to. */
  public Column column() {
    return column;
  }

  /** To be called when the column holds other values. */
  public void changed() {
    scale = -1;
  }

  void read(int count, int wantedScale) {
    if (column.size() != count) {
      throw new IllegalArgumentException(
          "a parent has " + column.size() + " values, expected " + count);
    }
    if (scale == wantedScale) {
      return;
    }
    n = count;
    if (integers.length < n) {
      integers = new long[n];
      usable = new long[Bits.words(n)];
    }
    complete = ScaledIntegers.read(column, 0, n, wantedScale, integers, usable);
    scale = wantedScale;
  }

  long[] integers() {
    return integers;
  }

  /** Which values are integers; null if all are. */
  long[] usable() {
    return complete ? null : usable;
  }
}
