package io.placed.formats.zones;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A set of rows as ascending intervals that do not touch. Immutable. */
public final class RowIntervals {
  public static final RowIntervals NONE = new RowIntervals(new long[0]);

  /** Pairs of a first row and an end, exclusive. */
  private final long[] bounds;

  private RowIntervals(long[] bounds) {
    this.bounds = bounds;
  }

  /** The first rows. */
  public static RowIntervals first(long rows) {
    return rows == 0 ? NONE : new RowIntervals(new long[] {0, rows});
  }

  /** Collects intervals in ascending order. */
  public static final class Builder {
    private long[] bounds = new long[16];
    private int size;

    /** Adds rows; joins them with the interval before if they touch it. */
    public Builder add(long from, long to) {
      if (from >= to) {
        return this;
      }
      if (size > 0 && from <= bounds[size - 1]) {
        bounds[size - 1] = Math.max(bounds[size - 1], to);
        return this;
      }
      if (size == bounds.length) {
        bounds = Arrays.copyOf(bounds, 2 * size);
      }
      bounds[size++] = from;
      bounds[size++] = to;
      return this;
    }

    public RowIntervals build() {
      return size == 0 ? NONE : new RowIntervals(Arrays.copyOf(bounds, size));
    }
  }

  /** Rows that are in both. */
  public RowIntervals and(RowIntervals other) {
    Builder out = new Builder();
    int a = 0;
    int b = 0;
    while (a < bounds.length && b < other.bounds.length) {
      out.add(Math.max(bounds[a], other.bounds[b]), Math.min(bounds[a + 1], other.bounds[b + 1]));
      if (bounds[a + 1] < other.bounds[b + 1]) {
        a += 2;
      } else {
        b += 2;
      }
    }
    return out.build();
  }

  /** Rows that are in one of them. */
  public RowIntervals or(RowIntervals other) {
    List<long[]> all = new ArrayList<>();
    forEach((from, to) -> all.add(new long[] {from, to}));
    other.forEach((from, to) -> all.add(new long[] {from, to}));
    all.sort((x, y) -> Long.compare(x[0], y[0]));
    Builder out = new Builder();
    all.forEach(i -> out.add(i[0], i[1]));
    return out.build();
  }

  /** What is done with an interval. */
  @FunctionalInterface
  public interface Action {
    /**
     * @param to exclusive
     */
    void accept(long from, long to);
  }

  public void forEach(Action action) {
    for (int i = 0; i < bounds.length; i += 2) {
      action.accept(bounds[i], bounds[i + 1]);
    }
  }

  /** Whether one of some rows is in the set. */
  public boolean overlaps(long from, long to) {
    for (int i = 0; i < bounds.length; i += 2) {
      if (bounds[i] < to && bounds[i + 1] > from) {
        return true;
      }
    }
    return false;
  }

  /** Number of rows. */
  public long count() {
    long sum = 0;
    for (int i = 0; i < bounds.length; i += 2) {
      sum += bounds[i + 1] - bounds[i];
    }
    return sum;
  }

  public boolean isEmpty() {
    return bounds.length == 0;
  }

  @Override
  public String toString() {
    return Arrays.toString(bounds);
  }
}
