package io.placed.table.rewrite;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.statistics.ColumnStatistics;
import io.placed.statistics.StatisticsCollector;
import io.placed.table.file.PartitionValues;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Divides batches by the values of partition columns. */
public final class RowPartitions {
  private final Schema schema;
  private final int[] partitionOrdinals;
  private final int[] dataOrdinals;
  private final Schema dataSchema;

  /** Receives rows of one partition, without the partition columns. */
  public interface Target {
    /**
     * @param partition values as text; see {@link PartitionValues}
     */
    void write(Map<String, String> partition, Batch rows) throws IOException;
  }

  public RowPartitions(Schema schema, List<String> partitionColumns) {
    this.schema = schema;
    partitionOrdinals = new int[partitionColumns.size()];
    for (int i = 0; i < partitionOrdinals.length; i++) {
      schema.require(partitionColumns.get(i));
      partitionOrdinals[i] = schema.indexOf(partitionColumns.get(i));
    }
    List<Field> data = new ArrayList<>();
    List<Integer> ordinals = new ArrayList<>();
    for (int c = 0; c < schema.size(); c++) {
      if (!partitionColumns.contains(schema.field(c).name())) {
        data.add(schema.field(c));
        ordinals.add(c);
      }
    }
    dataOrdinals = ordinals.stream().mapToInt(Integer::intValue).toArray();
    dataSchema = Schema.of(data);
  }

  public void divide(Batch batch, Target target) throws IOException {
    List<Column> columns = new ArrayList<>();
    for (int c : dataOrdinals) {
      columns.add(batch.column(c));
    }
    Batch data = Batch.of(dataSchema, columns, batch.rows());
    if (partitionOrdinals.length == 0) {
      target.write(Map.of(), data);
      return;
    }
    Map<Map<String, String>, List<Integer>> rowsOf = new LinkedHashMap<>();
    for (int i = 0; i < batch.rows(); i++) {
      rowsOf.computeIfAbsent(partition(batch, i), p -> new ArrayList<>()).add(i);
    }
    for (var e : rowsOf.entrySet()) {
      int[] positions = e.getValue().stream().mapToInt(Integer::intValue).toArray();
      Batch part = Batch.of(dataSchema);
      part.appendSelected(data, positions, positions.length);
      target.write(e.getKey(), part);
    }
  }

  private Map<String, String> partition(Batch batch, int row) {
    Map<String, String> values = new LinkedHashMap<>();
    for (int c : partitionOrdinals) {
      Field field = schema.field(c);
      values.put(field.name(), text(batch.column(c), field, row));
    }
    return values;
  }

  /** The value in the form of {@link PartitionValues}: the bound of a column of that one value. */
  private static String text(Column column, Field field, int row) {
    StatisticsCollector one = new StatisticsCollector(field.type());
    one.add(column, row, 1);
    ColumnStatistics s = one.result();
    Object value = s.nanCount() > 0 ? Double.NaN : s.min();
    return PartitionValues.text(field.type(), value);
  }
}
