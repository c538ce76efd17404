package io.placed.statistics;

import io.placed.schema.Type;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;

/**
 * Counts and bounds of some values of one column. Immutable.
 *
 * <p>A bound is a {@link Long} (boolean 0 or 1, integers, dates in days, timestamps in
 * microseconds, decimals of at most 18 digits unscaled), a {@link Double} (float, double), a {@link
 * java.math.BigInteger} (longer decimals, unscaled) or a {@code byte[]} (string, binary; unsigned
 * byte order). Bounds hold for every value that is neither missing nor NaN: {@code min} ≤ value ≤
 * {@code max}. A bound is null in two cases that {@link #comparableCount()} tells apart: there is
 * no such value, or there are some and the bound is not known.
 *
 * <p>Floating point: NaN is never a bound, it is counted in {@link #nanCount()}; SQL puts it above
 * every other value. SQL also says −0.0 = 0.0, so a zero minimum is always kept as −0.0 and a zero
 * maximum as 0.0: the bounds then hold in the order of SQL and in the order of {@link
 * Double#compare}, and do not depend on the order in which values came.
 */
public final class ColumnStatistics implements Serializable {
  private static final long serialVersionUID = 1L;

  private final long valueCount;
  private final long nullCount;
  private final long nanCount;
  private final long distinctEstimate;
  private final Serializable min;
  private final Serializable max;
  private final boolean minExact;
  private final boolean maxExact;

  private ColumnStatistics(
      long valueCount,
      long nullCount,
      long nanCount,
      long distinctEstimate,
      Serializable min,
      Serializable max,
      boolean minExact,
      boolean maxExact) {
    this.valueCount = valueCount;
    this.nullCount = nullCount;
    this.nanCount = nanCount;
    this.distinctEstimate = distinctEstimate;
    this.min = min;
    this.max = max;
    boolean nothing = comparableCount() == 0;
    this.minExact = nothing || (min != null && minExact);
    this.maxExact = nothing || (max != null && maxExact);
  }

