package io.placed.table.partition;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.statistics.ColumnStatistics;
import io.placed.statistics.StatisticsCollector;
import io.placed.vector.Batch;
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

  /** The bound of a column of that one value has the form that transforms take. */
  private String text(Batch batch, int row, int i) {
    StatisticsCollector one = new StatisticsCollector(columns[i].type());
    one.add(batch.column(ordinals[i]), row, 1);
    ColumnStatistics s = one.result();
    Object value = s.nanCount() > 0 ? Double.NaN : s.min();
    PartitionTransform transform = fields.get(i).transform();
    return TransformText.of(
        transform, columns[i].type(), transform.apply(columns[i].type(), value));
  }
}
