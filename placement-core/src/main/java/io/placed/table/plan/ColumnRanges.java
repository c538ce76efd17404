package io.placed.table.plan;

import io.placed.expression.Range;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.schema.Widening;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.source.SourceFile;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Between which values the integers, decimals and days of columns lie, by the statistics of all
 * files of a table: enough to say that a sum cannot overflow.
 */
public final class ColumnRanges {
  /** Nothing but what the types say. */
  public static final ColumnRanges NONE = new ColumnRanges(List.of(), Set.of(), false);

  private final List<SourceFile> files;
  private final Set<String> unknown;
  private final boolean caseSensitive;
  private final Map<String, Range> known = new HashMap<>();

  /**
   * @param unknown columns whose values are not, or not all, in the files
   */
  public ColumnRanges(List<SourceFile> files, Set<String> unknown, boolean caseSensitive) {
    this.files = files;
    this.unknown = unknown;
    this.caseSensitive = caseSensitive;
  }

  /** Null for types that are no integers. */
  public Range of(String column, Type type) {
    Range all = Range.of(type);
    return all == null ? null : known.computeIfAbsent(column, c -> range(c, type, all));
  }

  private Range range(String column, Type type, Range all) {
    BigInteger low = null;
    BigInteger high = null;
    if (unknown.stream().anyMatch(column::equalsIgnoreCase)) {
      return all;
    }
    for (SourceFile f : files) {
      ColumnStatistics s = statistics(f, column, type);
      Object min = s == null ? null : s.min();
      Object max = s == null ? null : s.max();
      if (s != null && s.nullCount() == s.valueCount()) {
        continue;
      }
      if (min == null || max == null) {
        return all;
      }
      low = low == null ? integer(min) : low.min(integer(min));
      high = high == null ? integer(max) : high.max(integer(max));
    }
    if (low == null) {
      return files.isEmpty() ? all : Range.of(0, 0);
    }
    Range found = new Range(low, high);
    return found.within(all) ? found : all;
  }

  /** In the table's type; null if nothing is known. */
  private ColumnStatistics statistics(SourceFile f, String column, Type type) {
    Schema schema = f.schema();
    Optional<Integer> at = schema.find(column, caseSensitive);
    if (at.isEmpty() || f.file().foreign()) {
      return null;
    }
    Type stored = schema.field(at.get()).type();
    ColumnStatistics s = f.file().statistics().get(schema.field(at.get()).name());
    return s == null || !Widening.allowed(stored, type) ? null : s.widened(stored, type);
  }

  private static BigInteger integer(Object bound) {
    return bound instanceof BigInteger b ? b : BigInteger.valueOf((Long) bound);
  }
}
