package io.placed.table.partition;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.statistics.StatisticsCollector;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The partition values of rows in batches, as text by partition field. */
public final class BatchPartitions {
  private final List<PartitionField> fields;
  private final List<String> names;
  private final Field[] columns;
  private final int[] ordinals;

  /**
   * @param schema of the batches
   * @throws IllegalArgumentException if the batches lack a column
   */
  public BatchPartitions(Partitioning partitioning, Schema schema) {
    this.fields = partitioning.fields();
    this.names = partitioning.names(schema);
    this.columns = fields.stream().map(f -> f.sourceIn(schema)).toArray(Field[]::new);
    this.ordinals = new int[columns.length];
    for (int i = 0; i < columns.length; i++) {
      ordinals[i] = schema.fields().indexOf(columns[i]);
    }
  }

  /** The values of a row. */
  public Map<String, String> of(Batch batch, int row) {
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < columns.length; i++) {
      values.put(names.get(i), text(batch, row, i));
    }
    return values;
  }

  private String text(Batch batch, int row, int i) {
    Object value = value(batch.column(ordinals[i]), row, columns[i].type());
    PartitionTransform transform = fields.get(i).transform();
    return TransformText.of(
        transform, columns[i].type(), transform.apply(columns[i].type(), value));
  }

  /**
   * The value as transforms take it: the bound of a column of that value alone. NaN has no bound,
   * and that of 0.0 is -0.0.
   */
  private static Object value(Column column, int row, Type type) {
    if (column instanceof DoubleColumn doubles && !column.isNull(row)) {
      return doubles.get(row);
    }
    if (column instanceof FloatColumn floats && !column.isNull(row)) {
      return (double) floats.get(row);
    }
    StatisticsCollector one = new StatisticsCollector(type);
    one.add(column, row, 1);
    return one.result().min();
  }
}
