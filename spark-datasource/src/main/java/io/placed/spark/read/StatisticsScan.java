package io.placed.spark.read;

import io.placed.aggregate.Aggregate;
import io.placed.expression.Expression;
import io.placed.schema.Type;
import io.placed.spark.internal.Frames;
import io.placed.spark.read.translate.AggregateTranslator;
import io.placed.spark.read.translate.ColumnBounds;
import io.placed.table.answer.StatisticsAnswer;
import io.placed.table.source.TableSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * COUNT, MIN and MAX, optionally grouped by partition columns, computed from the snapshot's
 * statistics without opening files.
 */
final class StatisticsScan extends DriverRowsScan implements SourceScan {
  private final TableSource source;

  private StatisticsScan(
      TableSource source, StructType schema, InternalRow[] rows, String description) {
    super(schema, rows, description);
    this.source = source;
  }

  @Override
  public TableSource source() {
    return source;
  }

  /** Empty if files must be read; see {@link StatisticsAnswer#of}. */
  static Optional<StatisticsScan> of(ScanPlan plan, AggregateTranslator.Translated asked) {
    return StatisticsAnswer.of(plan.query(), asked.groupBy(), asked.aggregates())
        .map(answer -> of(plan, asked, answer));
  }

  private static StatisticsScan of(
      ScanPlan plan, AggregateTranslator.Translated asked, StatisticsAnswer answer) {
    StructType schema = new StructType();
    List<Type> types = new ArrayList<>();
    List<String> groupBy = new ArrayList<>();
    for (Expression key : asked.groupBy()) {
      schema = schema.add(plan.tableSchema().apply(column(key)));
      types.add(key.type());
      groupBy.add(column(key));
    }
    for (Aggregate a : asked.aggregates()) {
      boolean extreme =
          a.function() == Aggregate.Function.MIN || a.function() == Aggregate.Function.MAX;
      schema =
          extreme
              ? schema.add(a.toString(), plan.tableSchema().apply(column(a.argument())).dataType())
              : schema.add(a.toString(), DataTypes.LongType, false);
      types.add(a.type());
    }
    List<InternalRow> rows = new ArrayList<>();
    for (StatisticsAnswer.Row row : answer.rows()) {
      List<Object> values = new ArrayList<>(row.key());
      values.addAll(row.values());
      for (int i = 0; i < values.size(); i++) {
        values.set(i, ColumnBounds.internal(types.get(i), values.get(i)));
      }
      rows.add(Frames.row(values.toArray()));
    }
    return new StatisticsScan(
        plan.source(),
        schema,
        rows.toArray(InternalRow[]::new),
        "placed "
            + plan.source().describe()
            + " from metadata: "
            + asked.aggregates()
            + ", GroupBy: "
            + groupBy
            + ", PartitionFilters: "
            + plan.partitionFilters());
  }

  /** Statistics give results only for columns. */
  private static String column(Expression expression) {
    return ((Expression.Reference) expression).path().get(0);
  }
}
