package io.placed.table.answer;

import io.placed.aggregate.Aggregate;
import io.placed.aggregate.Aggregate.Function;
import io.placed.expression.Expression;
import io.placed.schema.Type;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.file.PartitionValues;
import io.placed.table.plan.FileQuery;
import io.placed.table.source.SourceFile;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * COUNT, MIN and MAX, by partition columns if asked for, from what the snapshot says: no file is
 * opened.
 *
 * @param rows one per group, in the order in which the files come
 */
public record StatisticsAnswer(List<Row> rows) {

  /**
   * A group.
   *
   * @param key values of the group's columns in the form of bounds in statistics; zeros of both
   *     signs are one group
   * @param values of the aggregates: Long for counts, else in the form of bounds
   */
  public record Row(List<Object> key, List<Object> values) {}

  /**
   * Empty if files have to be read: something else is asked for, rows are filtered, or a bound is
   * unknown, not exact or a zero, which has a sign.
   *
   * @param groupBy expressions over the query's columns
   */
  public static Optional<StatisticsAnswer> of(
      FileQuery query, List<Expression> groupBy, List<Aggregate> aggregates) {
    List<Expression.Reference> keys = new ArrayList<>();
    for (Expression key : groupBy) {
      if (!(key instanceof Expression.Reference r)
          || r.path().size() != 1
          || query.partition().indexOf(r.path().get(0)) < 0) {
        return Optional.empty();
      }
      keys.add(r);
    }
    boolean inPartitions = keys.isEmpty() || query.source().isInPartitions();
    if (!inPartitions
        || !query.dataFilters().isEmpty()
        || !aggregates.stream().allMatch(StatisticsAnswer::isOfStatistics)) {
      return Optional.empty();
    }
    Map<List<Object>, Group> groups = new LinkedHashMap<>();
    if (keys.isEmpty()) {
      groups.put(List.of(), new Group(List.of(), none(aggregates.size())));
    }
    for (SourceFile f : query.files()) {
      if (f.file().liveRows() == 0) {
        continue;
      }
      List<Object> key = key(keys, f);
      Group group =
          groups.computeIfAbsent(identity(key), k -> new Group(key, none(aggregates.size())));
      for (int a = 0; a < group.sums.length; a++) {
        ColumnStatistics more = statistics(query, aggregates.get(a), f);
        if (more == null) {
          return Optional.empty();
        }
        group.sums[a] = ColumnStatistics.merge(group.sums[a], more);
      }
    }
    List<Row> rows = new ArrayList<>();
    for (Group group : groups.values()) {
      List<Object> values = new ArrayList<>(); // null is a value
      for (int a = 0; a < group.sums.length; a++) {
        values.add(value(aggregates.get(a).function(), group.sums[a]));
      }
      rows.add(new Row(group.key, values));
    }
    return Optional.of(new StatisticsAnswer(rows));
  }

  private record Group(List<Object> key, ColumnStatistics[] sums) {}

  private static ColumnStatistics[] none(int n) {
    ColumnStatistics[] out = new ColumnStatistics[n];
    Arrays.fill(out, ColumnStatistics.empty());
    return out;
  }

  private static List<Object> key(List<Expression.Reference> columns, SourceFile f) {
    List<Object> key = new ArrayList<>();
    for (Expression.Reference column : columns) {
      Type type = column.type();
      Object value = PartitionValues.parse(type, f.partition().get(column.path().get(0)));
      key.add(value instanceof Double d ? (Object) (d + 0.0) : value);
    }
    return key;
  }

  /** Arrays are equal by what they hold. */
  private static List<Object> identity(List<Object> key) {
    List<Object> out = new ArrayList<>(key);
    out.replaceAll(v -> v instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : v);
    return out;
  }

  private static boolean isOfStatistics(Aggregate a) {
    return a.function() == Function.COUNT_ROWS
        || a.function() != Function.SUM
            && a.argument() instanceof Expression.Reference r
            && r.path().size() == 1;
  }

  /** Of one file; null if it has to be read. */
  private static ColumnStatistics statistics(FileQuery query, Aggregate a, SourceFile f) {
    if (!(a.argument() instanceof Expression.Reference r)) {
      return ColumnStatistics.of(f.file().liveRows(), 0, 0, -1, null, null, false, false);
    }
    String column = r.path().get(0);
    if (!f.partition().containsKey(column) && (!f.file().isWhole() || query.isDefault(column))) {
      return null; // Which values are left, and how many of them are null, is not known.
    }
    ColumnStatistics s = ColumnSummary.of(column, r.type(), f);
    if (s == null || a.function() == Function.COUNT || s.comparableCount() == 0) {
      return s;
    }
    Object bound = a.function() == Function.MIN ? s.min() : s.max();
    boolean exact = a.function() == Function.MIN ? s.minExact() : s.maxExact();
    boolean zero = bound instanceof Double d && d == 0;
    return exact && bound != null && !zero ? s : null;
  }

  private static Object value(Function function, ColumnStatistics s) {
    return switch (function) {
      case COUNT_ROWS -> s.valueCount();
      case COUNT -> s.valueCount() - s.nullCount();
      // NaN is above all other numbers.
      case MIN -> s.comparableCount() == 0 && s.nanCount() > 0 ? (Object) Double.NaN : s.min();
      default -> s.nanCount() > 0 ? (Object) Double.NaN : s.max();
    };
  }
}
