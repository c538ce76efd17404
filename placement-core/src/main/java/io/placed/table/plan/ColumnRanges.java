package io.placed.table.plan;

import io.placed.expression.Range;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.schema.Widening;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.source.TableSource;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Between which values the integers, decimals and days of columns lie, by the statistics of all
 * files of a table: enough to say that a sum cannot overflow.
 */
public final class ColumnRanges {
  /** Nothing but what the types say. */
  public static final ColumnRanges NONE = new ColumnRanges(TableSource.empty(), Set.of(), false);

  private final TableSource source;
  private final Set<String> unknown;
  private final boolean caseSensitive;
  private final Map<String, Range> known = new HashMap<>();

  /**
   * @param source with the names that the columns are asked for by
   * @param unknown columns whose values are not, or not all, in the files
   */
  public ColumnRanges(TableSource source, Set<String> unknown, boolean caseSensitive) {
    this.source = source;
    this.unknown = unknown;
    this.caseSensitive = caseSensitive;
  }

  /** Null for types that are no integers. */
  public Range of(String column, Type type) {
    Range all = Range.of(type);
    return all == null ? null : known.computeIfAbsent(column, c -> range(c, type, all));
  }

  private Range range(String column, Type type, Range all) {
    if (unknown.stream().anyMatch(column::equalsIgnoreCase)) {
      return all;
    }
    ColumnStatistics s = statistics(column, type);
    if (s == null) {
      return all;
    }
    if (s.comparableCount() == 0) {
      return source.fileCount() == 0 ? all : Range.of(0, 0);
    }
    if (s.min() == null || s.max() == null) {
      return all;
    }
    Range found = new Range(integer(s.min()), integer(s.max()));
    return found.within(all) ? found : all;
  }

  /** In the engine's type; null if nothing is known. */
  private ColumnStatistics statistics(String column, Type type) {
    Schema schema = source.namedSchema();
    Optional<Integer> at = schema.find(column, caseSensitive);
    if (at.isEmpty()) {
      return null;
    }
    Field field = schema.field(at.get());
    ColumnStatistics s = Widening.allowed(field.type(), type) ? source.bounds(field.name()) : null;
    return s == null ? null : s.widened(field.type(), type);
  }

  private static BigInteger integer(Object bound) {
    return bound instanceof BigInteger b ? b : BigInteger.valueOf((Long) bound);
  }
}
