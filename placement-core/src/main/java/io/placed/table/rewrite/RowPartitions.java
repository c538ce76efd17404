package io.placed.table.rewrite;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.table.partition.BatchPartitions;
import io.placed.table.partition.Partitioning;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Divides batches by the values of partition fields. */
public final class RowPartitions {
  /** Null if the table is not partitioned. */
  private final BatchPartitions partitions;

  private final Schema schema;
  private final int[] dataOrdinals;
  private final Schema dataSchema;

  /** Receives rows of one partition, without the columns that its directories give. */
  public interface Target {
    /**
     * @param partition values as text by partition field
     */
    void write(Map<String, String> partition, Batch rows) throws IOException;
  }

  /**
   * @param schema of the batches, with the field ids of the table
   */
  public RowPartitions(Schema schema, Partitioning partitioning) {
    this.schema = schema;
    partitions = partitioning.isPartitioned() ? new BatchPartitions(partitioning, schema) : null;
    List<String> columns = partitioning.columns(schema);
    List<Field> data = new ArrayList<>();
    List<Integer> ordinals = new ArrayList<>();
    for (int c = 0; c < schema.size(); c++) {
      if (!columns.contains(schema.field(c).name())) {
        data.add(schema.field(c));
        ordinals.add(c);
      }
    }
    dataOrdinals = ordinals.stream().mapToInt(Integer::intValue).toArray();
    dataSchema = Schema.of(data);
  }

  /** Of the batches that are divided. */
  Schema schema() {
    return schema;
  }

  /** Of the rows of a partition. */
  Schema dataSchema() {
    return dataSchema;
  }

  public void divide(Batch batch, Target target) throws IOException {
    List<Column> columns = new ArrayList<>();
    for (int c : dataOrdinals) {
      columns.add(batch.column(c));
    }
    Batch data = Batch.of(dataSchema, columns, batch.rows());
    if (partitions == null) {
      target.write(Map.of(), data);
      return;
    }
    Map<Map<String, String>, List<Integer>> rowsOf = new LinkedHashMap<>();
    for (int i = 0; i < batch.rows(); i++) {
      rowsOf.computeIfAbsent(partitions.of(batch, i), p -> new ArrayList<>()).add(i);
    }
    for (var e : rowsOf.entrySet()) {
      int[] positions = e.getValue().stream().mapToInt(Integer::intValue).toArray();
      Batch part = Batch.of(dataSchema);
      part.appendSelected(data, positions, positions.length);
      target.write(e.getKey(), part);
    }
  }
}
