package io.placed.encoding.derived;

import io.placed.vector.Bits;
import io.placed.vector.Column;

/**
 * Decoded values of a parent column as integers or keys. They are converted only once for all
 * derived columns that need the same scale. Not thread-safe.
 */
public final class DerivedParent {
  private final Column column;
  private int n;
  private int scale = -1;
  private boolean complete;
  private long[] integers = new long[0];
  private long[] usable = new long[0];
  private long[] keys = new long[0];
  private boolean hasKeys;

  public DerivedParent(Column column) {
    this.column = column;
  }

  /** The column into which values are to be decoded. */
  public Column column() {
    return column;
  }

  /** Must be called when the column has other values. */
  public void changed() {
    scale = -1;
    hasKeys = false;
  }

  private void require(int count) {
    if (column.size() != count) {
      throw new IllegalArgumentException(
          "a parent has " + column.size() + " values, expected " + count);
    }
  }

  /** The keys of the values; see {@link ParentKeys}. */
  long[] keys(int count) {
    require(count);
    if (!hasKeys) {
      if (keys.length < count) {
        keys = new long[count];
      }
      ParentKeys.read(column, 0, count, keys);
      hasKeys = true;
    }
    return keys;
  }

  void read(int count, int wantedScale) {
    require(count);
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

  /** Bit i is set if value i has an integer; null if all have. */
  long[] usable() {
    return complete ? null : usable;
  }
}
