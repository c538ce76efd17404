package io.placed.statistics;

import io.placed.schema.Type;
import io.placed.vector.Bits;
import io.placed.vector.Column;
import java.util.Locale;

/**
 * Gathers the statistics of one column (one field of the schema tree), values seen once.
 *
 * <p>Larger units come from smaller ones without a second look at the values: collect per page,
 * {@link #mergeFrom} the page into the row group and {@link #reset} the page, then the row group
 * into the file. For a struct, list or map only rows and missing values are counted.
 */
public final class StatisticsCollector {
  private final Type type;
  private final ValueTracker values;
  private final DistinctSketch distinct;
  private long valueCount;
  private long nullCount;

  public StatisticsCollector(Type type) {
    this.type = type;
    this.values = ValueTracker.of(type);
    this.distinct = values == null ? null : new DistinctSketch();
  }

  public Type type() {
    return type;
  }

  /** Adds the values [from, from + count) of a column of this type. */
  public void add(Column column, int from, int count) {
    if (from < 0 || count < 0 || from > column.size() - count) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "values %d + %d of a column of %d", from, count, column.size()));
    }
    int present =
        column.validity() == null ? count : Bits.count(column.validity(), from, from + count);
    valueCount += count;
    nullCount += count - present;
    if (values != null && present > 0) {
      values.add(column, present == count ? null : column.validity(), from, count, distinct);
    }
  }

  /** Adds what the other collector, of the same type, has seen. */
  public void mergeFrom(StatisticsCollector other) {
    if (!other.type.equals(type)) {
      throw new IllegalArgumentException("statistics of " + other.type + " among " + type);
    }
    valueCount += other.valueCount;
    nullCount += other.nullCount;
    if (values != null) {
      values.merge(other.values);
      distinct.merge(other.distinct);
    }
  }

  /** Statistics of everything added since the last reset; bounds are exact and of full length. */
  public ColumnStatistics result() {
    if (values == null) {
      return ColumnStatistics.of(valueCount, nullCount, 0, -1, null, null, false, false);
    }
    long estimate = Math.min(distinct.estimate(), valueCount - nullCount);
    return ColumnStatistics.of(
        valueCount, nullCount, values.nanCount(), estimate, values.min(), values.max(), true, true);
  }

  /** Forgets everything. */
  public void reset() {
    valueCount = 0;
    nullCount = 0;
    if (values != null) {
      values.reset();
      distinct.reset();
    }
  }
}
