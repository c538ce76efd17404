package io.placed.spark.read;

import io.placed.aggregate.Aggregate;
import io.placed.expression.Expression;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.spark.SparkTypes;
import io.placed.spark.internal.Frames;
import io.placed.spark.read.plan.ColumnBounds;
import io.placed.spark.read.plan.ScanPlan;
import io.placed.spark.read.plan.ScanStatistics;
import io.placed.spark.read.source.SourceFile;
import io.placed.spark.read.translate.AggregateTranslator;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.file.PartitionValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.LocalScan;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * COUNT, MIN and MAX, by partition columns if wanted, from what the snapshot says: no file is
 * opened.
 */
final class StatisticsScan implements LocalScan, SupportsReportStatistics {
  private final StructType schema;
  private final InternalRow[] rows;
  private final String description;

  private StatisticsScan(StructType schema, InternalRow[] rows, String description) {
    this.schema = schema;
    this.rows = rows;
    this.description = description;
  }

  /**
   * Empty if files have to be read: something else is asked for, rows are filtered, or a bound is
   * unknown, not exact or a zero, which has a sign.
   */
  static Optional<StatisticsScan> of(ScanPlan plan, AggregateTranslator.Translated asked) {
    List<String> groupBy = new ArrayList<>();
    for (Expression key : asked.groupBy()) {
      if (!(key instanceof Expression.Reference r) || r.path().size() != 1) {
        return Optional.empty();
      }
      groupBy.add(r.path().get(0));
    }
    if (!groupBy.isEmpty() && !plan.source().isInPartitions()) {
      return Optional.empty();
    }
    if (!plan.dataFilters().isEmpty()
        || !List.of(plan.partition().fieldNames()).containsAll(groupBy)) {
      return Optional.empty();
    }
    List<Extent> extents = new ArrayList<>();
    StructType schema = new StructType();
    List<Type> types = new ArrayList<>();
    for (String column : groupBy) {
      StructField field = plan.tableSchema().apply(column);
      schema = schema.add(field);
      types.add(SparkTypes.toType(field.dataType(), column));
    }
    for (Aggregate a : asked.aggregates()) {
      String column = null;
      if (a.argument() instanceof Expression.Reference r && r.path().size() == 1) {
        column = r.path().get(0);
      } else if (a.function() != Aggregate.Function.COUNT_ROWS) {
        return Optional.empty();
      }
      if (a.function() == Aggregate.Function.SUM) {
        return Optional.empty();
      }
      boolean extreme =
          a.function() == Aggregate.Function.MIN || a.function() == Aggregate.Function.MAX;
      schema =
          extreme
              ? schema.add(a.toString(), plan.tableSchema().apply(column).dataType())
              : schema.add(a.toString(), DataTypes.LongType, false);
      extents.add(new Extent(a, column));
    }
    Map<List<Object>, ColumnStatistics[]> groups = new LinkedHashMap<>();
    if (groupBy.isEmpty()) {
      groups.put(List.of(), none(extents.size()));
    }
    for (SourceFile f : plan.files()) {
      if (f.file().rows() == 0) {
        continue;
      }
      List<Object> key = new ArrayList<>();
      for (int i = 0; i < types.size(); i++) {
        String text = f.partition().get(groupBy.get(i));
        key.add(ColumnBounds.internal(types.get(i), PartitionValues.parse(types.get(i), text)));
      }
      ColumnStatistics[] sums = groups.computeIfAbsent(key, k -> none(extents.size()));
      for (int e = 0; e < sums.length; e++) {
        ColumnStatistics more = extents.get(e).statistics(f, plan);
        if (more == null) {
          return Optional.empty();
        }
        sums[e] = ColumnStatistics.merge(sums[e], more);
      }
    }
    List<InternalRow> rows = new ArrayList<>();
    for (var group : groups.entrySet()) {
      List<Object> row = new ArrayList<>(group.getKey());
      for (int e = 0; e < extents.size(); e++) {
        row.add(extents.get(e).value(group.getValue()[e]));
      }
      rows.add(Frames.row(row.toArray()));
    }
    return Optional.of(
        new StatisticsScan(
            schema,
            rows.toArray(InternalRow[]::new),
            "placed "
                + plan.source().describe()
                + " from metadata: "
                + asked.aggregates()
                + ", GroupBy: "
                + groupBy
                + ", PartitionFilters: "
                + plan.partitionFilters()));
  }

  private static ColumnStatistics[] none(int n) {
    ColumnStatistics[] out = new ColumnStatistics[n];
    Arrays.fill(out, ColumnStatistics.empty());
    return out;
  }

  /** One aggregate; the column is null for COUNT(*). */
  private record Extent(Aggregate aggregate, String column) {

    /** Null if the file has to be read. */
    ColumnStatistics statistics(SourceFile f, ScanPlan plan) {
      long rows = f.file().rows();
      if (column == null) {
        return ColumnStatistics.of(rows, 0, 0, -1, null, null, false, false);
      }
      Type type = SparkTypes.toType(plan.tableSchema().apply(column).dataType(), column);
      if (f.partition().containsKey(column)) {
        Object value = PartitionValues.parse(type, f.partition().get(column));
        return known(ColumnStatistics.ofConstant(type, value, rows));
      }
      Schema schema = f.schema();
      ColumnStatistics s = f.file().statistics().get(column);
      int c = schema.indexOf(column);
      boolean same = c >= 0 && (type.isNested() || schema.field(c).type().equals(type));
      return s == null || s.valueCount() != rows || !same ? null : known(s);
    }

    private ColumnStatistics known(ColumnStatistics s) {
      Object bound =
          switch (aggregate.function()) {
            case MIN -> s.min();
            case MAX -> s.max();
            default -> "";
          };
      boolean exact =
          switch (aggregate.function()) {
            case MIN -> s.minExact();
            case MAX -> s.maxExact();
            default -> true;
          };
      boolean zero = bound instanceof Double d && d == 0;
      boolean nothing = s.comparableCount() == 0;
      return nothing || (exact && bound != null && !zero) ? s : null;
    }

    Object value(ColumnStatistics s) {
      Type type = aggregate.type();
      return switch (aggregate.function()) {
        case COUNT_ROWS -> s.valueCount();
        case COUNT -> s.valueCount() - s.nullCount();
        case MIN -> extreme(type, s.min(), s.comparableCount() == 0 && s.nanCount() > 0);
        default -> extreme(type, s.max(), s.nanCount() > 0);
      };
    }

    /** NaN is above all other numbers. */
    private static Object extreme(Type type, Object bound, boolean nan) {
      return ColumnBounds.internal(type, nan ? (Object) Double.NaN : bound);
    }
  }

  @Override
  public StructType readSchema() {
    return schema;
  }

  @Override
  public InternalRow[] rows() {
    return rows;
  }

  @Override
  public Statistics estimateStatistics() {
    return new ScanStatistics((long) rows.length * schema.defaultSize(), rows.length, Map.of());
  }

  @Override
  public String description() {
    return description;
  }
}