  /**
   * Statistics from their parts. An array given as a bound must not be changed afterwards.
   *
   * @param valueCount number of values, including nulls
   * @param distinctEstimate about how many different values there are, −1 if not known
   * @param min lower bound, or null
   * @param max upper bound, or null
   * @param minExact whether the minimum is itself one of the values; ignored without a bound
   * @throws IllegalArgumentException if the parts contradict each other
   */
  public static ColumnStatistics of(
      long valueCount,
      long nullCount,
      long nanCount,
      long distinctEstimate,
      Object min,
      Object max,
      boolean minExact,
      boolean maxExact) {
    if (nullCount < 0
        || nanCount < 0
        || nullCount > valueCount
        || nanCount > valueCount - nullCount
        || distinctEstimate < -1) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "statistics contradict themselves: %d values, %d null, %d NaN, %d distinct",
              valueCount,
              nullCount,
              nanCount,
              distinctEstimate));
    }
    boolean nothing = nullCount + nanCount == valueCount;
    if (nothing && (min != null || max != null)) {
      throw new IllegalArgumentException(
          "statistics without comparable values must not have bounds");
    }
    Serializable low = Bounds.checked(min);
    Serializable high = Bounds.checked(max);
    if (low instanceof Double d && d == 0) {
      low = -0.0;
    }
    if (high instanceof Double d && d == 0) {
      high = 0.0;
    }
    if (low != null && high != null) {
      if (low.getClass() != high.getClass()) {
        throw new IllegalArgumentException(
            "minimum is a %s, maximum a %s"
                .formatted(low.getClass().getSimpleName(), high.getClass().getSimpleName()));
      }
      if (Bounds.compare(low, high) > 0) {
        throw new IllegalArgumentException("the minimum is above the maximum");
      }
    }
    return new ColumnStatistics(
        valueCount, nullCount, nanCount, distinctEstimate, low, high, minExact, maxExact);
  }

  /** Of no rows at all: the neutral element of {@link #merge}. */
  public static ColumnStatistics empty() {
    return of(0, 0, 0, 0, null, null, true, true);
  }

  /**
   * Of rows that all hold one value, as those of a partition do.
   *
   * @param value internal value: the types of a bound (see the class), NaN allowed; null = missing
   */
  public static ColumnStatistics ofConstant(Type type, Object value, long rows) {
    if (rows == 0) {
      return empty();
    }
    if (value == null) {
      return of(rows, rows, 0, 0, null, null, true, true);
    }
    Bounds.requireFits(type, value);
    if (value instanceof Double d && d.isNaN()) {
      return of(rows, 0, rows, 1, null, null, true, true);
    }
    return of(rows, 0, 0, 1, value, value, true, true);
  }

  /**
   * Requires that the bounds are values of a type, as readers and merges rely on.
   *
   * @throws IllegalArgumentException if they are not
   */
  public ColumnStatistics requireFits(Type type) {
    if (min != null) {
      Bounds.requireFits(type, min);
    }
    if (max != null) {
      Bounds.requireFits(type, max);
    }
    return this;
  }

  /**
   * Compares two bounds of one column.
   *
   * @throws ClassCastException if they are of different classes
   */
  public static int compareBounds(Object a, Object b) {
    return Bounds.compare(a, b);
  }

  /** Number of values, including nulls. */
  public long valueCount() {
    return valueCount;
  }

  public long nullCount() {
    return nullCount;
  }

  /** Values that are NaN; 0 for a type without NaN. */
  public long nanCount() {
    return nanCount;
  }

  /** Number of values that bounds apply to: neither null nor NaN. */
  public long comparableCount() {
    return valueCount - nullCount - nanCount;
  }

  /** About how many different values there are, NaN being one and null none; −1 = not known. */
  public long distinctEstimate() {
    return distinctEstimate;
  }

  /** Lower bound, or null; must not be changed if it is an array. */
  public Object min() {
    return min;
  }

  /** Upper bound, or null; must not be changed if it is an array. */
  public Object max() {
    return max;
  }

  /** True if a scan would find {@link #min()}, or, where that is null, no comparable value. */
  public boolean minExact() {
    return minExact;
  }

  /** True if a scan would find {@link #max()}, or, where that is null, no comparable value. */
  public boolean maxExact() {
    return maxExact;
  }

  /**
   * Statistics of the values of both. The distinct estimate is the sum where the bounds do not
   * overlap and the larger of the two where they do, which is a lower bound; merging {@link
   * StatisticsCollector}s instead keeps it good.
   */
  public static ColumnStatistics merge(ColumnStatistics a, ColumnStatistics b) {
    if (a.valueCount == 0) {
      return b;
    }
    if (b.valueCount == 0) {
      return a;
    }
    Serializable min = a.min;
    Serializable max = a.max;
    boolean minExact = a.minExact;
    boolean maxExact = a.maxExact;
    if (a.comparableCount() == 0) {
      min = b.min;
      max = b.max;
      minExact = b.minExact;
      maxExact = b.maxExact;
    } else if (b.comparableCount() != 0) {
      int low = a.min == null || b.min == null ? 0 : Bounds.compare(a.min, b.min);
      min = b.min == null ? null : low > 0 ? b.min : a.min;
      minExact = low == 0 ? a.minExact || b.minExact : low > 0 ? b.minExact : a.minExact;
      int high = a.max == null || b.max == null ? 0 : Bounds.compare(a.max, b.max);
      max = b.max == null ? null : high < 0 ? b.max : a.max;
      maxExact = high == 0 ? a.maxExact || b.maxExact : high < 0 ? b.maxExact : a.maxExact;
    }
    return new ColumnStatistics(
        a.valueCount + b.valueCount,
        a.nullCount + b.nullCount,
        a.nanCount + b.nanCount,
        mergedDistinct(a, b),
        min,
        max,
        minExact,
        maxExact);
  }

  private static long mergedDistinct(ColumnStatistics a, ColumnStatistics b) {
    if (a.distinctEstimate < 0 || b.distinctEstimate < 0) {
      return -1;
    }
    boolean apart =
        (a.max != null && b.min != null && Bounds.compare(a.max, b.min) < 0)
            || (b.max != null && a.min != null && Bounds.compare(b.max, a.min) < 0);
    boolean nanTwice = a.nanCount > 0 && b.nanCount > 0;
    return apart
        ? a.distinctEstimate + b.distinctEstimate - (nanTwice ? 1 : 0)
        : Math.max(a.distinctEstimate, b.distinctEstimate);
  }

  /**
   * The same with byte bounds of at most {@code maxBytes}, or as many more as both have in common,
   * and {@code more}: bounds of values that begin alike, such as URLs, tell them apart.
   *
   * @param mostBytes of any bound
   */
  public ColumnStatistics withTruncatedBounds(int maxBytes, int more, int mostBytes) {
    int common = 0;
    if (min instanceof byte[] low && max instanceof byte[] high) {
      int differs = Arrays.mismatch(low, high);
      common = differs < 0 ? low.length : differs;
    }
    return withTruncatedBounds(Math.max(maxBytes, Math.min(mostBytes, common + more)));
  }

  /**
   * The same with byte bounds of at most {@code maxBytes}: the minimum cut down, the maximum cut
   * and rounded up. Where a bound is valid UTF-8, so is what becomes of it. Where no upper bound is
   * that short, the maximum is no longer known.
   */
  public ColumnStatistics withTruncatedBounds(int maxBytes) {
    if (maxBytes < 1) {
      throw new IllegalArgumentException(
          "the length of bounds must be at least 1, found " + maxBytes);
    }
    boolean minFits = !(min instanceof byte[] low) || low.length <= maxBytes;
    boolean maxFits = !(max instanceof byte[] high) || high.length <= maxBytes;
    if (minFits && maxFits) {
      return this;
    }
    return new ColumnStatistics(
        valueCount,
        nullCount,
        nanCount,
        distinctEstimate,
        minFits ? min : Truncation.down((byte[]) min, maxBytes),
        maxFits ? max : Truncation.up((byte[]) max, maxBytes),
        minExact && minFits,
        maxExact && maxFits);
  }

  /**
   * The same for values of {@code stored} that are read as {@code wanted}: bounds of a column that
   * was widened since. Nested values have no bounds, only counts, which do not depend on their
   * fields.
   *
   * @throws IllegalArgumentException if {@link io.placed.schema.Widening} does not allow it
   */
  public ColumnStatistics widened(Type stored, Type wanted) {
    if (stored.equals(wanted) || (stored.isNested() && stored.kind() == wanted.kind())) {
      return this;
    }
    return new ColumnStatistics(
        valueCount,
        nullCount,
        nanCount,
        distinctEstimate,
        Bounds.widened(min, stored, wanted),
        Bounds.widened(max, stored, wanted),
        minExact,
        maxExact);
  }

  /**
   * About those of some of the values, whichever these are: the bounds hold, and nulls and NaN are
   * as frequent. Where there was one, there still is, if there is room.
   *
   * @param values how many, at most {@link #valueCount()}
   */
  public ColumnStatistics ofSome(long values) {
    if (values == valueCount) {
      return this;
    }
    if (values == 0) {
      return empty();
    }
    boolean nothing = comparableCount() == 0;
    long room = nothing ? values : values - 1;
    long nulls =
        nullCount == valueCount
            ? values
            : Math.min(share(nullCount, values), nanCount > 0 ? Math.max(0, room - 1) : room);
    long nans = nothing ? values - nulls : Math.min(share(nanCount, values), room - nulls);
    long distinct = Math.min(distinctEstimate, values - nulls);
    return new ColumnStatistics(values, nulls, nans, distinct, min, max, false, false);
  }

  private long share(long count, long values) {
    return (long) Math.ceil((double) count * values / valueCount);
  }

  /** A line for people, bounds as Java values of {@link io.placed.vector.Values}. */
  public String describe(Type type) {
    StringBuilder out = new StringBuilder();
    out.append(valueCount).append(" values, ").append(nullCount).append(" null");
    if (nanCount > 0) {
      out.append(", ").append(nanCount).append(" NaN");
    }
    if (distinctEstimate >= 0) {
      out.append(", about ").append(distinctEstimate).append(" distinct");
    }
    if (min != null) {
      out.append(minExact ? ", min " : ", from ").append(Bounds.describe(type, min));
    }
    if (max != null) {
      out.append(maxExact ? ", max " : ", up to ").append(Bounds.describe(type, max));
    }
    return out.toString();
  }

  /**
   * A bound as text that {@link #parseBound} reads back exactly: decimal digits, {@link
   * Double#toString}, Base64 of bytes.
   */
  public static String boundText(Type type, Object bound) {
    return Bounds.text(type, bound);
  }

  /**
   * Reads the text of {@link #boundText}.
   *
   * @throws IllegalArgumentException if it is no value of the type
   */
  public static Object parseBound(Type type, String text) {
    return Bounds.parse(type, text);
  }

  /** A bound as the Java value that {@link io.placed.vector.Values} would return; null for null. */
  public static Object boundValue(Type type, Object bound) {
    return Bounds.javaValue(type, bound);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ColumnStatistics s
        && valueCount == s.valueCount
        && nullCount == s.nullCount
        && nanCount == s.nanCount
        && distinctEstimate == s.distinctEstimate
        && minExact == s.minExact
        && maxExact == s.maxExact
        && Objects.deepEquals(min, s.min)
        && Objects.deepEquals(max, s.max);
  }

  @Override
  public int hashCode() {
    return Arrays.deepHashCode(
        new Object[] {
          valueCount, nullCount, nanCount, distinctEstimate, min, max, minExact, maxExact
        });
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "ColumnStatistics[%d values, %d null, %d NaN, %d distinct, %s%s to %s%s]",
        valueCount,
        nullCount,
        nanCount,
        distinctEstimate,
        Bounds.plain(min),
        minExact ? "" : "~",
        Bounds.plain(max),
        maxExact ? "" : "~");
  }
}
